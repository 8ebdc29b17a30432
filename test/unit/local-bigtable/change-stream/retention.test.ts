import { google } from '@google-cloud/bigtable/build/protos/protos';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import type { LocalCoreOptions } from '../../../../src/local-bigtable/core';
import type { RowOperation } from '../../../../src/local-bigtable/store/stored-row';
import { StreamWorld } from '../../../support/local-bigtable/stream-world';
import { timestampOf } from '../../../support/local-bigtable/change-stream';

import data = google.bigtable.v2;

const DAY_MS = 24 * 3_600_000;
const FAMILIES = [{ name: 'f' }];
const set = (value: string): RowOperation => ({
  kind: 'set',
  family: 'f',
  qualifier: 'q',
  timestampMs: 1_000,
  value,
});

let world: StreamWorld;
const open = async (options: LocalCoreOptions = {}): Promise<void> => {
  world = await StreamWorld.open({ ...options, families: FAMILIES, clusters: ['a'] });
};
afterEach(() => world.close());

describe('the retention of a change stream', () => {
  it('expired changes are removed, and a start before them is rejected', async () => {
    await open();
    const call = world.read('a');
    await world.runPending();
    world.write('a', 'old', [set('x')]);
    await world.clock.advance(DAY_MS / 2);
    world.write('a', 'young', [set('x')]);
    await world.runPending();
    const [old] = call.changes;
    await world.clock.advance(DAY_MS / 2 + 120_000);
    expect(world.changeEntries()).toHaveLength(1);
    expect(await world.read('a', { token: old!.token }).ended).toBe(GrpcStatus.OUT_OF_RANGE);
    const startTime = timestampOf(old!.commitMicros);
    expect(await world.read('a', { startTime }).ended).toBe(GrpcStatus.OUT_OF_RANGE);
    const since = world.read('a', { startTime: timestampOf(old!.commitMicros + (DAY_MS / 2) * 1_000) });
    await world.runPending();
    expect(since.changes.map(({ key }) => key)).toEqual(['young']);
  });

  it('a reader that is too slow receives an error instead of a gap', async () => {
    await open();
    const call = world.read('a');
    await world.runPending();
    call.hold();
    for (let index = 0; index < 200; index++) world.write('a', `r${index}`, [set('x')]);
    await world.clock.advance(DAY_MS + 120_000);
    call.release();
    await world.runPending();
    expect(await call.ended).toBe(GrpcStatus.OUT_OF_RANGE);
    expect(call.changes.length).toBeLessThan(200);
  });

  it('changes above the memory limit are removed, the oldest first', async () => {
    await open({ changeStreams: { bytesMax: 20_000 } });
    for (let index = 0; index < 200; index++) world.write('a', `r${index}`, [set('x'.repeat(100))]);
    await world.runPending();
    const kept = world.changeEntries().length;
    expect(kept).toBeGreaterThan(30);
    expect(kept).toBeLessThan(90);
    expect(await world.read('a', { startTime: timestampOf(world.startMs * 1_000) }).ended).toBe(
      GrpcStatus.OUT_OF_RANGE,
    );
  });

  it('changes from before the stream was disabled never return', async () => {
    await open();
    world.write('a', 'before', [set('x')]);
    await world.redefine(0);
    world.write('a', 'without', [set('x')]);
    await world.redefine(DAY_MS);
    world.write('a', 'after', [set('x')]);
    await world.reopen();
    await world.clock.advance(1);
    const { createdAt } = world.stream.metadata;
    expect(await world.read('a', { startTime: timestampOf(createdAt) }).ended).toBe(GrpcStatus.OUT_OF_RANGE);
    const call = world.read('a', { startTime: timestampOf(createdAt + 1) });
    await world.runPending();
    expect(call.changes.map(({ key }) => key)).toEqual(['after']);
    await world.core.expiry.sweep();
    expect(world.changeEntries()).toHaveLength(1);
  });

  it('a table without a change stream has no overhead', async () => {
    await open();
    await world.redefine(0);
    await world.core.expiry.sweep();
    expect(world.table.replicated.observer).toBeUndefined();
    world.write('a', 'r', [set('x')]);
    await world.runPending();
    expect(world.storage.entries('change', world.table.number).size).toBe(0);
  });
});

describe('a change stream after a restart', () => {
  it('changes, tokens and partitions survive a restart', async () => {
    await open({ changeStreams: { partitionBytes: 1_000 } });
    const call = world.read('a');
    await world.runPending();
    for (let index = 0; index < 9; index++) world.write('a', `r${index}`, [set('x'.repeat(300))]);
    await world.runPending();
    const { token } = call.changes[3]!;
    const partitions = await world.partitions();
    expect(partitions.length).toBeGreaterThan(1);
    await world.reopen();
    expect(await world.partitions()).toEqual(partitions);
    // The token belongs to a partition that was split. Its parts continue from the same position.
    const closed = world.read('a', { token });
    expect(await closed.ended).toBe(GrpcStatus.OK);
    const { close } = closed.events.at(-1) as { close: data.ReadChangeStreamResponse.ICloseStream };
    const parts = close.continuationTokens!.map((each, index) =>
      world.read('a', { partition: partitions[index]!, token: each.token! }),
    );
    world.write('a', 'r9', [set('new')]);
    await world.runPending();
    expect(parts.flatMap((part) => part.changes.map(({ key }) => key)).sort()).toEqual([
      'r4',
      'r5',
      'r6',
      'r7',
      'r8',
      'r9',
    ]);
  });

  it('new changes come after the old ones, even when the clock was ahead before the restart', async () => {
    await open();
    const call = world.read('a');
    await world.runPending();
    world.cluster('a').clockSkewMs = 60_000;
    world.write('a', 'ahead', [set('x')]);
    await world.runPending();
    const [ahead] = call.changes;
    await world.reopen();
    const resumed = world.read('a', { token: ahead!.token });
    world.write('a', 'behind', [set('x')]);
    await world.runPending();
    expect(resumed.changes.map(({ key }) => key)).toEqual(['behind']);
    expect(resumed.changes[0]!.commitMicros).toBeGreaterThan(ahead!.commitMicros);
  });

  it('new changes come after the watermark of a heartbeat, even when the clock was ahead before the restart', async () => {
    await open();
    world.cluster('a').clockSkewMs = 60_000;
    const call = world.read('a');
    await world.advance(10_000);
    const heartbeat = call.events.at(-1);
    if (heartbeat?.kind !== 'heartbeat') throw new Error('an idle stream has heartbeats');
    await world.reopen();
    const resumed = world.read('a', { token: heartbeat.token.token! });
    world.write('a', 'behind', [set('x')]);
    await world.runPending();
    expect(resumed.changes.map(({ key }) => key)).toEqual(['behind']);
    expect(resumed.changes[0]!.commitMicros).toBeGreaterThan(heartbeat.lowWatermark);
  });
});
