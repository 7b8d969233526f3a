import { useMemo } from 'preact/hooks';
import { cancelRun, downloadUrl, fetchResults, fetchRun, type Result, type RunDetail } from '../api/client';
import { Chart } from '../charts/Chart';
import { curveOption, type Metric } from '../charts/curve';
import { CellsTable } from '../components/CellsTable';
import { Choice } from '../components/Choice';
import { Notice } from '../components/Notice';
import { Tag } from '../components/Tag';
import { useFetched, useRunVersion } from '../state/live';
import { curvePoints, panelsOf } from '../state/results';
import { runLink, withState } from '../state/route';
import { showDuration, showTime } from '../state/units';

const ENDED = ['completed', 'failed', 'cancelled'];

export function RunPage(props: { run: string; state: URLSearchParams }) {
  const [isLive, version] = useLiveVersion(props.run);
  const run = useFetched(() => fetchRun(props.run), `run ${props.run}`, isLive ? 5 : 60, version);
  const results = useFetched(() => fetchResults(props.run), `results ${props.run}`, isLive ? 5 : 600, version);
  if (!run.value) return run.error ? <Notice text={run.error} /> : <p class="quiet">Loading the run …</p>;
  return (
    <>
      <h1>{run.value.matrix} <Tag state={run.value.state} /></h1>
      <p class="quiet">{run.value.id}, submitted {showTime(run.value.submitted_at)}</p>
      <Progress run={run.value} results={results.value ?? []} />
      {run.value.reason && <Notice text={run.value.reason} />}
      {results.error && <Notice text={results.error} />}
      <Curves run={props.run} state={props.state} results={results.value ?? []} />
      <Cells run={run.value} results={results.value ?? []} />
    </>
  );
}

/** Follows the run's events until it has ended. */
function useLiveVersion(run: string): [boolean, number] {
  const state = useFetched(() => fetchRun(run), `state ${run}`, 3);
  const isLive = !state.value || !ENDED.includes(state.value.state);
  return [isLive, useRunVersion(run, isLive)];
}

function Progress({ run, results }: { run: RunDetail; results: Result[] }) {
  const { planned, measured, failed, left_out: leftOut, pruned, over_budget: overBudget } = run.cells;
  const done = measured + failed + leftOut;
  const current = results.find((result) => result.cell === run.progress?.cell)?.requested;
  return (
    <>
      <progress max={Math.max(planned, 1)} value={done} aria-label="cells done" />
      {run.progress && (
        <p role="status">
          {done} of {planned} cells, about {showDuration(run.progress.time_left_seconds)} left
          {current && `; now ${current.collective}, ${current.size_bytes} B, ${current.algorithm}`}
          {' '}<button type="button" onClick={() => void cancelRun(run.id)}>Cancel</button>
        </p>
      )}
      <div class="cards">
        <Card value={measured} label="measured" /><Card value={failed} label="failed" />
        <Card value={leftOut + overBudget} label="left out" /><Card value={pruned} label="pruned" />
        <Card value={run.launches.length} label="launches" />
      </div>
    </>
  );
}

function Card(props: { value: number; label: string }) {
  return <div class="card"><b>{props.value}</b><span>{props.label}</span></div>;
}

function Curves(props: { run: string; state: URLSearchParams; results: Result[] }) {
  const panels = panelsOf(props.results);
  const asked = props.state.get('panel');
  const panel = asked && panels.includes(asked) ? asked : panels[0] ?? '';
  const metric: Metric = props.state.get('metric') === 'time' ? 'time' : 'bandwidth';
  const points = useMemo(() => curvePoints(props.results, panel), [props.results, panel]);
  const option = useMemo(() => curveOption(points, metric, currentTheme()), [points, metric]);
  const go = (name: string, value: string) => { location.hash = runLink(props.run, withState(props.state, name, value)); };
  if (panels.length === 0) return <p class="quiet">No cell yet.</p>;
  return (
    <section aria-label="curves">
      <h2>{metric === 'bandwidth' ? 'Bus bandwidth' : 'Time'} over message size</h2>
      <Choice label="Collective and placement" values={panels} value={panel} onChange={(value) => go('panel', value)} />
      <Choice label="Show" values={['bandwidth', 'time']} value={metric} onChange={(value) => go('metric', value)} />
      {points.length > 0
        ? <Chart option={option} label={`${metric} over message size of ${panel}; the table below has the numbers`} />
        : <p class="quiet">Nothing measured here yet.</p>}
    </section>
  );
}

function currentTheme() {
  const style = getComputedStyle(document.documentElement);
  return { text: style.getPropertyValue('--text').trim(), grid: style.getPropertyValue('--line').trim() };
}

function Cells({ run, results }: { run: RunDetail; results: Result[] }) {
  return (
    <section aria-label="cells">
      <h2>Cells</h2>
      <p>
        <a href={downloadUrl(run.id, 'csv')}>CSV</a>, <a href={downloadUrl(run.id, 'json')}>JSON</a>
        <span class="quiet"> (the first 1000 cells; busbar results has them all)</span>
      </p>
      <CellsTable results={results} />
    </section>
  );
}
