/**
 * The watermark of a row: for each origin and writer the version of the newest write that is in it. Every write sets one
 * cell of it, in the same mutation, so a replica that shows the cell has the write. Versions of one column only grow, in
 * the order in which the origin committed the writes; those of different columns say nothing about each other, since
 * every writer goes by a clock of its own. A cell's value names the write before it: `row-chains.ts` has what that proves.
 */

/** The family that every table has for watermarks, of rows and of shards. */
export const WATERMARK_FAMILY = '_wm';

/** Cells of the family are garbage after so long, in each cluster at a moment of its own. */
export const WATERMARK_RETENTION_MS = 7 * 86_400_000;

/**
 * Newest cells of a column that are not garbage. A read may fetch no more of them: which older ones a cluster has
 * collected is not known.
 */
export const WATERMARK_VERSIONS_MAX = 256;

/**
 * What is older counts as being everywhere, whatever is configured: watermarks cannot tell of it for certain, since one
 * cluster may have collected a cell that another one still has. See `Horizon`, which is nearer.
 */
export const WATERMARK_VALID_MS = 6 * 86_400_000;

/** `<4 bytes: code of the origin><6 bytes: writer>` as Latin-1, which is the cell's qualifier. */
export type WatermarkColumn = string;

export const ORIGIN_CODE_BYTES = 4;
export const WRITER_BYTES = 6;
export const WATERMARK_COLUMN_BYTES = ORIGIN_CODE_BYTES + WRITER_BYTES;

/** Versions by column: milliseconds by the writer's clock, or a little ahead of it. */
export type RowWatermark = ReadonlyMap<WatermarkColumn, number>;

export const NO_WATERMARK: RowWatermark = new Map();

const PREDECESSOR_BYTES = 6;

/** The value of a watermark cell: version of the acknowledged write before it in its column; 0 if there is none. */
export function encodePredecessor(versionMs: number): Buffer {
  const value = Buffer.allocUnsafe(PREDECESSOR_BYTES);
  value.writeUIntBE(versionMs, 0, PREDECESSOR_BYTES);
  return value;
}

/** Undefined for a value that names none, as writers of earlier versions leave it. */
export function decodePredecessor(value: Buffer): number | undefined {
  return value.length === PREDECESSOR_BYTES ? value.readUIntBE(0, PREDECESSOR_BYTES) : undefined;
}

/** A cluster as watermarks and tokens name it: 4 bytes of the hash of its full name, as Latin-1. */
export type OriginCode = string;

export function watermarkColumnOf(origin: OriginCode, writer: string): WatermarkColumn {
  return origin + writer;
}

export function originOf(column: WatermarkColumn): OriginCode {
  return column.slice(0, ORIGIN_CODE_BYTES);
}

/** The origin's columns are those that begin with its code; without an end: to the family's last. */
export function originColumns(origin: OriginCode): { readonly start: Buffer; readonly end?: Buffer } {
  const start = Buffer.from(origin, 'latin1');
  const end = Buffer.from(start);
  for (let place = end.length - 1; place >= 0; place--) {
    if (end[place] === 0xff) continue;
    end[place]! += 1;
    return { start, end: end.subarray(0, place + 1) };
  }
  return { start };
}

/** Whether a row that is complete up to these versions has every write that `needed` tells of. */
export function covers(complete: RowWatermark, needed: RowWatermark): boolean {
  for (const [column, version] of needed) if (!reaches(complete, column, version)) return false;
  return true;
}

export function reaches(watermark: RowWatermark, column: WatermarkColumn, version: number): boolean {
  const seen = watermark.get(column);
  return seen !== undefined && seen >= version;
}

/** A cell as far as it matters here. */
interface TimedCell {
  readonly family: string;
  readonly qualifier: Buffer;
  /** Microseconds since 1970. */
  readonly timestampMicros: number;
}

/** The row watermark among a row's cells, wherever they stand; heartbeats, whose qualifier is shorter, are none of it. */
export function watermarkOf(cells: readonly TimedCell[]): RowWatermark {
  let watermark: Map<WatermarkColumn, number> | undefined;
  for (const cell of cells) {
    if (!isRowWatermarkCell(cell)) continue;
    watermark ??= new Map();
    const column = decodeWatermarkColumn(cell.qualifier);
    const versionMs = cell.timestampMicros / 1_000;
    const known = watermark.get(column);
    if (known === undefined || known < versionMs) watermark.set(column, versionMs);
  }
  return watermark ?? NO_WATERMARK;
}

/** Whether the cell is of a row's watermark, and not a heartbeat. */
export function isRowWatermarkCell({
  family,
  qualifier,
}: {
  readonly family: string;
  readonly qualifier: Buffer;
}): boolean {
  return family === WATERMARK_FAMILY && qualifier.length === WATERMARK_COLUMN_BYTES;
}

/** The column that a qualifier names, in half the time that `toString` takes for so few bytes. */
export function decodeWatermarkColumn(q: Buffer): WatermarkColumn {
  return String.fromCharCode(q[0]!, q[1]!, q[2]!, q[3]!, q[4]!, q[5]!, q[6]!, q[7]!, q[8]!, q[9]!);
}

const isWatermark = ({ family }: { readonly family: string }): boolean => family === WATERMARK_FAMILY;

/** The row as its reader is to see it: the very same if it has no watermark, undefined if it has nothing else. */
export function withoutWatermarks<R extends { readonly cells: readonly { readonly family: string }[] }>(
  row: R,
): R | undefined {
  const { cells } = row;
  const start = cells.findIndex(isWatermark);
  if (start < 0) return cells.length === 0 ? undefined : row;
  let end = start + 1;
  while (end < cells.length && isWatermark(cells[end]!)) end += 1;
  // They mostly stand together, and a slice costs a tenth of a copy cell by cell.
  const rest = cells.slice(end);
  const behind = rest.some(isWatermark) ? rest.filter((cell) => !isWatermark(cell)) : rest;
  const others = start === 0 ? behind : [...cells.slice(0, start), ...behind];
  return others.length === 0 ? undefined : { ...row, cells: others };
}
