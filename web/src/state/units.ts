// How quantities are shown. Inside, everything is bytes, seconds and bytes per second.

const SIZE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** 1536 → "1.5 KiB"; whole numbers stay whole. */
export function showSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < SIZE_UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const text = Number.isInteger(value) ? String(value) : value.toFixed(1);
  return `${text} ${SIZE_UNITS[unit]}`;
}

/** Bytes per second as GB/s (10⁹), three significant digits. */
export function showBandwidth(bytesPerSecond: number): string {
  return significant(bytesPerSecond / 1e9);
}

/** Seconds as µs, three significant digits. */
export function showMicroseconds(seconds: number): string {
  return significant(seconds * 1e6);
}

/** 75 → "1 min 15 s"; for remaining and elapsed time. */
export function showDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Local date and time, to the second. */
export function showTime(iso: string | null | undefined): string {
  if (!iso) return '–';
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? '–' : time.toLocaleString();
}

function significant(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  if (Math.abs(value) >= 1000) return value.toFixed(0);
  return String(Number(value.toPrecision(3)));
}
