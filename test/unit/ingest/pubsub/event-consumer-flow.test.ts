import { TidemarkError } from '../../../../src/errors';
import { checkConsent } from '../../../../src/ingest/pubsub/consent';
import type { IngestInput, IngestOutcome } from '../../../../src/operations/events/ingest-events';
import { accept, closed, harness, NOW } from '../../../support/consumer-harness';
import { click, encodeEvent } from '../../../support/events';
import { VirtualClock } from '../../../support/virtual-clock';

const DOWN = new TidemarkError('store_unavailable', 'down');
const REFUSED = new TidemarkError('store_rejected', 'the row is too large');
const BAD_USER = 'bot';
const bad = encodeEvent(click(NOW - 60_000, { userId: BAD_USER }));

/** A store that takes every row but one user's. */
const allBut =
  (error: TidemarkError) =>
  async (inputs: readonly IngestInput[]): Promise<IngestOutcome[]> =>
    inputs.map((input) =>
      'event' in input && input.event.userId === BAD_USER
        ? { status: 'failed', error }
        : { status: 'accepted' },
    );

/** A store whose writes end when they are told to. */
function slowStore() {
  const waiting: (() => void)[] = [];
  const ingest = async (inputs: readonly IngestInput[]): Promise<readonly IngestOutcome[]> => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return accept(inputs);
  };
  return { ingest, writeNext: () => waiting.shift()?.(), waiting };
}

describe("the consumer's flow", () => {
  it('has a few batches in flight; while they are, the next one grows', async () => {
    const clock = new VirtualClock(NOW);
    const store = slowStore();
    const h = harness(store.ingest, { clock, batchEvents: 3, batchesInFlight: 2 });
    for (let i = 0; i < 13; i++) {
      h.take(`m${i}`);
      await clock.advance(DELAY_MS);
    }
    const sizes = (): number[] => h.batches.map((inputs) => inputs.length);
    expect(sizes()).toEqual([1, 1]);
    store.writeNext();
    await clock.advance(0);
    expect(sizes()).toEqual([1, 1, 3]);
    h.consumer.close();
    while (store.waiting.length > 0) {
      store.writeNext();
      await clock.advance(0);
    }
    await h.consumer.drain();
    expect(sizes()).toEqual([1, 1, 3, 3, 3, 2]);
    expect(h.settled).toHaveLength(13);
  });

  it('cuts no message, and lets one that is larger than a batch go alone', async () => {
    const h = harness(accept, { batchEvents: 3 });
    const events = Array.from({ length: 5 }, (_, i) => ({
      userId: 'u',
      action: 'click',
      adId: `${i}`,
      eventTime: NOW - 60_000,
    }));
    h.take('small');
    h.take('large', Buffer.from(JSON.stringify({ events })), { 'content-type': 'application/json' });
    await closed(h);
    expect(h.batches.map((inputs) => inputs.length)).toEqual([1, 5]);
  });

  it('is not held up by a row that cannot be written: the rest is acknowledged at once', async () => {
    const clock = new VirtualClock(NOW);
    const h = harness(allBut(DOWN), { clock, batchesInFlight: 1, failureInitialDelayMs: 1_000 });
    h.take('bad', bad);
    ['a', 'b', 'c', 'd', 'e'].forEach((name) => h.take(name));
    await clock.advance(10);
    expect(h.settled).toEqual(['a ack', 'b ack', 'c ack', 'd ack', 'e ack']);
    await clock.advance(2_500);
    expect(h.settled).toContain('bad nack');
  });

  it('puts aside what the store refuses for good, if it takes the rest', async () => {
    const h = harness(allBut(REFUSED));
    h.take('bad', bad);
    h.take('a');
    await closed(h);
    expect(h.settled.sort()).toEqual(['a ack', 'bad ack']);
    expect(h.letters.map(({ error }) => error.code)).toEqual(['store_rejected']);
  });

  it('puts nothing aside where the store refuses everything, as without its table', async () => {
    const h = harness(allBut(REFUSED));
    h.take('bad', bad);
    await closed(h);
    expect(h.settled).toEqual(['bad nack']);
    expect(h.letters).toEqual([]);
  });

  it('goes on while a dead letter waits for its topic', async () => {
    const clock = new VirtualClock(NOW);
    let safe = (): void => undefined;
    const putAside = (): Promise<void> => new Promise((resolve) => (safe = resolve));
    const h = harness(accept, { clock, batchesInFlight: 1, dependencies: { deadLetter: putAside } });
    h.take('junk', Buffer.from('junk'));
    ['a', 'b', 'c', 'd', 'e'].forEach((name) => h.take(name));
    await clock.advance(10);
    expect(h.settled).toEqual(['a ack', 'b ack', 'c ack', 'd ack', 'e ack']);
    safe();
    await closed(h);
    expect(h.settled).toContain('junk ack');
  });

  it('keeps events only of users who consented to what they are kept for', async () => {
    const h = harness(accept, { dependencies: { rejects: checkConsent } });
    const take = (name: string, consent?: string): void =>
      h.take(name, undefined, consent === undefined ? {} : { consent });
    take('agreed', 'ads_measurement');
    take('agreed to more', 'ads_personalization, ads_measurement');
    take('to something else', 'ads_personalization');
    take('to something similar', 'ads_measurements');
    take('said nothing');
    await closed(h);
    expect(h.batches.flat()).toHaveLength(2);
    expect(h.letters.map(({ error }) => `${error.code} ${error.field}`)).toEqual(
      new Array(3).fill('no_consent consent'),
    );
    expect(h.settled).toHaveLength(5);
  });

  it('tells how far behind it is, by the clock it was given', async () => {
    const clock = new VirtualClock(NOW);
    const store = slowStore();
    const h = harness(store.ingest, { clock, batchEvents: 2 });
    h.take('old', encodeEvent(click(NOW - 60_000)));
    h.take('new', encodeEvent(click(NOW - 1_000)));
    await clock.advance(250);
    // The harness publishes five seconds before.
    expect(h.consumer.lag()).toEqual({ heldMessages: 2, oldestUnackedMs: 5_250 });
    store.writeNext();
    await clock.advance(0);
    expect(h.consumer.lag()).toEqual({ heldMessages: 0, oldestUnackedMs: 0 });
    expect(h.reports).toMatchObject([
      { oldestEventLagMs: 60_250, newestEventLagMs: 1_250, deliveryLagMs: 5_250, durationMs: 250 },
    ]);
  });
});

/** Longer than a batch waits for company. */
const DELAY_MS = 6;
