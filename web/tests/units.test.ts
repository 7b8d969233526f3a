import { describe, expect, it } from 'vitest';
import { showBandwidth, showDuration, showMicroseconds, showSize, showTime } from '../src/state/units';

describe('sizes', () => {
  it('are shown in powers of two with their unit', () => {
    expect([8, 1024, 1536, 16 * 2 ** 20, 2 ** 30].map(showSize)).toEqual(['8 B', '1 KiB', '1.5 KiB', '16 MiB', '1 GiB']);
  });
});

describe('bandwidth', () => {
  it('is shown in GB/s of 10⁹ bytes', () => {
    expect(showBandwidth(1.0737418e9)).toBe('1.07');
    expect(showBandwidth(385e9)).toBe('385');
  });
  it('never shows a number that is none', () => {
    expect(showBandwidth(Number.NaN)).toBe('–');
    expect(showBandwidth(Infinity)).toBe('–');
  });
});

describe('times', () => {
  it('of operations are microseconds with three digits', () => {
    expect(showMicroseconds(12.345e-6)).toBe('12.3');
    expect(showMicroseconds(0.0164647)).toBe('16465');
  });
  it('to wait are in words', () => {
    expect([4, 75, 3660, -1].map(showDuration)).toEqual(['4 s', '1 min 15 s', '1 h 1 min', '0 s']);
  });
  it('of the day that are missing or broken show a dash', () => {
    expect([null, undefined, '', 'yesterday'].map(showTime)).toEqual(['–', '–', '–', '–']);
  });
});
