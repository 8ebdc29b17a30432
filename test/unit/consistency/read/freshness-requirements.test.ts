import { EVENTUAL, type Consistency } from '../../../../src/core/consistency/consistency';
import { rowId, tokenOfWrite, type OriginTime, type RowWrite } from '../../../../src/core/tokens/write-token';
import { TidemarkError } from '../../../../src/errors';
import { checkConsistency } from '../../../../src/consistency/read/check-consistency';
import {
  requirementsOf,
  resolveRequirements,
  withoutRetiredOrigins,
  type FreshnessRequirement,
  type OriginShown,
} from '../../../../src/consistency/read/freshness-requirements';

const NOW = 1_800_000_000_000;
/** Older writes are in every cluster. */
const SETTLED = NOW - 90_000_000;
const KEY = Buffer.from('00#a');
const ROW = { table: 't', key: KEY, origins: ['aaaa', 'bbbb'], nowMs: NOW, replicatedBeforeMs: SETTLED };
const ID = rowId('t', KEY);

const write = (column: string, versionMs: number, ackedMs = versionMs + 5): RowWrite => ({
  row: ID,
  column,
  versionMs,
  ackedMs,
});
const tokenOf = (writes: readonly RowWrite[], times: readonly OriginTime[] = []): Consistency => ({
  level: 'at-least-as-fresh',
  token: { writes, times },
});

describe('The requirements', () => {
  it.each<[string, Consistency]>([
    ['an eventual read', EVENTUAL],
    ['a token of nothing', tokenOf([])],
    [
      'a token of another row',
      tokenOf([{ ...write('aaaawriter', NOW), row: rowId('t', Buffer.from('00#b')) }]),
    ],
    ['the same row of another table', tokenOf([{ ...write('aaaawriter', NOW), row: rowId('u', KEY) }])],
    ['a write so old that it is everywhere', tokenOf([write('aaaawriter', SETTLED - 1, NOW)])],
    ['a time so long ago', tokenOf([], [{ origin: 'aaaa', ackedMs: SETTLED - 1 }])],
    ['a bound so wide', { level: 'bounded', maxStalenessMs: NOW - SETTLED + 1 }],
    ['a strict read as of so long ago', { level: 'strict', asOfMs: SETTLED - 1 }],
  ])('of %s are none', (_, consistency) => expect(requirementsOf(consistency, ROW)).toEqual([]));

  it.each<[string, Consistency, number]>([
    ['a strict read', { level: 'strict' }, NOW],
    ['a strict read as of a time', { level: 'strict', asOfMs: NOW - 9 }, NOW - 9],
    ['a strict read as of a time that is ahead of this clock', { level: 'strict', asOfMs: NOW + 9 }, NOW + 9],
    ['a bounded read', { level: 'bounded', maxStalenessMs: 2_000 }, NOW - 2_000],
    ['the widest bound', { level: 'bounded', maxStalenessMs: NOW - SETTLED }, SETTLED],
  ])('of %s are for each origin all that it had acknowledged', (_, consistency, ackedMs) => {
    expect(requirementsOf(consistency, ROW)).toEqual([
      { origin: 'aaaa', ackedMs, versions: undefined, source: 'level' },
      { origin: 'bbbb', ackedMs, versions: undefined, source: 'level' },
    ]);
  });

  it('of a token are one for each origin whose writes it names, and one for each time', () => {
    const writes = [
      write('aaaawriter', NOW - 50),
      write('ccccwriter', NOW - 40),
      write('aaaaOTHERw', NOW - 30),
    ];
    expect(requirementsOf(tokenOf(writes, [{ origin: 'aaaa', ackedMs: NOW - 99 }]), ROW)).toEqual([
      {
        origin: 'aaaa',
        ackedMs: NOW - 25,
        source: 'writes',
        versions: new Map([
          ['aaaawriter', NOW - 50],
          ['aaaaOTHERw', NOW - 30],
        ]),
      },
      { origin: 'cccc', ackedMs: NOW - 35, versions: new Map([['ccccwriter', NOW - 40]]), source: 'writes' },
      { origin: 'aaaa', ackedMs: NOW - 99, versions: undefined, source: 'time' },
    ]);
  });

  it('of a level and of a token are both listed', () => {
    const { token } = tokenOf([write('aaaawriter', NOW)]);
    const requirements = requirementsOf({ level: 'strict', token: token! }, ROW);
    expect(requirements.map(({ origin, source }) => `${origin} ${source}`)).toEqual([
      'aaaa level',
      'bbbb level',
      'aaaa writes',
    ]);
  });
});

describe('The versions that an origin reports of its own row', () => {
  const requirements: readonly FreshnessRequirement[] = [
    { origin: 'aaaa', ackedMs: NOW, versions: undefined, source: 'level' },
    { origin: 'aaaa', ackedMs: NOW - 7, versions: undefined, source: 'time' },
    { origin: 'aaaa', ackedMs: NOW - 5, versions: new Map([['aaaawriter', 1]]), source: 'writes' },
    { origin: 'bbbb', ackedMs: NOW, versions: undefined, source: 'level' },
  ];
  const learnt = (watermark: ReadonlyMap<string, number>, origin = 'aaaa') =>
    resolveRequirements(requirements, {
      origin,
      watermark,
      replicatedBeforeMs: SETTLED,
      wasMoved: false,
    }).map(({ versions }) => versions && [...versions]);

  it('resolve its own requirements, and change neither those of other origins nor those of writes that are shown', () => {
    const watermark = new Map([
      ['aaaawriter', NOW - 9],
      ['bbbbwriter', NOW - 8],
    ]);
    const own = [['aaaawriter', NOW - 9]];
    expect(learnt(watermark)).toEqual([own, own, [['aaaawriter', 1]], undefined]);
  });

  it('do not count where a replica may have collected them as garbage', () => {
    const [young, old] = [SETTLED, SETTLED - 1];
    expect(
      learnt(
        new Map([
          ['aaaayoungx', young],
          ['aaaaolderx', old],
        ]),
      )[0],
    ).toEqual([['aaaayoungx', young]]);
  });

  it('are used once: later ones may include more than the read requires', () => {
    const once = resolveRequirements(requirements, {
      origin: 'aaaa',
      watermark: new Map([['aaaawriter', NOW]]),
      replicatedBeforeMs: SETTLED,
      wasMoved: false,
    });
    expect(
      resolveRequirements(once, {
        origin: 'aaaa',
        watermark: new Map([['aaaawriter', NOW + 1]]),
        replicatedBeforeMs: SETTLED,
        wasMoved: false,
      }),
    ).toBe(once);
    expect(
      resolveRequirements(requirements, {
        origin: 'cccc',
        watermark: new Map(),
        replicatedBeforeMs: SETTLED,
        wasMoved: false,
      }),
    ).toBe(requirements);
  });
});

describe('Writes that a token names', () => {
  const required = new Map([
    ['aaaafirstw', 5],
    ['aaaasecond', 7],
  ]);
  const named = (origin = 'aaaa'): FreshnessRequirement => ({
    origin,
    ackedMs: NOW - 5,
    versions: required,
    source: 'writes',
  });
  const all = [...required];
  const left = (
    watermark: ReadonlyMap<string, number>,
    { origin = 'aaaa', wasMoved = true, gaps = [] }: Partial<OriginShown> = {},
  ) => {
    const shown = { origin, watermark, gaps, replicatedBeforeMs: SETTLED, wasMoved };
    return resolveRequirements([named(), named('bbbb')], shown).map(({ versions }) => [...versions!]);
  };

  it('are required no longer once their origin shows that they were deleted with its row', () => {
    expect(left(new Map())).toEqual([[], all]);
    expect(left(new Map([['aaaasecond', 7]]))).toEqual([[['aaaasecond', 7]], all]);
    expect(
      left(
        new Map([
          ['aaaafirstw', 4],
          ['aaaasecond', 9],
        ]),
      ),
    ).toEqual([[['aaaasecond', 7]], all]);
  });

  it('are required no longer once their origin shows that their predecessor was deleted with its row', () => {
    const gaps = [{ column: 'aaaafirstw', versionMs: 5, predecessorMs: 3 }];
    expect(left(required, { gaps })).toEqual([[['aaaasecond', 7]], all]);
    expect(left(required, { gaps, wasMoved: false })).toEqual([all, all]);
    const strict: FreshnessRequirement = { ...named(), versions: undefined, source: 'level' };
    const watermark = new Map([...required.keys()].map((column): [string, number] => [column, NOW]));
    const shown = { origin: 'aaaa', watermark, gaps, replicatedBeforeMs: SETTLED, wasMoved: true };
    const resolved = resolveRequirements([strict], shown);
    expect([...resolved[0]!.versions!]).toEqual([['aaaasecond', NOW]]);
  });

  it('stay required while their origin shows them, and whatever others show', () => {
    expect(left(required)).toEqual([all, all]);
    expect(left(new Map(), { origin: 'cccc' })).toEqual([all, all]);
  });

  it('stay required where no move deletes rows', () => {
    expect(left(new Map(), { wasMoved: false })).toEqual([all, all]);
  });
});

describe('Once an origin has left the topology', () => {
  it('the level requires nothing of it, and a token requires as much as before', () => {
    const { token } = tokenOf([write('aaaawriter', NOW)], [{ origin: 'aaaa', ackedMs: NOW }]);
    const requirements = requirementsOf({ level: 'strict', token: token! }, ROW);
    const left = withoutRetiredOrigins(requirements, ['bbbb']).map(
      ({ origin, source }) => `${origin} ${source}`,
    );
    expect(left).toEqual(['bbbb level', 'aaaa writes', 'aaaa time']);
    expect(withoutRetiredOrigins(requirements, ['aaaa', 'bbbb', 'cccc'])).toBe(requirements);
  });
});

describe('A consistency', () => {
  const RULES = { nowMs: NOW, clockSkewMaxMs: 100, hasClusterTopology: true };
  const EMPTY = { writes: [], times: [] };
  const refusal = (consistency: unknown, rules = RULES): string | undefined => {
    try {
      checkConsistency(consistency as Consistency, rules);
      return undefined;
    } catch (error) {
      return error instanceof TidemarkError ? `${error.code} ${error.field}` : String(error);
    }
  };

  it.each([
    [{ level: 'linearizable' }, 'level'],
    [{ level: 'at-least-as-fresh' }, 'token'],
    [{ level: 'bounded' }, 'maxStalenessMs'],
    [{ level: 'bounded', maxStalenessMs: 0 }, 'maxStalenessMs'],
    [{ level: 'bounded', maxStalenessMs: -1 }, 'maxStalenessMs'],
    [{ level: 'bounded', maxStalenessMs: NaN }, 'maxStalenessMs'],
    [{ level: 'bounded', maxStalenessMs: Infinity }, 'maxStalenessMs'],
    [{ level: 'strict', maxStalenessMs: 5 }, 'maxStalenessMs'],
    [{ level: 'eventual', maxStalenessMs: 5 }, 'maxStalenessMs'],
    [{ level: 'bounded', maxStalenessMs: 5, asOfMs: NOW }, 'asOfMs'],
    [{ level: 'strict', asOfMs: NOW + 101 }, 'asOfMs'],
    [{ level: 'strict', asOfMs: NaN }, 'asOfMs'],
    [{ level: 'strict', onUnmet: 'guess' }, 'onUnmet'],
  ])('like %j is refused, naming the field %s', (consistency, field) => {
    expect(refusal(consistency)).toBe(`invalid_argument consistency.${field}`);
  });

  it.each([
    EVENTUAL,
    { level: 'eventual', token: EMPTY, onUnmet: 'stale' },
    { level: 'at-least-as-fresh', token: EMPTY },
    { level: 'bounded', maxStalenessMs: 0.5, token: EMPTY, onUnmet: 'stale' },
    { level: 'strict', asOfMs: NOW + 100, onUnmet: 'error' },
    { level: 'strict', asOfMs: 0 },
  ])('like %j is taken', (consistency) => expect(refusal(consistency)).toBeUndefined());

  it('that needs a cluster topology is rejected without one', () => {
    const rules = { ...RULES, hasClusterTopology: false };
    const summedUp = { writes: [], times: [{ origin: 'aaaa', ackedMs: NOW }] };
    const named = tokenOfWrite({ row: 'r', column: 'aaaawriter', versionMs: NOW, ackedMs: NOW });
    expect(refusal({ level: 'strict' }, rules)).toBe('consistency_unsupported consistency');
    expect(refusal({ level: 'bounded', maxStalenessMs: 9 }, rules)).toBe(
      'consistency_unsupported consistency',
    );
    expect(refusal({ level: 'eventual', token: summedUp }, rules)).toBe(
      'consistency_unsupported consistency',
    );
    expect(refusal({ level: 'at-least-as-fresh', token: named }, rules)).toBe(
      'consistency_unsupported consistency',
    );
    expect(refusal({ level: 'at-least-as-fresh', token: EMPTY }, rules)).toBeUndefined();
  });
});
