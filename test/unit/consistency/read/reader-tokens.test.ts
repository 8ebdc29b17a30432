import { familyIs } from '../../../../src/bigtable/read/filters';
import { deleteFromRow, setCell } from '../../../../src/bigtable/write/mutations';
import { EVENTUAL, type Consistency } from '../../../../src/core/consistency/consistency';
import { rowKey } from '../../../../src/core/rows/row-key';
import { originOf } from '../../../../src/core/consistency/row-watermark';
import { EMPTY_TOKEN, mergeAllTokens, type WriteToken } from '../../../../src/core/tokens/write-token';
import { DEFAULTS } from '../../../../src/config/defaults';
import { watermarkCell } from '../../../../src/consistency/write/watermark-cell';
import { KEY, ReaderWorld, TABLE, type ReaderProcess } from '../reader-world';

const { writesMax } = DEFAULTS.tokens;
const OTHERS = Array.from({ length: writesMax }, (_, index) => rowKey(`other-${index}`));

describe('The token of an answer', () => {
  let world: ReaderWorld;
  let us: ReaderProcess;
  let eu: ReaderProcess;
  beforeEach(async () => {
    world = await ReaderWorld.open();
    us = world.process('us');
    eu = world.process('eu');
    await us.write('own');
  });
  afterEach(() => world.close());

  const writeTo = async (key: Buffer): Promise<WriteToken> => {
    const mutation = setCell('f', Buffer.from('q'), 1_000, Buffer.from('v'));
    return (await us.mutate([mutation], key)).token;
  };
  const given = async (keys: readonly Buffer[]): Promise<WriteToken> => {
    const tokens: WriteToken[] = [];
    for (const key of keys) tokens.push(await writeTo(key));
    return mergeAllTokens(tokens, { writesMax, nowMs: world.clock.nowMs() });
  };

  /** Whether what satisfies the answer's token satisfies the given one. */
  const covers = (token: WriteToken, asked: WriteToken): boolean => {
    const timeOf = (origin: string): number =>
      token.times.find((each) => each.origin === origin)?.ackedMs ?? -Infinity;
    const isNamed = ({ row, column, versionMs }: WriteToken['writes'][0]): boolean =>
      token.writes.some((each) => each.row === row && each.column === column && each.versionMs >= versionMs);
    return (
      asked.writes.every((write) => isNamed(write) || timeOf(originOf(write.column)) >= write.ackedMs) &&
      asked.times.every(({ origin, ackedMs }) => timeOf(origin) >= ackedMs)
    );
  };

  const LEVELS: readonly Consistency[] = [
    { level: 'at-least-as-fresh' },
    { level: 'strict' },
    { level: 'bounded', maxStalenessMs: 1 },
    EVENTUAL,
  ];
  it.each(LEVELS)('covers the given one and what was seen: $level', async (consistency) => {
    const token = await given(OTHERS.slice(0, 2));
    await world.clock.advance(500);
    const { evidence } = await world.settled(eu.read({ ...consistency, token }));
    expect(covers(evidence.token, token)).toBe(true);
    const seen = await world.settled(eu.read(EVENTUAL));
    expect(seen.evidence.token.writes).toHaveLength(1);
    expect(covers(evidence.token, seen.evidence.token)).toBe(true);
    expect(covers(seen.evidence.token, token)).toBe(false);
  });

  it('is empty if it is not to be returned, and no watermark is read then', async () => {
    await world.clock.advance(500);
    const asked: Consistency = { level: 'eventual', returnToken: false };
    const read = { table: TABLE, keys: [KEY, rowKey('other')], filter: familyIs('f') };
    const sent = eu.calls.length;
    const one = await world.settled(eu.read(asked));
    const several = await world.settled(eu.reader.readRows(read, asked));
    expect([one.evidence.token, several.evidence.token]).toEqual([EMPTY_TOKEN, EMPTY_TOKEN]);
    expect([one.row?.cells.length, several.rows[0]?.cells.length]).toEqual([1, 1]);
    expect(eu.calls.slice(sent).map(({ namesWatermarks }) => namesWatermarks)).toEqual([false, false]);
    await world.settled(eu.read(EVENTUAL));
    expect(eu.calls.at(-1)).toMatchObject({ namesWatermarks: true });
  });

  it('covers the given one when that is as long as a token may be', async () => {
    const token = await given(OTHERS);
    expect(token.writes).toHaveLength(writesMax);
    await world.clock.advance(500);
    const { evidence } = await world.settled(eu.read({ ...EVENTUAL, token }));
    expect(evidence.token.times).toHaveLength(1);
    expect(covers(evidence.token, token)).toBe(true);
  });

  it('covers the given one of a read of several rows, whether these are there or not', async () => {
    const token = await given(OTHERS.slice(0, 2));
    await world.clock.advance(500);
    const read = { table: TABLE, keys: [KEY, rowKey('no-writes')], filter: familyIs('f') };
    const { evidence } = await world.settled(eu.reader.readRows(read, { ...EVENTUAL, token }));
    expect(covers(evidence.token, token)).toBe(true);
  });
});

describe('A token that names writes of two clusters to a row that was deleted since', () => {
  const OTHER = rowKey('other');
  let world: ReaderWorld;
  let asia: ReaderProcess;
  let token: WriteToken;

  beforeEach(async () => {
    world = await ReaderWorld.open();
    const [us, eu] = [world.process('us'), world.process('eu')];
    asia = world.process('asia');
    const receipts = [await us.write('a'), await eu.write('b'), await us.write('c', OTHER)];
    const tokens = receipts.map((receipt) => receipt.token);
    token = mergeAllTokens(tokens, { writesMax, nowMs: world.clock.nowMs() });
    const client = us.routing.clients.of(world.cluster('us-a'));
    await world.settled(client.mutateRow(TABLE, { key: KEY, mutations: [deleteFromRow()] }));
    await world.clock.advance(500);
  });
  afterEach(() => world.close());

  const row = { table: TABLE, key: KEY, filter: familyIs('f') };
  const rows = { table: TABLE, keys: [KEY, OTHER], filter: familyIs('f') };
  const levels = (): readonly Consistency[] => [
    { level: 'at-least-as-fresh', token },
    { level: 'strict', token },
  ];

  it('requires nothing of a row that moves have deleted', async () => {
    for (const level of levels()) {
      const answer = await world.settled(asia.reader.readRow({ ...row, wasMoved: true }, level));
      expect([answer.row, answer.evidence.met]).toEqual([undefined, true]);
      const read = { ...rows, wasMoved: [true, false] };
      const several = await world.settled(asia.reader.readRows(read, level));
      expect(several.rows.map((each) => each?.cells.length)).toEqual([undefined, 1]);
      expect(several.unmet).toEqual([]);
    }
  });

  it('requires its writes of any other row: they may be on their way', async () => {
    for (const level of levels()) {
      const call = { timeoutMs: 1_000 };
      const unmet = 'consistency_unmet';
      expect((await world.errorOf(asia.reader.readRow(row, level, call))).code).toBe(unmet);
      const read = { ...rows, wasMoved: [false, true] };
      expect((await world.errorOf(asia.reader.readRows(read, level, call))).code).toBe(unmet);
    }
  });
});

describe('Writes of an earlier stay that arrive again in a row that has returned', () => {
  let world: ReaderWorld;
  let asia: ReaderProcess;

  /** Two clusters take a late write whose predecessor was deleted with the row. */
  beforeEach(async () => {
    world = await ReaderWorld.open();
    asia = world.process('asia');
    await world.process('us').write('new');
    for (const id of ['us-a', 'eu-a']) {
      const cluster = world.cluster(id);
      const versionMs = world.clock.nowMs();
      const state = { writer: 'former', predecessorAt: () => versionMs - 5 };
      const mutations = [watermarkCell(state, cluster.code, versionMs)];
      const client = asia.routing.clients.of(cluster);
      await world.settled(client.mutateRow(TABLE, { key: KEY, mutations }));
    }
    await world.clock.advance(500);
  });
  afterEach(() => world.close());

  const read = { table: TABLE, key: KEY, filter: familyIs('f') };
  const strict = { level: 'strict' } as const;

  it('leave strict reads of a moved row provable', async () => {
    const { row, evidence } = await world.settled(asia.reader.readRow({ ...read, wasMoved: true }, strict));
    expect([row?.cells.length, evidence.met]).toEqual([1, true]);
  });

  it('keep strict reads of any other row unproven, since the replica may lack a write', async () => {
    const error = await world.errorOf(asia.reader.readRow(read, strict, { timeoutMs: 1_000 }));
    expect(error.code).toBe('consistency_unmet');
  });
});
