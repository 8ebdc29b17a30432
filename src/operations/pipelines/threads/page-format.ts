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
import type { PipelineOutput } from '../process-object';

const DELETED = 0xffff_ffff;
const NO_LABELS: readonly string[] = Object.freeze([]);
const CELL_HEAD_BYTES = 18;
const OUTPUT_HEAD_BYTES = 10;
const ROW_HEAD_BYTES = 8;
const COUNT_BYTES = 4;

/** Returns the rows as one buffer of its own. */
export function encodeRows(rows: readonly Row[], families: readonly string[]): Uint8Array<ArrayBuffer> {
  const index = new Map(families.map((family, at) => [family, at]));
  let size = 0;
  for (const { key, cells } of rows) {
    size += ROW_HEAD_BYTES + key.length;
    for (const { qualifier, value } of cells) size += CELL_HEAD_BYTES + qualifier.length + value.length;
  }
  const page = new PageWriter(size);
  for (const { key, cells } of rows) {
    page.uint32(key.length);
    page.bytes(key);
    page.uint32(cells.length);
    for (const { family, qualifier, timestampMicros, value } of cells) {
      page.uint16(index.get(family)!);
      page.uint32(qualifier.length);
      page.uint32(value.length);
      page.float64(timestampMicros);
      page.bytes(qualifier);
      page.bytes(value);
    }
  }
  return page.finish();
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
  while (!page.isEnd) {
    const count = page.uint32();
    const outputs: PipelineOutput[] = [];
    for (let output = 0; output < count; output++) {
      const family = families[page.uint16()]!;
      const [subTypeBytes, valueBytes] = [page.uint32(), page.uint32()];
      const subType = page.bytes(subTypeBytes).toString('utf8');
      outputs.push({ family, subType, value: valueBytes === DELETED ? undefined : page.bytes(valueBytes) });
    }
    rows.push(outputs);
  }
  return rows;
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
