import { createHmac, randomBytes } from 'node:crypto';
import {
  createTokenCodec,
  type TokenCodec,
  type TokenCodecOptions,
} from '../../../../src/core/tokens/token-codec';
import { publicationId } from '../../../../src/core/tokens/publications';
import { TokenKeyRing } from '../../../../src/core/tokens/token-key-ring';
import { parseTokenKeys, type TokenKey } from '../../../../src/core/tokens/token-keys';
import {
  EMPTY_TOKEN,
  mergeAllTokens,
  rowId,
  type RowWrite,
  type WriteToken,
} from '../../../../src/core/tokens/write-token';
import { seededRandom, type Random } from '../../../../src/platform/random';
import { TidemarkError } from '../../../../src/errors';

const NOW_MS = Date.UTC(2026, 5, 1);
const DAY_MS = 86_400_000;
const KEY: TokenKey = { id: 1, secret: Buffer.alloc(32, 'one') };
const OTHER_KEY: TokenKey = { id: 2, secret: Buffer.alloc(32, 'two') };

function codecWith(options: Partial<TokenCodecOptions> = {}): TokenCodec {
  return createTokenCodec({
    storeName: 'store',
    keys: new TokenKeyRing([KEY]),
    nowMs: () => NOW_MS,
    lifetimeMs: DAY_MS,
    clockSkewMaxMs: 100,
    writesMax: 32,
    ...options,
  });
}

function writeOf(index: number, columns = 2): RowWrite {
  return {
    row: `row-${String(index).padStart(12)}`,
    column: `org\xffwrt${String(index % columns).padStart(3)}`,
    ackedMs: NOW_MS - 1 - index,
    versionMs: NOW_MS - 21 - index,
  };
}

function tokenWith(count: number, columns?: number): WriteToken {
  return { writes: Array.from({ length: count }, (_, index) => writeOf(index, columns)), times: [] };
}

const sorted = ({ writes, times }: WriteToken): unknown => ({
  writes: [...writes].sort((a, b) => (a.row + a.column < b.row + b.column ? -1 : 1)),
  times: [...times].sort((a, b) => (a.origin < b.origin ? -1 : 1)),
});

function tidemarkErrorOf(task: () => unknown): TidemarkError {
  try {
    task();
  } catch (error) {
    if (error instanceof TidemarkError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

const refusalOf = (text: string, codec = codecWith()): string =>
  tidemarkErrorOf(() => codec.decode(text, 'header')).code;

describe('token codec', () => {
  it.each([1, 2, 8, 32])('decodes a token of %i writes as it was encoded', (count) => {
    const token = { ...tokenWith(count), times: [{ origin: 'abc\x80', ackedMs: NOW_MS - 5 * DAY_MS }] };
    expect(sorted(codecWith().decode(codecWith().encode(token), 'header'))).toEqual(sorted(token));
  });

  it('decodes tokens of random sessions as they were encoded', () => {
    const random = seededRandom(1);
    const codec = codecWith();
    for (let round = 0; round < 500; round++) {
      const token = mergeAllTokens([randomToken(random)], { writesMax: 32, nowMs: NOW_MS });
      expect(sorted(codec.decode(codec.encode(token), 'header'))).toEqual(sorted(token));
    }
  });

  it.each([
    [1, 1, 80],
    [2, 1, 106],
    [8, 1, 258],
    [32, 1, 866],
    [32, 32, 1_320],
  ])('encodes %i writes of %i columns in %i characters', (count, columns, characters) => {
    expect(codecWith().encode(tokenWith(count, columns))).toHaveLength(characters);
  });

  it('encodes a write of any age in at most 91 characters', () => {
    const ackedMs = NOW_MS - 6 * DAY_MS;
    const token = { writes: [{ ...writeOf(0), ackedMs, versionMs: ackedMs - 30 * DAY_MS }], times: [] };
    expect(codecWith().encode(token).length).toBeLessThanOrEqual(91);
  });

  it('encodes the empty token', () => {
    const text = codecWith().encode(EMPTY_TOKEN);
    expect(text).toHaveLength(40);
    expect(codecWith().decode(text, 'header')).toBe(EMPTY_TOKEN);
  });

  it('summarizes writes beyond the limit', () => {
    const codec = codecWith({ writesMax: 2 });
    const token = codec.decode(codec.encode(tokenWith(3, 1)), 'header');
    expect(token.writes).toHaveLength(2);
    expect(token.times).toEqual([{ origin: 'org\xff', ackedMs: NOW_MS - 3 }]);
    expect(() => codecWith({ writesMax: 257 })).toThrow('at most 256');
  });

  it('decodes the longest tokens that it encodes', () => {
    const codec = codecWith({ writesMax: 256 });
    const writes = Array.from({ length: 256 }, (_, index) => ({
      row: `rowrowrowrow${String(index).padStart(4)}`,
      column: `abcd${String(index).padStart(6)}`,
      ackedMs: NOW_MS - 6 * DAY_MS,
      versionMs: NOW_MS - 1_000 * DAY_MS,
    }));
    expect(codec.decode(codec.encode({ writes, times: [] }), 'header').writes).toHaveLength(256);
  });
});

describe('rows in tokens', () => {
  const row = rowId('users', Buffer.from('3f#user-1'));
  const token: WriteToken = { writes: [{ ...writeOf(0), row }], times: [] };
  const bytesWith = (...keys: [TokenKey, ...TokenKey[]]): Buffer =>
    Buffer.from(codecWith({ keys: new TokenKeyRing(keys) }).encode(token), 'base64url');
  const nameIn = (bytes: Buffer): string => bytes.toString('latin1', 13, 29);

  it('are not named by their hash, which could be computed for a guessed id', () => {
    const bytes = bytesWith(KEY);
    expect(bytes.includes(Buffer.from(row.slice(0, 4), 'latin1'))).toBe(false);
    expect(codecWith().decode(bytes.toString('base64url'), 'header').writes).toEqual(token.writes);
  });

  it('have another name under another key, and the same name in each token of a key', () => {
    expect(nameIn(bytesWith(KEY))).toBe(nameIn(bytesWith(KEY)));
    expect(nameIn(bytesWith(KEY))).not.toBe(nameIn(bytesWith({ ...OTHER_KEY, id: KEY.id })));
    expect(nameIn(bytesWith({ ...KEY, id: 9 }))).toBe(nameIn(bytesWith(KEY)));
  });

  it('get new names when a token of the old key is merged and signed with the new key', () => {
    const after = codecWith({ keys: new TokenKeyRing([OTHER_KEY, KEY]) });
    const given = after.decode(bytesWith(KEY).toString('base64url'), 'header');
    const seen = { writes: [{ ...writeOf(0), row, versionMs: NOW_MS - 5 }], times: [] };
    const next = after.encode(mergeAllTokens([given, seen], { writesMax: 32, nowMs: NOW_MS }));
    const alone = codecWith({ keys: new TokenKeyRing([OTHER_KEY]) });
    expect(alone.decode(next, 'header').writes).toEqual(seen.writes);
  });

  it('are named once, however many of their columns a token has', () => {
    const columns = ['abcdwriter', 'abcdanothr', 'efghwriter'];
    const writes = columns.map((column) => ({ ...writeOf(0), row, column }));
    const text = codecWith().encode({ writes, times: [] });
    const name = Buffer.from(nameIn(Buffer.from(text, 'base64url')), 'latin1');
    const bytes = Buffer.from(text, 'base64url');
    expect(bytes.indexOf(name)).toBe(bytes.lastIndexOf(name));
    expect(codecWith().decode(text, 'header').writes).toEqual(writes);
  });
});

describe('a token is rejected', () => {
  const text = codecWith().encode(tokenWith(2));

  it('with the field of the token', () => {
    const error = tidemarkErrorOf(() => codecWith().decode('?', 'consistency.token'));
    expect(error).toMatchObject({ code: 'token_invalid', field: 'consistency.token', status: 400 });
  });

  it('if it is empty, random, or far too long', () => {
    const random = seededRandom(7);
    expect(refusalOf('')).toBe('token_invalid');
    expect(refusalOf('A'.repeat(16_385))).toBe('token_invalid');
    expect(refusalOf('A'.repeat(50_000_000))).toBe('token_invalid');
    for (let round = 0; round < 500; round++) {
      const bytes = Buffer.from(Array.from({ length: random() * 120 }, () => random() * 256));
      if (round % 2 === 0) bytes.set([1, 1].slice(0, bytes.length));
      expect(refusalOf(bytes.toString('base64url'))).toBe('token_invalid');
    }
  });

  it('if any single bit is flipped', () => {
    const bytes = Buffer.from(text, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >>> 3]! ^= 1 << (bit & 7);
      expect(refusalOf(flipped.toString('base64url'))).toBe('token_invalid');
    }
  });

  it('if it is cut, or followed by other characters', () => {
    for (let length = 0; length < text.length; length++) {
      expect(refusalOf(text.slice(0, length))).toBe('token_invalid');
      expect(refusalOf(text.slice(length + 1))).toBe('token_invalid');
    }
    for (const more of ['A', 'AA', 'AAAA', text, '=', ' ', '\n', '\0']) {
      expect(refusalOf(text + more)).toBe('token_invalid');
      expect(refusalOf(more + text)).toBe('token_invalid');
    }
  });

  it('if it is not canonical', () => {
    const standard = Buffer.from(text, 'base64url').toString('base64');
    expect(refusalOf(standard.replace(/=*$/, '=='))).toBe('token_invalid');
    // The last character of these 866 has unused bits, which decoders commonly ignore.
    const loose = codecWith().encode(tokenWith(32, 1));
    expect(loose.length % 4).toBe(2);
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.indexOf(loose.at(-1)!);
    const other = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'[last + 1]!;
    expect(Buffer.from(loose.slice(0, -1) + other, 'base64url')).toEqual(Buffer.from(loose, 'base64url'));
    expect(refusalOf(loose.slice(0, -1) + other)).toBe('token_invalid');
  });

  it('if it is malformed, of another format, or too long under a correct signature', () => {
    // Only a bug or another version of this program signs such a token.
    const header = Buffer.from(codecWith().encode(EMPTY_TOKEN), 'base64url').subarray(0, 12);
    const signed = (...parts: (Buffer | number[])[]): string => {
      const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
      const mac = createHmac('sha256', KEY.secret).update(body).digest().subarray(0, 16);
      return Buffer.concat([body, mac]).toString('base64url');
    };
    const varintOverrun = [255, 255, 255, 255, 255, 255, 255, 255, 1];
    expect(codecWith().decode(signed(header, [0, 0]), 'header')).toBe(EMPTY_TOKEN);
    for (const tail of [[1], [1, 2, 3], varintOverrun, [0, 1, 2, 3], [0, ...varintOverrun]]) {
      expect(refusalOf(signed(header, tail))).toBe('token_invalid');
    }
    expect(refusalOf(signed([3], header.subarray(1), [0, 0]))).toBe('token_invalid');
    const columnOf1500 = [0, 1, ...Buffer.alloc(10), 0xdc, 0x0b];
    expect(refusalOf(signed(header, columnOf1500, Buffer.alloc(1_500 * 10)))).toBe('token_invalid');
    const oneRow = [1, ...Buffer.alloc(16)];
    const writeOfRow = (index: number): number[] => [1, ...Buffer.alloc(10), 1, index, 0, 0];
    expect(codecWith().decode(signed(header, oneRow, writeOfRow(0)), 'header').writes).toHaveLength(1);
    expect(refusalOf(signed(header, oneRow, writeOfRow(1)))).toBe('token_invalid');
  });

  it('if it has the previous format, whose rows were named without a key', () => {
    const header = Buffer.from(codecWith().encode(EMPTY_TOKEN), 'base64url').subarray(0, 12);
    const body = Buffer.from([1, ...header.subarray(1), 0]);
    const mac = createHmac('sha256', KEY.secret).update(body).digest().subarray(0, 16);
    expect(refusalOf(Buffer.concat([body, mac]).toString('base64url'))).toBe('token_invalid');
  });

  it('if it belongs to another store', () => {
    expect(refusalOf(text, codecWith({ storeName: 'other' }))).toBe('token_foreign');
  });

  it('if it is signed by another key, without a claim about stores', () => {
    const forged = codecWith({
      storeName: 'other',
      keys: new TokenKeyRing([{ ...KEY, secret: randomBytes(32) }]),
    });
    expect(refusalOf(forged.encode(tokenWith(1)))).toBe('token_invalid');
    expect(refusalOf(text, codecWith({ keys: new TokenKeyRing([OTHER_KEY]) }))).toBe('token_invalid');
  });

  it('if it is a millisecond older than its lifetime', () => {
    const at = (nowMs: number): TokenCodec => codecWith({ nowMs: () => nowMs });
    expect(at(NOW_MS + DAY_MS).decode(text, 'header').writes).toHaveLength(2);
    expect(refusalOf(text, at(NOW_MS + DAY_MS + 1))).toBe('token_expired');
  });

  it('if it was issued a millisecond later than the clock tolerance allows', () => {
    const at = (nowMs: number): TokenCodec => codecWith({ nowMs: () => nowMs });
    expect(at(NOW_MS - 100).decode(text, 'header').writes).toHaveLength(2);
    expect(refusalOf(text, at(NOW_MS - 101))).toBe('token_in_future');
  });

  it.each(['writes', 'times'])(
    'if it has %s acknowledged later than the clock tolerance allows',
    (entries) => {
      const tokenAt = (ackedMs: number): string =>
        codecWith().encode({
          writes: entries === 'writes' ? [{ ...writeOf(0), ackedMs }] : [],
          times: entries === 'times' ? [{ origin: 'abcd', ackedMs }] : [],
        });
      expect(codecWith().decode(tokenAt(NOW_MS + 100), 'header')).toBeDefined();
      expect(refusalOf(tokenAt(NOW_MS + 101))).toBe('token_in_future');
    },
  );
});

describe('token keys', () => {
  const secret = (byte: number): string => Buffer.alloc(16, byte).toString('base64url');

  it('are rotated without rejecting a token', () => {
    const before = codecWith({ keys: new TokenKeyRing([KEY]) });
    const both = codecWith({ keys: new TokenKeyRing([KEY, OTHER_KEY]) });
    const after = codecWith({ keys: new TokenKeyRing([OTHER_KEY, KEY]) });
    for (const [from, to] of [
      [before, both],
      [both, before],
      [both, after],
      [after, both],
    ] as const) {
      expect(to.decode(from.encode(tokenWith(1)), 'header').writes).toHaveLength(1);
    }
    expect(Buffer.from(after.encode(EMPTY_TOKEN), 'base64url')[1]).toBe(OTHER_KEY.id);
  });

  it('are parsed from configuration', () => {
    expect(parseTokenKeys(`7:${secret(1)}, 255:${secret(2)}`, 'TOKEN_KEYS')).toEqual([
      { id: 7, secret: Buffer.alloc(16, 1) },
      { id: 255, secret: Buffer.alloc(16, 2) },
    ]);
  });

  it.each([
    ['', 'key 1 is not <id>:<secret in base64url>'],
    [secret(1), 'key 1 is not'],
    [`1:${secret(1)},`, 'key 2 is not'],
    [`1:${secret(1)}==`, 'key 1 is not'],
    [`-1:${secret(1)}`, 'key 1 is not'],
    [`256:${secret(1)}`, 'ids are 0 to 255'],
    [`1:${secret(1)},1:${secret(2)}`, 'two keys have the id 1'],
    [`1:${secret(1).slice(0, 20)}`, 'has a secret of 15 bytes; at least 16 are required'],
  ])('are rejected: %s', (text, message) => {
    const error = tidemarkErrorOf(() => parseTokenKeys(text, 'TOKEN_KEYS'));
    expect(error).toMatchObject({ code: 'invalid_argument', field: 'TOKEN_KEYS' });
    expect(error.message).toContain(message);
    expect(error.message).not.toContain(secret(1).slice(0, 10));
  });
});

function randomToken(random: Random): WriteToken {
  const text = (length: number): string =>
    Buffer.from(Array.from({ length }, () => random() * 256)).toString('latin1');
  const pastMs = (): number => NOW_MS + 100 - Math.floor(random() ** 4 * 5 * DAY_MS);
  const columns = [text(10), text(10), text(10)];
  return {
    writes: Array.from({ length: random() * 40 }, () => ({
      row: text(16),
      column: columns[Math.floor(random() * 3)]!,
      ackedMs: pastMs(),
      versionMs: pastMs(),
    })),
    times: Array.from({ length: random() * 4 }, () => ({ origin: text(4), ackedMs: pastMs() })),
  };
}

describe('A token with publications of generations', () => {
  const publications = [
    { dataType: publicationId('users', 'vectors'), number: 7 },
    { dataType: publicationId('users', 'scores'), number: 300 },
  ];

  it('has them after a round trip, with its writes and times', () => {
    const times = [{ origin: 'org1', ackedMs: NOW_MS - 5 }];
    const token = { ...tokenWith(2), times, publications };
    const decoded = codecWith().decode(codecWith().encode(token), 'token');
    expect(decoded.publications).toEqual(publications);
    expect(sorted(decoded)).toEqual(sorted(token));
  });

  it('has the newest of each DataType after a merge, also if they are its only content', () => {
    const limits = { writesMax: 1, nowMs: NOW_MS };
    const merged = mergeAllTokens(
      [
        { writes: [], times: [], publications: [{ ...publications[0]!, number: 9 }] },
        EMPTY_TOKEN,
        { ...tokenWith(3), publications },
      ],
      limits,
    );
    expect(merged.publications).toEqual([{ ...publications[0]!, number: 9 }, publications[1]!]);
    expect(mergeAllTokens([EMPTY_TOKEN], limits)).toBe(EMPTY_TOKEN);
  });

  it('has another format than one without, which keeps the format that earlier releases read', () => {
    const formatOf = (token: WriteToken) => Buffer.from(codecWith().encode(token), 'base64url')[0];
    expect(formatOf(tokenWith(1))).toBe(2);
    expect(formatOf({ ...tokenWith(1), publications })).toBe(3);
  });

  it('is rejected if it was cut or changed', () => {
    const bytes = Buffer.from(codecWith().encode({ ...tokenWith(1), publications }), 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      const { code } = tidemarkErrorOf(() => codecWith().decode(changed.toString('base64url'), 'token'));
      expect(code).toBe('token_invalid');
    }
  });
});
