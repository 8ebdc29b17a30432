import { BigtableError } from '../../../../src/bigtable/client/bigtable-error';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import { seededRandom } from '../../../../src/platform/random';
import type { WriteReceipt } from '../../../../src/consistency/store';
import { Door, rowOf, set, TABLE, WriterWorld, type SeenRow } from '../row-writer-world';

let world: WriterWorld;
let door: Door;

/** The first call waits at the door. */
beforeEach(async () => {
  world = await WriterWorld.open({ waitingPerRowMax: 20 });
  door = new Door();
  world.hold = () => door.opened;
});

afterEach(async () => {
  door.open();
  await world.close();
});

const writeEach = (...qualifiers: string[]): Promise<WriteReceipt>[] =>
  qualifiers.map((qualifier) => world.write('r', [set(qualifier)]));

const cellsSeen = (): (readonly string[])[] => world.seen.map(({ cells }) => cells);

/** Versions of each column of each row, in the order of arrival. */
function versionsByColumn(seen: readonly SeenRow[]): number[][] {
  const columns = new Map<string, number[]>();
  for (const { key, column, versionMs } of seen) {
    const versions = columns.get(key + column) ?? [];
    columns.set(key + column, [...versions, versionMs]);
  }
  return [...columns.values()];
}

function expectGrowing(versions: readonly number[]): void {
  for (const [index, version] of versions.entries()) {
    if (index > 0) expect(version).toBeGreaterThan(versions[index - 1]!);
  }
}

describe('writes of one row', () => {
  it('go one mutation at a time: those that come meanwhile go together in the next', async () => {
    const writes = writeEach('1', '2', '3', '4');
    await world.clock.advance(10);
    expect(cellsSeen()).toEqual([['1']]);
    door.open();
    const receipts = await world.settled(Promise.all(writes));
    expect(cellsSeen()).toEqual([['1'], ['2', '3', '4']]);
    expect(receipts[1]!.token).toEqual(receipts[3]!.token);
    expect(receipts[0]!.token).not.toEqual(receipts[1]!.token);
    expect(world.acknowledged).toEqual([
      ['a', 1, 1],
      ['a', 1, 3],
    ]);
  });

  it('begin another chain with each stay of the row; joined ones are of the last stay', async () => {
    const writeIn = (stay: number): Promise<WriteReceipt> =>
      world.writer.mutateRow(TABLE, { ...rowOf('r'), stay });
    door.open();
    const columns: string[] = [];
    for (const stay of [1, 1, 3, 3]) {
      const { token } = await world.settled(writeIn(stay));
      columns.push(token.writes[0]!.column);
    }
    expect(columns.map((column) => columns.indexOf(column))).toEqual([0, 0, 2, 2]);
    door = new Door();
    const [first, ...joined] = [5, 7, 5].map(writeIn);
    await world.clock.advance(10);
    door.open();
    const receipts = await world.settled(Promise.all([first!, ...joined]));
    const [alone, ...together] = receipts.map(({ token }) => token.writes[0]!.column);
    expect(together[0]).toBe(together[1]);
    expect(together[0]).not.toBe(alone);
    const next = await world.settled(writeIn(7));
    expect(next.token.writes[0]!.column).toBe(together[0]);
  });

  it('do not wait for those of other rows, or of other tables', async () => {
    world.hold = () => (world.seen.length === 1 ? door.opened : undefined);
    const [first] = writeEach('1');
    await world.clock.advance(0);
    await world.settled(world.write('s'));
    await world.settled(world.writer.mutateRow('other', rowOf('r')));
    door.open();
    await world.settled(first!);
    expect(cellsSeen()).toEqual([['1'], ['q'], ['q']]);
    expect(world.acknowledged).toHaveLength(3);
  });

  it.each([
    ['runs', () => undefined],
    ['stands still', () => (world.clock.stoppedAtMs ??= world.clock.nowMs())],
    ['goes back at times', (random: () => number) => (world.clock.offsetMs -= random() < 0.1 ? 4 : 0)],
  ])('are never in flight together, their versions only grow: the clock %s', async (_, disturb) => {
    const random = seededRandom(7);
    world.hold = () => world.delay(Math.floor(random() * 4));
    world.refuse = () => (random() < 0.2 ? GrpcStatus.UNAVAILABLE : undefined);
    const writes: Promise<WriteReceipt>[] = [];
    for (let count = 0; count < 200; count++) {
      disturb(random);
      const key = `row-${Math.floor(random() * 6)}`;
      if (random() < 0.2) {
        const rows = [rowOf(key, [set(`${count}`)]), rowOf('row-0', [set(`${count}+`)])];
        writes.push(...rows.map((row) => world.writer.mutateRow(TABLE, row)));
      } else {
        writes.push(world.write(key, [set(`${count}`)]));
      }
      if (random() < 0.5) await world.clock.advance(1);
    }
    await world.settled(Promise.all(writes));
    expect(world.rowsAtOnceMax).toBe(1);
    // A mutation that is tried once more comes with the version that it had: the first counts.
    const firsts = new Map(world.seen.toReversed().map((row) => [row.cells.join() + row.column, row]));
    expect(firsts.size).toBeLessThan(world.seen.length);
    for (const versions of versionsByColumn([...firsts.values()].reverse())) expectGrowing(versions);
  });

  it('are refused when too many wait', async () => {
    const writes = writeEach(...Array.from({ length: 21 }, (_, index) => `${index}`));
    expect(await world.codeOf(world.write('r'))).toBe('overloaded');
    expect((await world.writeRows([rowOf('r')]))[0]).toMatchObject({ code: 'overloaded' });
    door.open();
    await world.settled(Promise.all(writes));
    expect(cellsSeen().map(({ length }) => length)).toEqual([1, 20]);
  });

  it('are joined within the limits of a mutation', async () => {
    const small = world.openWriter({ mutationsPerRowMax: 5, batchBytesMax: 2_000 });
    const write = (qualifier: string, count: number, value = '') =>
      small.mutateRow(TABLE, rowOf('r', Array<ReturnType<typeof set>>(count).fill(set(qualifier, value))));
    const writes = [write('0', 1), write('1', 2), write('2', 2), write('3', 1), write('4', 4), write('5', 1)];
    const large = 'x'.repeat(900);
    writes.push(...['6', '7', '8'].map((qualifier) => write(qualifier, 1, large)));
    door.open();
    await world.settled(Promise.all(writes));
    const joined = cellsSeen().map((cells) => [...new Set(cells)].join('+'));
    expect(joined).toEqual(['0', '1+2', '3', '4', '5+6', '7', '8']);
  });
});

describe('a bad write among those joined', () => {
  it.each([1, 2, 3, 7, 19])('fails alone, of %i', async (count) => {
    const bad = `${Math.floor(count / 2)}`;
    world.refuse = ({ cells }) => (cells.includes(bad) ? GrpcStatus.INVALID_ARGUMENT : undefined);
    const first = world.write('r', [set('first')]);
    const writes = writeEach(...Array.from({ length: count }, (_, index) => `${index}`));
    door.open();
    const outcomes = await world.settled(Promise.allSettled(writes));
    const failures = outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [`${index}`] : []));
    expect(failures).toEqual([bad]);
    await world.settled(first);
    expect(world.rowsAtOnceMax).toBe(1);
    for (const versions of versionsByColumn(world.seen)) expectGrowing(versions);
    expect(await world.cells('a', 'r')).toHaveLength(count);
    expect(world.seen.length).toBeLessThanOrEqual(2 + 4 * Math.log2(count + 1));
  });

  it('is looked for before what came later has its turn', async () => {
    const second = new Door();
    world.hold = () => (world.seen.length === 1 ? door.opened : second.opened);
    world.refuse = ({ cells }) => (cells.includes('bad') ? GrpcStatus.INVALID_ARGUMENT : undefined);
    const writes = writeEach('first', '1', 'bad', '2');
    door.open();
    await world.settled(writes[0]!);
    const later = writeEach('later');
    second.open();
    await world.settled(Promise.allSettled([...writes, ...later]));
    const joined = cellsSeen().map((cells) => cells.join('+'));
    expect(joined).toEqual(['first', '1+bad+2', '1+bad', '1', 'bad', '2+later']);
  });

  it('is not looked for when the cluster is unavailable', async () => {
    const writes = writeEach('0', '1', '2');
    world.refuse = ({ cluster }) => (cluster === 'a' ? GrpcStatus.UNAVAILABLE : undefined);
    door.open();
    await world.settled(Promise.all(writes));
    expect(cellsSeen()).toEqual([['0'], ['0'], ['1', '2'], ['1', '2']]);
  });
});

describe('writes that were joined', () => {
  it('fail together when there is no room to send them', async () => {
    const full = new BigtableError(GrpcStatus.RESOURCE_EXHAUSTED, 'full', { code: 'overloaded' });
    const writes = writeEach('first', '1', '2', '3');
    await world.clock.advance(0);
    let refusals = 0;
    world.failureOf = () => {
      refusals += 1;
      return full;
    };
    door.open();
    const outcomes = await world.settled(Promise.allSettled(writes));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', ...Array<string>(3).fill('rejected')]);
    expect(refusals).toBe(1);
  });

  it('have the time of the most patient', async () => {
    world.targets = ['a'];
    const slow = new Door();
    world.hold = () => (world.seen.length === 1 ? door.opened : slow.opened);
    const writes = writeEach('first');
    const hasty = world.write('r', [set('hasty')], { timeoutMs: 30 });
    writes.push(...writeEach('patient'));
    door.open();
    expect(await world.codeOf(hasty)).toBe('deadline_exceeded');
    await world.clock.advance(1_000);
    slow.open();
    await world.settled(Promise.all(writes));
    expect(cellsSeen()).toEqual([['first'], ['hasty', 'patient']]);
  });
});

describe('one who does not wait any longer', () => {
  it.each(['deadline', 'signal'])('is notified at once, and no other caller: by %s', async (how) => {
    const controller = new AbortController();
    const options = how === 'deadline' ? { timeoutMs: 20 } : { signal: controller.signal };
    const [first] = writeEach('first');
    const leaving = world.write('r', [set('leaving')], options);
    const [staying] = writeEach('staying');
    const code = world.codeOf(leaving);
    await world.clock.advance(20);
    controller.abort();
    expect(await code).toBe(how === 'deadline' ? 'deadline_exceeded' : 'client_closed_request');
    door.open();
    await world.settled(Promise.all([first, staying]));
    expect(cellsSeen()).toEqual([['first'], ['staying']]);
  });

  it('takes nothing from those that were joined with it already', async () => {
    const controller = new AbortController();
    const second = new Door();
    world.hold = () => (world.seen.length === 1 ? door.opened : second.opened);
    const [first] = writeEach('first');
    const leaving = world.write('r', [set('leaving')], { signal: controller.signal });
    const [staying] = writeEach('staying');
    door.open();
    await world.settled(first!);
    await world.clock.advance(0);
    expect(cellsSeen()).toEqual([['first'], ['leaving', 'staying']]);
    controller.abort();
    expect(await world.codeOf(leaving)).toBe('client_closed_request');
    second.open();
    await world.settled(staying!);
    expect(world.seen).toHaveLength(2);
  });

  it('as the last frees the row', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const leaving = ['1', '2'].map((qualifier) => world.write('r', [set(qualifier)], { signal }));
    await world.clock.advance(0);
    controller.abort();
    expect(await Promise.all(leaving.map((write) => world.codeOf(write)))).toEqual(
      Array(2).fill('client_closed_request'),
    );
    world.hold = () => undefined;
    const startMs = world.clock.monotonicMs();
    await world.settled(world.write('r', [set('next')]));
    expect(world.clock.monotonicMs()).toBe(startMs);
    expect(cellsSeen()).toEqual([['1'], ['next']]);
  });

  it('as the last ends the pause before the next attempt', async () => {
    world.targets = ['a'];
    world.refuse = () => GrpcStatus.UNAVAILABLE;
    const patient = world.openWriter({ retryInitialDelayMs: 1e9, retryMaxDelayMs: 1e9 });
    const controller = new AbortController();
    const leaving = patient.mutateRow(TABLE, rowOf('r'), { signal: controller.signal });
    door.open();
    await world.clock.advance(100);
    controller.abort();
    expect(await world.codeOf(leaving)).toBe('client_closed_request');
    world.refuse = () => undefined;
    await world.settled(patient.mutateRow(TABLE, rowOf('r')));
  });

  it('hears of the last failure rather than of the time', async () => {
    world.targets = ['a'];
    world.refuse = () => GrpcStatus.UNAVAILABLE;
    const patient = world.openWriter({ retryInitialDelayMs: 1e9, retryMaxDelayMs: 1e9 });
    door.open();
    const write = patient.mutateRow(TABLE, rowOf('r'), { timeoutMs: 50 });
    expect(await world.codeOf(write)).toBe('store_unavailable');
  });
});
