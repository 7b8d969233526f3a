import { fetchRuns, type Run } from '../api/client';
import { Notice } from '../components/Notice';
import { Tag } from '../components/Tag';
import { useFetched } from '../state/live';
import { runLink } from '../state/route';
import { showTime } from '../state/units';

export function RunsPage() {
  const runs = useFetched(fetchRuns, 'runs', 2);
  if (!runs.value) return runs.error ? <Notice text={runs.error} /> : <p class="quiet">Loading the runs …</p>;
  if (runs.value.items.length === 0) {
    return <p>No run yet. Start one with <code>busbar run deploy/examples/quickstart.yaml</code>.</p>;
  }
  return (
    <>
      <h1>Runs</h1>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th>Run</th><th>Matrix</th><th>State</th><th>Progress</th>
              <th class="number">Failed</th><th class="number">Pruned</th><th>Submitted</th>
            </tr>
          </thead>
          <tbody>{runs.value.items.map((run) => <RunRow key={run.id} run={run} />)}</tbody>
        </table>
      </div>
    </>
  );
}

function RunRow({ run }: { run: Run }) {
  const { planned, measured, failed, pruned } = run.cells;
  return (
    <tr>
      <td><a href={runLink(run.id)}>{run.id}</a></td>
      <td>{run.matrix}</td>
      <td><Tag state={run.state} /></td>
      <td>
        <progress max={Math.max(planned, 1)} value={measured + failed} aria-label={`progress of ${run.id}`} />
        <span class="quiet"> {measured + failed} of {planned} cells</span>
      </td>
      <td class="number">{failed}</td>
      <td class="number">{pruned}</td>
      <td>{showTime(run.submitted_at)}</td>
    </tr>
  );
}
