import { GrpcStatus } from '../../platform/network/grpc';
import { BigtableError } from '../client/bigtable-error';
import { WireReader } from '../../core/protobuf/wire-reader';
import { LENGTH_DELIMITED } from '../../core/protobuf/wire-types';
import { SPANS_PER_CELL } from '../../core/rows/cell-columns';
import { ColumnRow, type FamilyRun } from '../../core/rows/column-row';
import { viewOf } from '../../core/shared/data-view';
import { copied, largerScratch, NO_SCRATCH, releaseScratch, takeScratch } from './row-scratch';

/** Receives the results of a decoder. */
export interface RowHandler {
  /** Receives the next row that the server has committed. */
  onRow(row: ColumnRow): void;
  /** Receives the key up to which the server has scanned, inclusive, without a row to send. */
  onScanned(key: Buffer): void;
}

export interface ReadRowsDecoderOptions {
  /** True when rows arrive in descending key order. */
  readonly reversed: boolean;
  /** Maximum size of a cell that is split over chunks. */
  readonly cellBytesMax: number;
  /** Last key of an earlier attempt: all rows must lie beyond it. */
  readonly after?: Buffer | undefined;
}

/** Field numbers of google.bigtable.v2.ReadRowsResponse. */
const RESPONSE_CHUNKS = 1;
const RESPONSE_LAST_SCANNED = 2;

/** Field numbers of `ReadRowsResponse.CellChunk`. */
const CHUNK_ROW_KEY = 1;
const CHUNK_FAMILY = 2;
const CHUNK_QUALIFIER = 3;
const CHUNK_TIMESTAMP = 4;
const CHUNK_LABELS = 5;
const CHUNK_VALUE = 6;
const CHUNK_VALUE_SIZE = 7;
const CHUNK_RESET_ROW = 8;
const CHUNK_COMMIT_ROW = 9;

const NO_BYTES = Buffer.alloc(0);
const NO_LABELS: readonly string[] = Object.freeze([]);

/** Tags of the fields of a plain cell; see `ReadRowsDecoder`. */
const RESPONSE_CHUNKS_TAG = (RESPONSE_CHUNKS << 3) | LENGTH_DELIMITED;
const CHUNK_KEY_TAG = (CHUNK_ROW_KEY << 3) | LENGTH_DELIMITED;
const CHUNK_FAMILY_TAG = (CHUNK_FAMILY << 3) | LENGTH_DELIMITED;
const CHUNK_QUALIFIER_TAG = (CHUNK_QUALIFIER << 3) | LENGTH_DELIMITED;
const CHUNK_VALUE_TAG = (CHUNK_VALUE << 3) | LENGTH_DELIMITED;
const WRAPPED_TAG = (1 << 3) | LENGTH_DELIMITED;
/** Length of a plain cell with an empty qualifier and an empty value. */
const PLAIN_BYTES_MIN = 17;

/** Highest bits of four bytes of a varint: set in those that are followed by another byte. */
const MORE_BYTES = 0x8080_8080 | 0;
const LAST_BYTE = 0x0080_8080;
const FOUR_BYTES_RANGE = 2 ** 28;

/**
 * Decodes the ReadRows chunk protocol directly from protobuf bytes into columns: of a cell only its timestamp and the
 * offsets of its qualifier and value are stored, and nothing is allocated for it. A chunk's fields are read into the
 * decoder's own fields.
 *
 * The state follows from the data: `#key` is undefined between rows, and `#splitBytes` is above 0 while a value is
 * split over chunks. Sequences that the protocol does not allow are rejected;
 * https://github.com/googleapis/conformance-tests.
 */
export class ReadRowsDecoder {
  readonly #handler: RowHandler;
  readonly #reversed: boolean;
  readonly #cellBytesMax: number;
  readonly #reader = new WireReader(malformed);
  #message: Buffer = NO_BYTES;
  #lastKey: Buffer | undefined;

  // Current row. A cell inherits family and qualifier from the previous one.
  #key: Buffer | undefined;
  #family = '';
  #qualifierStart = 0;
  #qualifierEnd = 0;
  #count = 0;
  #scratch = NO_SCRATCH;
  #runs: FamilyRun[] = [];
  #runStart = 0;
  #labels: Map<number, readonly string[]> | undefined;

  /** Buffers that the row's offsets count through, and their length: messages, and values that were split. */
  #buffers: Buffer[] = [];
  #buffersBytes = 0;
  /** Offset of the current message, or -1 if it is not among the buffers. */
  #base = -1;

  // Current cell, if its value is split.
  #splitBytes = 0;
  #splitSeenBytes = 0;
  #splitParts: Buffer[] | undefined;
  #splitTimestampMicros = 0;
  #splitLabels = NO_LABELS;

  // Current chunk. Offsets are in the message; -1 or undefined if the chunk lacks the field.
  #chunkKeyStart = -1;
  #chunkKeyEnd = 0;
  #chunkFamily: string | undefined;
  #chunkQualifierStart = -1;
  #chunkQualifierEnd = 0;
  #chunkTimestampMicros = 0;
  #chunkLabels = NO_LABELS;
  #chunkValueStart = 0;
  #chunkValueEnd = 0;
  #chunkValueSize = 0;
  #chunkReset = false;
  #chunkCommit = false;

  /** Key and family at the beginning of the message's last chunk that was no plain cell. Some servers repeat them. */
  #headStart = 0;
  #headEnd = 0;

  constructor(handler: RowHandler, options: ReadRowsDecoderOptions) {
    this.#handler = handler;
    this.#reversed = options.reversed;
    this.#cellBytesMax = options.cellBytesMax;
    this.#lastKey = options.after;
  }

  /** Decodes one serialized ReadRowsResponse. Rows contain views of it. Throws BigtableError. */
  push(message: Buffer): void {
    const reader = this.#reader;
    this.#message = message;
    this.#base = -1;
    this.#headStart = this.#headEnd = 0;
    reader.open(message);
    while (reader.position < message.length) {
      if (this.#key !== undefined && this.#splitBytes === 0) this.#readPlainCells();
      if (reader.position === message.length) return;
      const tag = reader.tag();
      if (tag === ((RESPONSE_CHUNKS << 3) | LENGTH_DELIMITED)) this.#readChunk();
      else if (tag === ((RESPONSE_LAST_SCANNED << 3) | LENGTH_DELIMITED)) this.#onLastScanned(reader.bytes());
      else reader.skip(tag & 7);
    }
  }

  /** Checks that the stream ended with status OK between two rows. */
  end(): void {
    if (this.#key !== undefined) throw protocolError('the answer ends within a row');
  }

  #onLastScanned(key: Buffer): void {
    if (key.length === 0) return;
    if (this.#key !== undefined) throw protocolError('scanned-row marker within a row');
    this.#checkOrder(key);
    this.#lastKey = key;
    this.#handler.onScanned(key);
  }

  #readChunk(): void {
    const reader = this.#reader;
    const end = reader.length() + reader.position;
    this.#headStart = this.#headEnd = reader.position;
    this.#clearChunk();
    while (reader.position < end) {
      const { position } = reader;
      const tag = reader.tag();
      this.#readChunkField(tag, reader);
      if (position === this.#headEnd && (tag === CHUNK_KEY_TAG || tag === CHUNK_FAMILY_TAG))
        this.#headEnd = reader.position;
    }
    if (reader.position !== end) throw protocolError('malformed chunk');
    this.#applyChunk();
  }

  /**
   * Reads chunks up to the first one that is not a plain cell. A plain cell has a qualifier, a timestamp of eight bytes,
   * as all times from 1988 to 4253 have, and a value, in this order and nothing else but the repeated head: nearly all
   * cells of long rows do. Reading it takes a third of the time that its fields take one by one.
   *
   *     0a <length> [head] 1a <length> 0a <length> qualifier 20 timestamp 32 <length> value
   */
  #readPlainCells(): void {
    const message = this.#message;
    const view = viewOf(message);
    const base = this.#messageBase();
    let at = this.#reader.position;
    while (at + PLAIN_BYTES_MIN <= message.length && message[at] === RESPONSE_CHUNKS_TAG) {
      const chunk = lengthAt(message, at + 1);
      const head = at + 1 + lengthBytes(chunk);
      const end = head + chunk;
      const start = this.#repeatsHead(head) ? head + this.#headEnd - this.#headStart : head;
      const wrapped = message[start + 1]!;
      const qualifierEnd = start + 2 + wrapped;
      if (end > message.length || wrapped > 0x7f || qualifierEnd + 11 > end) break;
      if (message[start] !== CHUNK_QUALIFIER_TAG || message[start + 2] !== WRAPPED_TAG) break;
      if (message[start + 3] !== wrapped - 2 || message[qualifierEnd] !== CHUNK_TIMESTAMP << 3) break;
      const low = view.getInt32(qualifierEnd + 1, true);
      const high = view.getInt32(qualifierEnd + 5, true);
      if ((low & MORE_BYTES) !== MORE_BYTES || (high & MORE_BYTES) !== LAST_BYTE) break;
      if (message[qualifierEnd + 9] !== CHUNK_VALUE_TAG) break;
      const value = lengthAt(message, qualifierEnd + 10);
      const valueStart = qualifierEnd + 10 + lengthBytes(value);
      if (valueStart + value !== end) break;
      this.#qualifierStart = base + start + 4;
      this.#qualifierEnd = base + qualifierEnd;
      this.#addCell(bitsOf(low) + bitsOf(high) * FOUR_BYTES_RANGE, base + valueStart, base + end);
      at = end;
    }
    this.#reader.position = at;
  }

  /** Returns whether the message has the head at this position, too. Compares from the end, where heads differ. */
  #repeatsHead(at: number): boolean {
    const message = this.#message;
    const ahead = at - this.#headStart;
    for (let i = this.#headEnd - 1; i >= this.#headStart; i--)
      if (message[i] !== message[i + ahead]) return false;
    return true;
  }

  #clearChunk(): void {
    this.#chunkKeyStart = -1;
    this.#chunkFamily = undefined;
    this.#chunkQualifierStart = -1;
    this.#chunkTimestampMicros = 0;
    this.#chunkLabels = NO_LABELS;
    this.#chunkValueStart = 0;
    this.#chunkValueEnd = 0;
    this.#chunkValueSize = 0;
    this.#chunkReset = false;
    this.#chunkCommit = false;
  }

  #readChunkField(tag: number, reader: WireReader): void {
    switch (tag) {
      case CHUNK_KEY_TAG:
        this.#chunkKeyStart = reader.skipBytes();
        this.#chunkKeyEnd = reader.position;
        return;
      case CHUNK_FAMILY_TAG:
        this.#chunkFamily = reader.wrappedText(this.#family);
        return;
      case CHUNK_QUALIFIER_TAG:
        this.#chunkQualifierStart = reader.skipWrappedBytes();
        this.#chunkQualifierEnd = reader.position;
        return;
      case CHUNK_TIMESTAMP << 3:
        this.#chunkTimestampMicros = reader.int64();
        return;
      case (CHUNK_LABELS << 3) | LENGTH_DELIMITED:
        this.#chunkLabels = [...this.#chunkLabels, reader.text()];
        return;
      case CHUNK_VALUE_TAG:
        this.#chunkValueStart = reader.skipBytes();
        this.#chunkValueEnd = reader.position;
        return;
      case CHUNK_VALUE_SIZE << 3:
        this.#chunkValueSize = reader.int64();
        return;
      case CHUNK_RESET_ROW << 3:
        this.#chunkReset = reader.int64() !== 0;
        return;
      case CHUNK_COMMIT_ROW << 3:
        this.#chunkCommit = reader.int64() !== 0;
        return;
      default:
        reader.skip(tag & 7);
    }
  }

  #applyChunk(): void {
    if (this.#chunkReset) return this.#reset();
    if (this.#chunkValueSize > 0 && this.#chunkCommit)
      throw protocolError('a split value cannot commit its row');
    if (this.#splitBytes > 0) this.#continueCell();
    else this.#beginCell();
    if (this.#chunkCommit) this.#commit();
  }

  #beginCell(): void {
    if (this.#key === undefined) this.#beginRow();
    else this.#continueRow();
    if (this.#chunkValueSize > 0) return this.#beginSplit();
    const base = this.#messageBase();
    const timestampMicros = this.#chunkTimestampMicros;
    this.#addCell(timestampMicros, base + this.#chunkValueStart, base + this.#chunkValueEnd);
    if (this.#chunkLabels.length > 0) this.#addLabels(this.#chunkLabels);
  }

  #beginRow(): void {
    if (this.#chunkKeyStart === this.#chunkKeyEnd || this.#chunkKeyStart < 0) {
      throw protocolError('a row begins without its key');
    }
    if (this.#chunkFamily === undefined) throw protocolError('a row begins without a family');
    if (this.#chunkQualifierStart < 0) throw protocolError('a row begins without a qualifier');
    const key = this.#message.subarray(this.#chunkKeyStart, this.#chunkKeyEnd);
    this.#checkOrder(key);
    this.#key = key;
    this.#family = this.#chunkFamily;
    this.#takeQualifier();
    this.#scratch = takeScratch();
  }

  #continueRow(): void {
    if (this.#chunkKeyStart < this.#chunkKeyEnd && this.#chunkKeyStart >= 0 && !this.#isChunkOfRow()) {
      throw protocolError('a new row key before the row is committed');
    }
    if (this.#chunkQualifierStart >= 0) this.#takeQualifier();
    if (this.#chunkFamily === undefined) return;
    if (this.#chunkQualifierStart < 0) throw protocolError('a new family without a qualifier');
    if (this.#chunkFamily === this.#family) return;
    this.#endRun();
    this.#family = this.#chunkFamily;
  }

  #isChunkOfRow(): boolean {
    return this.#key?.compare(this.#message, this.#chunkKeyStart, this.#chunkKeyEnd) === 0;
  }

  #takeQualifier(): void {
    const base = this.#messageBase();
    this.#qualifierStart = base + this.#chunkQualifierStart;
    this.#qualifierEnd = base + this.#chunkQualifierEnd;
  }

  #addCell(timestampMicros: number, valueStart: number, valueEnd: number): void {
    if (this.#count === this.#scratch.timestampsMicros.length) this.#grow();
    const { spans, timestampsMicros } = this.#scratch;
    const at = this.#count * SPANS_PER_CELL;
    spans[at] = this.#qualifierStart;
    spans[at + 1] = this.#qualifierEnd;
    spans[at + 2] = valueStart;
    spans[at + 3] = valueEnd;
    timestampsMicros[this.#count++] = timestampMicros;
  }

  #addLabels(labels: readonly string[]): void {
    (this.#labels ??= new Map()).set(this.#count - 1, labels);
  }

  #grow(): void {
    this.#scratch = largerScratch(this.#scratch);
  }

  /** Returns the offset of the current message among the row's buffers. Only messages with cells are among them. */
  #messageBase(): number {
    if (this.#base < 0) this.#base = this.#addBuffer(this.#message);
    return this.#base;
  }

  #addBuffer(buffer: Buffer): number {
    const base = this.#buffersBytes;
    this.#buffers.push(buffer);
    this.#buffersBytes += buffer.length;
    return base;
  }

  #beginSplit(): void {
    if (this.#chunkValueSize > this.#cellBytesMax) {
      throw protocolError(
        `a cell of ${this.#chunkValueSize} bytes is over the limit of ${this.#cellBytesMax}`,
      );
    }
    this.#splitBytes = this.#chunkValueSize;
    this.#splitTimestampMicros = this.#chunkTimestampMicros;
    this.#splitLabels = this.#chunkLabels;
    this.#addPart();
  }

  #continueCell(): void {
    const repeatsKey = this.#chunkKeyStart >= 0 && this.#isChunkOfRow();
    if (this.#hasCellHead(repeatsKey)) throw protocolError('a new cell before the split value ends');
    if (this.#chunkValueSize > 0 && this.#chunkValueSize !== this.#splitBytes) {
      throw protocolError('a split value changes its size');
    }
    this.#addPart();
    if (this.#chunkValueSize === 0) this.#endSplit();
  }

  #addPart(): void {
    this.#splitSeenBytes += this.#chunkValueEnd - this.#chunkValueStart;
    if (this.#splitSeenBytes > this.#splitBytes) throw protocolError('a split value is longer than its size');
    (this.#splitParts ??= []).push(this.#message.subarray(this.#chunkValueStart, this.#chunkValueEnd));
  }

  #endSplit(): void {
    if (this.#splitSeenBytes !== this.#splitBytes)
      throw protocolError('a split value is shorter than its size');
    const value = Buffer.concat(this.#splitParts ?? [], this.#splitBytes);
    const start = this.#addBuffer(value);
    this.#addCell(this.#splitTimestampMicros, start, start + value.length);
    if (this.#splitLabels.length > 0) this.#addLabels(this.#splitLabels);
    this.#clearSplit();
  }

  #hasCellHead(repeatsKey: boolean): boolean {
    return (
      (this.#chunkKeyStart >= 0 && !repeatsKey) ||
      this.#chunkFamily !== undefined ||
      this.#chunkQualifierStart >= 0 ||
      this.#chunkTimestampMicros !== 0 ||
      this.#chunkLabels.length > 0
    );
  }

  #commit(): void {
    if (this.#splitBytes > 0) throw protocolError('the row is committed within a split value');
    const key = this.#key ?? NO_BYTES;
    this.#endRun();
    const cells = {
      buffers: this.#buffers,
      spans: copied(this.#scratch.spans, new Uint32Array(this.#count * SPANS_PER_CELL)),
      timestampsMicros: copied(this.#scratch.timestampsMicros, new Float64Array(this.#count)),
      labels: this.#labels,
    };
    const row = new ColumnRow(key, cells, this.#runs);
    this.#lastKey = key;
    this.#clearRow();
    this.#handler.onRow(row);
  }

  #endRun(): void {
    if (this.#count > this.#runStart)
      this.#runs.push({ family: this.#family, start: this.#runStart, end: this.#count });
    this.#runStart = this.#count;
  }

  #reset(): void {
    if (this.#key === undefined) throw protocolError('reset without a row');
    if (this.#hasCellHead(false) || this.#chunkValueEnd > this.#chunkValueStart || this.#chunkValueSize > 0) {
      throw protocolError('reset with data');
    }
    this.#clearRow();
    this.#clearSplit();
  }

  #clearRow(): void {
    releaseScratch(this.#scratch);
    this.#scratch = NO_SCRATCH;
    this.#key = undefined;
    this.#count = 0;
    this.#runs = [];
    this.#runStart = 0;
    this.#labels = undefined;
    this.#buffers = [];
    this.#buffersBytes = 0;
    this.#base = -1;
  }

  #clearSplit(): void {
    this.#splitBytes = 0;
    this.#splitSeenBytes = 0;
    this.#splitParts = undefined;
    this.#splitLabels = NO_LABELS;
  }

  #checkOrder(key: Buffer): void {
    if (this.#lastKey === undefined) return;
    const order = key.compare(this.#lastKey);
    if (this.#reversed ? order >= 0 : order <= 0) throw protocolError('row keys out of order');
  }
}

/** Returns the length at this position if it has one or two bytes, otherwise a length that is too large. */
function lengthAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return first;
  const second = bytes[at + 1]!;
  return second < 0x80 ? (first & 0x7f) | (second << 7) : Infinity;
}

/**
 * Returns how many bytes a length takes that `lengthAt` has returned. Where it was written with more bytes than needed,
 * the fields that follow are not where a plain cell has them.
 */
const lengthBytes = (length: number): number => (length < 0x80 ? 1 : 2);

/** Returns the value of four bytes of a varint, lowest first. */
function bitsOf(word: number): number {
  return (word & 0x7f) | ((word >>> 1) & 0x3f80) | ((word >>> 2) & 0x1f_c000) | ((word >>> 3) & 0xfe0_0000);
}

function protocolError(message: string): BigtableError {
  return new BigtableError(GrpcStatus.INTERNAL, `ReadRows answer violates the protocol: ${message}`);
}

function malformed(reason: string): BigtableError {
  return new BigtableError(GrpcStatus.INTERNAL, `malformed protobuf in an answer: ${reason}`);
}
