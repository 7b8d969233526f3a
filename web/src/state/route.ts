// Which page is shown, with its state, all in the URL's fragment: "#/runs/r-1?collective=all_reduce".

export type Route =
  | { page: 'runs'; state: URLSearchParams }
  | { page: 'run'; run: string; state: URLSearchParams }
  | { page: 'unknown'; path: string };

export function parseRoute(fragment: string): Route {
  const [path = '', query = ''] = fragment.replace(/^#/, '').split('?', 2);
  const state = new URLSearchParams(query);
  const parts = path.split('/').filter(Boolean);
  if (parts.length === 0 || (parts.length === 1 && parts[0] === 'runs')) return { page: 'runs', state };
  if (parts.length === 2 && parts[0] === 'runs') {
    const run = decoded(parts[1] ?? '');
    if (run !== null) return { page: 'run', run, state };
  }
  return { page: 'unknown', path };
}

export function runLink(run: string, state?: URLSearchParams): string {
  const query = state?.toString();
  return `#/runs/${encodeURIComponent(run)}${query ? `?${query}` : ''}`;
}

/** The same state with one value set, or removed when it is the default. */
export function withState(state: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(state);
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
