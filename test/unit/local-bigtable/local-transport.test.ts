import { createDataClient } from '../../../src/bigtable/client/data-client';
import { setCell } from '../../../src/bigtable/write/mutations';
import type { CallOptions, DataClient } from '../../../src/bigtable/client/types';
import {
  createLocalTransport,
  type LocalTransportOptions,
} from '../../support/local-bigtable/local-transport';
import { FaultWorld } from '../../support/local-bigtable/fault-world';

describe('createLocalTransport', () => {
  let world: FaultWorld;

  beforeEach(async () => {
    world = await FaultWorld.open();
  });

  afterEach(() => world.core.close());

  const clientOf = (at: string, options: Partial<LocalTransportOptions> = {}): DataClient =>
    createDataClient({
      transport: createLocalTransport({
        handlers: world.core.handlers,
        clock: world.clock,
        region: 'eu',
        ...options,
      }),
      project: 'p',
      instance: 'demo',
      appProfileId: `at-${at}`,
      clock: world.clock,
      limits: { retryAttemptsMax: 1 },
    });

  const KEY = Buffer.from('k');
  const write = (client: DataClient, options?: CallOptions): Promise<void> =>
    client.mutateRow('t', { key: KEY, mutations: [SET] }, options);

  it('requests and answers take the delay of the path', async () => {
    const client = clientOf('us-a');
    expect((await world.settled(write(client))).tookMs).toBe(80);
    const { value: row, tookMs } = await world.settled(client.readRow({ table: 't', key: KEY }));
    expect(row?.cells[0]?.value.toString()).toBe('v');
    expect(tookMs).toBe(80);
  });

  it('the deadline ends a call by the given clock, and its read at the cluster', async () => {
    const read = clientOf('us-a').readRow({ table: 't', key: KEY }, { timeoutMs: 10 });
    await expect(world.settled(read)).rejects.toMatchObject({ code: 'deadline_exceeded' });
    expect(world.clock.pending).toBe(BACKGROUND_TIMERS);
  });

  it('an abort ends a call immediately', async () => {
    const controller = new AbortController();
    const read = clientOf('us-a').readRow({ table: 't', key: KEY }, { signal: controller.signal });
    await world.clock.advance(5);
    controller.abort();
    await expect(read).rejects.toMatchObject({ code: 'client_closed_request' });
    expect(world.clock.pending).toBe(BACKGROUND_TIMERS);
  });

  it('the status of a rejected request reaches the client', async () => {
    world.faults.partition('eu', 'us');
    await expect(world.settled(write(clientOf('us-a')))).rejects.toMatchObject({
      code: 'store_unavailable',
      broken: false,
      message: expect.stringContaining('us-a') as unknown,
    });
    await expect(write(clientOf('nowhere'))).rejects.toMatchObject({ code: 'store_rejected' });
  });

  it('a lost answer leaves the outcome of a write unknown', async () => {
    const lost = clientOf('eu-a', { faultOf: () => ({ kind: 'answer-lost', afterMs: 3 }) });
    await expect(world.settled(write(lost))).rejects.toMatchObject({ broken: true, unprocessed: false });
    expect((await world.settled(world.read('k', { at: 'eu-a' }))).value).toBe('v');
  });

  it('a lost request never reaches the server, and the client waits until its deadline', async () => {
    const lost = clientOf('eu-a', { faultOf: () => ({ kind: 'request-lost' }) });
    await expect(world.settled(write(lost, { timeoutMs: 50 }))).rejects.toMatchObject({
      code: 'deadline_exceeded',
    });
    expect((await world.settled(world.read('k', { at: 'eu-a' }))).value).toBeUndefined();
  });

  it('a delayed write reaches the server although its client has cancelled', async () => {
    const late = clientOf('eu-a', { faultOf: () => ({ kind: 'request-delayed', afterMs: 100 }) });
    await expect(world.settled(write(late, { timeoutMs: 50 }))).rejects.toMatchObject({
      code: 'deadline_exceeded',
    });
    expect((await world.settled(world.read('k', { at: 'eu-a' }))).value).toBeUndefined();
    await world.clock.advance(50);
    expect((await world.settled(world.read('k', { at: 'eu-a' }))).value).toBe('v');
  });

  it('a delayed answer arrives late', async () => {
    await world.settled(write(clientOf('eu-a')));
    const late = clientOf('eu-a', { faultOf: () => ({ kind: 'answer-delayed', afterMs: 30 }) });
    const read = await world.settled(late.readRow({ table: 't', key: KEY }));
    expect(read.value?.cells[0]?.value.toString()).toBe('v');
    expect(read.tookMs).toBe(30);
  });

  it('calls are rejected after the transport was closed', async () => {
    const client = clientOf('eu-a');
    await client.close();
    await expect(write(client)).rejects.toMatchObject({ code: 'draining' });
  });
});

const SET = setCell('f', Buffer.from('q'), 1_000_000, Buffer.from('v'));
/** Timers of garbage collection and expiry. */
const BACKGROUND_TIMERS = 2;
