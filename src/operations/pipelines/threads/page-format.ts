/**
 * Pages of rows and their results as single buffers, which are transferred between threads and not copied. Numbers are
 * little-endian:
 *
 * ```
 * page    rows × ( key length u32, key, cells u32, cells × ( family u16, qualifier length u32, value length u32, micros f64,
 *         qualifier, value ) )
 * result  rows × ( outputs u32, outputs × ( family u16, SubType length u32, value length u32 or 0xffffffff: deleted, SubType,
 *         value ) )
 * ```
 *
 * A family is its index in a list that both threads have.
 */
import type { Row } from '../../../bigtable/client/types';
import {
  QUALIFIER_END,
  QUALIFIER_START,
  SPANS_PER_CELL,
  VALUE_END,
  VALUE_START,
  type CellColumns,
} from '../../../core/rows/cell-columns';
import { columnsOfFamily } from '../../../core/rows/row-parts';
import type { PipelineOutput } from '../process-object';

const DELETED = 0xffff_ffff;
const NO_LABELS: readonly string[] = Object.freeze([]);
const CELL_HEAD_BYTES = 18;
const OUTPUT_HEAD_BYTES = 10;
const ROW_HEAD_BYTES = 8;
const COUNT_BYTES = 4;

/** Returns the cells of these families of the rows as one buffer of its own. */
export function encodeRows(rows: readonly Row[], families: readonly string[]): Uint8Array<ArrayBuffer> {
  // As columns, because an object for each cell would cost more than everything else here: those of all families of a row, then of the next.
  const parts: CellColumns[] = [];
  let size = 0;
  for (const row of rows) {
    size += ROW_HEAD_BYTES + row.key.length;
    for (const family of families) {
      const columns = columnsOfFamily(row, family);
      size += sizeOf(columns);
      parts.push(columns);
    }
  }
  const page = new PageWriter(size);
  let part = 0;
  for (const { key } of rows) {
    page.uint32(key.length);
    page.bytes(key);
    let cells = 0;
    for (let family = 0; family < families.length; family++) {
      const { start, end } = parts[part + family]!;
      cells += end - start;
    }
    page.uint32(cells);
    for (let family = 0; family < families.length; family++) writeCells(page, parts[part++]!, family);
  }
  return page.finish();
}

function sizeOf({ spans, start, end }: CellColumns): number {
  let size = (end - start) * CELL_HEAD_BYTES;
  for (let at = start * SPANS_PER_CELL; at < end * SPANS_PER_CELL; at += 2)
    size += spans[at + 1]! - spans[at]!;
  return size;
}

function writeCells(page: PageWriter, columns: CellColumns, family: number): void {
  const { bytes, spans, timestampsMicros, start, end } = columns;
  for (let cell = start; cell < end; cell++) {
    const at = cell * SPANS_PER_CELL;
    const [qualifierStart, qualifierEnd] = [spans[at + QUALIFIER_START]!, spans[at + QUALIFIER_END]!];
    const [valueStart, valueEnd] = [spans[at + VALUE_START]!, spans[at + VALUE_END]!];
    page.uint16(family);
    page.uint32(qualifierEnd - qualifierStart);
    page.uint32(valueEnd - valueStart);
    page.float64(timestampsMicros[cell]!);
    page.copy(bytes, qualifierStart, qualifierEnd);
    page.copy(bytes, valueStart, valueEnd);
  }
}

/** Returns the rows, whose buffers are views of the page. */
export function decodeRows(bytes: Uint8Array, families: readonly string[]): readonly Row[] {
  const page = new PageReader(bytes);
  const rows: Row[] = [];
  while (!page.isEnd) {
    const key = page.bytes(page.uint32());
    const count = page.uint32();
    const cells: Row['cells'][number][] = [];
    for (let cell = 0; cell < count; cell++) {
      const family = families[page.uint16()]!;
      const [qualifierBytes, valueBytes] = [page.uint32(), page.uint32()];
      const timestampMicros = page.float64();
      const [qualifier, value] = [page.bytes(qualifierBytes), page.bytes(valueBytes)];
      cells.push({ family, qualifier, timestampMicros, value, labels: NO_LABELS });
    }
    rows.push({ key, cells });
  }
  return rows;
}

/** Returns the outputs of each row as one buffer of its own. */
export function encodeOutputs(
  rows: readonly (readonly PipelineOutput[])[],
  families: readonly string[],
): Uint8Array<ArrayBuffer> {
  const index = new Map(families.map((family, at) => [family, at]));
  let size = 0;
  for (const outputs of rows) {
    size += COUNT_BYTES;
    for (const { subType, value } of outputs)
      size += OUTPUT_HEAD_BYTES + Buffer.byteLength(subType) + (value?.length ?? 0);
  }
  const page = new PageWriter(size);
  for (const outputs of rows) {
    page.uint32(outputs.length);
    for (const { family, subType, value } of outputs) {
      page.uint16(index.get(family)!);
      page.uint32(Buffer.byteLength(subType));
      page.uint32(value?.length ?? DELETED);
      page.text(subType);
      if (value !== undefined) page.bytes(value);
    }
  }
  return page.finish();
}

/** Returns the outputs of each row. Values are views of the result. */
export function decodeOutputs(
  bytes: Uint8Array,
  families: readonly string[],
): readonly (readonly PipelineOutput[])[] {
  const page = new PageReader(bytes);
  const rows: PipelineOutput[][] = [];
  const subTypes = new LastSubType();
  while (!page.isEnd) {
    const count = page.uint32();
    const outputs: PipelineOutput[] = [];
    for (let output = 0; output < count; output++) {
      const family = families[page.uint16()]!;
      const [subTypeBytes, valueBytes] = [page.uint32(), page.uint32()];
      const { subType, qualifier } = subTypes.of(page.bytes(subTypeBytes));
      const value = valueBytes === DELETED ? undefined : page.bytes(valueBytes);
      outputs.push({ family, subType, value, qualifier });
    }
    rows.push(outputs);
  }
  return rows;
}

/** Decodes SubTypes, and returns the same objects again for one that is equal to the one before. */
class LastSubType {
  #last = { subType: '', qualifier: Buffer.alloc(0) };

  of(bytes: Buffer): { readonly subType: string; readonly qualifier: Buffer } {
    if (!bytes.equals(this.#last.qualifier))
      this.#last = { subType: bytes.toString('utf8'), qualifier: Buffer.from(bytes) };
    return this.#last;
  }
}

class PageWriter {
  readonly #buffer: Buffer<ArrayBuffer>;
  #at = 0;

  constructor(size: number) {
    this.#buffer = Buffer.from(new ArrayBuffer(size));
  }

  uint16(value: number): void {
    this.#at = this.#buffer.writeUInt16LE(value, this.#at);
  }

  uint32(value: number): void {
    this.#at = this.#buffer.writeUInt32LE(value, this.#at);
  }

  float64(value: number): void {
    this.#at = this.#buffer.writeDoubleLE(value, this.#at);
  }

  bytes(bytes: Uint8Array): void {
    this.#buffer.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  copy(bytes: Buffer, start: number, end: number): void {
    this.#at += bytes.copy(this.#buffer, this.#at, start, end);
  }

  text(text: string): void {
    this.#at += this.#buffer.write(text, this.#at, 'utf8');
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#buffer;
  }
}

class PageReader {
  readonly #buffer: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isEnd(): boolean {
    return this.#at >= this.#buffer.length;
  }

  uint16(): number {
    this.#at += 2;
    return this.#buffer.readUInt16LE(this.#at - 2);
  }

  uint32(): number {
    this.#at += 4;
    return this.#buffer.readUInt32LE(this.#at - 4);
  }

  float64(): number {
    this.#at += 8;
    return this.#buffer.readDoubleLE(this.#at - 8);
  }

  bytes(length: number): Buffer {
    this.#at += length;
    return this.#buffer.subarray(this.#at - length, this.#at);
  }
}
