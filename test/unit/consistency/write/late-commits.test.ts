import { setCell } from '../../../../src/bigtable/write/mutations';
import type { Mutation, Row } from '../../../../src/bigtable/client/types';
import { EVENTUAL } from '../../../../src/core/consistency/consistency';
import { KEY, ReaderWorld, TABLE, writesOnlyAt } from '../reader-world';

const EVERYWHERE_MS = 500;
const LATE_MS = 2_000;

let world: ReaderWorld;
afterEach(() => world.close());

const set = (column: string): Mutation => setCell('f', Buffer.from(column), 1_000, Buffer.from('x'));
const columnsOf = (row: Row | undefined): string[] =>
  (row?.cells ?? []).map(({ qualifier }) => qualifier.toString());

/** A write that its caller gives up, while it is still on its way to us-a. */
async function writeLate(column: string): Promise<void> {
  world.faultOf = ({ method }) =>
    method === 'MutateRow' ? { kind: 'request-delayed', afterMs: LATE_MS } : undefined;
  const [us] = world.processes;
  const row = { key: KEY, mutations: [set(column)] };
  await world.errorOf(us!.writer.mutateRow(TABLE, row, { timeoutMs: 15 }));
  world.faultOf = () => undefined;
}

describe('A write that was given up and is committed late', () => {
  it('is missed where only the write after it has arrived', async () => {
    world = await ReaderWorld.open(writesOnlyAt(['us-a']));
    const [us, eu] = [world.process('us'), world.process('eu')];
    await writeLate('first');
    await us.mutate([set('second')]);
    await world.clock.advance(EVERYWHERE_MS);
    world.stopReplication('us-a', 'eu-a');
    await world.clock.advance(LATE_MS);
    const seen = await world.settled(us.read(EVENTUAL));
    expect(columnsOf(seen.row)).toEqual(['first', 'second']);
    const next = await world.settled(eu.read({ level: 'eventual', token: seen.evidence.token }));
    expect(columnsOf(next.row)).toEqual(['first', 'second']);
    expect(next.evidence.clusters).toEqual(['us-a']);
  });
});
