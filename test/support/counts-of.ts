import type { CountTable, CountTally } from '../../src/core/counts/count-table';

export type NestedCounts = number | { [label: string]: NestedCounts };

/** Returns a table in the parsed form of its JSON. */
export function countsOf(table: CountTable): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    table.windows.map(({ name }, window) => {
      const counts = emptyObject();
      counts.total = countOf(table, table.total, { id: 0, window });
      for (const level of table.levels) {
        const byId = emptyObject();
        for (let id = 0; id < level.ids.size; id++) {
          const count = countOf(table, level, { id, window });
          if (level.listed || !isNothing(count)) byId[level.ids.text(id)] = count;
        }
        counts[level.level.name] = byId;
      }
      return [name, counts];
    }),
  );
}

function countOf(
  { groups }: CountTable,
  tally: CountTally,
  { id, window }: { readonly id: number; readonly window: number },
): NestedCounts {
  const start = window * tally.rows;
  if (tally.grouped === undefined) return tally.counts[start + id]!;
  const nested = emptyObject();
  for (let row = tally.grouped.starts[id]!; row < tally.grouped.starts[id + 1]!; row++) {
    const count = tally.counts[start + row]!;
    if (count > 0) place(nested, groups![tally.grouped.groups[row]!]!, count);
  }
  return nested;
}

function place(root: Record<string, NestedCounts>, path: readonly string[], count: number): void {
  let node = root;
  for (const label of path.slice(0, -1))
    node = (node[label] ??= emptyObject()) as Record<string, NestedCounts>;
  node[path.at(-1)!] = count;
}

/** An id such as `__proto__` is an ordinary key. */
function emptyObject(): Record<string, NestedCounts> {
  return Object.create(null) as Record<string, NestedCounts>;
}

function isNothing(count: NestedCounts): boolean {
  return typeof count === 'number' ? count === 0 : Object.keys(count).length === 0;
}
