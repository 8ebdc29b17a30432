import type { CallOptions, Row } from '../../bigtable/client/types';
import type { Steps } from '../../core/shared/steps';
import { TidemarkError } from '../../errors';
import { runInSlices, type SliceOptions } from '../../platform/tasks/time-slices';
import { isAnswerTooLarge } from '../events/read-user-events';

/** An entity's sketches are more than can be held at once: a failure that is its alone. */
export class EntityTooLarge extends TidemarkError {
  override readonly name = 'EntityTooLarge';

  /** `limit` is what they have more than. */
  constructor(limit: string) {
    super(
      'answer_too_large',
      `has more than ${limit} at once: ask for single days or hours, without a breakdown, or run tidemark campaigns compact`,
    );
  }
}

export function rowTooLarge(readBytesMax: number): EntityTooLarge {
  return new EntityTooLarge(`${Math.round(readBytesMax / 2 ** 20)} MiB of sketches`);
}

/** What a call may take that began so long ago. */
export function withRemainingTime(
  options: CallOptions | undefined,
  passedMs: number,
): CallOptions | undefined {
  if (options?.timeoutMs === undefined) return options;
  return { ...options, timeoutMs: Math.max(1, options.timeoutMs - passedMs) };
}

/** Items of one name together, in their order. */
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

/** What there is of a row; `too large` where it alone is more than can be held. */
export type RowOrTooLarge = Row | 'too large' | undefined;

export interface ChunkedRead<T> {
  /** In one request, or a few. Throws `answer_too_large` for rows that are too large together. */
  readonly read: (items: readonly T[]) => Promise<readonly (Row | undefined)[]>;
  readonly onRow: (item: T, row: RowOrTooLarge) => void;
  readonly turns: SliceOptions;
}

/** Reads a row for each item, as many of them at once as can be held, and hands them over in the order of the items. */
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
    const takeAll = function* (): Steps<void> {
      for (const [index, item] of chunk.entries()) {
        take(item, rows === undefined ? 'too large' : rows[index]);
        yield;
      }
    };
    await runInSlices(takeAll(), turns);
    from += chunk.length;
  }
}

function unlessTooLarge(error: unknown): undefined {
  if (!isAnswerTooLarge(error)) throw error;
}
