import type { KeySpan } from './stored-table';

/** Returns the smallest key greater than `key`. */
export const successor = (key: string): string => `${key}\0`;

/** Returns the first key after all keys with the prefix; undefined when there is none. */
export function prefixEnd(prefix: string): string | undefined {
  let length = prefix.length;
  while (length > 0 && prefix.charCodeAt(length - 1) === 0xff) length--;
  if (length === 0) return undefined;
  return prefix.slice(0, length - 1) + String.fromCharCode(prefix.charCodeAt(length - 1) + 1);
}

/** Sorts the spans and merges those that touch, so that a scan visits every row once. */
export function mergeSpans(spans: readonly KeySpan[]): KeySpan[] {
  const sorted = spans
    .filter(({ start, end }) => end === undefined || start < end)
    .sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
  const merged: KeySpan[] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last === undefined || (last.end !== undefined && last.end < span.start)) merged.push(span);
    else merged[merged.length - 1] = { start: last.start, end: laterEnd(last.end, span.end) };
  }
  return merged;
}

/** Returns the span of all keys with the prefix. */
export const prefixSpan = (prefix: string): KeySpan => ({ start: prefix, end: prefixEnd(prefix) });

/** Returns the keys that both spans contain; undefined when there are none. */
export function intersectSpans(a: KeySpan, b: KeySpan): KeySpan | undefined {
  const start = a.start > b.start ? a.start : b.start;
  const end = earlierEnd(a.end, b.end);
  return end === undefined || start < end ? { start, end } : undefined;
}

function earlierEnd(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a < b ? a : b;
}

function laterEnd(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return undefined;
  return a > b ? a : b;
}
