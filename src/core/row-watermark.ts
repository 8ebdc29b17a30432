/**
 * The watermark of a row: for each origin and writer the version of the newest write that is in it. Every write sets one
 * cell of it, in the same mutation, so a replica that shows the cell has the write. Versions of one column only grow, in
 * the order in which the origin committed the writes; those of different columns say nothing about each other, since
 * every writer goes by a clock of its own.
 */

/** The family that every table has for watermarks, of rows and of shards. */
export const WATERMARK_FAMILY = '_wm';

/** Cells of the family are garbage after so long, in each cluster at a moment of its own. */
export const WATERMARK_RETENTION_MS = 7 * 86_400_000;

/**
 * What is older counts as being everywhere, so no replica may lag so far: watermarks cannot tell of it for certain, since
 * one cluster may have collected a cell that another one still has.
 */
export const WATERMARK_SPEAKS_MS = 6 * 86_400_000;

/** `<4 bytes: code of the origin><6 bytes: writer>` as Latin-1, which is the cell's qualifier. */
export type WatermarkColumn = string;

export const ORIGIN_BYTES = 4;
export const WRITER_BYTES = 6;
export const COLUMN_BYTES = ORIGIN_BYTES + WRITER_BYTES;

/** Versions by column: milliseconds by the writer's clock, or a little ahead of it. */
export type RowWatermark = ReadonlyMap<WatermarkColumn, number>;

export const NO_WATERMARK: RowWatermark = new Map();

/** A cluster as watermarks and tokens name it: 4 bytes of the hash of its full name, as Latin-1. */
export type OriginCode = string;

export function originOf(column: WatermarkColumn): OriginCode {
  return column.slice(0, ORIGIN_BYTES);
}

/** Whether whoever shows `watermark` has every write that `needed` tells of. */
export function covers(watermark: RowWatermark, needed: RowWatermark): boolean {
  for (const [column, version] of needed) if (!reaches(watermark, column, version)) return false;
  return true;
}

export function reaches(watermark: RowWatermark, column: WatermarkColumn, version: number): boolean {
  const seen = watermark.get(column);
  return seen !== undefined && seen >= version;
}
