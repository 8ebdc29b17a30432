import { familyIs } from '../../../../src/bigtable/read/filters';
import { setCell } from '../../../../src/bigtable/write/mutations';
import type { Row } from '../../../../src/bigtable/client/types';
import { EVENTUAL } from '../../../../src/core/consistency/consistency';
import { rowKey } from '../../../../src/core/rows/row-key';
import type { WriteReceipt } from '../../../../src/consistency/store';
import { KEY, ReaderWorld, TABLE, writesOnlyAt, type ReaderProcess } from '../reader-world';

const OTHER = rowKey('user-2');

/** Two writes of us-a, of which eu-a has the later one alone: replication has applied them out of order. */
describe('A replica that shows a later write and not the one before it', () => {
  let world: ReaderWorld;
  let us: ReaderProcess;
  let eu: ReaderProcess;
  let first: WriteReceipt;
  let second: WriteReceipt;

  beforeEach(async () => {
    world = await ReaderWorld.open(writesOnlyAt(['us-a']));
    us = world.process('us');
    eu = world.process('eu');
    world.stopReplication('us-a', 'eu-a');
    first = await write('first');
    second = await write('second');
    await world.applyAlone('second', versionOf(second), 'us-a', 'eu-a');
    expect(namesIn(await world.rowAt('eu-a'))).toEqual(['second']);
  });
  afterEach(() => world.close());

  const write = (name: string): Promise<WriteReceipt> =>
    us.mutate([setCell('f', Buffer.from(name), 1_000, Buffer.from('x'))]);
  const versionOf = ({ token }: WriteReceipt): number => token.writes[0]!.versionMs;

  it('does not answer a strict read', async () => {
    const { row, evidence } = await world.settled(eu.read({ level: 'strict' }));
    expect(namesIn(row)).toEqual(['first', 'second']);
    expect(evidence).toMatchObject({ met: true, clusters: ['us-a'] });
  });

  it('does not answer a read with the token of either write', async () => {
    for (const { token } of [first, second]) {
      const { row, evidence } = await world.settled(eu.read({ level: 'at-least-as-fresh', token }));
      expect([namesIn(row), evidence.clusters]).toEqual([['first', 'second'], ['us-a']]);
    }
  });

  it('does not prove a bounded read either', async () => {
    await world.clock.advance(1_000);
    const { row } = await world.settled(eu.read({ level: 'bounded', maxStalenessMs: 100 }));
    expect(namesIn(row)).toEqual(['first', 'second']);
  });

  it('does not answer a read of several rows', async () => {
    const read = { table: TABLE, keys: [KEY, OTHER], filter: familyIs('f') };
    const consistency = { level: 'at-least-as-fresh', token: second.token } as const;
    const { rows } = await world.settled(eu.reader.readRows(read, consistency));
    expect(rows.map(namesIn)).toEqual([['first', 'second'], []]);
  });

  it('answers an eventual read, whose token asks the next one for both writes', async () => {
    const seen = await world.settled(eu.read(EVENTUAL));
    expect([namesIn(seen.row), seen.evidence.clusters]).toEqual([['second'], ['eu-a']]);
    const { row } = await world.settled(eu.read({ ...EVENTUAL, token: seen.evidence.token }));
    expect(namesIn(row)).toEqual(['first', 'second']);
  });

  it('is reported, with what it lacks; an eventual read finds nothing out', async () => {
    await world.settled(eu.read(EVENTUAL));
    expect(eu.gaps).toEqual([]);
    await world.settled(eu.read({ level: 'at-least-as-fresh', token: second.token }));
    // It was asked again while the origin's answer was awaited.
    expect(new Set(eu.gaps.map((each) => JSON.stringify(each))).size).toBe(1);
    const [{ replica, table, gaps }] = eu.gaps as [(typeof eu.gaps)[0]];
    expect([replica.id, table]).toEqual(['eu-a', TABLE]);
    expect(gaps).toEqual([
      {
        column: second.token.writes[0]!.column,
        versionMs: versionOf(second),
        predecessorMs: versionOf(first),
      },
    ]);
  });

  it('answers by itself once the missing write has arrived', async () => {
    await world.applyAlone('first', versionOf(first), 'us-a', 'eu-a');
    const { evidence } = await world.settled(eu.read({ level: 'at-least-as-fresh', token: second.token }));
    expect(evidence).toMatchObject({ met: true, clusters: ['eu-a'] });
    expect(eu.gaps).toEqual([]);
  });
});

/** One after the other, by a process in the us, until they are everywhere. Returns the last one's receipt. */
async function writeThree(world: ReaderWorld): Promise<WriteReceipt> {
  const us = world.process('us');
  let last!: WriteReceipt;
  for (const name of ['1', '2', '3']) {
    last = await us.mutate([setCell('f', Buffer.from(name), 1_000, Buffer.from('x'))]);
  }
  await world.clock.advance(500);
  return last;
}

describe('A replica whose chain is longer than a read fetches', () => {
  it('proves nothing of it, and is not reported; the origin answers', async () => {
    const world = await ReaderWorld.open(writesOnlyAt(['us-a']));
    const eu = world.process('eu', { watermarkDepth: 2 });
    const last = await writeThree(world);
    const consistency = { level: 'at-least-as-fresh', token: last.token } as const;
    const { evidence } = await world.settled(eu.read(consistency));
    expect([evidence.clusters, eu.gaps]).toEqual([['us-a'], []]);
    const deeper = world.process('eu', { watermarkDepth: 3 });
    expect((await world.settled(deeper.read(consistency))).evidence.clusters).toEqual(['eu-a']);
    await world.close();
  });
});

describe('A chain of an origin that cannot be asked', () => {
  it('is fetched as far as it is kept, for nothing else can prove it', async () => {
    const world = await ReaderWorld.open(writesOnlyAt(['us-a']));
    const eu = world.process('eu', { watermarkDepth: 2 });
    const last = await writeThree(world);
    world.reload({ 'eu-a': { region: 'eu' }, 'asia-a': { region: 'asia' } });
    const consistency = { level: 'at-least-as-fresh', token: last.token } as const;
    expect((await world.settled(eu.read(consistency))).evidence.clusters).toEqual(['eu-a']);
    const read = { table: TABLE, keys: [OTHER, KEY], filter: familyIs('f') };
    const { evidence } = await world.settled(eu.reader.readRows(read, consistency));
    expect(evidence).toMatchObject({ met: true, clusters: ['eu-a'], lookups: 1 });
    await world.close();
  });
});

describe('What a read fetches of watermarks', () => {
  it('is the newest cell of a column where any answer will do, and chains where it has to be proven', async () => {
    const world = await ReaderWorld.open(writesOnlyAt(['us-a']));
    const us = world.process('us');
    for (const name of ['1', '2', '3']) {
      await us.mutate([setCell('f', Buffer.from(name), 1_000, Buffer.from('x'))]);
    }
    const cellsRead: number[] = [];
    const client = us.routing.clients.of(world.cluster('us-a'));
    const readRow = client.readRow.bind(client);
    client.readRow = async (read, options) => {
      const row = await readRow(read, options);
      cellsRead.push((row?.cells ?? []).filter(({ family }) => family === '_wm').length);
      return row;
    };
    await world.settled(us.read(EVENTUAL));
    await world.settled(us.read({ level: 'strict' }));
    expect(cellsRead).toEqual([1, 3]);
    await world.close();
  });
});

function namesIn(row: Row | undefined): string[] {
  const cells = (row?.cells ?? []).filter(({ family }) => family === 'f');
  return cells.map(({ qualifier }) => qualifier.toString());
}
