import type { ReadEvidence } from '../../core/consistency/consistency';
import type { CountTable, CountTally } from '../../core/counts/count-table';
import { appendAll, maxOf } from '../../core/shared/lists';
import type { CountExplanation } from '../../operations/counts/count-explanation';

const NO_VALUE = '(none)';
const CELL_WIDTH_MIN = 7;

/** What stands before a row, and its counts by window. */
type LabelledRow = readonly [label: string, counts: readonly number[]];

/** One row per entity and group, one column per window. */
export function countTableLines(title: string, table: CountTable): string[] {
  const names = table.windows.map(({ name }) => name);
  const rows = rowsOf(table);
  const width = maxOf(rows.map(([label]) => label.length));
  const widths = names.map((name) => Math.max(name.length, CELL_WIDTH_MIN));
  const line = (label: string, cells: readonly string[]): string =>
    [label.padEnd(width), ...cells.map((cell, i) => cell.padStart(widths[i]!))].join('  ');
  return [
    title,
    line('', names),
    ...rows.map(([label, counts]) =>
      line(
        label,
        names.map((_, window) => String(counts[window] ?? 0)),
      ),
    ),
  ];
}

/** `total` first, then each level's entities, in the answer's order. */
function rowsOf(table: CountTable): LabelledRow[] {
  const rows = rowsOfId('total', table.total, 0, table);
  for (const level of table.levels) {
    for (let id = 0; id < level.ids.size; id++) {
      const found = rowsOfId(`${level.level.name} ${level.ids.text(id)}`, level, id, table);
      if (level.listed || found.some(([, counts]) => counts.some((count) => count > 0)))
        appendAll(rows, found);
    }
  }
  return rows;
}

function rowsOfId(
  label: string,
  tally: CountTally,
  id: number,
  { windows, groups }: CountTable,
): LabelledRow[] {
  const countsAt = (row: number): number[] =>
    windows.map((_, window) => tally.counts[window * tally.rows + row]!);
  if (tally.grouped === undefined || groups === undefined) return [[label, countsAt(id)]];
  const { starts, groups: groupOf } = tally.grouped;
  const rows: LabelledRow[] = [];
  for (let row = starts[id]!; row < starts[id + 1]!; row++) {
    const values = groups[groupOf[row]!]!.map((value) => value || NO_VALUE);
    const counts = countsAt(row);
    if (counts.some((count) => count > 0)) rows.push([`${label}: ${values.join(' / ')}`, counts]);
  }
  return rows.length === 0 ? [[label, []]] : rows;
}

/** What the counts stand on, on one line. */
export function evidenceLine({ level, met, clusters, tier, lookups, stalenessMs }: ReadEvidence): string {
  const stale =
    stalenessMs === undefined ? 'staleness unknown' : `at most ${Math.ceil(stalenessMs)} ms stale`;
  const who = clusters.length === 0 ? 'nobody asked' : `${clusters.join(', ')} (${tier})`;
  return `${level}${met ? '' : ', NOT met'}: ${who}, ${lookups} ${lookups === 1 ? 'lookup' : 'lookups'}, ${stale}`;
}

/** Until when the counts are complete. */
export function completeLine(completeUpToMs: number | undefined): string {
  if (completeUpToMs === undefined) return 'complete up to: unknown';
  return `complete up to: ${new Date(completeUpToMs).toISOString()}`;
}

/** What the counts have cost. */
export function explanationLines(explanation: CountExplanation): string[] {
  const { columns, rawCells, rawBytes, blocks, blockBytes, events, duplicates, micros } = explanation;
  const iso = (seconds: number): string => new Date(seconds * 1_000).toISOString();
  const range = columns === undefined ? 'none' : `${iso(columns.startSeconds)} to ${iso(columns.endSeconds)}`;
  return [
    `read: ${rawCells} single events (${rawBytes} bytes), ${blocks} blocks (${blockBytes} bytes); columns ${range}`,
    `counted: ${events} events, ${duplicates} duplicates left out; none from before ${iso(explanation.countedFromMs / 1_000)}`,
    `micros: ${Object.entries(micros)
      .map(([phase, value]) => `${phase} ${Math.round(value)}`)
      .join(', ')}`,
  ];
}
