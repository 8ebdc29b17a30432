/** Encodes answers with objects as protobuf, directly from the stored values. */
import type { Omission } from '../../core/privacy/omissions';
import { LENGTH_DELIMITED, VARINT } from '../../core/protobuf/wire-types';
import { WireWriter } from '../../core/protobuf/wire-writer';
import type { Steps } from '../../core/shared/steps';

interface AnsweredCell {
  readonly dataType: string;
  readonly subType: string;
  readonly timestampMs: number;
  readonly value: Buffer;
}

interface AnsweredGenerations {
  readonly generations?: Readonly<Record<string, number>> | undefined;
}

interface AnsweredObject {
  readonly id: string;
  readonly cells: readonly AnsweredCell[];
  readonly missing: readonly { readonly dataType: string; readonly subType?: string }[];
  readonly omitted: readonly Omission[];
  readonly met?: false;
}

const nested = (field: number): number => (field << 3) | LENGTH_DELIMITED;
const number = (field: number): number => (field << 3) | VARINT;

/** Room for the fields of a cell beside its value, in bytes. */
const CELL_ROOM_BYTES = 64;

/** Encodes a `tidemark.v1.ObjectAnswer`. */
export function objectAnswerProtobuf({
  cells,
  omitted,
  generations,
}: Pick<AnsweredObject, 'cells' | 'omitted'> & AnsweredGenerations): Buffer {
  const writer = new WireWriter({ capacity: roomOf(cells) });
  for (const cell of cells) writeCell(writer, 1, cell);
  writeOmitted(writer, 2, omitted);
  writeGenerations(writer, 3, generations);
  return writer.message();
}

/** Encodes a `tidemark.v1.BatchGetObjectsAnswer`, in steps of one object each. */
export function* batchGetAnswerProtobuf(
  objects: readonly AnsweredObject[],
  { generations }: AnsweredGenerations,
): Steps<Buffer> {
  const writer = new WireWriter({ capacity: roomOf(objects.flatMap(({ cells }) => cells)) });
  for (const { id, cells, missing, omitted, met } of objects) {
    const object = new WireWriter({ capacity: roomOf(cells) }).text(nested(1), id);
    for (const cell of cells) writeCell(object, 2, cell);
    for (const { dataType, subType = '' } of missing) {
      const cell = new WireWriter().text(nested(1), dataType);
      if (subType !== '') cell.text(nested(2), subType);
      object.bytes(nested(3), cell.message());
    }
    writeOmitted(object, 4, omitted);
    if (met === false) object.varint(number(5)).varint(1);
    writer.bytes(nested(1), object.message());
    yield;
  }
  writeGenerations(writer, 2, generations);
  return writer.message();
}

function roomOf(cells: readonly AnsweredCell[]): number {
  return cells.reduce((sum, { value }) => sum + value.length + CELL_ROOM_BYTES, CELL_ROOM_BYTES);
}

/** Writes a `tidemark.v1.ObjectCell`. */
function writeCell(
  writer: WireWriter,
  field: number,
  { dataType, subType, timestampMs, value }: AnsweredCell,
): void {
  const head = new WireWriter().text(nested(1), dataType).text(nested(2), subType);
  head.varint(number(3)).varint(timestampMs).varint(nested(4)).varint(value.length);
  writer.varint(nested(field)).varint(head.length + value.length);
  writer.raw(head.message()).raw(value);
}

function writeOmitted(writer: WireWriter, field: number, omitted: readonly Omission[]): void {
  for (const { dataType, purpose, reason } of omitted) {
    const omission = new WireWriter().text(nested(1), dataType).text(nested(2), purpose);
    writer.bytes(nested(field), omission.text(nested(3), reason).message());
  }
}

function writeGenerations(
  writer: WireWriter,
  field: number,
  generations: AnsweredGenerations['generations'] = {},
): void {
  for (const [family, generation] of Object.entries(generations)) {
    const entry = new WireWriter().text(nested(1), family).varint(number(2)).varint(generation);
    writer.bytes(nested(field), entry.message());
  }
}

/** Encodes a `tidemark.v1.PutObjectAnswer`. */
export function putAnswerProtobuf({
  timestampMs,
  token,
}: {
  readonly timestampMs: number;
  readonly token: string;
}): Buffer {
  return new WireWriter().varint(number(1)).varint(timestampMs).text(nested(2), token).message();
}
