/**
 * Rows and columns of sketches: the row `<shard>#<entity id>#<day>`. Each writer has columns of its own, so writers
 * never conflict and nothing is read before it is written. Readers merge the columns. A column's name:
 *
 *     0        1        2      3           4                      -7       -1
 *     | period | action | kind | breakdown | length, value (or -) | writer | part |
 *
 * - period: 0 for the day, 1 + h for its hour h, counted from the day's beginning (days of 23 and 25 hours exist);
 * - action: its stable code;
 * - kind: what is counted, events (by dedup key) or users;
 * - breakdown: 0 for all events, else 1 + index among the declared breakdowns; then the value, with its length in 2
 *   bytes;
 * - writer: 6 bytes, an incarnation of a process;
 * - part: the writer's whole sketch, or the items added since it wrote the whole.
 */
import { rowKey } from '../rows/row-key';

export const SKETCH_WRITER_BYTES = 6;

export type SketchKind = 'events' | 'users';
export type SketchPart = 'whole' | 'added';

/** Key of one sketch within its row: what the sketch counts. */
export interface SketchCell {
  /** Hour of the day. Undefined: the whole day. */
  readonly hour: number | undefined;
  readonly actionCode: number;
  readonly kind: SketchKind;
  /** Undefined: all events. */
  readonly breakdown: { readonly index: number; readonly value: string } | undefined;
}

export interface SketchColumn extends SketchCell {
  /** Writer: 6 bytes, as Latin-1. */
  readonly writer: string;
  readonly part: SketchPart;
}

const KINDS: readonly SketchKind[] = ['events', 'users'];
const PARTS: readonly SketchPart[] = ['whole', 'added'];
const HEAD_BYTES = 4;
const TAIL_BYTES = SKETCH_WRITER_BYTES + 1;
export const HOURS_MAX = 25;

/** Returns the row key. `day` is an ISO 8601 date in the declared time zone. */
export function sketchRowKey(entityId: string, day: string): Buffer {
  return rowKey(`${entityId}#${day}`);
}

/** Returns the prefix of a cell's columns, for all writers. Filters use it. */
export function cellPrefix({ hour, actionCode, kind, breakdown }: SketchCell): Buffer {
  const head = [hour === undefined ? 0 : 1 + hour, actionCode, KINDS.indexOf(kind)];
  if (breakdown === undefined) return Buffer.from([...head, 0]);
  const value = Buffer.from(breakdown.value, 'utf8');
  return Buffer.concat([
    Buffer.from([...head, 1 + breakdown.index, value.length >>> 8, value.length & 255]),
    value,
  ]);
}

export function sketchColumn(column: SketchColumn): Buffer {
  const tail = Buffer.alloc(TAIL_BYTES);
  tail.write(column.writer, 0, 'latin1');
  tail[SKETCH_WRITER_BYTES] = PARTS.indexOf(column.part);
  return Buffer.concat([cellPrefix(column), tail]);
}

/** Decodes a column. Returns undefined for other columns, such as those of a later version. */
export function parseSketchColumn(qualifier: Buffer): SketchColumn | undefined {
  if (qualifier.length < HEAD_BYTES + TAIL_BYTES) return undefined;
  const tail = qualifier.length - TAIL_BYTES;
  const kind = KINDS[qualifier[2]!];
  const part = PARTS[qualifier[tail + SKETCH_WRITER_BYTES]!];
  const breakdown = parseBreakdown(qualifier.subarray(HEAD_BYTES - 1, tail));
  if (kind === undefined || part === undefined || breakdown === 'none' || qualifier[0]! > HOURS_MAX)
    return undefined;
  return {
    hour: qualifier[0] === 0 ? undefined : qualifier[0]! - 1,
    actionCode: qualifier[1]!,
    kind,
    breakdown,
    part,
    writer: qualifier.toString('latin1', tail, tail + SKETCH_WRITER_BYTES),
  };
}

function parseBreakdown(bytes: Buffer): SketchCell['breakdown'] | 'none' {
  const code = bytes[0]!;
  if (code === 0) return bytes.length === 1 ? undefined : 'none';
  if (bytes.length < 3 || bytes.readUInt16BE(1) !== bytes.length - 3) return 'none';
  return { index: code - 1, value: bytes.toString('utf8', 3) };
}
