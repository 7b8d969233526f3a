// The REST API, typed by schemas/openapi.yaml through src/api/generated/schema.ts.
import type { components } from './generated/schema';

type Schemas = components['schemas'];
export type Run = Schemas['Run'];
export type RunDetail = Schemas['RunDetail'];
export type Result = Schemas['Result'];
export type RunPage = Schemas['RunPage'];
export type NodeList = Schemas['NodeList'];

const BASE = '/api/v1';
const PAGE = 1000; // cells fetched at once

export const fetchRuns = () => get<RunPage>('/runs?limit=100');
export const fetchRun = (run: string) => get<RunDetail>(`/runs/${encodeURIComponent(run)}`);
export const fetchNodes = () => get<NodeList>('/nodes');
export const eventsUrl = (run: string) => `${BASE}/runs/${encodeURIComponent(run)}/events`;
export const downloadUrl = (run: string, format: string) =>
  `${BASE}/runs/${encodeURIComponent(run)}/measurements?format=${format}&limit=${PAGE}`;

/** Every cell of a run, page by page. */
export async function fetchResults(run: string): Promise<Result[]> {
  const items: Result[] = [];
  let cursor: string | undefined;
  do {
    const query = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
    const page = await get<Schemas['ResultPage']>(
      `/runs/${encodeURIComponent(run)}/measurements?limit=${PAGE}${query}`);
    items.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor);
  return items;
}

export async function cancelRun(run: string): Promise<void> {
  await answer(await fetch(`${BASE}/runs/${encodeURIComponent(run)}/cancel`, { method: 'POST' }));
}

async function get<T>(path: string): Promise<T> {
  return (await answer(await fetch(BASE + path, { headers: { Accept: 'application/json' } }))).json() as Promise<T>;
}

/** The answer if it is a good one; else an error with the words of the problem document. */
async function answer(response: Response): Promise<Response> {
  if (response.ok) return response;
  let words = `${response.status} ${response.statusText}`;
  try {
    const problem = (await response.json()) as { title?: string; detail?: string };
    words = [problem.title, problem.detail].filter(Boolean).join(': ') || words;
  } catch {
    // No problem document: the status says it.
  }
  throw new Error(words);
}
