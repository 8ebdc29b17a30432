import type { CallOptions, Row } from '../../bigtable/client/types';
import type { Consistency, ReadEvidence } from '../../core/consistency/consistency';
import type { SketchTable } from '../../core/residency/sketch-tables';
import type { Reader, RowsRead } from '../../consistency/store';

interface PartsRead {
  readonly reader: Pick<Reader, 'readRows'>;
  /** Parts of the sketches, at least one. */
  readonly parts: readonly SketchTable[];
  readonly consistency: Consistency;
  readonly options: CallOptions | undefined;
}

interface PartsAnswer {
  /** One row for each key, in the order of the keys, with the cells of all parts. */
  readonly rows: readonly (Row | undefined)[];
  /** Evidence of each part. */
  readonly evidence: readonly ReadEvidence[];
}

/**
 * Reads rows of sketches in all parts. The columns of a row are those of all parts together: each writer has columns of
 * its own, and two of the same name are the same sketch. `bytesMax` is divided among the parts.
 */
export async function readParts(
  { bytesMax, ...read }: Omit<RowsRead, 'table'>,
  { reader, parts, consistency, options }: PartsRead,
): Promise<PartsAnswer> {
  const shareMax = bytesMax === undefined ? undefined : Math.ceil(bytesMax / parts.length);
  const answers = await Promise.all(
    parts.map(({ table }) => reader.readRows({ ...read, table, bytesMax: shareMax }, consistency, options)),
  );
  const [first, ...others] = answers;
  return {
    rows: first!.rows.map((row, at) =>
      withCells(
        row,
        others.flatMap(({ rows }) => rows[at] ?? []),
      ),
    ),
    evidence: answers.map(({ evidence }) => evidence),
  };
}

function withCells(row: Row | undefined, others: readonly Row[]): Row | undefined {
  if (others.length === 0) return row;
  const found = row === undefined ? others : [row, ...others];
  return { ...found[0]!, cells: found.flatMap(({ cells }) => cells) };
}
