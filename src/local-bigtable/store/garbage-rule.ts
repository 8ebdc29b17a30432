import { type StoredCell, sameColumn } from './stored-cell';

/** When a cell is garbage. `versions`: all but the newest n of its column; `age`: older than so long. */
export type GarbageRule =
  | { readonly kind: 'versions'; readonly max: number }
  | { readonly kind: 'age'; readonly maxMs: number }
  | { readonly kind: 'union'; readonly rules: readonly GarbageRule[] }
  | { readonly kind: 'intersection'; readonly rules: readonly GarbageRule[] };

/** Whether a cell that is the `version`th of its column (0 the newest) is garbage at `nowMs`. */
export function isGarbage(rule: GarbageRule, version: number, timestampMs: number, nowMs: number): boolean {
  switch (rule.kind) {
    case 'versions':
      return version >= rule.max;
    case 'age':
      return timestampMs < nowMs - rule.maxMs;
    case 'union':
      return rule.rules.some((part) => isGarbage(part, version, timestampMs, nowMs));
    case 'intersection':
      return rule.rules.every((part) => isGarbage(part, version, timestampMs, nowMs));
  }
}

/** Whether the passing of time alone can make a cell garbage; if not, answers about a row stay true until it changes. */
export function dependsOnTime(rule: GarbageRule): boolean {
  switch (rule.kind) {
    case 'versions':
      return false;
    case 'age':
      return true;
    case 'union':
    case 'intersection':
      return rule.rules.some(dependsOnTime);
  }
}

/**
 * The cells that are not garbage. Expired cells are hidden at once, as Bigtable recommends readers to do; when the
 * sweep removes them is then invisible. Returns the same array when nothing is hidden.
 */
export function withoutGarbage(
  cells: readonly StoredCell[],
  ruleOf: (family: string) => GarbageRule | undefined,
  nowMs: number,
): readonly StoredCell[] {
  let kept: StoredCell[] | undefined;
  let rule: GarbageRule | undefined;
  let version = 0;
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index]!;
    const previous = index === 0 ? undefined : cells[index - 1];
    if (previous?.family !== cell.family) rule = ruleOf(cell.family);
    version = previous !== undefined && sameColumn(previous, cell) ? version + 1 : 0;
    if (rule !== undefined && isGarbage(rule, version, cell.timestampMs, nowMs))
      kept ??= cells.slice(0, index);
    else kept?.push(cell);
  }
  return kept ?? cells;
}
