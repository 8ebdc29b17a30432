/**
 * Write tokens as text. They are signed, so that a client cannot demand writes that do not exist, and small, so that
 * they fit into a header.
 *
 * ```text
 * format 1 · key id 1 · store 4 · issuedMs 6 (big-endian) rows varint, each: name 16 columns varint, each: column 10 ·
 * writes varint, each: index of its row varint · issued-acked zigzag · acked-version zigzag times up to the end, each:
 * origin 4 · issued-acked zigzag HMAC-SHA256 of all before, its first 16 bytes
 * ```
 *
 * A token with publications of generations has format 3: a varint with their number follows the columns, then 8 bytes of
 * a DataType and the varint of its publication for each. Tokens without them keep format 2.
 *
 * A row's name is its id encrypted under the token's key (`RowCipher`), so a token does not reveal which rows were
 * written or read.
 */
import { timingSafeEqual } from 'node:crypto';
import { invalidArgument, TidemarkError, type ErrorCode } from '../../errors';
import { hash128 } from '../shared/hash64';
import { ROW_ID_BYTES, type RowCipher } from './row-cipher';
import { WATERMARK_COLUMN_BYTES, ORIGIN_CODE_BYTES } from '../consistency/row-watermark';
import { TokenReader, TokenWriter } from './token-bytes';
import type { TokenKeyCrypto, TokenKeyRing } from './token-key-ring';
import { PUBLICATION_ID_BYTES, type Publication } from './publications';
import type { TokenMac } from './token-mac';
import { EMPTY_TOKEN, mergeAllTokens, type OriginTime, type RowWrite, type WriteToken } from './write-token';

/** Version of the format. Version 1 named rows by a hash without a key. */
const FORMAT = 2;
/** Version of the format of tokens with publications. */
const FORMAT_WITH_PUBLICATIONS = 3;
/** Maximum number of publications in a token: as many DataTypes as a store may have. */
const PUBLICATIONS_MAX = 256;
const STORE_BYTES = 4;
const MAC_BYTES = 16;
const HEADER_BYTES = 2 + STORE_BYTES + 6;
/** Length of the shortest token: it has no rows and no columns, and one byte for the number of each. */
const TOKEN_BYTES_MIN = HEADER_BYTES + 2 + MAC_BYTES;
/**
 * Maximum number of writes in a token. With this many writes, each of another row and column, a token has 14,000
 * characters, which is below the maximum that is decoded.
 */
const WRITES_MAX = 256;
const TOKEN_CHARS_MAX = 16_384;

export interface TokenCodec {
  /**
   * Encodes a token. Writes beyond the limit are summarized per origin. An empty token is valid and requires nothing.
   */
  encode(token: WriteToken): string;
  /**
   * Throws `token_invalid`, `token_foreign`, `token_expired` or `token_in_future`. `field` is the place of the text in
   * the request.
   */
  decode(text: string, field: string): WriteToken;
}

export interface TokenCodecOptions {
  /** Name of the store. Tokens of other stores are rejected. */
  readonly storeName: string;
  /**
   * Keys: the first signs, all verify. To rotate, add the new key last everywhere, then move it to the front, then
   * remove the old one.
   */
  readonly keys: TokenKeyRing;
  /** Wall clock, in milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
  readonly lifetimeMs: number;
  readonly clockSkewMaxMs: number;
  readonly writesMax: number;
}

/** Throws `invalid_argument` if tokens of `writesMax` writes would be too long to decode. */
export function createTokenCodec(options: TokenCodecOptions): TokenCodec {
  if (options.writesMax > WRITES_MAX) {
    throw invalidArgument('writesMax', `a token has at most ${WRITES_MAX} writes`);
  }
  return new Codec(options);
}

class Codec implements TokenCodec {
  readonly #options: TokenCodecOptions;
  readonly #store: Buffer;

  constructor(options: TokenCodecOptions) {
    this.#options = options;
    this.#store = hash128(Buffer.from(options.storeName)).subarray(0, STORE_BYTES);
  }

  encode(token: WriteToken): string {
    const { nowMs, writesMax, keys } = this.#options;
    const issuedMs = nowMs();
    const { signer } = keys;
    const { writes, times, publications } = mergeAllTokens([token], { writesMax, nowMs: issuedMs });
    const writer = new TokenWriter();
    writer.byte(publications === undefined ? FORMAT : FORMAT_WITH_PUBLICATIONS);
    writer.byte(signer.id);
    writer.bytes(this.#store);
    writer.uint48(issuedMs);
    writeWrites(writer, writes, { names: signer.names, issuedMs });
    if (publications !== undefined) writePublications(writer, publications);
    writeTimes(writer, times, issuedMs);
    writer.bytes(signatureOf(writer.written(), signer.mac));
    return writer.written().toString('base64url');
  }

  decode(text: string, field: string): WriteToken {
    const bytes = bytesOf(text, field);
    const { mac, names } = this.#keyOf(bytes, field);
    const body = verified(bytes, mac, field);
    const reader = new TokenReader(body, 2 + STORE_BYTES);
    const issuedMs = reader.uint48();
    this.#checkIssue(body, issuedMs, field);
    const token = readToken(reader, { names, issuedMs, format: body[0]! });
    if (token === undefined) throw tokenError('token_invalid', 'the token is malformed', field);
    this.#checkAcks(token, field);
    return token;
  }

  #keyOf(bytes: Buffer, field: string): TokenKeyCrypto {
    const isKnown = bytes[0] === FORMAT || bytes[0] === FORMAT_WITH_PUBLICATIONS;
    if (bytes.length < TOKEN_BYTES_MIN || !isKnown) {
      throw tokenError('token_invalid', 'is not a token', field);
    }
    const key = this.#options.keys.verifier(bytes[1]!);
    if (key !== undefined) return key;
    throw tokenError('token_invalid', 'the token has an unknown key', field);
  }

  #checkIssue(body: Buffer, issuedMs: number, field: string): void {
    const { storeName, nowMs, lifetimeMs } = this.#options;
    if (this.#store.compare(body, 2, 2 + STORE_BYTES) !== 0) {
      throw tokenError('token_foreign', `the token belongs to another store than "${storeName}"`, field);
    }
    const ageMs = nowMs() - issuedMs;
    if (ageMs > lifetimeMs) {
      throw tokenError(
        'token_expired',
        `the token is ${ageMs} ms old; the maximum is ${lifetimeMs} ms`,
        field,
      );
    }
    this.#checkPast(issuedMs, field);
  }

  #checkAcks({ writes, times }: WriteToken, field: string): void {
    for (const { ackedMs } of writes) this.#checkPast(ackedMs, field);
    for (const { ackedMs } of times) this.#checkPast(ackedMs, field);
  }

  #checkPast(timeMs: number, field: string): void {
    const aheadMs = timeMs - this.#options.nowMs();
    if (aheadMs <= this.#options.clockSkewMaxMs) return;
    throw tokenError('token_in_future', `the token is ${aheadMs} ms ahead of this server's clock`, field);
  }
}

/** Decodes base64url in its only canonical form: without padding, and with zeros in the unused bits. */
function bytesOf(text: string, field: string): Buffer {
  if (text.length > TOKEN_CHARS_MAX) {
    throw tokenError('token_invalid', `a token has at most ${TOKEN_CHARS_MAX} characters`, field);
  }
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') === text) return bytes;
  throw tokenError('token_invalid', 'the token is not canonical base64url', field);
}

/** Verifies the signature and returns the token without it. */
function verified(bytes: Buffer, mac: TokenMac, field: string): Buffer {
  const body = bytes.subarray(0, bytes.length - MAC_BYTES);
  if (timingSafeEqual(signatureOf(body, mac), bytes.subarray(body.length))) return body;
  throw tokenError('token_invalid', 'the token has a wrong signature', field);
}

function signatureOf(body: Buffer, mac: TokenMac): Buffer {
  return mac.of(body).subarray(0, MAC_BYTES);
}

interface WrittenWith {
  readonly names: RowCipher;
  readonly issuedMs: number;
}

/**
 * Writes each row once, whatever the number of its columns, then the writes grouped by column, since most of them share
 * one.
 */
function writeWrites(
  writer: TokenWriter,
  writes: readonly RowWrite[],
  { names, issuedMs }: WrittenWith,
): void {
  const indexOf = writeRows(writer, writes, names);
  const columns = byColumn(writes);
  writer.varint(columns.size);
  for (const [column, group] of columns) {
    writer.latin1(column);
    writer.varint(group.length);
    for (const { row, ackedMs, versionMs } of group) {
      writer.varint(indexOf.get(row)!);
      writer.zigzag(issuedMs - ackedMs);
      writer.zigzag(ackedMs - versionMs);
    }
  }
}

/** Writes the rows and returns their positions in the token. */
function writeRows(
  writer: TokenWriter,
  writes: readonly RowWrite[],
  names: RowCipher,
): ReadonlyMap<string, number> {
  const indexOf = new Map<string, number>();
  for (const { row } of writes) if (!indexOf.has(row)) indexOf.set(row, indexOf.size);
  writer.varint(indexOf.size);
  if (indexOf.size > 0) writer.bytes(names.encrypt(Buffer.from([...indexOf.keys()].join(''), 'latin1')));
  return indexOf;
}

function byColumn(writes: readonly RowWrite[]): ReadonlyMap<string, readonly RowWrite[]> {
  const groups = new Map<string, RowWrite[]>();
  for (const write of writes) {
    const group = groups.get(write.column);
    if (group === undefined) groups.set(write.column, [write]);
    else group.push(write);
  }
  return groups;
}

function writePublications(writer: TokenWriter, publications: readonly Publication[]): void {
  const written = publications.slice(0, PUBLICATIONS_MAX);
  writer.varint(written.length);
  for (const { dataType, number } of written) {
    writer.latin1(dataType);
    writer.varint(number);
  }
}

function writeTimes(writer: TokenWriter, times: readonly OriginTime[], issuedMs: number): void {
  for (const { origin, ackedMs } of times) {
    writer.latin1(origin);
    writer.zigzag(issuedMs - ackedMs);
  }
}

/** Reads a token. Returns undefined if the bytes end too early, or if a write refers to a missing row. */
function readToken(
  reader: TokenReader,
  { names, issuedMs, format }: WrittenWith & { readonly format: number },
): WriteToken | undefined {
  const rows = readRows(reader, names);
  const writes: RowWrite[] = [];
  for (let columns = reader.varint(); columns > 0 && !reader.isOverrun; columns--) {
    const column = reader.latin1(WATERMARK_COLUMN_BYTES);
    for (let count = reader.varint(); count > 0 && !reader.isOverrun; count--) {
      const row = rows[reader.varint()];
      if (row === undefined) return undefined;
      const ackedMs = issuedMs - reader.zigzag();
      writes.push({ row, column, ackedMs, versionMs: ackedMs - reader.zigzag() });
    }
  }
  const publications = format === FORMAT_WITH_PUBLICATIONS ? readPublications(reader) : undefined;
  const times: OriginTime[] = [];
  while (!reader.isAtEnd && !reader.isOverrun) {
    const origin = reader.latin1(ORIGIN_CODE_BYTES);
    times.push({ origin, ackedMs: issuedMs - reader.zigzag() });
  }
  if (reader.isOverrun) return undefined;
  if (publications !== undefined) return { writes, times, publications };
  return writes.length + times.length === 0 ? EMPTY_TOKEN : { writes, times };
}

function readPublications(reader: TokenReader): readonly Publication[] {
  const publications: Publication[] = [];
  for (let count = reader.varint(); count > 0 && !reader.isOverrun; count--) {
    const dataType = reader.latin1(PUBLICATION_ID_BYTES);
    publications.push({ dataType, number: reader.varint() });
  }
  return publications;
}

/** Returns the ids of the rows that the token names. */
function readRows(reader: TokenReader, names: RowCipher): readonly string[] {
  const count = reader.varint();
  const bytes = Buffer.from(reader.latin1(count * ROW_ID_BYTES), 'latin1');
  if (bytes.length === 0) return [];
  const ids = names.decrypt(bytes).toString('latin1');
  return Array.from({ length: count }, (_, at) => ids.slice(at * ROW_ID_BYTES, (at + 1) * ROW_ID_BYTES));
}

function tokenError(code: ErrorCode, message: string, field: string): TidemarkError {
  return new TidemarkError(code, message, { field });
}
