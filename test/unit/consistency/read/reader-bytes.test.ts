import { familyIs } from '../../../../src/bigtable/read/filters';
import { EVENTUAL, type Consistency } from '../../../../src/core/consistency/consistency';
import { rowKey } from '../../../../src/core/rows/row-key';
import { KEY, ReaderWorld, TABLE, type ReaderProcess } from '../reader-world';

const LARGE = 'x'.repeat(2_000_000);
const BYTES_MAX = 1_000_000;
const SMALL_KEYS = [rowKey('user-2'), rowKey('user-3')];
const STRICT: Consistency = { level: 'strict' };
const BOUNDED: Consistency = { level: 'bounded', maxStalenessMs: 5_000 };

describe('A row beyond its limit of bytes', () => {
  let world: ReaderWorld;
  let us: ReaderProcess;
  const filter = familyIs('f');

  beforeEach(async () => {
    world = await ReaderWorld.open();
    us = world.process('us');
    await us.write(LARGE);
    for (const key of SMALL_KEYS) await us.write('small', key);
  });
  afterEach(() => world.close());

  it.each([
    ['eventual', EVENTUAL, 'row'],
    ['strict', STRICT, 'row'],
    ['bounded, which reads heartbeats beside it', BOUNDED, 'row+shard'],
  ] as const)(
    'ends a read that is %s, and no other replica is queried for it',
    async (_, consistency, evidence) => {
      const eu = world.process('eu', { evidence });
      for (const origin of ['us-a', 'asia-a']) await eu.beat(origin);
      await world.clock.advance(500);
      const read = { table: TABLE, key: KEY, filter };
      const { code } = await world.errorOf(eu.reader.readRow({ ...read, bytesMax: BYTES_MAX }, consistency));
      expect(code).toBe('answer_too_large');
      const sent = eu.calls.length;
      await world.clock.advance(5_000);
      expect(eu.calls).toHaveLength(sent);
      expect((await world.settled(eu.reader.readRow(read, consistency))).row?.cells).toHaveLength(1);
    },
  );

  it('ends a read of several', async () => {
    await world.clock.advance(500);
    const eu = world.process('eu');
    const read = { table: TABLE, keys: [KEY, ...SMALL_KEYS], filter };
    const { code } = await world.errorOf(eu.reader.readRows({ ...read, rowBytesMax: BYTES_MAX }, STRICT));
    expect(code).toBe('answer_too_large');
    const others = { ...read, keys: SMALL_KEYS, rowBytesMax: BYTES_MAX };
    expect((await world.settled(eu.reader.readRows(others, STRICT))).rows).toHaveLength(2);
  });
});
