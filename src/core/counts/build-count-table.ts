/**
 * Builds the table of an answer, in the answer's order, from counts by row, in the order in which rows were created.
 */
import { IdSet } from '../columns/id-set';
import type { CountedQuery } from './count-query';
import type { CountTable, LevelCountTally, CountTally } from './count-table';
import type { Steps } from '../shared/steps';
import type { CountTargets, CountTarget } from './count-targets';
import { mapped } from '../shared/lists';

/** Builds the table in steps. `counts` has the counts of each target: `counts[window * target.rows + row - 1]`. */
export function* buildCountTableInSteps(
  { windows, entities }: CountedQuery,
  { targets, groups }: CountTargets,
  counts: readonly Uint32Array[],
): Steps<CountTable> {
  const sorted = groups === undefined ? undefined : sortPaths(groups.paths());
  const [total, ...levels] = mapped(targets, (target, i): Counted => ({
    target,
    counts: counts[i]!,
    sorted,
  }));
  const answered: LevelCountTally[] = [];
  for (const [i, { level, ids }] of entities.entries()) {
    const listed = ids !== '*';
    answered.push({ level, listed, ...(listed ? listedIds(levels[i]!) : occurringIds(levels[i]!)) });
    yield;
  }
  const groupsOfTable = sorted !== undefined && { groups: sorted.paths };
  return { windows, ...groupsOfTable, total: inOrder(total!, 1), levels: answered };
}

interface Counted {
  readonly target: CountTarget;
  readonly counts: Uint32Array;
  readonly sorted: SortedPaths | undefined;
}

interface SortedPaths {
  readonly paths: readonly (readonly string[])[];
  /** Index in `paths` of each group. */
  readonly ranks: Uint32Array;
}

type IdTally = CountTally & Pick<LevelCountTally, 'ids'>;

/** Returns all listed ids, in their order. */
function listedIds(counted: Counted): IdTally {
  const ids = counted.target.ids!;
  return { ids, ...inOrder(counted, ids.size) };
}

/** Returns the ids that occur in events, sorted. */
function occurringIds(counted: Counted): IdTally {
  const { target, sorted } = counted;
  const rows = occurringRows(counted);
  const entities = [...new Set(mapped(rows, (row) => target.entityOf(row)))];
  const ids = new IdSet(mapped(entities, (entity) => target.ids!.text(entity)).sort(compareTexts));
  const rankOf = (row: number): number => ids.numberOf(target.ids!.text(target.entityOf(row)));
  if (sorted !== undefined) return { ids, ...grouped(counted, { ids: ids.size, rows, rankOf, sorted }) };
  rows.sort((a, b) => rankOf(a) - rankOf(b));
  return { ids, rows: rows.length, counts: countsOf(counted, rows) };
}

/** Returns the tally of `ids` ids, in the order of their entities. */
function inOrder(counted: Counted, ids: number): CountTally {
  const { target, counts, sorted } = counted;
  if (sorted === undefined) return { rows: ids, counts };
  const rankOf = (row: number): number => target.entityOf(row);
  return grouped(counted, { ids, rows: occurringRows(counted), rankOf, sorted });
}

interface Grouped {
  readonly ids: number;
  readonly rows: readonly number[];
  /** Returns the number of the row's id in the answer. */
  readonly rankOf: (row: number) => number;
  readonly sorted: SortedPaths;
}

function grouped(counted: Counted, { ids, rows, rankOf, sorted }: Grouped): CountTally {
  const found = mapped(rows, (row) => ({
    row,
    id: rankOf(row),
    group: sorted.ranks[counted.target.groupOf(row)]!,
  }));
  found.sort((a, b) => a.id - b.id || a.group - b.group);
  const starts = new Uint32Array(ids + 1);
  for (const { id } of found) starts[id + 1]!++;
  for (let id = 0; id < ids; id++) starts[id + 1]! += starts[id]!;
  return {
    rows: found.length,
    counts: countsOf(
      counted,
      mapped(found, ({ row }) => row),
    ),
    grouped: { starts, groups: Uint32Array.from(found, ({ group }) => group) },
  };
}

/** Returns the rows with a count in at least one window. */
function occurringRows({ target: { rows }, counts }: Counted): number[] {
  const occurs = new Uint8Array(rows);
  for (let at = 0, row = 0; at < counts.length; at++, row = row + 1 === rows ? 0 : row + 1) {
    if (counts[at]! > 0) occurs[row] = 1;
  }
  return Array.from({ length: rows }, (_, i) => i + 1).filter((row) => occurs[row - 1] === 1);
}

function countsOf({ target, counts }: Counted, rows: readonly number[]): Uint32Array {
  const windows = target.rows === 0 ? 0 : counts.length / target.rows;
  const chosen = new Uint32Array(windows * rows.length);
  let at = 0;
  for (let start = -1; at < chosen.length; start += target.rows) {
    for (const row of rows) chosen[at++] = counts[start + row]!;
  }
  return chosen;
}

function sortPaths(paths: readonly (readonly string[])[]): SortedPaths {
  const order = [...paths.keys()].sort((a, b) => comparePaths(paths[a]!, paths[b]!));
  const ranks = new Uint32Array(paths.length);
  order.forEach((group, rank) => (ranks[group] = rank));
  return { paths: mapped(order, (group) => paths[group]!), ranks };
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return compareTexts(a[i]!, b[i]!);
  return 0;
}

/** Compares like sorting without a comparison function. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
