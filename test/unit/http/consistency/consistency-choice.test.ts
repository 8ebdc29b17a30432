import { Cancellation } from '../../../../src/platform/tasks/cancellation';
import { runToCompletion } from '../../../../src/core/shared/steps';
import { ANONYMOUS } from '../../../../src/core/access/caller';
import { CONSISTENCY_LEVELS, EVENTUAL, type Consistency } from '../../../../src/core/consistency/consistency';
import { originCode } from '../../../../src/routing/topology/origin-code';
import { createTokenCodec, type TokenCodec } from '../../../../src/core/tokens/token-codec';
import { TokenKeyRing } from '../../../../src/core/tokens/token-key-ring';
import { parseTokenKeys } from '../../../../src/core/tokens/token-keys';
import { rowId, tokenOfWrite, type WriteToken } from '../../../../src/core/tokens/write-token';
import { ApiRequest } from '../../../../src/http/api-request';
import { readConsistency } from '../../../../src/http/consistency/read-consistency';
import { checkConsistency } from '../../../../src/consistency/read/check-consistency';
import { tidemarkError } from '../../../support/tidemark-error';

const NOW_MS = Date.UTC(2026, 10, 21, 5, 35);
const SECRET = Buffer.alloc(16, 7).toString('base64url');

function codec(over: Partial<Parameters<typeof createTokenCodec>[0]> = {}): TokenCodec {
  return createTokenCodec({
    storeName: 'store',
    keys: new TokenKeyRing(parseTokenKeys(`1:${SECRET}`, 'keys')),
    nowMs: () => NOW_MS,
    lifetimeMs: 60_000,
    clockSkewMaxMs: 100,
    writesMax: 32,
    ...over,
  });
}

function tokenOf(user: string, ackedMs = NOW_MS): WriteToken {
  const column = `${originCode('i', 'a')}writer`;
  return tokenOfWrite({ row: rowId('users', Buffer.from(user)), column, versionMs: ackedMs, ackedMs });
}

const tokens = codec();
const token = tokens.encode(tokenOf('u1'));

const RULES = { nowMs: NOW_MS, clockSkewMaxMs: 100, hasClusterTopology: true };

function read(headers: Readonly<Record<string, string>>, inBody?: unknown): Consistency {
  const request = new ApiRequest({
    id: 'r',
    caller: ANONYMOUS,
    params: {},
    query: undefined,
    headers,
    mediaType: undefined,
    body: Buffer.alloc(0),
    accepted: undefined,
    controls: {
      callOptions: () => ({ timeoutMs: 1, signal: new AbortController().signal }),
      wait: () => Promise.reject(new Error('nothing waits')),
      extendDeadline: () => undefined,
      inTurns: runToCompletion,
      takeWork: () => undefined,
      beginLive: () => new Cancellation(),
    },
  });
  const check = (consistency: Consistency): void => checkConsistency(consistency, RULES);
  return readConsistency(request, { tokens, check }, inBody);
}

const levelHeader = (text: string): Consistency => read({ 'tidemark-consistency': text });

describe('The consistency of a request', () => {
  it('a request without parameters is eventual', () => {
    expect(read({})).toBe(EVENTUAL);
    expect(levelHeader('eventual')).toBe(EVENTUAL);
    expect(read({}, {})).toBe(EVENTUAL);
  });

  it.each<[string, Consistency]>([
    ['strict', { level: 'strict' }],
    [' strict ; on-unmet=stale', { level: 'strict', onUnmet: 'stale' }],
    ['strict; as-of=2026-11-21T05:35:00Z', { level: 'strict', asOfMs: NOW_MS }],
    ['strict; as-of="2026-11-21T12:35:00+07:00"', { level: 'strict', asOfMs: NOW_MS }],
    [`strict; as-of=${NOW_MS}; on-unmet=error`, { level: 'strict', asOfMs: NOW_MS, onUnmet: 'error' }],
    ['bounded; max-staleness-ms=5000', { level: 'bounded', maxStalenessMs: 5_000 }],
    ['bounded;on-unmet=stale;max-staleness-ms=9', { level: 'bounded', maxStalenessMs: 9, onUnmet: 'stale' }],
    ['bounded; Max-Staleness-Ms=1', { level: 'bounded', maxStalenessMs: 1 }],
    ['eventual; return-token=false', { level: 'eventual', returnToken: false }],
    ['strict; return-token=true', { level: 'strict', returnToken: true }],
  ])('the header "%s" is parsed', (text, expected) => {
    expect(levelHeader(text)).toEqual(expected);
  });

  it.each<[object, Consistency]>([
    [{ level: 'strict' }, { level: 'strict' }],
    [
      { level: 'strict', asOf: '2026-11-21T05:35:00Z' },
      { level: 'strict', asOfMs: NOW_MS },
    ],
    [
      { level: 'bounded', maxStalenessMs: 7, onUnmet: 'stale' },
      { level: 'bounded', maxStalenessMs: 7, onUnmet: 'stale' },
    ],
    [{ returnToken: false }, { level: 'eventual', returnToken: false }],
  ])('the body %j is parsed', (body, expected) => {
    expect(read({}, body)).toEqual(expected);
  });

  it('a token alone means at-least-as-fresh, and any level accepts a token', () => {
    const asFresh = { level: 'at-least-as-fresh', token: tokenOf('u1') };
    expect(read({ 'tidemark-token': token })).toEqual(asFresh);
    expect(read({}, { token })).toEqual(asFresh);
    for (const level of CONSISTENCY_LEVELS.filter((each) => each !== 'bounded')) {
      const expected = { level, token: tokenOf('u1') };
      expect(read({ 'tidemark-consistency': level, 'tidemark-token': token })).toEqual(expected);
      expect(read({}, { level, token })).toEqual(expected);
    }
  });

  it('several tokens are merged into one', () => {
    const several = `${token}, ${tokens.encode(tokenOf('u2'))}`;
    const { writes } = read({ 'tidemark-token': several }).token!;
    expect(writes).toEqual([...tokenOf('u1').writes, ...tokenOf('u2').writes]);
    expect(() => read({ 'tidemark-token': `${token},` })).toThrow(
      tidemarkError('token_invalid', 'tidemark-token'),
    );
    const many = Array.from({ length: 65 }, () => token).join();
    expect(() => read({}, { token: many })).toThrow(tidemarkError('invalid_argument', 'consistency.token'));
  });

  it('header and body may each have some of the parameters, or the same ones', () => {
    expect(
      read({ 'tidemark-consistency': 'strict', 'tidemark-token': token }, { level: 'strict', token }),
    ).toEqual({
      level: 'strict',
      token: tokenOf('u1'),
    });
    expect(read({ 'tidemark-token': token }, { level: 'strict' })).toMatchObject({
      level: 'strict',
      token: {},
    });
  });

  it.each<[string, Record<string, string>, object]>([
    ['consistency.level', { 'tidemark-consistency': 'strict' }, { level: 'eventual' }],
    ['consistency.token', { 'tidemark-token': token }, { token: `${token}A` }],
    ['consistency.onUnmet', { 'tidemark-consistency': 'strict; on-unmet=stale' }, { onUnmet: 'error' }],
    ['consistency.asOf', { 'tidemark-consistency': 'strict; as-of=5' }, { asOf: 6 }],
  ])('a request is rejected for %s if header and body differ', (field, headers, body) => {
    expect(() => read(headers, body)).toThrow(tidemarkError('invalid_argument', field));
  });

  it.each([
    [''],
    ['Strict'],
    ['strict, strict'],
    ['linearizable'],
    ['strict; as-of'],
    ['strict; as-of='],
    ['strict; as-of=yesterday'],
    ['strict; as-of=2026-11-21T05:35:00'],
    ['strict; as-of=-1'],
    ['strict; as-of=1; as-of=1'],
    ['strict; at=1'],
    ['strict;'],
    ['strict; on-unmet=guess'],
    ['strict; max-staleness-ms=5'],
    ['eventual; as-of=5'],
    ['bounded'],
    ['bounded; as-of=5'],
    ['bounded; max-staleness-ms=1.5'],
    ['bounded; max-staleness-ms=-1'],
    ['bounded; max-staleness-ms=0'],
    [`strict; as-of=${NOW_MS + 101}`],
    ['bounded; max-staleness-ms=1e3'],
    ['bounded; max-staleness-ms=518400001'],
    ['max-staleness-ms=5'],
    ['eventual; return-token=no'],
    ['strict; return-token=false'],
    ['bounded; max-staleness-ms=5; return-token=false'],
  ])('the header "%s" is rejected', (text) => {
    expect(() => levelHeader(text)).toThrow(tidemarkError('invalid_argument', 'tidemark-consistency'));
  });

  it.each<[string, unknown]>([
    ['consistency', null],
    ['consistency', 'strict'],
    ['consistency', []],
    ['consistency.levels', { levels: 'strict' }],
    ['consistency.level', { level: 'STRICT' }],
    ['consistency.level', { level: 1 }],
    ['consistency.token', { token: 7 }],
    ['consistency.token', { level: 'at-least-as-fresh' }],
    ['consistency.maxStalenessMs', { level: 'bounded' }],
    ['consistency.maxStalenessMs', { level: 'bounded', maxStalenessMs: '5' }],
    ['consistency.maxStalenessMs', { level: 'bounded', maxStalenessMs: 1.5 }],
    ['consistency.maxStalenessMs', { maxStalenessMs: 5 }],
    ['consistency.asOf', { level: 'strict', asOf: 'noon' }],
    ['consistency.asOf', { level: 'strict', asOf: NOW_MS + 101 }],
    ['consistency.asOf', { level: 'bounded', maxStalenessMs: 5, asOf: 5 }],
    ['consistency.onUnmet', { onUnmet: 'maybe' }],
    ['consistency.returnToken', { returnToken: 'false' }],
    ['consistency.returnToken', { level: 'strict', returnToken: false }],
    ['consistency.returnToken', { token, level: 'eventual', returnToken: false }],
  ])('an error at %s rejects the body %j', (field, body) => {
    expect(() => read({}, body)).toThrow(tidemarkError('invalid_argument', field));
  });

  it('the level at-least-as-fresh needs a token', () => {
    expect(() => levelHeader('at-least-as-fresh')).toThrow(
      tidemarkError('invalid_argument', 'tidemark-token'),
    );
  });

  it.each([
    ['token_invalid', 'nonsense!'],
    ['token_invalid', ''],
    ['token_invalid', `${token.slice(0, -4)}AAAA`],
    ['token_foreign', codec({ storeName: 'another' }).encode(tokenOf('u1'))],
    ['token_expired', codec({ nowMs: () => NOW_MS - 60_001 }).encode(tokenOf('u1', NOW_MS - 60_001))],
    ['token_in_future', codec({ nowMs: () => NOW_MS + 101 }).encode(tokenOf('u1', NOW_MS))],
    ['token_in_future', tokens.encode(tokenOf('u1', NOW_MS + 101))],
  ] as const)('a rejection as %s for the token %s names its source', (code, text) => {
    expect(() => read({ 'tidemark-token': text })).toThrow(tidemarkError(code, 'tidemark-token'));
    expect(() => read({}, { token: text })).toThrow(tidemarkError(code, 'consistency.token'));
  });
});
