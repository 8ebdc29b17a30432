import type { KeySample, RowRange } from '../../bigtable/client/types';
import { invalidArgument } from '../../errors';

/** Which share of the rows a worker takes: the `index`th, from 0 on, of `count`. */
export interface WorkerShare {
  readonly index: number;
  readonly count: number;
}

/** Row keys begin with one of so many shards, which users are spread over evenly. */
export const SHARD_COUNT = 256;

/** A part of the table, about as large as the others. Bounds that are absent are the table's. */
export interface KeySection {
  readonly start?: Buffer;
  /** Exclusive. */
  readonly end?: Buffer;
}

/**
 * The worker's share of the table, cut at the sampled keys. Shares are made of whole shards: they are of equal size without
 * anybody having to look, and no two workers can come to different ideas of where they end. Samples do differ, as the table
 * grows.
 */
export function sectionsOf(worker: WorkerShare, samples: readonly KeySample[]): KeySection[] {
  const { first, behind } = shardsOf(worker);
  const [start, end] = [boundary(first), boundary(behind)];
  const cuts = samples.map(({ key }) => key).filter((key) => key.length > 0 && isBetween(key, start, end));
  const bounds = [start, ...cuts.sort((a, b) => a.compare(b)), end];
  return bounds.slice(1).map((to, at) => sectionOf(bounds[at], to));
}

/** What is left of the sections behind a key. */
export function sectionsAfter(sections: readonly KeySection[], key: Buffer): KeySection[] {
  const after = Buffer.concat([key, Buffer.of(0)]);
  return sections
    .filter(({ end }) => end === undefined || end.compare(after) > 0)
    .map(({ start, end }) =>
      start === undefined || start.compare(after) < 0 ? sectionOf(after, end) : sectionOf(start, end),
    );
}

export function rowRangeOf({ start, end }: KeySection): RowRange {
  return {
    ...(start !== undefined && { start: { key: start, inclusive: true } }),
    ...(end !== undefined && { end: { key: end, inclusive: false } }),
  };
}

/** How much of the worker's share lies up to the key: 0 to 1. */
export function shareDoneAt(key: Buffer, worker: WorkerShare): number {
  const { first, behind } = shardsOf(worker);
  const shard = Number.parseInt(key.toString('latin1', 0, 2), 16);
  return Math.min(1, Math.max(0, (shard - first) / (behind - first)));
}

/** Half-open. */
function shardsOf({ index, count }: WorkerShare): { readonly first: number; readonly behind: number } {
  if (!(index >= 0 && index < count && count <= SHARD_COUNT)) {
    throw invalidArgument('worker', `must be one of 1/n to n/n, with n up to ${SHARD_COUNT}`);
  }
  const first = Math.round((index * SHARD_COUNT) / count);
  return { first, behind: Math.round(((index + 1) * SHARD_COUNT) / count) };
}

const sectionOf = (start: Buffer | undefined, end: Buffer | undefined): KeySection => ({
  ...(start !== undefined && { start }),
  ...(end !== undefined && { end }),
});

/** Where a shard begins; undefined for the table's ends. */
function boundary(shard: number): Buffer | undefined {
  if (shard === 0 || shard === SHARD_COUNT) return undefined;
  return Buffer.from(shard.toString(16).padStart(2, '0'), 'latin1');
}

function isBetween(key: Buffer, start: Buffer | undefined, end: Buffer | undefined): boolean {
  return (start === undefined || key.compare(start) > 0) && (end === undefined || key.compare(end) < 0);
}
