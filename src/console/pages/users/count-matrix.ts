/** Number, or numbers by label. */
export type Grouped = number | { readonly [label: string]: Grouped };

/** Counts of an entity and a group, by window. */
export interface MatrixRow {
  /** `total`, or level and id. */
  readonly entity: string;
  /** Labels of the group; empty without groups. */
  readonly group: string;
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * Returns the counts of an answer with a row for each entity and group, and a column for each window: totals first, then the
 * most frequent of the last window.
 */
export function countMatrix(
  counts: Readonly<Record<string, Readonly<Record<string, Grouped>>>>,
): readonly MatrixRow[] {
  const rows = new Map<string, { entity: string; group: string; counts: Record<string, number> }>();
  const add = (entity: string, window: string, value: Grouped, labels: readonly string[]): void => {
    if (typeof value !== 'number') {
      for (const [label, inner] of Object.entries(value))
        add(entity, window, inner, [...labels, label || '(none)']);
      return;
    }
    const group = labels.join(' · ');
    const key = JSON.stringify([entity, group]);
    const row = rows.get(key) ?? { entity, group, counts: {} };
    row.counts[window] = value;
    rows.set(key, row);
  };
  for (const [window, levels] of Object.entries(counts))
    for (const [level, value] of Object.entries(levels)) {
      if (level === 'total' || typeof value === 'number') add(level, window, value, []);
      else for (const [id, of] of Object.entries(value)) add(`${level} ${id}`, window, of, []);
    }
  const last = Object.keys(counts).at(-1) ?? '';
  const rank = ({ entity }: MatrixRow): number => (entity === 'total' ? 0 : 1);
  return [...rows.values()].sort(
    (a, b) => rank(a) - rank(b) || (b.counts[last] ?? 0) - (a.counts[last] ?? 0),
  );
}
