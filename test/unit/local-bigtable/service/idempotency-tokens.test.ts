import { google } from '@google-cloud/bigtable/build/protos/protos';
import type { LocalCoreOptions } from '../../../../src/local-bigtable/core';
import type { RpcError } from '../../../../src/local-bigtable/grpc/rpc-error';
import { AGGREGATORS, decodeInt64 } from '../../../../src/local-bigtable/store/aggregator';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import { StreamWorld } from '../../../support/local-bigtable/stream-world';

import data = google.bigtable.v2;

const MINUTE_MS = 60_000;
const TOKEN = Buffer.from('token\0\xff!', 'latin1');
const FAMILIES = [{ name: 'sum', aggregator: AGGREGATORS.sum }];

let world: StreamWorld;
const open = async (options: LocalCoreOptions = {}, clusters = ['a']): Promise<void> => {
  world = await StreamWorld.open({ ...options, families: FAMILIES, clusters });
};
afterEach(() => world.close());

const addition = (value: number): data.IMutation => ({
  addToCell: {
    familyName: 'sum',
    columnQualifier: { rawValue: Buffer.from('q') },
    timestamp: { rawTimestampMicros: 0 },
    input: { intValue: value },
  },
});

interface Addition {
  readonly key?: string;
  readonly token?: Uint8Array;
  /** Time of the first attempt. */
  readonly startMs?: number;
  readonly at?: string;
}

/** Adds one to a row's only cell. */
async function add({ key = 'r', token = TOKEN, startMs, at = 'a' }: Addition = {}): Promise<void> {
  const startTime = startMs === undefined ? {} : { startTime: { seconds: startMs / 1_000 } };
  const request = {
    rowKey: Buffer.from(key),
    mutations: [addition(1)],
    idempotency: { token, ...startTime },
  };
  await world.call('MutateRow', data.MutateRowRequest, request, at);
}

const sumAt = (at = 'a', key = 'r'): number => {
  const cell = world.table.replicaAt(world.cluster(at)).row(key)?.cells[0];
  return cell === undefined ? 0 : Number(decodeInt64(cell.value));
};

const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => GrpcStatus.OK,
    (error: RpcError) => error.status,
  );

const storedTokens = (): number => world.storage.entries('token', world.table.number).size;

describe('a mutation with an idempotency token', () => {
  it('a mutation is applied once, however often it is sent', async () => {
    await open();
    await Promise.all([add(), add(), add()]);
    await add();
    expect(sumAt()).toBe(1);
  });

  it('tokens are distinguished by token, row and table', async () => {
    await open();
    await add();
    await add({ token: Buffer.from('other token') });
    await add({ key: 'r2' });
    expect([sumAt(), sumAt('a', 'r2')]).toEqual([2, 1]);
    // The same bytes, divided differently between row key and token.
    await add({ key: 'k', token: Buffer.from('1token-01') });
    await add({ key: 'k1', token: Buffer.from('token-01') });
    expect([sumAt('a', 'k'), sumAt('a', 'k1')]).toEqual([1, 1]);
  });

  it('a mutation in a batch is applied once, entry by entry', async () => {
    await open();
    const entry = (key: string, token: string): data.MutateRowsRequest.IEntry => ({
      rowKey: Buffer.from(key),
      mutations: [addition(1)],
      idempotency: { token: Buffer.from(token) },
    });
    const entries = [
      entry('r', 'token-01'),
      entry('r', 'token-01'),
      entry('r', 'token-02'),
      entry('r', 'short'),
    ];
    const [first] = await world.call('MutateRows', data.MutateRowsRequest, { entries });
    const codes = data.MutateRowsResponse.decode(first!).entries.map(({ status }) => status?.code ?? 0);
    expect(codes).toEqual([0, 0, 0, GrpcStatus.INVALID_ARGUMENT]);
    expect(sumAt()).toBe(2);
  });

  it('a mutation is not applied again after a crash', async () => {
    await open();
    await add();
    await world.reopen();
    await add();
    expect(sumAt()).toBe(1);
  });

  it('a mutation is not applied again when the repeat arrives at another cluster', async () => {
    await open({}, ['a', 'b']);
    for (const link of world.instance.links) link.configure({ partitioned: true });
    await add({ at: 'a' });
    await add({ at: 'b' });
    expect([sumAt('a'), sumAt('b')]).toEqual([1, 0]);
    for (const link of world.instance.links) link.configure({ partitioned: false });
    await world.clock.advance(1_000);
    expect([sumAt('a'), sumAt('b')]).toEqual([1, 1]);
  });

  it('a repeat is not acknowledged before the mutation is durable', async () => {
    await open();
    const release = world.storage.holdCommits();
    let acknowledged = 0;
    const calls = [add(), add()].map((call) => call.then(() => acknowledged++));
    await world.runPending();
    expect(acknowledged).toBe(0);
    release();
    await Promise.all(calls);
    expect(sumAt()).toBe(1);
  });

  it('a failed mutation can be sent again', async () => {
    await open();
    const request = { rowKey: Buffer.from('r'), idempotency: { token: TOKEN } };
    const wrong = [{ ...addition(1), addToCell: { ...addition(1).addToCell, familyName: 'none' } }];
    const refused = world.call('MutateRow', data.MutateRowRequest, { ...request, mutations: wrong });
    expect(await statusOf(refused)).toBe(GrpcStatus.NOT_FOUND);
    await add();
    expect(sumAt()).toBe(1);
  });

  it('a token needs at least 8 bytes', async () => {
    await open();
    expect(await statusOf(add({ token: TOKEN.subarray(1) }))).toBe(GrpcStatus.INVALID_ARGUMENT);
    expect(await statusOf(add({ token: Buffer.alloc(0) }))).toBe(GrpcStatus.INVALID_ARGUMENT);
    expect(sumAt()).toBe(0);
  });

  it('a token protects for 15 minutes, and a start time before that is rejected', async () => {
    await open();
    const { startMs } = world;
    await add({ startMs });
    await world.clock.advance(15 * MINUTE_MS);
    await add({ startMs });
    expect(sumAt()).toBe(1);
    await world.clock.advance(1);
    expect(await statusOf(add({ startMs }))).toBe(GrpcStatus.FAILED_PRECONDITION);
    // Without the time of its first attempt it is accepted, "at the risk of double counting".
    await add();
    expect(sumAt()).toBe(2);
    await add();
    expect(sumAt()).toBe(2);
    expect(world.core.dependencies.idempotency.size).toBe(1);
  });
});

describe('idempotency tokens', () => {
  it('expired tokens are removed in the background, in memory and on disk', async () => {
    await open();
    await add();
    await world.clock.advance(10 * MINUTE_MS);
    await add({ key: 'r2' });
    expect(storedTokens()).toBe(2);
    await world.clock.advance(7 * MINUTE_MS);
    expect(storedTokens()).toBe(1);
    await world.reopen();
    await world.clock.advance(10 * MINUTE_MS);
    expect(storedTokens()).toBe(0);
    expect(world.core.dependencies.idempotency.size).toBe(0);
  });

  it('tokens above the maximum are rejected instead of forgotten', async () => {
    await open({ idempotency: { tokensMax: 2 } });
    await add();
    await add({ key: 'r2' });
    expect(await statusOf(add({ key: 'r3' }))).toBe(GrpcStatus.RESOURCE_EXHAUSTED);
    await add();
    expect([sumAt(), sumAt('a', 'r3')]).toEqual([1, 0]);
    await world.clock.advance(17 * MINUTE_MS);
    await add({ key: 'r3' });
    expect(sumAt('a', 'r3')).toBe(1);
  });

  it('tokens are removed with their table', async () => {
    await open();
    await add();
    await world.core.dependencies.tables.drop(world.table);
    await world.core.expiry.sweep();
    expect(world.core.dependencies.idempotency.size).toBe(0);
    // The commit queue would have failed if storage had received an entry of an unknown table.
    expect(() => world.core.dependencies.commits.nextVersion()).not.toThrow();
  });
});
