import { decodeLatin1 } from '../encoding/latin1';
import type { StoredCell } from '../store/stored-cell';
import type { CellChange } from '../store/stored-row';

/**
 * Records of rows. Their keys sort by table, row key and number of the record. Row keys may contain any byte, so a zero
 * byte is written as 00 FF and the end as 00 01. A record contains cells and deletions of cells. Family and qualifier
 * are omitted if they equal those of the preceding cell.
 */
const END = 0x01;
const NUMBER_BYTES = 4;
/** Length of a key prefix: kind of record and table number. */
export const PREFIX_BYTES = 5;
const U32 = 2 ** 32;

/** Flags of a cell. */
const SAME_FAMILY = 1;
const SAME_QUALIFIER = 2;
const GONE = 4;

/** Family, qualifier and timestamp of a cell. */
export type CellAddress = Omit<StoredCell, 'value' | 'label'>;

/** Returns the key prefix of a kind of record of a table. */
export function tablePrefix(kind: number, table: number): Buffer {
  const key = Buffer.allocUnsafe(PREFIX_BYTES);
  key[0] = kind;
  key.writeUInt32BE(table, 1);
  return key;
}

/** Returns the table number in a key. */
export const tableOf = (key: Buffer): number => key.readUInt32BE(1);

/** Record whose key and value are adjacent: one pass over `bytes` computes the checksum. */
export interface EncodedRecord {
  readonly bytes: Buffer;
  readonly key: Buffer;
  readonly value: Buffer;
}

/** Encodes into a reused buffer: records are valid until `reset`. */
export class RowRecordEncoder {
  #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  /** Offset of the current record. */
  #from = 0;
  #at = 0;

  /** Invalidates all records and reuses their memory. */
  reset(): void {
    if (this.#buffer.length > BUFFER_KEPT_BYTES_MAX) this.#buffer = Buffer.allocUnsafe(BUFFER_BYTES);
    this.#at = 0;
  }

  key(prefix: Buffer, rowKey: string, number: number): Buffer {
    this.#start(prefix, rowKey, number);
    return this.#buffer.subarray(this.#from, this.#at);
  }

  cells(prefix: Buffer, rowKey: string, cells: readonly StoredCell[]): EncodedRecord {
    const keyBytes = this.#start(prefix, rowKey, 0);
    let previous: CellAddress | undefined;
    for (const cell of cells) {
      this.#cell(cell, cell.value, previous);
      previous = cell;
    }
    return this.#take(keyBytes);
  }

  changes(prefix: Buffer, rowKey: string, number: number, changes: readonly CellChange[]): EncodedRecord {
    const keyBytes = this.#start(prefix, rowKey, number);
    let previous: CellAddress | undefined;
    for (const { cell, after } of changes) {
      this.#cell(cell, after, previous);
      previous = cell;
    }
    return this.#take(keyBytes);
  }

  /** Writes the key and returns its length in bytes. */
  #start(prefix: Buffer, rowKey: string, number: number): number {
    const text = rowKey.includes('\0') ? rowKey.replaceAll('\0', '\0\xff') : rowKey;
    this.#from = this.#at;
    this.#reserve(PREFIX_BYTES + text.length + 2 + NUMBER_BYTES);
    this.#at += prefix.copy(this.#buffer, this.#at);
    this.#latin1(text);
    this.#buffer[this.#at++] = 0;
    this.#buffer[this.#at++] = END;
    this.#at = this.#buffer.writeUInt32BE(number, this.#at);
    return this.#at - this.#from;
  }

  #take(keyBytes: number): EncodedRecord {
    const bytes = this.#buffer.subarray(this.#from, this.#at);
    return { bytes, key: bytes.subarray(0, keyBytes), value: bytes.subarray(keyBytes) };
  }

  #cell(cell: CellAddress, value: string | undefined, previous: CellAddress | undefined): void {
    const { family, qualifier, timestampMs } = cell;
    const sameFamily = previous?.family === family;
    const sameQualifier = sameFamily && previous.qualifier === qualifier;
    this.#reserve(CELL_BYTES_MAX + family.length + qualifier.length + (value?.length ?? 0));
    this.#buffer[this.#at++] =
      (sameFamily ? SAME_FAMILY : 0) |
      (sameQualifier ? SAME_QUALIFIER : 0) |
      (value === undefined ? GONE : 0);
    if (!sameFamily) this.#text(family);
    if (!sameQualifier) this.#text(qualifier);
    this.#at = this.#buffer.writeUInt32BE(Math.floor(timestampMs / U32), this.#at);
    this.#at = this.#buffer.writeUInt32BE(timestampMs % U32, this.#at);
    if (value !== undefined) this.#text(value);
  }

  #text(text: string): void {
    let rest = text.length;
    for (; rest >= 0x80; rest >>>= 7) this.#buffer[this.#at++] = (rest & 0x7f) | 0x80;
    this.#buffer[this.#at++] = rest;
    this.#latin1(text);
  }

  #latin1(text: string): void {
    if (text.length > LOOP_CHARS_MAX) {
      this.#at += this.#buffer.write(text, this.#at, text.length, 'latin1');
      return;
    }
    const buffer = this.#buffer;
    const at = this.#at;
    for (let index = 0; index < text.length; index++) buffer[at + index] = text.charCodeAt(index);
    this.#at = at + text.length;
  }

  /** Reserves space. Earlier records stay in their buffer; the current one moves when it does not fit. */
  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const written = this.#at - this.#from;
    const next = Buffer.allocUnsafe(Math.max(BUFFER_BYTES, written * 2, written + bytes));
    this.#buffer.copy(next, 0, this.#from, this.#at);
    this.#buffer = next;
    this.#from = 0;
    this.#at = written;
  }
}

/** Decodes records in order. Values equal to those of the preceding record become the same string. */
export class RowRecordDecoder {
  #family = '';
  /** Qualifiers of the preceding record by position: the rows of a table mostly have the same columns. */
  readonly #qualifiers: string[] = [];
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;

  rowKey(key: Buffer): string {
    const text = key.toString('latin1', PREFIX_BYTES, key.length - NUMBER_BYTES - 2);
    return text.includes('\0') ? text.replaceAll('\0\xff', '\0') : text;
  }

  /** Returns whether a key belongs to a row's first record, which contains the whole row. */
  isFirst(key: Buffer): boolean {
    return key.readUInt32BE(key.length - NUMBER_BYTES) === 0;
  }

  /** Decodes the cells in order, each with its value, or without one if it was deleted. */
  cells(value: Buffer, onCell: (cell: CellAddress, value: string | undefined) => void): void {
    this.#bytes = value;
    this.#at = 0;
    let qualifier = '';
    for (let position = 0; this.#at < value.length; position++) {
      const flags = value[this.#at++]!;
      if ((flags & SAME_FAMILY) === 0) this.#family = this.#text(this.#family);
      if ((flags & SAME_QUALIFIER) === 0) qualifier = this.#qualifier(position);
      const timestampMs = value.readUInt32BE(this.#at) * U32 + value.readUInt32BE(this.#at + 4);
      this.#at += 8;
      const cell = { family: this.#family, qualifier, timestampMs };
      onCell(cell, (flags & GONE) === 0 ? this.#text('') : undefined);
    }
  }

  #qualifier(position: number): string {
    const qualifier = this.#text(this.#qualifiers[position] ?? '');
    if (position < QUALIFIERS_KEPT_MAX) this.#qualifiers[position] = qualifier;
    return qualifier;
  }

  #text(expected: string): string {
    const bytes = this.#bytes;
    let length = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = bytes[this.#at++];
      if (byte === undefined) throw new RangeError('a row record ends too early');
      length += (byte & 0x7f) * scale;
      if (byte < 0x80) break;
    }
    const start = this.#at;
    this.#at += length;
    if (this.#at > bytes.length) throw new RangeError('a row record ends too early');
    return decodeLatin1(bytes, start, this.#at, expected);
  }
}

const BUFFER_BYTES = 64 * 1024;
/** Maximum size of the buffer between commits: a single row may need hundreds of megabytes. */
const BUFFER_KEPT_BYTES_MAX = 16 * 1024 * 1024;
/** Maximum size of a cell without its strings: flags, three lengths, and the timestamp. */
const CELL_BYTES_MAX = 1 + 3 * 5 + 8;
/** Up to this length a loop is faster than a call into the runtime. */
const LOOP_CHARS_MAX = 32;
const QUALIFIERS_KEPT_MAX = 1_000;
