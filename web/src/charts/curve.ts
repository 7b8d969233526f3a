// The curve of bus bandwidth or time over message size, one line a combination of algorithm and protocol.
import { showBandwidth, showMicroseconds, showSize } from '../state/units';

export interface CurvePoint {
  line: string; // "ring", "default · eager"
  sizeBytes: number;
  busBandwidth: number; // bytes per second
  busBandwidthLow: number;
  busBandwidthHigh: number;
  seconds: number;
  used: string; // what really ran, as words
}

export type Metric = 'bandwidth' | 'time';

// Okabe and Ito's palette: told apart with any colour vision; the symbols differ as well.
const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442', '#999999'];
const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'pin', 'arrow', 'roundRect', 'emptyCircle'];

export interface Theme {
  text: string;
  grid: string;
}

export function linesOf(points: CurvePoint[]): Map<string, CurvePoint[]> {
  const lines = new Map<string, CurvePoint[]>();
  for (const point of points) lines.set(point.line, [...(lines.get(point.line) ?? []), point]);
  for (const line of lines.values()) line.sort((a, b) => a.sizeBytes - b.sizeBytes);
  return new Map([...lines].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function valueOf(point: CurvePoint, metric: Metric): number {
  return metric === 'bandwidth' ? point.busBandwidth / 1e9 : point.seconds * 1e6;
}

export function curveOption(points: CurvePoint[], metric: Metric, theme: Theme) {
  const axis = {
    nameTextStyle: { color: theme.text },
    axisLabel: { color: theme.text },
    axisLine: { lineStyle: { color: theme.grid } },
    splitLine: { lineStyle: { color: theme.grid } },
  };
  return {
    animation: false,
    color: COLOURS,
    textStyle: { color: theme.text },
    grid: { left: 64, right: 24, top: 48, bottom: 48 },
    legend: { top: 0, textStyle: { color: theme.text } },
    tooltip: { trigger: 'item', formatter: (item: { data: { point: CurvePoint } }) => tooltip(item.data.point) },
    xAxis: {
      ...axis, type: 'log', logBase: 2, min: 'dataMin', max: 'dataMax', // without: the axis begins at 1 byte
      name: 'message size', nameLocation: 'middle', nameGap: 28,
      axisLabel: { color: theme.text, formatter: (bytes: number) => showSize(bytes) },
    },
    yAxis: { ...axis, type: 'log', name: metric === 'bandwidth' ? 'bus bandwidth, GB/s' : 'time, µs' },
    series: [...linesOf(points)].map(([name, line], index) => ({
      type: 'line', name, symbol: SYMBOLS[index % SYMBOLS.length], symbolSize: 7,
      data: line.map((point) => ({ value: [point.sizeBytes, valueOf(point, metric)], point })),
    })),
  };
}

/** Plain text with line breaks; names come from matrices, so they are escaped. */
export function tooltip(point: CurvePoint): string {
  return [
    `${point.line}, ${showSize(point.sizeBytes)}`,
    `bus bandwidth ${showBandwidth(point.busBandwidth)} GB/s`,
    `95 % interval ${showBandwidth(point.busBandwidthLow)} … ${showBandwidth(point.busBandwidthHigh)} GB/s`,
    `time ${showMicroseconds(point.seconds)} µs`,
    `used: ${point.used}`,
  ].map(escapeHtml).join('<br>');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
