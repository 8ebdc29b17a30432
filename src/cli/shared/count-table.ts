import type { ReadEvidence } from '../../core/consistency/consistency';
import type { CountTable, CountTally } from '../../core/counts/count-table';
import { countOf } from '../../core/shared/count-of';
import { appendAll } from '../../core/shared/lists';
import type { CountExplanation } from '../../core/counts/count-explanation';
import { textTable } from './text-table';

const NO_VALUE = '(none)';
const CELL_WIDTH_MIN = 7;

/** Label of a row, and its counts by window. */
type LabelledRow = readonly [label: string, counts: readonly number[]];

/** Returns the title and a table of counts: one row per entity and group, one column per window. */
export function countTableLines(title: string, table: CountTable): string[] {
  const names = table.windows.map(({ name }) => name);
  const rows = rowsOf(table).map(([label, counts]) => [
    label,
    ...names.map((_, window) => String(counts[window] ?? 0)),
  ]);
  const options = { align: 'right', widthMin: CELL_WIDTH_MIN, isUnderlined: false } as const;
  return [title, ...textTable(['', ...names], rows, options).split('\n')];
}

/** Returns the row `total`, then the entities of each level, in the order of the answer. */
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

/** Returns one line about the consistency of an answer: level, clusters, lookups and staleness. */
export function evidenceLine({ level, met, clusters, tier, lookups, stalenessMs }: ReadEvidence): string {
  const stale =
    stalenessMs === undefined ? 'staleness unknown' : `at most ${Math.ceil(stalenessMs)} ms stale`;
  const source = clusters.length === 0 ? 'no replica read' : `${clusters.join(', ')} (${tier})`;
  return `${level}${met ? '' : ', NOT met'}: ${source}, ${countOf(lookups, 'lookup')}, ${stale}`;
}

/** Returns one line with the time up to which the counts are complete. */
export function completeLine(completeUpToMs: number | undefined): string {
  if (completeUpToMs === undefined) return 'complete up to: unknown';
  return `complete up to: ${new Date(completeUpToMs).toISOString()}`;
}

/** Returns lines about the cost of counts: what was read and counted, and the time of each phase. */
export function explanationLines(explanation: CountExplanation): string[] {
  const { columns, rawCells, rawBytes, blocks, blockBytes, events, duplicates, micros } = explanation;
  const iso = (seconds: number): string => new Date(seconds * 1_000).toISOString();
  const range = columns === undefined ? 'none' : `${iso(columns.startSeconds)} to ${iso(columns.endSeconds)}`;
  return [
    `read: ${countOf(rawCells, 'single event')} (${rawBytes} bytes), ${countOf(blocks, 'block')} (${blockBytes} bytes); columns ${range}`,
    `counted: ${countOf(events, 'event')}, ${countOf(duplicates, 'duplicate')} dropped; none before ${iso(explanation.countedFromMs / 1_000)}`,
    `micros: ${Object.entries(micros)
      .map(([phase, value]) => `${phase} ${Math.round(value)}`)
      .join(', ')}`,
  ];
}
