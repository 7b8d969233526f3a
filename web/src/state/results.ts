// From the cells of a run to the points of a curve and the rows of a table.
import type { Result } from '../api/client';
import type { CurvePoint } from '../charts/curve';

/** "all_reduce on n1 × 2": cells that belong on one chart. */
export function panelOf(result: Result): string {
  const { collective, placement } = result.requested;
  return `${collective} on ${placement.nodes.join(', ')} × ${placement.ranks_per_node}`;
}

export function panelsOf(results: Result[]): string[] {
  return [...new Set(results.map(panelOf))].sort();
}

/** "ring", "default, eager": what was requested; the protocol only if it was. */
export function lineOf(result: Result): string {
  const { algorithm, protocol } = result.requested;
  return protocol === 'default' ? algorithm : `${algorithm}, ${protocol}`;
}

/** What really ran, with how that is known. */
export function usedText(result: Result): string {
  const used = result.algorithm;
  if (!used || used.verification === 'not_applicable') {
    const protocol = result.protocol;
    return protocol?.value ? `${protocol.value} (${protocol.verification})` : 'no choice here';
  }
  return used.value ? `${used.value} (${used.verification})` : used.verification;
}

/** Another algorithm than the one asked for was seen. */
export function differsFromRequest(result: Result): boolean {
  const wanted = result.requested.algorithm;
  const used = result.algorithm?.value;
  return wanted !== 'default' && !!used && used !== wanted;
}

export function curvePoints(results: Result[], panel: string): CurvePoint[] {
  return results.flatMap((result) => {
    const { samples, bus_bandwidth_bytes_per_second: bandwidth, bus_bandwidth_interval: interval } = result;
    if (result.state !== 'measured' || panelOf(result) !== panel || !samples || bandwidth === undefined) return [];
    return [{
      line: lineOf(result),
      sizeBytes: result.requested.size_bytes,
      busBandwidth: bandwidth,
      busBandwidthLow: interval?.low_bytes_per_second ?? bandwidth,
      busBandwidthHigh: interval?.high_bytes_per_second ?? bandwidth,
      seconds: samples.median_seconds,
      used: usedText(result),
    }];
  });
}

/** Half-width of the median's interval relative to the median. */
export function spread(result: Result): number | null {
  const samples = result.samples;
  if (!samples) return null;
  return (samples.interval_high_seconds - samples.interval_low_seconds) / 2 / samples.median_seconds;
}
