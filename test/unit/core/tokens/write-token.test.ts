import { hash128 } from '../../../../src/core/shared/hash64';
import { rowKey } from '../../../../src/core/rows/row-key';
import {
  watermarkColumnOf,
  originOf,
  WATERMARK_VALID_MS,
} from '../../../../src/core/consistency/row-watermark';
import {
  EMPTY_TOKEN,
  isEmptyToken,
  mergeAllTokens,
  mergeTokens,
  rowId,
  tokenOfWrite,
  tokenOfRead,
  writesOf,
  type RowWrite,
  type TokenLimits,
  type WriteToken,
} from '../../../../src/core/tokens/write-token';
import { seededRandom, type Random } from '../../../../src/platform/random';

const NOW_MS = Date.UTC(2026, 5, 1);
const OLD_MS = NOW_MS - WATERMARK_VALID_MS - 1;
const EPSILON_MS = 3;
const ORIGINS = ['org1', 'org2', 'org3'];
const ROWS = ['row-one-', 'row-two-', 'row-thre', 'row-four'];
const COLUMNS = ORIGINS.flatMap((origin) =>
  ['write1', 'write2'].map((writer) => watermarkColumnOf(origin, writer)),
);
const WIDE: TokenLimits = { writesMax: 1_000, nowMs: NOW_MS };

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

function randomWrite(random: Random): RowWrite {
  const versionMs = NOW_MS - Math.floor(random() * 20);
  const ackedMs = NOW_MS - Math.floor(random() * 20);
  return { row: pick(random, ROWS), column: pick(random, COLUMNS), versionMs, ackedMs };
}

/** Generates tokens of sessions: merged from writes, some of which were summarized before. */
function randomToken(random: Random, writesMax = 1_000): WriteToken {
  const writes = Array.from({ length: random() * 8 }, () => tokenOfWrite(randomWrite(random)));
  const summedUp = random() < 0.3 ? [tokenOf([], [[pick(random, ORIGINS), NOW_MS - 10]])] : [];
  return mergeAllTokens([...writes, ...summedUp], { writesMax, nowMs: NOW_MS });
}

function tokenOf(writes: RowWrite[], times: [origin: string, ackedMs: number][]): WriteToken {
  return { writes, times: times.map(([origin, ackedMs]) => ({ origin, ackedMs })) };
}

/** Compares tokens in any order of entries. */
const sorted = ({ writes, times }: WriteToken): unknown => [
  writes.map(({ row, column, versionMs, ackedMs }) => [row, column, versionMs, ackedMs].join()).sort(),
  times.map(({ origin, ackedMs }) => [origin, ackedMs].join()).sort(),
];

/** State of a replica: watermarks of rows, and a heartbeat of each origin. */
interface ReplicaState {
  readonly versions: ReadonlyMap<string, number>;
  readonly heartbeats: ReadonlyMap<string, number>;
}

function randomReplica(random: Random): ReplicaState {
  const level = Math.floor(random() * 20);
  const versions = new Map<string, number>();
  for (const row of ROWS) {
    for (const column of COLUMNS) {
      if (random() < 0.9) versions.set(row + column, NOW_MS - level - Math.floor(random() * 4) + 2);
    }
  }
  const heartbeats = new Map<string, number>();
  for (const origin of ORIGINS)
    heartbeats.set(origin, NOW_MS - Math.floor(random() ** 2 * 25) + EPSILON_MS + 1);
  return { versions, heartbeats };
}

/** Checks a token by the rules of proof, with replication in order: a row's watermark, or the origin's heartbeat. */
function satisfies({ versions, heartbeats }: ReplicaState, { writes, times }: WriteToken): boolean {
  const has = (origin: string, ackedMs: number): boolean => heartbeats.get(origin)! > ackedMs + EPSILON_MS;
  return (
    times.every(({ origin, ackedMs }) => has(origin, ackedMs)) &&
    writes.every(
      ({ row, column, versionMs, ackedMs }) =>
        (versions.get(row + column) ?? 0) >= versionMs || has(originOf(column), ackedMs),
    )
  );
}

describe('merging tokens', () => {
  const random = seededRandom(1);
  const rounds = Array.from({ length: 300 }, () => [1, 2, 3].map(() => randomToken(random)));

  it('does not depend on their order', () => {
    for (const [a, b] of rounds) {
      expect(sorted(mergeTokens(a!, b!, WIDE))).toEqual(sorted(mergeTokens(b!, a!, WIDE)));
      const few = { ...WIDE, writesMax: 3 };
      expect(sorted(mergeTokens(a!, b!, few))).toEqual(sorted(mergeTokens(b!, a!, few)));
    }
  });

  it('does not depend on grouping while nothing is summarized', () => {
    for (const [a, b, c] of rounds) {
      const left = mergeTokens(mergeTokens(a!, b!, WIDE), c!, WIDE);
      const right = mergeTokens(a!, mergeTokens(b!, c!, WIDE), WIDE);
      // A write that an origin's time covers is omitted, so its version may be that of either.
      if ([a, b, c].some((token) => token!.times.length > 0)) continue;
      expect(sorted(left)).toEqual(sorted(right));
      expect(sorted(left)).toEqual(sorted(mergeAllTokens([a!, b!, c!], WIDE)));
    }
  });

  it('does not change the result for repeated or empty tokens', () => {
    for (const writesMax of [3, 1_000]) {
      for (const [any] of rounds) {
        const limits = { ...WIDE, writesMax };
        const token = mergeAllTokens([any!], limits);
        expect(sorted(mergeTokens(token, token, limits))).toEqual(sorted(token));
        expect(sorted(mergeTokens(token, EMPTY_TOKEN, limits))).toEqual(sorted(token));
      }
    }
  });

  it.each([1, 3, 1_000])('never requires less than either token, with at most %i writes', (writesMax) => {
    let satisfied = 0;
    let unsatisfied = 0;
    for (const tokens of rounds) {
      const [a, b, c] = tokens.map((token) => mergeAllTokens([token], { ...WIDE, writesMax }));
      const limits = { ...WIDE, writesMax };
      const merged = mergeTokens(mergeTokens(a!, b!, limits), c!, limits);
      expect(merged.writes.length).toBeLessThanOrEqual(writesMax);
      for (let count = 0; count < 5; count++) {
        const replica = randomReplica(random);
        if (satisfies(replica, merged)) {
          satisfied++;
          for (const token of tokens) expect(satisfies(replica, token)).toBe(true);
        } else {
          unsatisfied++;
        }
      }
    }
    expect(Math.min(satisfied, unsatisfied)).toBeGreaterThan(120);
  });

  it('requires no more than all tokens together while all writes are listed', () => {
    const oneClock = ({ writes }: WriteToken): WriteToken =>
      tokenOf(
        writes.map((write) => ({ ...write, ackedMs: write.versionMs + 1 })),
        [],
      );
    let satisfied = 0;
    for (const round of rounds) {
      const tokens = round.map(oneClock);
      const replica = randomReplica(random);
      if (!tokens.every((token) => satisfies(replica, token))) continue;
      satisfied++;
      expect(satisfies(replica, mergeAllTokens(tokens, WIDE))).toBe(true);
    }
    expect(satisfied).toBeGreaterThan(40);
  });

  it('summarizes the oldest writes by origin', () => {
    const write = (index: number, origin: string): RowWrite => ({
      row: `row-${1000 + index}`,
      column: watermarkColumnOf(origin, 'writer'),
      versionMs: NOW_MS - index,
      ackedMs: NOW_MS - index,
    });
    const writes = [write(1, 'org1'), write(2, 'org2'), write(3, 'org2'), write(4, 'org3'), write(5, 'org1')];
    const token = mergeAllTokens(writes.map(tokenOfWrite), { writesMax: 3, nowMs: NOW_MS });
    expect(token.writes).toEqual(writes.slice(0, 3));
    expect(sorted(token)).toEqual(
      sorted(
        tokenOf(writes.slice(0, 3), [
          ['org3', NOW_MS - 4],
          ['org1', NOW_MS - 5],
        ]),
      ),
    );
  });

  it("omits writes that an origin's time covers", () => {
    const write = { ...randomWrite(seededRandom(3)), ackedMs: NOW_MS - 5 };
    const origin = originOf(write.column);
    const times = (ackedMs: number) => tokenOf([], [[origin, ackedMs]]);
    expect(mergeTokens(tokenOfWrite(write), times(NOW_MS - 5), WIDE)).toEqual(times(NOW_MS - 5));
    expect(mergeTokens(tokenOfWrite(write), times(NOW_MS - 6), WIDE).writes).toEqual([write]);
  });

  it('omits entries old enough to be fully replicated', () => {
    const write = randomWrite(seededRandom(3));
    const dated = (versionMs: number, ackedMs: number) => tokenOfWrite({ ...write, versionMs, ackedMs });
    const kept = (token: WriteToken) => !isEmptyToken(mergeTokens(token, EMPTY_TOKEN, WIDE));
    expect(kept(dated(OLD_MS, OLD_MS))).toBe(false);
    expect(kept(dated(OLD_MS + 1, OLD_MS))).toBe(true);
    expect(kept(dated(OLD_MS, OLD_MS + 1))).toBe(true);
    expect(kept(tokenOf([], [['org1', OLD_MS]]))).toBe(false);
    expect(kept(tokenOf([], [['org1', OLD_MS + 1]]))).toBe(true);
  });

  it('returns the empty token if nothing remains', () => {
    expect(mergeTokens(EMPTY_TOKEN, EMPTY_TOKEN, WIDE)).toBe(EMPTY_TOKEN);
    expect(mergeAllTokens([], WIDE)).toBe(EMPTY_TOKEN);
    expect(isEmptyToken(EMPTY_TOKEN)).toBe(true);
  });
});

describe('the token of a read', () => {
  it('requires what the read saw, unless it is fully replicated', () => {
    const watermark = new Map([
      [COLUMNS[0]!, NOW_MS - 5],
      [COLUMNS[1]!, OLD_MS],
      [COLUMNS[2]!, OLD_MS + 1],
    ]);
    const token = tokenOfRead(watermark, 'row-one-', NOW_MS);
    expect(token).toEqual(
      tokenOf(
        [
          { row: 'row-one-', column: COLUMNS[0]!, versionMs: NOW_MS - 5, ackedMs: NOW_MS },
          { row: 'row-one-', column: COLUMNS[2]!, versionMs: OLD_MS + 1, ackedMs: NOW_MS },
        ],
        [],
      ),
    );
    expect(tokenOfRead(new Map(), 'row-one-', NOW_MS)).toBe(EMPTY_TOKEN);
    expect(tokenOfRead(new Map([[COLUMNS[0]!, OLD_MS]]), 'row-one-', NOW_MS)).toBe(EMPTY_TOKEN);
  });
});

describe('rows in tokens', () => {
  it('are distinguished by table and key', () => {
    const id = rowId('t', rowKey('user-1'));
    expect(id).toHaveLength(16);
    expect(rowId('t', rowKey('user-1'))).toBe(id);
    const ids = [rowId('u', rowKey('user-1')), rowId('t', rowKey('user-2')), rowId('', Buffer.from('t\0'))];
    expect(new Set([id, ...ids]).size).toBe(4);
    // All readers of tokens depend on this hash, in any process and version: it must not change.
    const hash = hash128(Buffer.from('profiles\0a7#user-1')).toString('latin1');
    expect(rowId('profiles', Buffer.from('a7#user-1'))).toBe(hash);
    const long = Buffer.alloc(10_000, 'x');
    const longHash = hash128(Buffer.concat([Buffer.from('profiles\0'), long])).toString('latin1');
    expect(rowId('profiles', long)).toBe(longHash);
  });

  it('are found among the others', () => {
    const writes = ROWS.map((row) => ({ ...randomWrite(seededRandom(4)), row }));
    expect(writesOf(tokenOf(writes, []), ROWS[2]!)).toEqual([writes[2]]);
    expect(writesOf(EMPTY_TOKEN, ROWS[2]!)).toEqual([]);
  });
});
