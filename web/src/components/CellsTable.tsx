import type { Result } from '../api/client';
import { differsFromRequest, spread, usedText } from '../state/results';
import { showBandwidth, showMicroseconds, showSize } from '../state/units';
import { Tag } from './Tag';

const ROWS_MAX = 2000; // beyond it the browser lags; the downloads have everything

export function CellsTable({ results }: { results: Result[] }) {
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th>Collective</th><th class="number">Size</th><th>Requested</th><th>Used</th><th>State</th>
            <th class="number">Median, µs</th><th class="number">± %</th><th class="number">algbw, GB/s</th>
            <th class="number">busbw, GB/s</th><th class="number">Samples</th><th class="number">Wrong</th>
          </tr>
        </thead>
        <tbody>{results.slice(0, ROWS_MAX).map((result) => <Row key={result.cell} result={result} />)}</tbody>
      </table>
      {results.length > ROWS_MAX && <p class="quiet">The first {ROWS_MAX} of {results.length} cells.</p>}
    </div>
  );
}

function Row({ result }: { result: Result }) {
  const { requested, samples } = result;
  const half = spread(result);
  const protocol = requested.protocol === 'default' ? '' : `, ${requested.protocol}`;
  return (
    <tr>
      <td>{requested.collective}</td>
      <td class="number">{showSize(requested.size_bytes)}</td>
      <td>{requested.algorithm}{protocol}</td>
      <td title={result.algorithm?.evidence}>
        {samples ? usedText(result) : ''}{differsFromRequest(result) && <b> ≠ requested</b>}
      </td>
      <td class="wide"><Tag state={result.state} /> {result.reason}{result.oversubscribed && ' oversubscribed'}</td>
      <td class="number">{samples && showMicroseconds(samples.median_seconds)}</td>
      <td class="number">{half !== null && (100 * half).toFixed(1)}</td>
      <td class="number">{bandwidth(result.algorithm_bandwidth_bytes_per_second)}</td>
      <td class="number">{bandwidth(result.bus_bandwidth_bytes_per_second)}</td>
      <td class="number">{samples?.count}</td>
      <td class="number">{result.elements_wrong}</td>
    </tr>
  );
}

function bandwidth(bytesPerSecond: number | undefined): string {
  return bytesPerSecond === undefined ? '' : showBandwidth(bytesPerSecond);
}
