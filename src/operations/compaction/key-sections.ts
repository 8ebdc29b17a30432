import type { KeySample, RowRange } from '../../bigtable/client/types';
import { invalidArgument } from '../../errors';

/** Share of the rows that a worker processes: number `index`, from 0, of `count`. */
export interface WorkerShare {
  readonly index: number;
  readonly count: number;
}

/** Number of shards. Row keys begin with the shard, and users are spread evenly over the shards. */
export const SHARD_COUNT = 256;

/** Part of a table, about as large as the other parts. An absent bound is that of the table. */
export interface KeySection {
  readonly start?: Buffer | undefined;
  /** End key, exclusive. */
  readonly end?: Buffer | undefined;
}

/**
 * Returns the worker's share of the table, cut at the sampled keys. Shares consist of whole shards: they have equal
 * size without any coordination, and all workers agree on their bounds although samples change as the table grows.
 */
export function sectionsOf(worker: WorkerShare, samples: readonly KeySample[]): KeySection[] {
  const shards = shardsOf(worker);
  const [start, end] = [boundary(shards.first), boundary(shards.end)];
  const cuts = samples.map(({ key }) => key).filter((key) => key.length > 0 && isBetween(key, start, end));
  const bounds = [start, ...cuts.sort((a, b) => a.compare(b)), end];
  return bounds.slice(1).map((to, at) => ({ start: bounds[at], end: to }));
}

/** Returns the parts of the sections that follow the key. */
export function sectionsAfter(sections: readonly KeySection[], key: Buffer): KeySection[] {
  const after = Buffer.concat([key, Buffer.of(0)]);
  return sections
    .filter(({ end }) => end === undefined || end.compare(after) > 0)
    .map(({ start, end }) =>
      start === undefined || start.compare(after) < 0 ? { start: after, end } : { start, end },
    );
}

/** Returns the range of rows of a section. */
export function rowRangeOf({ start, end }: KeySection): RowRange {
  return {
    start: start === undefined ? undefined : { key: start, inclusive: true },
    end: end === undefined ? undefined : { key: end, inclusive: false },
  };
}

/** Returns which part of the worker's share lies up to the key, from 0 to 1. */
export function shareDoneAt(key: Buffer, worker: WorkerShare): number {
  const { first, end } = shardsOf(worker);
  const shard = Number.parseInt(key.toString('latin1', 0, 2), 16);
  return Math.min(1, Math.max(0, (shard - first) / (end - first)));
}

/** Returns a half-open range of shards. */
function shardsOf({ index, count }: WorkerShare): { readonly first: number; readonly end: number } {
  if (!(index >= 0 && index < count && count <= SHARD_COUNT)) {
    throw invalidArgument('worker', `must be one of 1/n to n/n, with n up to ${SHARD_COUNT}`);
  }
  const first = Math.round((index * SHARD_COUNT) / count);
  return { first, end: Math.round(((index + 1) * SHARD_COUNT) / count) };
}

/** Returns the first key of a shard; undefined for the ends of the table. */
function boundary(shard: number): Buffer | undefined {
  if (shard === 0 || shard === SHARD_COUNT) return undefined;
  return Buffer.from(shard.toString(16).padStart(2, '0'), 'latin1');
}

function isBetween(key: Buffer, start: Buffer | undefined, end: Buffer | undefined): boolean {
  return (start === undefined || key.compare(start) > 0) && (end === undefined || key.compare(end) < 0);
}
