/**
 * Write tokens as text: signed, so that nobody can ask for what nobody wrote, and small, so that they fit a header.
 *
 * ```text
 * format 1 · key id 1 · store 4 · issuedMs 6 (big-endian)
 * columns varint, each: column 10 · writes varint, each: row 8 · issued-acked zigzag · acked-version zigzag
 * times up to the end, each: origin 4 · issued-acked zigzag
 * HMAC-SHA256 of all before, its first 16 bytes
 * ```
 */
import { timingSafeEqual } from 'node:crypto';
import { invalidArgument, TidemarkError, type ErrorCode } from '../errors';
import { hash128 } from './hash64';
import { COLUMN_BYTES, ORIGIN_BYTES } from './row-watermark';
import { ByteReader, ByteWriter } from './token-bytes';
import type { TokenKeyRing } from './token-key-ring';
import type { TokenMac } from './token-mac';
import {
  EMPTY_TOKEN,
  mergeAll,
  ROW_ID_BYTES,
  type OriginTime,
  type RowWrite,
  type WriteToken,
} from './write-token';

const FORMAT = 1;
const STORE_BYTES = 4;
const MAC_BYTES = 16;
const HEADER_BYTES = 2 + STORE_BYTES + 6;
/** No column: one byte for their number. */
const TOKEN_BYTES_MIN = HEADER_BYTES + 1 + MAC_BYTES;
/** A token of so many writes, each from a column of its own, has 2/3 of the characters that are ever looked at. */
const WRITES_MAX = 256;
const TOKEN_CHARS_MAX = 16_384;

export interface TokenCodec {
  /** Writes beyond the limit are summed up, and an empty token is a token too: one that asks for nothing. */
  encode(token: WriteToken): string;
  /**
   * Throws `token_invalid`, `token_foreign`, `token_expired` or `token_in_future`; `field` says where the text stood in
   * the request.
   */
  decode(text: string, field: string): WriteToken;
}

export interface TokenCodecOptions {
  /** Tokens of stores by other names are refused. */
  readonly storeName: string;
  /** The first signs, all verify: a new key is put last everywhere, then first, then the old one is taken away. */
  readonly keys: TokenKeyRing;
  /** Wall clock. */
  readonly nowMs: () => number;
  readonly lifetimeMs: number;
  readonly clockSkewMaxMs: number;
  readonly writesMax: number;
}

/** Throws `invalid_argument` when tokens of `writesMax` writes would be too long to be read again. */
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
    const { writes, times } = mergeAll([token], { writesMax, nowMs: issuedMs });
    const writer = new ByteWriter();
    writer.byte(FORMAT);
    writer.byte(signer.id);
    writer.bytes(this.#store);
    writer.uint48(issuedMs);
    writeWrites(writer, writes, issuedMs);
    writeTimes(writer, times, issuedMs);
    writer.bytes(signatureOf(writer.written(), signer.mac));
    return writer.written().toString('base64url');
  }

  decode(text: string, field: string): WriteToken {
    const bytes = bytesOf(text, field);
    const body = this.#verified(bytes, field);
    const reader = new ByteReader(body, 2 + STORE_BYTES);
    const issuedMs = reader.uint48();
    this.#checkIssue(body, issuedMs, field);
    const token = readToken(reader, issuedMs);
    if (token === undefined) throw refused('token_invalid', 'the token is malformed', field);
    this.#checkAcks(token, field);
    return token;
  }

  /** The token without its signature, which is right. */
  #verified(bytes: Buffer, field: string): Buffer {
    if (bytes.length < TOKEN_BYTES_MIN || bytes[0] !== FORMAT) {
      throw refused('token_invalid', 'this is no token', field);
    }
    const mac = this.#options.keys.verifier(bytes[1]!);
    if (mac === undefined) throw refused('token_invalid', 'the token has an unknown key', field);
    const body = bytes.subarray(0, bytes.length - MAC_BYTES);
    if (timingSafeEqual(signatureOf(body, mac), bytes.subarray(body.length))) return body;
    throw refused('token_invalid', 'the token has a wrong signature', field);
  }

  #checkIssue(body: Buffer, issuedMs: number, field: string): void {
    const { storeName, nowMs, lifetimeMs } = this.#options;
    if (this.#store.compare(body, 2, 2 + STORE_BYTES) !== 0) {
      throw refused('token_foreign', `the token is not of the store "${storeName}"`, field);
    }
    const ageMs = nowMs() - issuedMs;
    if (ageMs > lifetimeMs) {
      throw refused('token_expired', `the token is ${ageMs} ms old; it lives for ${lifetimeMs} ms`, field);
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
    throw refused('token_in_future', `the token is ${aheadMs} ms ahead of this server's clock`, field);
  }
}

/** Base64url in its one canonical form: without padding, and with zeros in the bits that are left over. */
function bytesOf(text: string, field: string): Buffer {
  if (text.length > TOKEN_CHARS_MAX) {
    throw refused('token_invalid', `a token has at most ${TOKEN_CHARS_MAX} characters`, field);
  }
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') === text) return bytes;
  throw refused('token_invalid', 'the token is not canonical base64url', field);
}

function signatureOf(body: Buffer, mac: TokenMac): Buffer {
  return mac.of(body).subarray(0, MAC_BYTES);
}

/** Grouped by column, since most of a token's writes share one. */
function writeWrites(writer: ByteWriter, writes: readonly RowWrite[], issuedMs: number): void {
  const columns = byColumn(writes);
  writer.varint(columns.size);
  for (const [column, group] of columns) {
    writer.latin1(column);
    writer.varint(group.length);
    for (const { row, ackedMs, versionMs } of group) {
      writer.latin1(row);
      writer.zigzag(issuedMs - ackedMs);
      writer.zigzag(ackedMs - versionMs);
    }
  }
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

function writeTimes(writer: ByteWriter, times: readonly OriginTime[], issuedMs: number): void {
  for (const { origin, ackedMs } of times) {
    writer.latin1(origin);
    writer.zigzag(issuedMs - ackedMs);
  }
}

/** Undefined when the bytes end too early. */
function readToken(reader: ByteReader, issuedMs: number): WriteToken | undefined {
  const writes: RowWrite[] = [];
  for (let columns = reader.varint(); columns > 0 && !reader.overrun; columns--) {
    const column = reader.latin1(COLUMN_BYTES);
    for (let count = reader.varint(); count > 0 && !reader.overrun; count--) {
      const row = reader.latin1(ROW_ID_BYTES);
      const ackedMs = issuedMs - reader.zigzag();
      writes.push({ row, column, ackedMs, versionMs: ackedMs - reader.zigzag() });
    }
  }
  const times: OriginTime[] = [];
  while (!reader.ended && !reader.overrun) {
    const origin = reader.latin1(ORIGIN_BYTES);
    times.push({ origin, ackedMs: issuedMs - reader.zigzag() });
  }
  if (reader.overrun) return undefined;
  return writes.length + times.length === 0 ? EMPTY_TOKEN : { writes, times };
}

function refused(code: ErrorCode, message: string, field: string): TidemarkError {
  return new TidemarkError(code, message, { field });
}
