import { familyName } from '../store/family-key';
import type { StoredCell } from '../store/stored-cell';

/** Field tags of ReadRowsResponse and its CellChunk as wire bytes. */
const CHUNKS = 0x0a;
const LAST_SCANNED_ROW_KEY = 0x12;
const ROW_KEY = 0x0a;
const FAMILY_NAME = 0x12;
const QUALIFIER = 0x1a;
const TIMESTAMP_MICROS = 0x20;
const LABELS = 0x2a;
const VALUE = 0x32;
const VALUE_SIZE = 0x38;
const COMMIT_ROW = 0x48;
const WRAPPED = 0x0a;

/**
 * Encodes rows as chunks of a ReadRowsResponse directly from the store's strings, at half of the cost with the
 * generated codec. The bytes of several rows are concatenated into a message. One encoder serves all reads: its buffer
 * is reused for each row, because separate buffers would be most of a small read's garbage.
 */
export class ChunkEncoder {
  readonly #valueBytesMax: number;
  #buffer = Buffer.allocUnsafe(INITIAL_BYTES);
  #at = 0;

  constructor(valueBytesMax: number) {
    this.#valueBytesMax = valueBytesMax;
  }

  /** Encodes the row's chunks. Values over the limit are split into several chunks. */
  row(key: string, cells: readonly StoredCell[]): Buffer {
    this.#at = 0;
    let previous: StoredCell | undefined;
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index]!;
      this.#cell(previous === undefined ? key : '', cell, previous, index === cells.length - 1);
      previous = cell;
    }
    return this.#take();
  }

  /** Encodes the marker that reports the progress of a scan without results. */
  scannedMarker(key: string): Buffer {
    this.#at = 0;
    this.#reserve(fieldBytes(key));
    this.#field(LAST_SCANNED_ROW_KEY, key);
    return this.#take();
  }

  #take(): Buffer {
    const taken = Buffer.from(this.#buffer.subarray(0, this.#at));
    if (this.#buffer.length > BUFFER_KEPT_BYTES_MAX) this.#buffer = Buffer.allocUnsafe(INITIAL_BYTES);
    return taken;
  }

  #cell(key: string, cell: StoredCell, previous: StoredCell | undefined, last: boolean): void {
    const { value, label } = cell;
    const family = previous?.family === cell.family ? undefined : familyName(cell.family);
    const qualifier =
      family === undefined && previous?.qualifier === cell.qualifier ? undefined : cell.qualifier;
    const firstBytes = Math.min(value.length, this.#valueBytesMax);
    const whole = firstBytes === value.length;
    const bytes =
      fieldBytes(key) +
      (family === undefined ? 0 : wrappedBytes(family)) +
      (qualifier === undefined ? 0 : wrappedBytes(qualifier)) +
      timestampBytes(cell.timestampMs) +
      (label === undefined ? 0 : fieldBytes(label)) +
      (value === '' ? 0 : 1 + varintBytes(firstBytes) + firstBytes) +
      (whole ? (last ? 2 : 0) : 1 + varintBytes(value.length));
    this.#reserve(bytes + CHUNK_HEADER_BYTES_MAX);
    this.#tag(CHUNKS, bytes);
    if (key !== '') this.#field(ROW_KEY, key);
    if (family !== undefined) this.#wrapped(FAMILY_NAME, family);
    if (qualifier !== undefined) this.#wrapped(QUALIFIER, qualifier);
    this.#timestamp(cell.timestampMs);
    if (label !== undefined) this.#field(LABELS, label);
    if (value !== '') this.#field(VALUE, whole ? value : value.slice(0, firstBytes));
    if (!whole) this.#tag(VALUE_SIZE, value.length);
    else if (last) this.#tag(COMMIT_ROW, 1);
    if (!whole) this.#rest(value, firstBytes, last);
  }

  /** Encodes the remaining parts of a split value. The last one has no size and may commit the row. */
  #rest(value: string, from: number, last: boolean): void {
    for (let at = from; at < value.length; at += this.#valueBytesMax) {
      const part = value.slice(at, at + this.#valueBytesMax);
      const isLastPart = at + part.length === value.length;
      const bytes = fieldBytes(part) + (isLastPart ? (last ? 2 : 0) : 1 + varintBytes(value.length));
      this.#reserve(bytes + CHUNK_HEADER_BYTES_MAX);
      this.#tag(CHUNKS, bytes);
      this.#field(VALUE, part);
      if (!isLastPart) this.#tag(VALUE_SIZE, value.length);
      else if (last) this.#tag(COMMIT_ROW, 1);
    }
  }

  #wrapped(tag: number, text: string): void {
    this.#tag(tag, fieldBytes(text));
    if (text !== '') this.#field(WRAPPED, text);
  }

  #field(tag: number, text: string): void {
    this.#tag(tag, text.length);
    if (text.length > LOOP_CHARS_MAX) {
      this.#at += this.#buffer.write(text, this.#at, text.length, 'latin1');
      return;
    }
    const buffer = this.#buffer;
    const at = this.#at;
    for (let index = 0; index < text.length; index++) buffer[at + index] = text.charCodeAt(index);
    this.#at = at + text.length;
  }

  #tag(tag: number, value: number): void {
    this.#buffer[this.#at++] = tag;
    this.#at = writeVarint(this.#buffer, this.#at, value);
  }

  #timestamp(timestampMs: number): void {
    if (timestampMs === 0) return;
    if (timestampMs <= EXACT_MICROS_MS_MAX) return this.#tag(TIMESTAMP_MICROS, timestampMs * 1000);
    this.#buffer[this.#at++] = TIMESTAMP_MICROS;
    let rest = BigInt(timestampMs) * 1000n;
    for (; rest > 0x7fn; rest >>= 7n) this.#buffer[this.#at++] = Number(rest & 0x7fn) | 0x80;
    this.#buffer[this.#at++] = Number(rest);
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#at + bytes));
    this.#buffer.copy(grown, 0, 0, this.#at);
    this.#buffer = grown;
  }
}

/** Writes an integer up to 2^53. Returns the offset after it. */
function writeVarint(buffer: Buffer, at: number, value: number): number {
  let rest = value;
  if (value >= BITS_28) {
    // Writes four bytes with integer arithmetic, because floating-point arithmetic is slow.
    const low = value % BITS_28;
    buffer[at++] = (low & 0x7f) | 0x80;
    buffer[at++] = ((low >>> 7) & 0x7f) | 0x80;
    buffer[at++] = ((low >>> 14) & 0x7f) | 0x80;
    buffer[at++] = (low >>> 21) | 0x80;
    rest = (value - low) / BITS_28;
  }
  for (; rest >= 0x80; rest >>>= 7) buffer[at++] = (rest & 0x7f) | 0x80;
  buffer[at++] = rest;
  return at;
}

/** Returns the size of a field that is omitted when empty. */
function fieldBytes(text: string): number {
  return text === '' ? 0 : 1 + varintBytes(text.length) + text.length;
}

/** Returns the size of a field whose message wraps the text. */
function wrappedBytes(text: string): number {
  const bytes = fieldBytes(text);
  return 1 + varintBytes(bytes) + bytes;
}

function timestampBytes(timestampMs: number): number {
  if (timestampMs <= EXACT_MICROS_MS_MAX) return timestampMs === 0 ? 0 : 1 + varintBytes(timestampMs * 1000);
  return 1 + Math.ceil((BigInt(timestampMs) * 1000n).toString(2).length / 7);
}

function varintBytes(value: number): number {
  let bytes = 1;
  for (let limit = 0x80; value >= limit; limit *= 0x80) bytes++;
  return bytes;
}

/** Maximum size of the buffer between rows: a single row may need hundreds of megabytes. */
const BUFFER_KEPT_BYTES_MAX = 1024 * 1024;
const INITIAL_BYTES = 64 * 1024;
/** Maximum size of a chunk's tag and length. */
const CHUNK_HEADER_BYTES_MAX = 8;
const BITS_28 = 2 ** 28;
/** Up to this length a loop is faster than a call into the runtime. */
const LOOP_CHARS_MAX = 32;
const EXACT_MICROS_MS_MAX = Math.floor(Number.MAX_SAFE_INTEGER / 1000);
