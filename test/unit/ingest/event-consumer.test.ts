import { loadSchema } from '../../../src/codec/schema-registry';
import { EMPTY_TOKEN } from '../../../src/core/write-token';
import { DEFAULTS } from '../../../src/defaults';
import { TidemarkError } from '../../../src/errors';
import type { BatchReport } from '../../../src/ingest/batch-report';
import type { DeadLetter } from '../../../src/ingest/delivery';
import { EventConsumer, type ConsumerDependencies } from '../../../src/ingest/event-consumer';
import type { IngestInput, IngestOutcome } from '../../../src/operations/ingest-events';
import { systemClock } from '../../../src/platform/clock';
import { click, encodeEvent } from '../../support/events';

const NOW = Date.now();
const DOWN = new TidemarkError('store_unavailable', 'down');

interface Harness {
  readonly consumer: EventConsumer;
  /** What became of each message, in order: `<name> <ack or nack>`. */
  readonly settled: string[];
  readonly batches: (readonly IngestInput[])[];
  readonly letters: DeadLetter[];
  readonly faults: unknown[];
  readonly reports: BatchReport[];
  take(name: string, data?: Buffer, attributes?: Record<string, string>): void;
}

/** A consumer whose events go to a function in place of the store. */
function harness(
  ingest: (inputs: readonly IngestInput[]) => Promise<readonly IngestOutcome[]> = accept,
  changes: Partial<ConsumerDependencies['limits']> = {},
): Harness {
  const batches: (readonly IngestInput[])[] = [];
  const [settled, letters, faults, reports] = [
    [] as string[],
    [] as DeadLetter[],
    [] as unknown[],
    [] as BatchReport[],
  ];
  const consumer = new EventConsumer({
    ingest: async (inputs) => {
      batches.push(inputs);
      return { outcomes: await ingest(inputs), token: EMPTY_TOKEN };
    },
    schema: loadSchema(),
    clock: systemClock,
    limits: { ...DEFAULTS.pubsub, ...DEFAULTS.events, batchEvents: 3, batchDelayMs: 5, ...changes },
    putAside: async (letter) => void letters.push(letter),
    observer: { onFault: (fault) => faults.push(fault), onBatch: (report) => reports.push(report) },
  });
  const take: Harness['take'] = (name, data = encodeEvent(click(NOW - 60_000)), attributes = {}) =>
    consumer.take({
      data,
      attributes,
      publishTimeMs: NOW - 5_000,
      ack: () => settled.push(`${name} ack`),
      nack: () => settled.push(`${name} nack`),
    });
  return { consumer, settled, batches, letters, faults, reports, take };
}

async function accept(inputs: readonly IngestInput[]): Promise<readonly IngestOutcome[]> {
  return inputs.map((input) =>
    'error' in input ? { status: 'rejected', error: input.error } : { status: 'accepted' },
  );
}

async function closed({ consumer }: Harness): Promise<void> {
  consumer.close();
  await consumer.drain();
}

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('the consumer', () => {
  it('writes when a batch is full, or when its first message has waited long enough', async () => {
    const h = harness();
    ['a', 'b', 'c', 'd'].forEach((name) => h.take(name));
    expect(h.batches.map((inputs) => inputs.length)).toEqual([3]);
    await later(30);
    expect(h.batches.map((inputs) => inputs.length)).toEqual([3, 1]);
    expect(h.settled).toEqual(['a ack', 'b ack', 'c ack', 'd ack']);
    await closed(h);
  });

  it('acknowledges only after the write', async () => {
    let written = (): void => undefined;
    const h = harness(async (inputs) => {
      await new Promise<void>((resolve) => (written = resolve));
      return accept(inputs);
    });
    ['a', 'b', 'c'].forEach((name) => h.take(name));
    await later(10);
    expect(h.settled).toEqual([]);
    expect(h.consumer.lag()).toEqual({ heldMessages: 3, oldestUnackedMs: expect.any(Number) as number });
    expect(h.consumer.lag().oldestUnackedMs).toBeGreaterThanOrEqual(5_000);
    written();
    await closed(h);
    expect(h.settled).toHaveLength(3);
    expect(h.consumer.lag()).toEqual({ heldMessages: 0, oldestUnackedMs: 0 });
  });

  it('hands back the messages that failed, and only those', async () => {
    const h = harness(
      async (inputs) =>
        inputs.map((_, i) => (i === 1 ? { status: 'failed', error: DOWN } : { status: 'accepted' })),
      { failureInitialDelayMs: 1 },
    );
    ['a', 'b', 'c'].forEach((name) => h.take(name));
    await closed(h);
    expect(h.settled.sort()).toEqual(['a ack', 'b nack', 'c ack']);
  });

  it('waits longer from failure to failure, and not at all once it closes', async () => {
    const fail = async (inputs: readonly IngestInput[]): Promise<IngestOutcome[]> =>
      inputs.map(() => ({ status: 'failed', error: DOWN }));
    const h = harness(fail, { batchEvents: 1, failureInitialDelayMs: 30, failureMaxDelayMs: 60_000 });
    h.take('a');
    await later(10);
    expect(h.settled).toEqual([]);
    await later(60);
    expect(h.settled).toEqual(['a nack']);
    for (let i = 0; i < 9; i++) h.take(`later ${i}`);
    const beforeMs = performance.now();
    await closed(h);
    expect(performance.now() - beforeMs).toBeLessThan(1_000);
    expect(h.settled).toHaveLength(10);
  });

  it('hands a whole batch back when the program fails', async () => {
    const h = harness(() => Promise.reject(new Error('a bug')));
    ['a', 'b', 'c'].forEach((name) => h.take(name));
    await closed(h);
    expect(h.settled).toEqual(['a nack', 'b nack', 'c nack']);
    expect(h.faults).toEqual([new Error('a bug')]);
  });

  it('puts a message aside once, for the first of its errors, and acknowledges it', async () => {
    const h = harness();
    const events = [{ userId: 7 }, { action: 'click' }];
    h.take('bad', Buffer.from(JSON.stringify({ events })), {
      'content-type': 'application/json; charset=utf-8',
    });
    await closed(h);
    expect(h.letters.map(({ error }) => error.field)).toEqual(['events[0].userId']);
    expect(h.settled).toEqual(['bad ack']);
  });

  it('reports what became of the events and how late they were', async () => {
    const h = harness();
    h.take('a', encodeEvent(click(NOW - 60_000)));
    h.take('b', Buffer.from('junk'));
    await closed(h);
    expect(h.reports).toMatchObject([{ messages: 2, accepted: 1, rejected: 1, failed: 0, duplicates: 0 }]);
    expect(h.reports[0]!.oldestEventLagMs).toBeGreaterThanOrEqual(60_000);
  });
});
