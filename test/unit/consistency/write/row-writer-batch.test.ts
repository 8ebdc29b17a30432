import { TidemarkError } from '../../../../src/errors';
import { rowId } from '../../../../src/core/tokens/write-token';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import type { WriteReceipt } from '../../../../src/consistency/store';
import { addToCell } from '../../../../src/bigtable/write/mutations';
import { Door, rowOf, set, TABLE, WriterWorld } from '../row-writer-world';

let world: WriterWorld;

beforeEach(async () => {
  world = await WriterWorld.open();
});

afterEach(() => world.close());

const rowsNamed = (...keys: string[]) => keys.map((key, index) => rowOf(key, [set(`${index}`)]));
const namesOf = (outcomes: readonly (WriteReceipt | TidemarkError)[]): string[] =>
  outcomes.map((outcome) => (outcome instanceof TidemarkError ? outcome.code : outcome.cluster));

describe('a batch', () => {
  it('goes in one call, each row with its watermark and each entry with its receipt', async () => {
    const outcomes = await world.settled(world.writeRows(rowsNamed('r', 's', 't')));
    expect(world.seen.map(({ method, key }) => `${method} ${key}`)).toEqual([
      'MutateRows r',
      'MutateRows s',
      'MutateRows t',
    ]);
    const writes = (outcomes as WriteReceipt[]).map(({ token }) => token.writes[0]!);
    expect(writes.map(({ row }) => row)).toEqual(
      ['r', 's', 't'].map((key) => rowId(TABLE, Buffer.from(key))),
    );
    for (const [index, key] of ['r', 's', 't'].entries()) {
      const { column, versionMs } = writes[index]!;
      expect(await world.watermark('a', key)).toEqual(new Map([[column, versionMs]]));
    }
    expect(world.acknowledged).toEqual([['a', 3, 3]]);
  });

  it('of nothing is nothing', async () => {
    expect(await world.writeRows([])).toEqual([]);
  });

  it('names a row several times, which is written once', async () => {
    const outcomes = await world.settled(world.writeRows(rowsNamed('r', 's', 'r', 'r')));
    expect(world.seen.map(({ key, cells }) => `${key} ${cells.join('+')}`)).toEqual(['r 0+2+3', 's 1']);
    const [first, other, ...same] = outcomes as WriteReceipt[];
    for (const each of same) expect(each.token).toEqual(first!.token);
    expect(other!.token).not.toEqual(first!.token);
  });

  it('applies what counts twice once, though it names the row several times', async () => {
    const add = () => addToCell('sum', Buffer.from('n'), 0, 1);
    const outcomes = await world.settled(
      world.writeRows([rowOf('r', [add()]), rowOf('r', [set()]), rowOf('r', [add()])]),
    );
    expect(namesOf(outcomes)).toEqual(['a', 'a', 'a']);
    expect(world.rowsAtOnceMax).toBe(1);
    expect(await world.cells('a', 'r')).toContain('n=\0\0\0\0\0\0\0\x02');
  });

  it("goes to each row's own cluster, one call each", async () => {
    world.targetsOf = (key) => (key < 's' ? ['a', 'b'] : ['b', 'a']);
    const outcomes = await world.settled(world.writeRows(rowsNamed('r1', 's1', 'r2', 's2')));
    expect(namesOf(outcomes)).toEqual(['a', 'b', 'a', 'b']);
    expect(world.calls).toBe(2);
  });

  it('waits with the rows that are being written, and only with these', async () => {
    const door = new Door();
    world.hold = () => (world.seen.length === 1 ? door.opened : undefined);
    const single = world.write('r', [set('single')]);
    await world.clock.advance(0);
    const batch = world.writeRows(rowsNamed('r', 's', 't'));
    await world.clock.advance(10);
    expect(world.seen.map(({ key }) => key)).toEqual(['r', 's', 't']);
    door.open();
    await world.settled(Promise.all([single, batch]));
    expect(world.seen.map(({ key, cells }) => `${key} ${cells.join('+')}`).at(-1)).toBe('r 0');
    expect(world.rowsAtOnceMax).toBe(1);
  });

  it('that waited for another as a whole goes in one call again', async () => {
    const keys = Array.from({ length: 50 }, (_, index) => `row-${index}`);
    const batches = [1, 2, 3].map(() => world.writeRows(rowsNamed(...keys)));
    const outcomes = (await world.settled(Promise.all(batches))).flat();
    expect(namesOf(outcomes)).toEqual(Array(150).fill('a'));
    expect(world.calls).toBe(2);
    expect(world.rowsAtOnceMax).toBe(1);
  });

  it('fails by entries', async () => {
    const outcomes = await world.settled(
      world.writeRows([rowOf('r'), rowOf('s', [set('q', 'v', 'nowhere')]), rowOf('t')]),
    );
    expect(namesOf(outcomes)).toEqual(['a', 'store_rejected', 'a']);
    expect(await world.cells('a', 't')).toEqual(['q=v']);
    expect(world.acknowledged).toEqual([['a', 2, 2]]);
  });

  it('parts entries of one row of which one is bad', async () => {
    const outcomes = await world.settled(
      world.writeRows([
        rowOf('r', [set('1')]),
        rowOf('r', [set('2', 'v', 'nowhere')]),
        rowOf('r', [set('3')]),
      ]),
    );
    expect(namesOf(outcomes)).toEqual(['a', 'store_rejected', 'a']);
    expect(await world.cells('a', 'r')).toEqual(['1=v', '3=v']);
  });

  it('goes on at another cluster in one call, when its own stops in the middle', async () => {
    world.hold = (cluster) => {
      if (cluster === 'a') world.core.faults.stop('a');
    };
    const outcomes = await world.settled(world.writeRows(rowsNamed('r', 's', 't')));
    expect(namesOf(outcomes)).toEqual(['b', 'b', 'b']);
    expect(world.failovers).toEqual([['b', 3]]);
    expect(world.calls).toBe(2);
    for (const outcome of outcomes as WriteReceipt[]) {
      const { column, versionMs } = outcome.token.writes[0]!;
      const key = ['r', 's', 't'][outcomes.indexOf(outcome)]!;
      expect((await world.watermark('b', key)).get(column)).toBe(versionMs);
    }
  });

  it('sends on only the entries that failed retryably', async () => {
    world.hold = () => undefined;
    world.refuse = ({ cluster }) => (cluster === 'a' ? GrpcStatus.UNAVAILABLE : undefined);
    const outcomes = await world.settled(
      world.writeRows([rowOf('r'), rowOf('s', [addToCell('sum', Buffer.from('n'), 0, 1)])]),
    );
    expect(namesOf(outcomes)).toEqual(['b', 'store_unavailable']);
    expect(await world.cells('b', 's')).toEqual([]);
  });

  it('ends with its deadline or its signal, entry by entry', async () => {
    const never = new Door();
    world.hold = (cluster) => (cluster === 'a' ? never.opened : undefined);
    world.targetsOf = (key) => (key < 's' ? ['a'] : ['b']);
    const controller = new AbortController();
    const late = world.writeRows(rowsNamed('r1', 's1'), { timeoutMs: 30 });
    const left = world.writeRows(rowsNamed('r2', 's2'), { signal: controller.signal });
    await world.clock.advance(30);
    controller.abort();
    expect(namesOf(await world.settled(late))).toEqual(['deadline_exceeded', 'b']);
    expect(namesOf(await world.settled(left))).toEqual(['client_closed_request', 'b']);
    never.open();
  });

  it('has no cluster to go to', async () => {
    world.targets = [];
    const outcomes = await world.settled(world.writeRows(rowsNamed('r', 's', 'r')));
    expect(namesOf(outcomes)).toEqual(Array(3).fill('no_write_cluster'));
  });
});
