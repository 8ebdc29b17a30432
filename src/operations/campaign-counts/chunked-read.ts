import type { CallOptions, Row } from '../../bigtable/client/types';
import type { Steps } from '../../core/shared/steps';
import { TidemarkError } from '../../errors';
import { runInSlices, type SliceOptions } from '../../platform/tasks/time-slices';
import { isAnswerTooLarge } from '../events/read-user-events';

/** Error of an entity whose sketches do not fit into memory. It fails only that entity. */
export class EntityTooLarge extends TidemarkError {
  override readonly name = 'EntityTooLarge';

  /** `limit` is the limit that was exceeded, with its unit. */
  constructor(limit: string) {
    super(
      'answer_too_large',
      `has more than ${limit} in memory: request single days or hours, without a breakdown, or run tidemark campaigns compact`,
    );
  }
}

/** Returns the error of a row that exceeds the memory limit by itself. */
export function rowTooLarge(readBytesMax: number): EntityTooLarge {
  return new EntityTooLarge(`${Math.round(readBytesMax / 2 ** 20)} MiB of sketches`);
}

/** Returns the options of a call that started `passedMs` ago, with the remaining timeout. */
export function withRemainingTime(
  options: CallOptions | undefined,
  passedMs: number,
): CallOptions | undefined {
  if (options?.timeoutMs === undefined) return options;
  return { ...options, timeoutMs: Math.max(1, options.timeoutMs - passedMs) };
}

/** Groups the items by name. Items and groups keep their order. */
export function groupBy<T>(items: readonly T[], nameOf: (item: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const name = nameOf(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** A row; `too large` when it exceeds the memory limit by itself; undefined when it does not exist. */
export type RowOrTooLarge = Row | 'too large' | undefined;

/** Callbacks of a chunked read. */
export interface ChunkedRead<T> {
  /** Reads the rows in one or a few requests. Throws `answer_too_large` when they do not fit into memory together. */
  readonly read: (items: readonly T[]) => Promise<readonly (Row | undefined)[]>;
  readonly onRow: (item: T, row: RowOrTooLarge) => void;
  readonly turns: SliceOptions;
}

/**
 * Reads one row for each item, as many at a time as fit into memory, and passes them on in the order of the items.
 */
export async function readInChunks<T>(
  items: readonly T[],
  rowsPerRead: number,
  { read, onRow: take, turns }: ChunkedRead<T>,
): Promise<void> {
  let atOnce = rowsPerRead;
  for (let from = 0; from < items.length;) {
    const chunk = items.slice(from, from + atOnce);
    const rows = await read(chunk).catch(unlessTooLarge);
    if (rows === undefined && chunk.length > 1) {
      atOnce = Math.ceil(chunk.length / 2);
      continue;
    }
    await runInSlices(takeAll(chunk, rows, take), turns);
    from += chunk.length;
  }
}

/** `rows`: undefined if the only item of the chunk has a row that is too large. */
function* takeAll<T>(
  chunk: readonly T[],
  rows: Awaited<ReturnType<ChunkedRead<T>['read']>> | undefined,
  take: ChunkedRead<T>['onRow'],
): Steps<void> {
  for (const [index, item] of chunk.entries()) {
    take(item, rows === undefined ? 'too large' : rows[index]);
    yield;
  }
}

function unlessTooLarge(error: unknown): undefined {
  if (!isAnswerTooLarge(error)) throw error;
}
