// Server state: fetched, refreshed, and followed over server-sent events.
import { useEffect, useState } from 'preact/hooks';
import { eventsUrl } from '../api/client';

export interface Loaded<T> {
  value: T | null;
  error: string | null; // the last fetch failed; `value` is what was known before
}

/** Fetches at once, on every change of `version`, and every `seconds` as long as the page is shown. */
export function useFetched<T>(fetcher: () => Promise<T>, key: string, seconds: number, version = 0): Loaded<T> {
  const [state, setState] = useState<Loaded<T>>({ value: null, error: null });

  useEffect(() => {
    let gone = false;
    const load = () => {
      fetcher().then(
        (value) => { if (!gone) setState({ value, error: null }); },
        (error: unknown) => { if (!gone) setState((old) => ({ value: old.value, error: words(error) })); },
      );
    };
    load();
    const timer = setInterval(load, seconds * 1000);
    return () => {
      gone = true;
      clearInterval(timer);
    };
    // `key` stands for what the fetcher captures.
  }, [key, seconds, version]);

  return state;
}

/** A number that grows with events of the run, at most about twice a second, until the run has ended. */
export function useRunVersion(run: string, isLive: boolean): number {
  const [version, setVersion] = useState(0);

  useEffect(() => {
    if (!isLive) return undefined;
    const source = new EventSource(eventsUrl(run));
    let pending: ReturnType<typeof setTimeout> | null = null;
    const bump = () => {
      pending ??= setTimeout(() => {
        pending = null;
        setVersion((old) => old + 1);
      }, 500);
    };
    for (const name of EVENT_NAMES) source.addEventListener(name, bump);
    source.onmessage = bump;
    return () => {
      source.close();
      if (pending) clearTimeout(pending);
    };
  }, [run, isLive]);

  return version;
}

// The kinds of events in schemas/openapi.yaml.
const EVENT_NAMES = ['run_submitted', 'launch_dispatched', 'launch_started', 'cell_started', 'cell_measured',
  'cell_failed', 'launch_ended', 'group_given_up', 'budget_spent', 'cancel_requested', 'run_finished'];

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
