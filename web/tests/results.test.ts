import { describe, expect, it } from 'vitest';
import type { Result } from '../src/api/client';
import { curvePoints, differsFromRequest, lineOf, panelsOf, spread, usedText } from '../src/state/results';

function result(change: Record<string, unknown> = {}, requested: Record<string, unknown> = {}): Result {
  return {
    cell: 0, state: 'measured', reason: '', origin: 'measured',
    requested: {
      engine: 'mpi', collective: 'all_reduce', size_bytes: 1024, data_type: 'float32', operation: 'sum', algorithm: 'ring',
      protocol: 'default', buffer: 'out_of_place', placement: { nodes: ['n1'], ranks_per_node: 2, ranks: 2 }, ...requested,
    },
    algorithm: { value: 'ring', verification: 'witnessed', evidence: '' },
    protocol: { value: '', verification: 'unverified', evidence: '' },
    samples: { median_seconds: 2e-6, interval_low_seconds: 1.8e-6, interval_high_seconds: 2.2e-6 },
    bus_bandwidth_bytes_per_second: 5e8, ...change,
  } as unknown as Result;
}

describe('results', () => {
  it('are drawn apart by collective and placement', () => {
    const panels = panelsOf([result(), result({}, { collective: 'all_gather' }), result()]);
    expect(panels).toEqual(['all_gather on n1 × 2', 'all_reduce on n1 × 2']);
  });
  it('name the protocol only where one was requested', () => {
    expect(lineOf(result())).toBe('ring');
    expect(lineOf(result({}, { algorithm: 'default', protocol: 'eager' }))).toBe('default, eager');
  });
  it('without a measurement give no point', () => {
    const failed = result({ state: 'failed', samples: undefined });
    expect(curvePoints([failed, result()], 'all_reduce on n1 × 2')).toHaveLength(1);
  });
  it('say when another algorithm ran than the one asked for', () => {
    const fallen = result({ algorithm: { value: 'recursive_doubling', verification: 'witnessed', evidence: '' } });
    expect(differsFromRequest(fallen)).toBe(true);
    expect(differsFromRequest(result())).toBe(false);
    expect(differsFromRequest(result({}, { algorithm: 'default' }))).toBe(false);
  });
  it('never claim an algorithm that nobody saw', () => {
    const unseen = result({ algorithm: { value: '', verification: 'unverified', evidence: '' } });
    expect(usedText(unseen)).toBe('unverified');
  });
  it('have the interval as a share of the median', () => {
    expect(spread(result())).toBeCloseTo(0.1);
  });
});
