import { TidemarkError } from '../../../../src/errors';
import type { IngestInput, IngestOutcome } from '../../../../src/operations/events/ingest-events';
import { accept, closed, harness, NOW } from '../../../support/consumer-harness';
import { click, encodeEvent } from '../../../support/events';
import { VirtualClock } from '../../../support/virtual-clock';

const DOWN = new TidemarkError('store_unavailable', 'down');

describe('The consumer', () => {
  it('a batch is written when it is full or its first message has waited long enough', async () => {
    const clock = new VirtualClock(NOW);
    const h = harness(accept, { clock, batchDelayMs: 5 });
    ['a', 'b', 'c', 'd'].forEach((name) => h.take(name));
    await clock.advance(4);
    expect(h.batches.map((inputs) => inputs.length)).toEqual([3]);
    await clock.advance(1);
    expect(h.batches.map((inputs) => inputs.length)).toEqual([3, 1]);
    expect(h.settled).toEqual(['a ack', 'b ack', 'c ack', 'd ack']);
    await closed(h);
  });

  it('messages are acknowledged only after the write', async () => {
    const clock = new VirtualClock(NOW);
    let written = (): void => undefined;
    const h = harness(
      async (inputs) => {
        await new Promise<void>((resolve) => (written = resolve));
        return accept(inputs);
      },
      { clock },
    );
    ['a', 'b', 'c'].forEach((name) => h.take(name));
    await clock.advance(3_600_000);
    expect(h.settled).toEqual([]);
    expect(h.consumer.lag()).toEqual({ heldMessages: 3, oldestUnackedMs: expect.any(Number) as number });
    expect(h.consumer.lag().oldestUnackedMs).toBeGreaterThanOrEqual(5_000);
    written();
    await closed(h);
    expect(h.settled).toHaveLength(3);
    expect(h.consumer.lag()).toEqual({ heldMessages: 0, oldestUnackedMs: 0 });
  });

  it('failed messages are handed back, and no others', async () => {
    const h = harness(
      async (inputs) =>
        inputs.map((_, i) => (i === 1 ? { status: 'failed', error: DOWN } : { status: 'accepted' })),
      { failureInitialDelayMs: 1 },
    );
    ['a', 'b', 'c'].forEach((name) => h.take(name));
    await closed(h);
    expect(h.settled.sort()).toEqual(['a ack', 'b nack', 'c ack']);
  });

  it('the delay grows with consecutive failures and ends at closing', async () => {
    const fail = async (inputs: readonly IngestInput[]): Promise<IngestOutcome[]> =>
      inputs.map(() => ({ status: 'failed', error: DOWN }));
    const clock = new VirtualClock(NOW);
    const limits = { batchEvents: 1, batchesInFlight: 1, failureInitialDelayMs: 30, failureMaxDelayMs: 200 };
    const h = harness(fail, { clock, ...limits, dependencies: { random: () => 1 } });
    /** Returns the time from the delivery until the message is handed back. */
    const pauseMs = async (name: string): Promise<number> => {
      const beforeMs = clock.monotonicMs();
      h.take(name);
      while (!h.settled.includes(`${name} nack`)) await clock.advance(1);
      return clock.monotonicMs() - beforeMs;
    };
    const pausesMs: number[] = [];
    for (let i = 0; i < 4; i++) pausesMs.push(await pauseMs(`m${i}`));
    expect(pausesMs).toEqual([60, 120, 200, 200]);
    const atMs = clock.monotonicMs();
    for (let i = 0; i < 9; i++) h.take(`later ${i}`);
    await closed(h);
    expect([h.settled.length, clock.monotonicMs()]).toEqual([13, atMs]);
  });

  it('messages are handed back after a random share of the maximum delay', async () => {
    const clock = new VirtualClock(NOW);
    const fail = async (inputs: readonly IngestInput[]): Promise<IngestOutcome[]> =>
      inputs.map(() => ({ status: 'failed', error: DOWN }));
    const limits = { batchEvents: 1, batchesInFlight: 1, failureInitialDelayMs: 50, failureMaxDelayMs: 100 };
    const h = harness(fail, { clock, ...limits, dependencies: { random: () => 0.5 } });
    h.take('a');
    await clock.advance(49);
    expect(h.settled).toEqual([]);
    await clock.advance(1);
    expect(h.settled).toEqual(['a nack']);
    await closed(h);
  });

  it('a program error hands the whole batch back', async () => {
    const h = harness(() => Promise.reject(new Error('a bug')));
    ['a', 'b', 'c'].forEach((name) => h.take(name));
    await closed(h);
    expect(h.settled).toEqual(['a nack', 'b nack', 'c nack']);
    expect(h.faults).toEqual([new Error('a bug')]);
  });

  it('a message is dead-lettered once, for the first of its errors, and acknowledged', async () => {
    const h = harness();
    const events = [{ userId: 7 }, { action: 'click' }];
    h.take('bad', Buffer.from(JSON.stringify({ events })), {
      'content-type': 'application/json; charset=utf-8',
    });
    await closed(h);
    expect(h.letters.map(({ error }) => error.field)).toEqual(['events[0].userId']);
    expect(h.settled).toEqual(['bad ack']);
  });

  it('outcomes and delays of the events are reported', async () => {
    const h = harness();
    h.take('a', encodeEvent(click(NOW - 60_000)));
    h.take('b', Buffer.from('junk'));
    await closed(h);
    expect(h.reports).toMatchObject([{ messages: 2, accepted: 1, rejected: 1, failed: 0, duplicates: 0 }]);
    expect(h.reports[0]!.oldestEventLagMs).toBeGreaterThanOrEqual(60_000);
  });
});
