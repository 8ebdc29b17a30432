import type { CallOptions } from '../../bigtable/types';
import { TidemarkError } from '../../errors';

/** An entity's sketches are more than can be held at once: a failure that is its alone. */
export class EntityTooLarge extends TidemarkError {
  override readonly name = 'EntityTooLarge';

  constructor(what: string) {
    super(
      'answer_too_large',
      `${what} at once: ask for single days or hours, without a breakdown, or run tidemark campaigns compact`,
    );
  }
}

/** What a call may take that began so long ago. */
export function timeLeft(options: CallOptions | undefined, passedMs: number): CallOptions | undefined {
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
