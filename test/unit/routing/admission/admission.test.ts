import { setCell } from '../../../../src/bigtable/write/mutations';
import type { DataClient } from '../../../../src/bigtable/client/types';
import {
  Admission,
  type AdmissionLimits,
  type AdmissionWait,
} from '../../../../src/routing/admission/admission';
import { admittedClients } from '../../../../src/routing/admission/admitted-clients';
import { RowRate } from '../../../../src/routing/admission/row-rate';
import { tidemarkError } from '../../../support/tidemark-error';
import { RoutingWorld } from '../routing-world';

const KEY = Buffer.from('0a#ada');
const CALL_MS = 100;

describe('Admission of batch work', () => {
  let world: RoutingWorld;
  let servingMs: number | undefined;
  /** Waits that were reported, in milliseconds. */
  let waits: [AdmissionWait, number][];

  beforeEach(async () => {
    world = await RoutingWorld.open();
    world.core.faults.changeClusters('eu-batch', { slowMs: CALL_MS });
    servingMs = undefined;
  });

  afterEach(() => world.core.close());

  function admit(limits: Partial<AdmissionLimits>) {
    const { router, clients } = world.routing('batch');
    waits = [];
    const admission = new Admission({
      clock: world.clock,
      servingLatencyMs: () => servingMs,
      onWaited: (reason, ms) => waits.push([reason, ms]),
      limits: { adjustIntervalMs: 1_000, servingLatencyTargetMs: 20, ...limits },
    });
    const admitted = admittedClients(clients, admission);
    const cluster = router.forRead('t', KEY)[0]!;
    return { admission, admitted, cluster, client: admitted.of(cluster) };
  }

  const read = (client: DataClient, options = {}) => client.readRow({ table: 't', key: KEY }, options);
  const write = (client: DataClient, count: number) =>
    client.mutateRows(
      't',
      Array.from({ length: count }, (_, index) => ({
        key: Buffer.from(`0a#user-${index}`),
        mutations: [setCell('f', Buffer.from('q'), 1_000, Buffer.from('v'))],
      })),
    );
  const reads = (client: DataClient, count: number) =>
    Array.from({ length: count }, () => read(client, { timeoutMs: 60_000 }));

  it('limits the calls in flight and admits queued calls in the order of their arrival', async () => {
    const { admission, client } = admit({ callsInFlightMax: 2 });
    const order: number[] = [];
    const all = reads(client, 5).map((each, index) => each.then(() => order.push(index)));
    expect(admission.status).toEqual({ inFlight: 2, inFlightMax: 2, queued: 3 });
    const { tookMs } = await world.settled(Promise.all(all));
    expect([order, tookMs]).toEqual([[0, 1, 2, 3, 4], 3 * CALL_MS]);
    expect(admission.status).toEqual({ inFlight: 0, inFlightMax: 2, queued: 0 });
  });

  it('does not admit a new call before calls that are already queued', async () => {
    world.core.faults.changeClusters('eu-batch', { slowMs: 50 * CALL_MS });
    const { admission, client } = admit({ callsInFlightMax: 2, callsInFlightMin: 1, decreaseFactor: 0.5 });
    const order: string[] = [];
    const begin = (name: string) => reads(client, 1)[0]!.then(() => order.push(name));
    servingMs = 50;
    await world.clock.advance(1_000);
    const first = begin('first');
    servingMs = 5;
    await world.clock.advance(500);
    const second = begin('second');
    await world.clock.advance(500);
    const third = begin('third');
    expect(admission.status).toEqual({ inFlight: 1, inFlightMax: 2, queued: 2 });
    await world.settled(Promise.all([first, second, third]));
    expect(order).toEqual(['first', 'second', 'third']);
  });

  it('frees the slot of a call that fails', async () => {
    const { admission, client } = admit({ callsInFlightMax: 1 });
    const failing = client.readRow({ table: 'missing', key: KEY });
    const next = read(client);
    await expect(world.settled(failing)).rejects.toThrow(tidemarkError('store_rejected'));
    await world.settled(next);
    expect(admission.status.inFlight).toBe(0);
  });

  it('rejects a call as overload when the queue is full', async () => {
    const { client } = admit({ callsInFlightMax: 1, callsQueuedMax: 2 });
    const waiting = reads(client, 3);
    await expect(read(client)).rejects.toThrow(tidemarkError('overloaded'));
    await world.settled(Promise.all(waiting));
    await world.settled(read(client));
  });

  it('removes a call from the queue when its caller cancels', async () => {
    const { admission, client } = admit({ callsInFlightMax: 1 });
    const first = read(client);
    const giveUp = new AbortController();
    const given = read(client, { signal: giveUp.signal });
    const last = read(client);
    giveUp.abort();
    await expect(given).rejects.toThrow(tidemarkError('client_closed_request'));
    await expect(read(client, { signal: giveUp.signal })).rejects.toThrow(
      tidemarkError('client_closed_request'),
    );
    expect(admission.status.queued).toBe(1);
    await world.settled(Promise.all([first, last]));
    expect(admission.status.inFlight).toBe(0);
  });

  it('bounds the wait by the deadline and passes the remaining time to the call', async () => {
    const { admission, client } = admit({ callsInFlightMax: 1 });
    const first = read(client);
    const second = read(client, { timeoutMs: CALL_MS + 50 });
    const third = read(client, { timeoutMs: 50 });
    const outcomes = await world.settled(Promise.allSettled([first, second, third]));
    const [a, b, c] = outcomes.value.map((each) => each.status);
    expect([a, b, c]).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(outcomes.value[1]).toMatchObject({ reason: { code: 'deadline_exceeded' } });
    expect(outcomes.value[2]).toMatchObject({ reason: { code: 'deadline_exceeded' } });
    expect([outcomes.tookMs, admission.status.inFlight]).toEqual([CALL_MS + 50, 0]);
  });

  it('bounds the wait of a call without a deadline', async () => {
    const { client } = admit({ callsInFlightMax: 1, queueTimeoutMs: 30 });
    const first = read(client);
    const { value, tookMs } = await world.settled(read(client).catch((error: Error) => error));
    expect([value, tookMs]).toEqual([tidemarkError('deadline_exceeded'), 30]);
    await world.settled(first);
  });

  it('leaves no listener on a long-lived signal', async () => {
    const { client } = admit({ callsInFlightMax: 1 });
    const { signal } = new AbortController();
    const { pending } = world.clock;
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    Object.assign(signal, {
      addEventListener: (...args: Parameters<typeof add>) => ((listeners += 1), add(...args)),
      removeEventListener: (...args: Parameters<typeof remove>) => ((listeners -= 1), remove(...args)),
    });
    const waiting = Array.from({ length: 3 }, () => read(client, { signal }));
    await world.settled(Promise.all(waiting));
    expect([listeners, world.clock.pending]).toEqual([0, pending]);
  });

  it('lowers the limit to its minimum while serving is slow and raises it again one call at a time', async () => {
    const { admission, client } = admit({ callsInFlightMax: 16, callsInFlightMin: 2, decreaseFactor: 0.5 });
    const limits: number[] = [];
    const rounds = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i++) {
        await world.clock.advance(1_000);
        await world.settled(read(client));
        limits.push(admission.status.inFlightMax);
      }
    };
    servingMs = 21;
    await rounds(5);
    servingMs = 20;
    await rounds(2);
    servingMs = undefined;
    await rounds(1);
    servingMs = 1_000;
    await rounds(1);
    servingMs = 1;
    await rounds(15);
    expect(limits.slice(0, 9)).toEqual([8, 4, 2, 2, 2, 3, 4, 5, 2]);
    expect(limits.at(-1)).toBe(16);
  });

  it('checks the serving latency once per interval, however many calls arrive and end', async () => {
    const { admission, client } = admit({ callsInFlightMax: 16 });
    servingMs = 100;
    await world.clock.advance(1_000);
    await world.settled(Promise.all(reads(client, 40)));
    expect(admission.status.inFlightMax).toBe(8);
  });

  it('admits queued calls when serving is fast again, even if no call in flight ends', async () => {
    const { admission } = admit({ callsInFlightMax: 2 });
    const { pending } = world.clock;
    servingMs = 100;
    await world.clock.advance(1_000);
    await admission.acquire({});
    let isIn = false;
    const waiting = admission.acquire({}).then(() => (isIn = true));
    await world.clock.advance(5_000);
    expect([isIn, admission.status.inFlightMax]).toEqual([false, 1]);
    servingMs = 1;
    await world.clock.advance(1_000);
    expect([isIn, admission.status.inFlightMax]).toEqual([true, 2]);
    await waiting;
    expect(world.clock.pending).toBe(pending);
  });

  it('reports how long calls have waited, and why', async () => {
    const { admission, client } = admit({ callsInFlightMax: 2, callsInFlightMin: 1, rowsPerSecond: 100 });
    await world.settled(Promise.all(reads(client, 3)));
    expect(waits).toEqual([['calls', CALL_MS]]);
    servingMs = 100;
    await world.clock.advance(1_000);
    await admission.acquire({});
    const waiting = admission.acquire({ timeoutMs: 5_000 });
    await Promise.all([
      expect(waiting).rejects.toThrow(tidemarkError('deadline_exceeded')),
      world.clock.advance(5_000),
    ]);
    admission.release();
    expect(waits.slice(1)).toEqual([['serving_latency', 5_000]]);
    await world.settled(write(client, 150));
    await world.settled(write(client, 1));
    expect(waits.slice(2).map(([reason]) => reason)).toEqual(['rows']);
  });

  it('limits the rows written per second, after a burst of one second', async () => {
    const { client } = admit({ rowsPerSecond: 100 });
    const { tookMs } = await world.settled(write(client, 100));
    expect(tookMs).toBe(CALL_MS);
    // The elapsed time has paid for the first hundred rows.
    const second = await world.settled(write(client, 50));
    expect(second.tookMs).toBe(CALL_MS);
    const third = await world.settled(write(client, 1));
    expect(third.tookMs).toBeGreaterThanOrEqual(CALL_MS + 300);
  });

  it('limits the rows scanned per second', async () => {
    const { client, admission } = admit({ rowsPerSecond: 10 });
    await world.settled(write(client, 15));
    await world.clock.advance(10_000);
    const scan = async (): Promise<number> => {
      let rows = 0;
      for await (const row of client.readRows({ table: 't' })) rows += row.cells.length;
      return rows;
    };
    const { value, tookMs } = await world.settled(scan());
    expect(value).toBe(15);
    expect(tookMs).toBe(CALL_MS + 400);
    expect(admission.status.inFlight).toBe(0);
  });

  it('keeps the slot of a scan until the scan is left', async () => {
    const { client, admission } = admit({ callsInFlightMax: 1 });
    await world.settled(write(client, 5));
    const leave = async (): Promise<void> => {
      for await (const row of client.readRows({ table: 't' })) {
        expect([row.key.toString(), admission.status.inFlight]).toEqual(['0a#user-0', 1]);
        break;
      }
    };
    await world.settled(leave());
    expect(admission.status.inFlight).toBe(0);
  });

  it('stops waiting for the row rate when the caller cancels or the deadline passes', async () => {
    const { client, admission } = admit({ rowsPerSecond: 1 });
    await world.settled(write(client, 10));
    const giveUp = new AbortController();
    const given = read(client, { signal: giveUp.signal });
    await world.clock.advance(100);
    giveUp.abort();
    await expect(given).rejects.toThrow(tidemarkError('client_closed_request'));
    const late = await world.settled(read(client, { timeoutMs: 500 }).catch((error: Error) => error));
    expect([late.value, late.tookMs]).toEqual([tidemarkError('deadline_exceeded'), 500]);
    expect(admission.status.inFlight).toBe(0);
  });

  it('returns the same client for a cluster and passes every call on', async () => {
    const { admitted, cluster, client } = admit({});
    expect(admitted.of(cluster)).toBe(client);
    const mutations = [setCell('f', Buffer.from('q'), 1_000, Buffer.from('v'))];
    await world.settled(client.mutateRow('t', { key: KEY, mutations }));
    expect((await world.settled(read(client))).value?.cells).toHaveLength(1);
    expect((await world.settled(client.sampleRowKeys('t'))).value.length).toBeGreaterThan(0);
    // The profile does not allow transactions, and the server rejects them.
    const transactions: readonly Promise<unknown>[] = [
      client.checkAndMutateRow({ table: 't', key: KEY, onMatch: mutations }),
      client.readModifyWriteRow('t', KEY, [
        { familyName: 'f', columnQualifier: Buffer.from('q'), appendValue: KEY },
      ]),
    ];
    for (const each of transactions) {
      await expect(world.settled(each)).rejects.toThrow('Single-row transactions are not allowed');
    }
    await admitted.close();
    await expect(world.settled(read(client))).rejects.toThrow(tidemarkError('draining'));
  });
});

describe('A row rate', () => {
  it('gives each row a slot after a burst of one second', () => {
    const rate = new RowRate(10);
    expect([rate.reserve(10, 0), rate.reserve(1, 0), rate.reserve(1, 0)]).toEqual([0, 0, 100]);
    expect(rate.reserve(5, 1_000)).toBe(0);
    expect(rate.reserve(100, 100_000)).toBe(0);
    expect(rate.reserve(1, 100_000)).toBe(9_000);
  });

  it('is unlimited at 0', () => {
    const rate = new RowRate(0);
    expect([rate.reserve(1e9, 0), rate.reserve(1, 0)]).toEqual([0, 0]);
  });
});
