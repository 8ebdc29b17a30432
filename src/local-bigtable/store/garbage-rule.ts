import { maxOf, minOf } from '../../core/shared/lists';
import type { FamilyKey } from './family-key';
import { type StoredCell, sameColumn } from './stored-cell';

/**
 * Garbage-collection rule. `versions`: all cells but the newest n of a column are garbage. `age`: older cells are
 * garbage.
 */
export type GarbageRule =
  | { readonly kind: 'versions'; readonly max: number }
  | { readonly kind: 'age'; readonly maxMs: number }
  | { readonly kind: 'union'; readonly rules: readonly GarbageRule[] }
  | { readonly kind: 'intersection'; readonly rules: readonly GarbageRule[] };

/** Returns whether a cell is garbage at `nowMs`. `version` is its index in its column (0 is the newest). */
function isGarbage(rule: GarbageRule, version: number, timestampMs: number, nowMs: number): boolean {
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

/**
 * Returns whether the passing of time alone can make a cell garbage. Otherwise answers about a row are valid until it
 * changes.
 */
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

/** Returns the age in milliseconds beyond which cells are garbage, however few; Infinity if there is none. */
export function ageLimitMs(rule: GarbageRule | undefined): number {
  switch (rule?.kind) {
    case undefined:
    case 'versions':
      return Infinity;
    case 'age':
      return rule.maxMs;
    case 'union':
      return minOf(rule.rules.map(ageLimitMs));
    case 'intersection':
      return maxOf(rule.rules.map(ageLimitMs));
  }
}

/**
 * Returns the cells that are not garbage. Expired cells are hidden immediately, as Bigtable recommends to readers, so
 * their later removal is invisible. Returns the same array when nothing is hidden.
 */
export function withoutGarbage(
  cells: readonly StoredCell[],
  ruleOf: (family: FamilyKey) => GarbageRule | undefined,
  nowMs: number,
): readonly StoredCell[] {
  let live: StoredCell[] | undefined;
  let rule: GarbageRule | undefined;
  let version = 0;
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index]!;
    const previous = index === 0 ? undefined : cells[index - 1];
    if (previous?.family !== cell.family) rule = ruleOf(cell.family);
    version = previous !== undefined && sameColumn(previous, cell) ? version + 1 : 0;
    if (rule !== undefined && isGarbage(rule, version, cell.timestampMs, nowMs))
      live ??= cells.slice(0, index);
    else live?.push(cell);
  }
  return live ?? cells;
}
