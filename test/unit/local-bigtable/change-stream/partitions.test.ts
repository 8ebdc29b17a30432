import { google } from '@google-cloud/bigtable/build/protos/protos';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import type { LocalCoreOptions } from '../../../../src/local-bigtable/core';
import type { RowOperation } from '../../../../src/local-bigtable/store/stored-row';
import { type Bounds, StreamWorld } from '../../../support/local-bigtable/stream-world';

import data = google.bigtable.v2;

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

const kindsOf = (mutations: readonly data.IMutation[]): string[] =>
  mutations.flatMap((each) => Object.keys(each));

describe('the partitions of a change stream', () => {
  const rows = async (count: number, prefix = 'r'): Promise<void> => {
    for (let index = 0; index < count; index++) {
      world.write('a', `${prefix}${String(index).padStart(3, '0')}`, [set('x'.repeat(90))]);
    }
    await world.runPending();
  };

  it('a small table has one partition, and a growing one more, which touch and cover the whole table', async () => {
    await open({ changeStreams: { partitionBytes: 1_000 } });
    expect(await world.partitions()).toEqual([['', '']]);
    await rows(50);
    const partitions = await world.partitions();
    expect(partitions.length).toBeGreaterThan(3);
    expect(partitions[0]![0]).toBe('');
    expect(partitions.at(-1)![1]).toBe('');
    partitions.slice(1).forEach(([start], index) => expect(start).toBe(partitions[index]![1]));
    expect(await world.partitions()).toEqual(partitions);
  });

  it('each change goes to the reader of its partition', async () => {
    await open({ changeStreams: { partitionBytes: 1_000 } });
    await rows(50);
    const calls = (await world.partitions()).map((partition) => world.read('a', { partition }));
    await world.runPending();
    await rows(50);
    const keys = calls.map((call) => call.changes.map(({ key }) => key));
    expect(keys.every((each) => each.length > 0)).toBe(true);
    expect(keys.flat()).toEqual([...keys.flat()].sort());
    expect(keys.flat()).toHaveLength(50);
  });

  it('the stream of a split partition ends with tokens from which nothing is lost', async () => {
    await open({ changeStreams: { partitionBytes: 1_000 } });
    const call = world.read('a');
    await rows(30);
    const partitions = await world.partitions();
    expect(await call.ended).toBe(GrpcStatus.OK);
    const { close } = call.events.at(-1) as { close: data.ReadChangeStreamResponse.ICloseStream };
    expect(close.status?.code).toBe(GrpcStatus.OUT_OF_RANGE);
    const tokens = close.continuationTokens!;
    expect(tokens.map(({ partition }) => world.boundsOf(partition!))).toEqual(partitions);
    expect(close.newPartitions!.map((each) => world.boundsOf(each))).toEqual(partitions);
    await rows(30);
    const resumed = tokens.map(({ token }, index) =>
      world.read('a', { partition: partitions[index]!, token: token! }),
    );
    await world.runPending();
    const keys = resumed.flatMap((each) => each.changes.map(({ key }) => key));
    expect(call.changes.length + keys.length).toBe(60);
  });

  it('small partitions merge, and reading resumes from several tokens, each at its position', async () => {
    await open({ changeStreams: { partitionBytes: 1_000 } });
    await rows(30);
    const before = await world.partitions();
    const calls = before.map((partition) => world.read('a', { partition }));
    await world.runPending();
    calls[0]!.hold();
    await rows(30);
    await world.runPending();
    // The first reader has received one change and falls behind; the others have received all of theirs.
    const tokens = calls.map((call) => call.token!);
    const had = calls.map((call) => call.changes.length);
    expect(had[0]).toBe(1);
    world.table.replicated.removeRows({ start: '', end: undefined });
    expect(await world.partitions()).toEqual([['', '']]);
    const merged = world.readMerged(
      'a',
      ['', ''],
      before.map((bounds, index) => ({ bounds, token: tokens[index]! })),
    );
    await world.runPending();
    const writes = merged.changes.filter(({ mutations }) => kindsOf(mutations)[0] === 'setCell');
    expect(writes.length + had.reduce((a, b) => a + b)).toBe(30);
    expect(writes.every(({ key }) => key < before[0]![1])).toBe(true);
    // The token of the merged partition still contains the positions of those ahead.
    const resumed = world.read('a', { token: merged.changes[0]!.token });
    await world.runPending();
    expect(resumed.changes.map(({ commitMicros: stamp }) => stamp)).toEqual(
      merged.changes.slice(1).map(({ commitMicros: stamp }) => stamp),
    );
  });

  it('tokens that do not exactly cover the partition are rejected', async () => {
    await open({ changeStreams: { partitionBytes: 1_000 } });
    await rows(50);
    const [first, second, third] = await world.partitions();
    const call = world.read('a', { partition: first! });
    await world.clock.advance(5_000);
    const token = call.token!;
    const status = (bounds: Bounds, parts: Bounds[]): Promise<number> =>
      world.readMerged(
        'a',
        bounds,
        parts.map((part) => ({ bounds: part, token })),
      ).ended;
    expect(await status(first!, [second!])).toBe(GrpcStatus.INVALID_ARGUMENT);
    expect(await status([first![0], third![1]], [first!, third!])).toBe(GrpcStatus.INVALID_ARGUMENT);
    expect(await status(first!, [first!, second!])).toBe(GrpcStatus.INVALID_ARGUMENT);
  });

  it('partitions begin at the initial splits of the table and retain them', async () => {
    world = await StreamWorld.open({ families: FAMILIES, clusters: ['a'], initialSplits: ['g', 'p'] });
    const expected = [
      ['', 'g'],
      ['g', 'p'],
      ['p', ''],
    ];
    expect(await world.partitions()).toEqual(expected);
    expect(await world.partitions()).toEqual(expected);
  });
});
