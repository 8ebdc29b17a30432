/**
 * Parsers and formatters of quantities with units on a command line. A parser throws commander's
 * `InvalidArgumentError`.
 */
import { InvalidArgumentError } from 'commander';
import { DEFAULTS } from '../../config/defaults';

const MS_PER: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const BYTES_PER: Readonly<Record<string, number>> = {
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
};

/** `200ms`, `1.5s`, `2m`, `1h` → milliseconds. */
export function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
  if (amount !== undefined && (unit !== undefined || Number(amount) === 0)) {
    return Number(amount) * MS_PER[unit ?? 'ms']!;
  }
  throw new InvalidArgumentError('A duration has a unit: 200ms, 1.5s, 2m, 1h.');
}

/** `+250ms`, `-3s` → milliseconds, rounded. */
export function parseSignedDuration(text: string): number {
  const ms = Math.round(parseDuration(text.replace(/^[+-]/, '')));
  return text.startsWith('-') ? -ms : ms;
}

/** `500KB`, `1MB`, `8MiB`, `1MB/s` → bytes per second; `unlimited` → 0. */
export function parseBandwidth(text: string): number {
  if (text === 'unlimited') return 0;
  const [, amount, unit] = /^(\d+(?:\.\d+)?)([KMG]i?B|B)$/.exec(text.replace(/\/s$/, '')) ?? [];
  const perUnit = unit === undefined ? undefined : BYTES_PER[unit];
  if (perUnit !== undefined) return Number(amount) * perUnit;
  throw new InvalidArgumentError('A bandwidth is bytes per second: 500KB, 1MB, 8MiB, or "unlimited".');
}

/** `64MiB` → bytes, at least 1. */
export function parseByteCount(text: string): number {
  if (text !== 'unlimited' && !text.endsWith('/s') && parseBandwidth(text) >= 1) return parseBandwidth(text);
  throw new InvalidArgumentError('A size is bytes: 500KB, 1MB, 8MiB.');
}

/** `0.1` or `10%` → 0.1. */
export function parseShare(text: string): number {
  const percent = text.endsWith('%');
  const digits = percent ? text.slice(0, -1) : text;
  const value = Number(digits) / (percent ? 100 : 1);
  if (/^\d*\.?\d+$/.test(digits) && value <= 1) return value;
  throw new InvalidArgumentError('A share is 0 to 1, or 0% to 100%.');
}

/** Returns milliseconds as a short, rounded text with a unit: `0`, `250ms`, `1.5s`, `4m`, `26h`. */
export function formatDuration(ms: number): string {
  const size = Math.abs(ms);
  if (size === 0) return '0';
  if (size < 1_000) return `${Number(ms.toFixed(size < 10 ? 1 : 0))}ms`;
  if (size < 120_000) return `${Number((ms / 1_000).toFixed(1))}s`;
  if (size < 7_200_000) return `${Math.round(ms / 60_000)}m`;
  return `${Math.round(ms / 3_600_000)}h`;
}

/** Returns a bandwidth as a short, rounded text: `500B/s`, `1.5KB/s`, `1MB/s`. */
export function formatBandwidth(bytesPerSecond: number): string {
  for (const [unit, size] of [
    ['GB', 1e9],
    ['MB', 1e6],
    ['KB', 1e3],
  ] as const) {
    if (bytesPerSecond >= size) return `${Number((bytesPerSecond / size).toFixed(1))}${unit}/s`;
  }
  return `${bytesPerSecond}B/s`;
}

/** Returns a parser of whole numbers from `min` to `max`. */
export function integerBetween(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`Must be a whole number from ${min} to ${max}.`);
  };
}

/** `4` → 4 processes. */
export function parseWorkerCount(text: string): number {
  return integerBetween(1, DEFAULTS.processes.workersMax)(text);
}

/** Parses a TCP port. 0 stands for any free port. */
export function parsePort(text: string): number {
  return integerBetween(0, 65_535)(text);
}
