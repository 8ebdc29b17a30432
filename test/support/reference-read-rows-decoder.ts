import { GrpcStatus } from '../../src/platform/network/grpc';
import { BigtableError } from '../../src/bigtable/client/bigtable-error';
import { WireReader } from '../../src/core/protobuf/wire-reader';
import { LENGTH_DELIMITED } from '../../src/core/protobuf/wire-types';
import type { ReadRowsDecoderOptions } from '../../src/bigtable/read/read-rows-decoder';
import type { Cell, Row } from '../../src/bigtable/client/types';

/** Receives the results of the decoder. */
interface RowHandler {
  onRow(row: Row): void;
  onScanned(key: Buffer): void;
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

/** Decodes the ReadRows chunk protocol into one object per cell: the reference for the decoder of columns. */
export class ReferenceReadRowsDecoder {
  readonly #handler: RowHandler;
  readonly #reversed: boolean;
  readonly #cellBytesMax: number;
  readonly #reader = new WireReader(malformed);
  #lastKey: Buffer | undefined;

  // Current row. A cell inherits family and qualifier from the previous one.
  #key: Buffer | undefined;
  #cells: Cell[] = [];
  #family = '';
  #qualifier: Buffer = NO_BYTES;

  // Current cell, if its value is split.
  #splitBytes = 0;
  #splitSeenBytes = 0;
  #splitParts: Buffer[] | undefined;
  #splitTimestampMicros = 0;
  #splitLabels = NO_LABELS;

  // Current chunk. A field is undefined if the chunk lacks it.
  #chunkKey: Buffer | undefined;
  #chunkFamily: string | undefined;
  #chunkQualifier: Buffer | undefined;
  #chunkTimestampMicros = 0;
  #chunkLabels = NO_LABELS;
  #chunkValue: Buffer = NO_BYTES;
  #chunkValueSize = 0;
  #chunkReset = false;
  #chunkCommit = false;

  constructor(handler: RowHandler, options: ReadRowsDecoderOptions) {
    this.#handler = handler;
    this.#reversed = options.reversed;
    this.#cellBytesMax = options.cellBytesMax;
    this.#lastKey = options.after;
  }

  /** Decodes one serialized ReadRowsResponse. Rows contain views of it. Throws BigtableError. */
  push(message: Buffer): void {
    const reader = this.#reader;
    reader.open(message);
    while (reader.position < message.length) {
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
    this.#clearChunk();
    while (reader.position < end) this.#readChunkField(reader.tag(), reader);
    if (reader.position !== end) throw protocolError('malformed chunk');
    this.#applyChunk();
  }

  #clearChunk(): void {
    this.#chunkKey = undefined;
    this.#chunkFamily = undefined;
    this.#chunkQualifier = undefined;
    this.#chunkTimestampMicros = 0;
    this.#chunkLabels = NO_LABELS;
    this.#chunkValue = NO_BYTES;
    this.#chunkValueSize = 0;
    this.#chunkReset = false;
    this.#chunkCommit = false;
  }

  #readChunkField(tag: number, reader: WireReader): void {
    switch (tag) {
      case (CHUNK_ROW_KEY << 3) | LENGTH_DELIMITED:
        this.#chunkKey = reader.bytesReusing(this.#key);
        return;
      case (CHUNK_FAMILY << 3) | LENGTH_DELIMITED:
        this.#chunkFamily = reader.wrappedText(this.#family);
        return;
      case (CHUNK_QUALIFIER << 3) | LENGTH_DELIMITED:
        this.#chunkQualifier = reader.wrappedBytes(this.#qualifier);
        return;
      case CHUNK_TIMESTAMP << 3:
        this.#chunkTimestampMicros = reader.int64();
        return;
      case (CHUNK_LABELS << 3) | LENGTH_DELIMITED:
        this.#chunkLabels = [...this.#chunkLabels, reader.text()];
        return;
      case (CHUNK_VALUE << 3) | LENGTH_DELIMITED:
        this.#chunkValue = reader.bytes();
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
    this.#cells.push({
      family: this.#family,
      qualifier: this.#qualifier,
      timestampMicros: this.#chunkTimestampMicros,
      value: this.#chunkValue,
      labels: this.#chunkLabels,
    });
  }

  #beginRow(): void {
    const key = this.#chunkKey;
    if (key === undefined || key.length === 0) throw protocolError('a row begins without its key');
    if (this.#chunkFamily === undefined) throw protocolError('a row begins without a family');
    if (this.#chunkQualifier === undefined) throw protocolError('a row begins without a qualifier');
    this.#checkOrder(key);
    this.#key = key;
    this.#family = this.#chunkFamily;
    this.#qualifier = this.#chunkQualifier;
  }

  #continueRow(): void {
    const key = this.#chunkKey;
    if (key !== undefined && key.length > 0 && key !== this.#key) {
      throw protocolError('a new row key before the row is committed');
    }
    if (this.#chunkQualifier !== undefined) this.#qualifier = this.#chunkQualifier;
    if (this.#chunkFamily === undefined) return;
    if (this.#chunkQualifier === undefined) throw protocolError('a new family without a qualifier');
    this.#family = this.#chunkFamily;
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
    if (this.#chunkKey === this.#key) this.#chunkKey = undefined;
    if (this.#hasCellHead()) throw protocolError('a new cell before the split value ends');
    if (this.#chunkValueSize > 0 && this.#chunkValueSize !== this.#splitBytes) {
      throw protocolError('a split value changes its size');
    }
    this.#addPart();
    if (this.#chunkValueSize === 0) this.#endSplit();
  }

  #addPart(): void {
    this.#splitSeenBytes += this.#chunkValue.length;
    if (this.#splitSeenBytes > this.#splitBytes) throw protocolError('a split value is longer than its size');
    (this.#splitParts ??= []).push(this.#chunkValue);
  }

  #endSplit(): void {
    if (this.#splitSeenBytes !== this.#splitBytes)
      throw protocolError('a split value is shorter than its size');
    this.#cells.push({
      family: this.#family,
      qualifier: this.#qualifier,
      timestampMicros: this.#splitTimestampMicros,
      value: Buffer.concat(this.#splitParts ?? [], this.#splitBytes),
      labels: this.#splitLabels,
    });
    this.#clearSplit();
  }

  #hasCellHead(): boolean {
    return (
      this.#chunkKey !== undefined ||
      this.#chunkFamily !== undefined ||
      this.#chunkQualifier !== undefined ||
      this.#chunkTimestampMicros !== 0 ||
      this.#chunkLabels.length > 0
    );
  }

  #commit(): void {
    if (this.#splitBytes > 0) throw protocolError('the row is committed within a split value');
    const key = this.#key ?? NO_BYTES;
    const cells = this.#cells;
    this.#lastKey = key;
    this.#clearRow();
    this.#handler.onRow({ key, cells });
  }

  #reset(): void {
    if (this.#key === undefined) throw protocolError('reset without a row');
    if (this.#hasCellHead() || this.#chunkValue.length > 0 || this.#chunkValueSize > 0) {
      throw protocolError('reset with data');
    }
    this.#clearRow();
    this.#clearSplit();
  }

  #clearRow(): void {
    this.#key = undefined;
    this.#cells = [];
    this.#qualifier = NO_BYTES;
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

function protocolError(message: string): BigtableError {
  return new BigtableError(GrpcStatus.INTERNAL, `ReadRows answer violates the protocol: ${message}`);
}

function malformed(reason: string): BigtableError {
  return new BigtableError(GrpcStatus.INTERNAL, `malformed protobuf in an answer: ${reason}`);
}
