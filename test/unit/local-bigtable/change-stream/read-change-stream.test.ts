import { google } from '@google-cloud/bigtable/build/protos/protos';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import type { LocalCoreOptions } from '../../../../src/local-bigtable/core';
import { AGGREGATORS } from '../../../../src/local-bigtable/store/aggregator';
import type { RowOperation } from '../../../../src/local-bigtable/store/stored-row';
import { StreamWorld } from '../../../support/local-bigtable/stream-world';
import { latin1, micros, timestampOf } from '../../../support/local-bigtable/change-stream';

import data = google.bigtable.v2;

const DAY_MS = 24 * 3_600_000;
const FAMILIES = [{ name: 'f' }, { name: 'g' }, { name: 'sum', aggregator: AGGREGATORS.sum }];
const set = (value: string, family = 'f', qualifier = 'q'): RowOperation => ({
  kind: 'set',
  family,
  qualifier,
  timestampMs: 1_000,
  value,
});

let world: StreamWorld;
const open = async (options: LocalCoreOptions = {}, clusters = ['a']): Promise<void> => {
  world = await StreamWorld.open({ ...options, families: FAMILIES, clusters });
};
afterEach(() => world.close());

/** Returns the kinds of mutations of the only change. */
const kindsOf = (mutations: readonly data.IMutation[]): string[] =>
  mutations.flatMap((each) => Object.keys(each));

describe('a change stream of one cluster', () => {
  it('the stream contains the written changes in order, with origin, time and token', async () => {
    await open();
    const call = world.read('a');
    await world.runPending();
    world.write('a', 'r1', [set('one')]);
    await world.clock.advance(5);
    world.write('a', 'r2', [set('two'), { kind: 'delete-family', family: 'g' }]);
    await world.runPending();
    expect(call.changes.map(({ key, origin, type }) => [key, origin, type])).toEqual([
      ['r1', 'a', 'USER'],
      ['r2', 'a', 'USER'],
    ]);
    const [first, second] = call.changes;
    expect(first!.commitMicros).toBe(world.startMs * 1_000);
    expect(second!.commitMicros).toBe((world.startMs + 5) * 1_000);
    expect(latin1(first!.mutations[0]!.setCell?.value)).toBe('one');
    expect(kindsOf(second!.mutations)).toEqual(['setCell', 'deleteFromFamily']);
  });

  it('the stream starts at the start time, inclusive, or with the next change', async () => {
    await open();
    for (const key of ['r1', 'r2', 'r3']) {
      world.write('a', key, [set(key)]);
      await world.clock.advance(1);
    }
    const second = world.read('a', { startTime: timestampOf((world.startMs + 1) * 1_000) });
    const late = world.read('a');
    world.write('a', 'r4', [set('four')]);
    await world.runPending();
    expect(second.changes.map(({ key }) => key)).toEqual(['r2', 'r3', 'r4']);
    expect(late.changes.map(({ key }) => key)).toEqual(['r4']);
  });

  it('the stream resumes after the token of any change without loss or repetition', async () => {
    await open();
    const whole = world.read('a');
    await world.runPending();
    for (let index = 0; index < 20; index++) world.write('a', `r${index}`, [set('x')]);
    await world.runPending();
    const keys = whole.changes.map(({ key }) => key);
    expect(keys).toHaveLength(20);
    for (const [index, { token }] of whole.changes.entries()) {
      const resumed = world.read('a', { token });
      await world.runPending();
      expect(resumed.changes.map(({ key }) => key)).toEqual(keys.slice(index + 1));
      resumed.cancel();
    }
  });

  it('the deletion of a row appears as deletions of the families with data', async () => {
    await open();
    world.write('a', 'r', [set('x', 'g')]);
    const call = world.read('a');
    await world.runPending();
    world.write('a', 'r', [set('x', 'f'), { kind: 'delete-row' }, set('y', 'f')]);
    world.write('a', 'absent', [{ kind: 'delete-row' }]);
    await world.runPending();
    expect(call.changes).toHaveLength(1);
    expect(call.changes[0]!.mutations.map((each) => each.deleteFromFamily?.familyName ?? 'set')).toEqual([
      'set',
      'g',
      'f',
      'set',
    ]);
  });

  it('the stream contains additions to aggregates', async () => {
    await open();
    const call = world.read('a');
    await world.runPending();
    await world.call('MutateRow', data.MutateRowRequest, {
      rowKey: Buffer.from('r'),
      mutations: [
        {
          addToCell: {
            familyName: 'sum',
            columnQualifier: { rawValue: Buffer.from('q') },
            timestamp: { rawTimestampMicros: 0 },
            input: { intValue: -5 },
          },
        },
      ],
    });
    await world.runPending();
    expect(Number(call.changes[0]!.mutations[0]!.addToCell?.input?.intValue)).toBe(-5);
  });

  it('large values and changes are split over several messages', async () => {
    await open({ reading: { valueChunkBytesMax: 10, messageBytes: 40 } });
    const call = world.read('a');
    await world.runPending();
    const values = ['', 'x'.repeat(10), 'y'.repeat(11), 'z'.repeat(95), 'w'];
    world.write('a', 'r', [
      ...values.map((value, index) => set(value, 'f', String(index))),
      { kind: 'delete-family', family: 'g' },
    ]);
    await world.runPending();
    const [change] = call.changes;
    expect(change!.messages).toBeGreaterThan(10);
    expect(change!.mutations.slice(0, 5).map(({ setCell }) => latin1(setCell?.value))).toEqual(values);
    expect(change!.mutations[3]!.setCell).toMatchObject({ familyName: 'f' });
    expect(kindsOf(change!.mutations)[5]).toBe('deleteFromFamily');
  });

  it('garbage collection appears as deletions of single cells without an origin', async () => {
    await open();
    await world.setFamilies([{ name: 'f', gcRule: { kind: 'versions', max: 1 } }]);
    const call = world.read('a');
    await world.runPending();
    const versions = [1, 2, 3].map((timestampMs): RowOperation => ({
      kind: 'set',
      family: 'f',
      qualifier: 'q',
      timestampMs,
      value: 'v',
    }));
    world.write('a', 'r1', versions);
    world.write('a', 'r2', versions);
    await world.core.collector.sweep();
    await world.runPending();
    const collected = call.changes.slice(2);
    expect(collected.map(({ key, type, origin }) => [key, type, origin])).toEqual([
      ['r1', 'GARBAGE_COLLECTION', ''],
      ['r2', 'GARBAGE_COLLECTION', ''],
    ]);
    const ranges = collected[0]!.mutations.map(({ deleteFromColumn }) => [
      Number(deleteFromColumn?.timeRange?.startTimestampMicros),
      Number(deleteFromColumn?.timeRange?.endTimestampMicros),
    ]);
    expect(ranges.sort()).toEqual([
      [1_000, 2_000],
      [2_000, 3_000],
    ]);
  });

  it('the stream contains rows removed by DropRowRange, but not dropped families', async () => {
    await open();
    for (const key of ['a1', 'a2', 'b1']) world.write('a', key, [set('x'), set('y', 'g')]);
    const call = world.read('a');
    await world.runPending();
    world.table.replicated.removeRows({ start: 'a', end: 'b' });
    await world.setFamilies([{ name: 'f' }]);
    await world.runPending();
    expect(call.changes.map(({ key, type }) => [key, type])).toEqual([
      ['a1', 'USER'],
      ['a2', 'USER'],
    ]);
    expect(kindsOf(call.changes[0]!.mutations)).toEqual(['deleteFromFamily', 'deleteFromFamily']);
  });
});

describe('a reader of a change stream', () => {
  it('the reader receives heartbeats with tokens, every 5 seconds or as requested', async () => {
    await open();
    const slow = world.read('a');
    const fast = world.read('a', { heartbeatDuration: { seconds: 1, nanos: 500_000_000 } });
    await world.advance(9_100);
    expect(slow.events.map(({ kind }) => kind)).toEqual(['heartbeat']);
    expect(fast.events).toHaveLength(6);
    // The reader receives nothing more from before the heartbeat.
    expect(fast.lowWatermark).toBe((world.startMs + 9_000) * 1_000 - 1);
    world.write('a', 'r', [set('x')]);
    const resumed = world.read('a', { token: fast.token! });
    await world.runPending();
    expect(resumed.changes.map(({ key }) => key)).toEqual(['r']);
  });

  it('the stream ends when its end_time has passed, and includes changes at that time', async () => {
    await open();
    const endTime = timestampOf((world.startMs + 10) * 1_000);
    const call = world.read('a', { endTime });
    await world.clock.advance(10);
    world.write('a', 'at', [set('x')]);
    world.write('a', 'after', [set('x')]);
    await world.clock.advance(1);
    expect(await call.ended).toBe(GrpcStatus.OK);
    expect(call.changes.map(({ key }) => key)).toEqual(['at']);
    expect(call.events.at(-1)).toMatchObject({ kind: 'close', close: { status: {} } });
  });

  it('the reader receives a change only when a crash cannot revert it', async () => {
    await open();
    const call = world.read('a');
    await world.runPending();
    const release = world.storage.holdCommits();
    world.write('a', 'r', [set('x')]);
    await world.runPending();
    expect(call.changes).toEqual([]);
    release();
    await world.runPending();
    expect(call.changes).toHaveLength(1);
  });

  it('a slow reader stalls its stream, so that nothing accumulates', async () => {
    await open();
    const call = world.read('a');
    await world.runPending();
    call.hold();
    for (let index = 0; index < 1_000; index++) world.write('a', `r${index}`, [set('x')]);
    await world.clock.advance(60_000);
    expect(call.received).toBe(1);
    call.release();
    await world.runPending();
    expect(call.changes).toHaveLength(1_000);
  });

  it('a reader that leaves while it waits leaves nothing behind', async () => {
    await open();
    const timers = world.clock.pending;
    const call = world.read('a');
    await world.runPending();
    expect(world.stream.waiterCount).toBe(1);
    call.cancel();
    expect(world.stream.waiterCount).toBe(0);
    expect(world.clock.pending).toBe(timers);
    expect(await call.ended).toBe(GrpcStatus.OK);
  });

  it('each of many readers receives each change at its own speed', async () => {
    await open();
    const calls = Array.from({ length: 50 }, () => world.read('a'));
    await world.runPending();
    calls[0]!.hold();
    for (let index = 0; index < 10; index++) world.write('a', `r${index}`, [set('x')]);
    await world.runPending();
    expect(calls.map((call) => call.changes.length)).toEqual([1, ...Array<number>(49).fill(10)]);
    for (const call of calls) call.cancel();
    await world.runPending();
    expect(world.stream.waiterCount).toBe(0);
  });

  it('the stream ends when the server closes and when its cluster stops', async () => {
    await open();
    const stopped = world.read('a');
    await world.runPending();
    world.cluster('a').stopped = true;
    await world.clock.advance(5_000);
    expect(await stopped.ended).toBe(GrpcStatus.UNAVAILABLE);
    world.cluster('a').stopped = false;
    const call = world.read('a');
    await world.runPending();
    world.core.dependencies.changeStreams.close();
    expect(await call.ended).toBe(GrpcStatus.UNAVAILABLE);
  });

  it('a distant reader receives changes later, and its stream ends when a partition loses one', async () => {
    const links = [{ between: ['far', 'a'] as const, conditions: { delayMs: 40 } }];
    await open({ topology: { clientRegion: 'far', links, instances: [] } });
    const call = world.read('a');
    await world.clock.advance(40);
    await world.runPending();
    world.write('a', 'r1', [set('x')]);
    await world.runPending();
    expect(call.changes).toEqual([]);
    await world.clock.advance(40);
    expect(call.changes.map(({ key }) => key)).toEqual(['r1']);
    world.core.faults.partition('far', 'a');
    world.write('a', 'r2', [set('x')]);
    await world.runPending();
    await world.clock.advance(80);
    expect(await call.ended).toBe(GrpcStatus.UNAVAILABLE);
    expect(call.received).toBe(1);
    expect(world.stream.waiterCount).toBe(0);
  });

  it('the stream ends with a reason when change streams are disabled or the table is deleted', async () => {
    await open();
    const disabled = world.read('a');
    await world.runPending();
    await world.redefine(0);
    expect(await disabled.ended).toBe(GrpcStatus.FAILED_PRECONDITION);
    expect(await world.read('a').ended).toBe(GrpcStatus.FAILED_PRECONDITION);
    await world.redefine(DAY_MS);
    const dropped = world.read('a');
    await world.runPending();
    await world.core.dependencies.tables.drop(world.table);
    expect(await dropped.ended).toBe(GrpcStatus.NOT_FOUND);
  });

  it.each([
    ['an app profile with multi-cluster routing', { appProfileId: 'any' }, GrpcStatus.FAILED_PRECONDITION],
    ['an unknown app profile', { appProfileId: 'none' }, GrpcStatus.NOT_FOUND],
    ['a start in the future', { startTime: { seconds: 4e9 } }, GrpcStatus.INVALID_ARGUMENT],
    ['a start before the stream was made', { startTime: { seconds: 1 } }, GrpcStatus.OUT_OF_RANGE],
    ['an end before the start', { start: 0, endTime: { seconds: 1 } }, GrpcStatus.INVALID_ARGUMENT],
    ['no heartbeat', { heartbeatDuration: {} }, GrpcStatus.INVALID_ARGUMENT],
    ['no tokens', { continuationTokens: {} }, GrpcStatus.INVALID_ARGUMENT],
    ['a token that is none', { token: 'bm9uZQ' }, GrpcStatus.INVALID_ARGUMENT],
  ])(
    'a request is rejected with %s',
    async (_name, { start, ...request }: Record<string, unknown>, status) => {
      await open({}, ['a', 'b']);
      await world.clock.advance(1_000);
      const startTime = start === undefined ? {} : { startTime: timestampOf((world.startMs + 500) * 1_000) };
      expect(await world.read('a', { ...startTime, ...request }).ended).toBe(status);
    },
  );
});

it('timestamps retain their microseconds', () => {
  const stamp = Date.UTC(2026, 0, 1) * 1_000 + 123_457;
  expect(micros(timestampOf(stamp))).toBe(stamp);
});
