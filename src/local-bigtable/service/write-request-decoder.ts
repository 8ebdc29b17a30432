import { decodeLatin1 } from '../encoding/latin1';
import { data, type StrictProtoReader } from '../encoding/proto';

/**
 * Decoders of MutateRow and MutateRows for common requests, which only set cells. They create the store's strings
 * directly from the received bytes, in a third of the general decoder's time. Everything else, including malformed
 * messages, is left to the general decoder.
 */
export const mutateRowRequest = {
  decode(reader: StrictProtoReader): data.MutateRowRequest {
    return attempt(reader, (decoder) => decoder.mutateRow()) ?? data.MutateRowRequest.decode(reader);
  },
};

export const mutateRowsRequest = {
  decode(reader: StrictProtoReader): data.MutateRowsRequest {
    return attempt(reader, (decoder) => decoder.mutateRows()) ?? data.MutateRowsRequest.decode(reader);
  },
};

function attempt<T>({ buf }: StrictProtoReader, decode: (decoder: WriteDecoder) => T): T | undefined {
  try {
    return decode(DECODER.over(buf as Buffer));
  } catch (error) {
    if (error === UNUSUAL) return undefined;
    throw error;
  } finally {
    DECODER.over(NOTHING);
  }
}

/**
 * Thrown for input that is left to the general decoder. Created once, because a stack trace would cost more than
 * decoding.
 */
const UNUSUAL = new Error('not decoded here');
const NOTHING = Buffer.alloc(0);
const QUALIFIERS_KEPT_MAX = 1_000;
const KEPT_CHARS_MAX = 256;
/** Scale of the eighth byte. */
const SCALE_MAX = 2 ** 49;
const ASCII = /^[\0-\x7f]*$/;

interface RowWrite {
  rowKey: string;
  mutations: data.IMutation[];
}

/** Returns the tag of a bytes or message field. */
const field = (number: number): number => (number << 3) | 2;
const TABLE_NAME = field(1);
const SET_CELL = field(1);
const FAMILY_NAME = field(1);
const COLUMN_QUALIFIER = field(2);
const TIMESTAMP_MICROS = 3 << 3;
const VALUE = field(4);

/**
 * Field numbers that differ between the requests: a MutateRowRequest is a row itself, a MutateRowsRequest has entries.
 */
const OF_ONE = { appProfileId: field(4), rowKey: field(2), mutation: field(3) };
const OF_ENTRY = { rowKey: field(1), mutation: field(2) };
const OF_MANY = { appProfileId: field(3), entry: field(2) };

class WriteDecoder {
  #bytes: Buffer = NOTHING;
  #at = 0;
  /** Values of the previous requests, which the next ones mostly repeat. */
  #tableName = '';
  #appProfileId = '';
  #family = '';
  readonly #qualifiers: string[] = [];

  over(bytes: Buffer): this {
    this.#bytes = bytes;
    this.#at = 0;
    return this;
  }

  mutateRow(): data.MutateRowRequest {
    const names = { tableName: '', appProfileId: '' };
    const row: RowWrite = { rowKey: '', mutations: [] };
    while (this.#at < this.#bytes.length) {
      const tag = this.#varint();
      if (tag === OF_ONE.rowKey) row.rowKey = this.#text('');
      else if (tag === OF_ONE.mutation) row.mutations.push(this.#mutation(row.mutations.length));
      else this.#header(tag, OF_ONE.appProfileId, names);
    }
    return { ...names, ...row } as unknown as data.MutateRowRequest;
  }

  mutateRows(): data.MutateRowsRequest {
    const names = { tableName: '', appProfileId: '' };
    const entries: RowWrite[] = [];
    while (this.#at < this.#bytes.length) {
      const tag = this.#varint();
      if (tag === OF_MANY.entry) entries.push(this.#entry());
      else this.#header(tag, OF_MANY.appProfileId, names);
    }
    return { ...names, entries } as unknown as data.MutateRowsRequest;
  }

  #header(tag: number, appProfileId: number, names: { tableName: string; appProfileId: string }): void {
    if (tag === TABLE_NAME) names.tableName = this.#tableName = this.#name(this.#tableName);
    else if (tag === appProfileId) names.appProfileId = this.#appProfileId = this.#name(this.#appProfileId);
    else throw UNUSUAL;
  }

  #entry(): RowWrite {
    const row: RowWrite = { rowKey: '', mutations: [] };
    const end = this.#end();
    while (this.#at < end) {
      const tag = this.#varint();
      if (tag === OF_ENTRY.rowKey) row.rowKey = this.#text('');
      else if (tag === OF_ENTRY.mutation) row.mutations.push(this.#mutation(row.mutations.length));
      else throw UNUSUAL;
    }
    if (this.#at !== end) throw UNUSUAL;
    return row;
  }

  /** Decodes a mutation that sets exactly one cell. */
  #mutation(position: number): data.IMutation {
    const end = this.#end();
    if (this.#varint() !== SET_CELL || this.#end() !== end) throw UNUSUAL;
    let [familyName, columnQualifier, timestampMicros, value] = ['', '', 0, ''];
    while (this.#at < end) {
      const tag = this.#varint();
      if (tag === FAMILY_NAME) familyName = this.#family = this.#name(this.#family);
      else if (tag === COLUMN_QUALIFIER) columnQualifier = this.#qualifier(position);
      else if (tag === TIMESTAMP_MICROS) timestampMicros = this.#int64();
      else if (tag === VALUE) value = this.#text('');
      else throw UNUSUAL;
    }
    if (this.#at !== end) throw UNUSUAL;
    const setCell = { familyName, columnQualifier, timestampMicros, value };
    return { mutation: 'setCell', setCell } as unknown as data.IMutation;
  }

  #qualifier(position: number): string {
    const qualifier = this.#text(this.#qualifiers[position] ?? '');
    if (position < QUALIFIERS_KEPT_MAX && qualifier.length <= KEPT_CHARS_MAX) {
      this.#qualifiers[position] = qualifier;
    }
    return qualifier;
  }

  /** Decodes a short ASCII name. */
  #name(expected: string): string {
    const name = this.#text(expected);
    if (name !== expected && (name.length > KEPT_CHARS_MAX || !ASCII.test(name))) throw UNUSUAL;
    return name;
  }

  #text(expected: string): string {
    const end = this.#end();
    const text = decodeLatin1(this.#bytes, this.#at, end, expected);
    this.#at = end;
    return text;
  }

  /** Reads a length and returns the end of the data that follows. */
  #end(): number {
    const length = this.#varint();
    if (this.#at + length > this.#bytes.length) throw UNUSUAL;
    return this.#at + length;
  }

  /** Decodes -1 (the server's time) or a timestamp that a number represents exactly. */
  #int64(): number {
    const bytes = this.#bytes;
    if (bytes[this.#at] !== 0xff) return this.#varint();
    const start = this.#at;
    for (let index = 1; index < 9; index++) if (bytes[start + index] !== 0xff) return this.#varint();
    if (bytes[start + 9] !== 1) throw UNUSUAL;
    this.#at = start + 10;
    return -1;
  }

  #varint(): number {
    let value = 0;
    for (let scale = 1; scale <= SCALE_MAX; scale *= 0x80) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw UNUSUAL;
      value += (byte & 0x7f) * scale;
      if (byte >= 0x80) continue;
      if (value > Number.MAX_SAFE_INTEGER) break;
      return value;
    }
    throw UNUSUAL;
  }
}

const DECODER = new WriteDecoder();
