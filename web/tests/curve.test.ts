import { describe, expect, it } from 'vitest';
import { curveOption, linesOf, tooltip, type CurvePoint } from '../src/charts/curve';

function point(line: string, sizeBytes: number, busBandwidth = 2e9): CurvePoint {
  return { line, sizeBytes, busBandwidth, busBandwidthLow: busBandwidth * 0.9, busBandwidthHigh: busBandwidth * 1.1,
    seconds: sizeBytes / busBandwidth, used: 'ring (witnessed)' };
}

describe('curve', () => {
  it('has one line a combination, ordered by size', () => {
    const lines = linesOf([point('ring', 64), point('default', 8), point('ring', 8)]);
    expect([...lines.keys()]).toEqual(['default', 'ring']);
    expect(lines.get('ring')?.map((p) => p.sizeBytes)).toEqual([8, 64]);
  });
  it('plots GB/s or microseconds', () => {
    const theme = { text: '#000', grid: '#ccc' };
    const bandwidth = curveOption([point('ring', 2e6)], 'bandwidth', theme).series[0]?.data[0]?.value;
    const time = curveOption([point('ring', 2e6)], 'time', theme).series[0]?.data[0]?.value;
    expect(bandwidth).toEqual([2e6, 2]);
    expect(time).toEqual([2e6, 1000]);
  });
  it('tells lines apart by symbol as well as by colour', () => {
    const series = curveOption([point('a', 8), point('b', 8)], 'time', { text: '', grid: '' }).series;
    expect(series[0]?.symbol).not.toEqual(series[1]?.symbol);
  });
  it('shows names from a matrix as text', () => {
    expect(tooltip(point('<img src=x onerror=alert(1)>', 8))).not.toContain('<img');
  });
});
