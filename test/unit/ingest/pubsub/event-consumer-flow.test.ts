import { TidemarkError } from '../../../../src/errors';
import { checkConsent } from '../../../../src/ingest/pubsub/consent';
import type { IngestInput, IngestOutcome } from '../../../../src/operations/events/ingest-events';
import { seededRandom } from '../../../../src/platform/random';
import { sleep } from '../../../../src/platform/time/clock';
import { accept, closed, harness, NOW } from '../../../support/consumer-harness';
import { click, encodeEvent } from '../../../support/events';
import { TEST_SEED } from '../../../support/test-seed';
import { VirtualClock } from '../../../support/virtual-clock';

const DOWN = new TidemarkError('store_unavailable', 'down');
const REFUSED = new TidemarkError('store_rejected', 'the row is too large');
const BAD_USER = 'bot';
const bad = encodeEvent(click(NOW - 60_000, { userId: BAD_USER }));

/** A store that accepts every row but one user's. */
const allBut =
  (error: TidemarkError) =>
  async (inputs: readonly IngestInput[]): Promise<IngestOutcome[]> =>
    inputs.map((input) =>
      'event' in input && input.event.userId === BAD_USER
        ? { status: 'failed', error }
        : { status: 'accepted' },
    );

/** A store whose writes end on demand. */
function slowStore() {
  const waiting: (() => void)[] = [];
  const ingest = async (inputs: readonly IngestInput[]): Promise<readonly IngestOutcome[]> => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return accept(inputs);
  };
  return { ingest, writeNext: () => waiting.shift()?.(), waiting };
}

describe('The flow of the consumer', () => {
  it('only a few batches are in flight, and meanwhile the next one grows', async () => {
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

  it('a message after a batch that was full before its delay ended waits no longer than any other', async () => {
    const clock = new VirtualClock(NOW);
    const h = harness(accept, { clock, batchEvents: 3 });
    for (const name of ['a', 'b', 'c']) h.take(name);
    await clock.advance(DELAY_MS);
    expect(h.settled).toEqual(['a ack', 'b ack', 'c ack']);
    h.take('d');
    await clock.advance(DELAY_MS);
    expect(h.settled.at(-1)).toBe('d ack');
    await closed(h);
  });

  it(`no message is held once its batch was due and the store has answered, however messages arrive (seed ${TEST_SEED})`, async () => {
    const random = seededRandom(TEST_SEED);
    const upTo = (max: number): number => Math.floor(random() * (max + 1));
    for (let run = 0; run < 200; run++) {
      const clock = new VirtualClock(NOW);
      const answersMs = upTo(2) * DELAY_MS;
      const ingest = async (inputs: readonly IngestInput[]): Promise<readonly IngestOutcome[]> => {
        await sleep(clock, answersMs);
        return accept(inputs);
      };
      const h = harness(ingest, { clock, batchEvents: 3, batchesInFlight: 1 + upTo(1) });
      const count = 1 + upTo(12);
      for (let message = 0; message < count; message++) {
        h.take(`m${message}`);
        if (random() < 0.5) await clock.advance(upTo(2 * DELAY_MS));
      }
      // The worst case is one slot, which writes one batch after the other.
      await clock.advance(DELAY_MS + (count + 1) * answersMs);
      expect([run, h.settled.length]).toEqual([run, count]);
      await closed(h);
    }
  });

  it('no message is split, and one larger than a batch is written alone', async () => {
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

  it('a row that cannot be written does not delay the others, which are acknowledged at once', async () => {
    const clock = new VirtualClock(NOW);
    const h = harness(allBut(DOWN), { clock, batchesInFlight: 1, failureInitialDelayMs: 1_000 });
    h.take('bad', bad);
    ['a', 'b', 'c', 'd', 'e'].forEach((name) => h.take(name));
    await clock.advance(10);
    expect(h.settled).toEqual(['a ack', 'b ack', 'c ack', 'd ack', 'e ack']);
    await clock.advance(2_500);
    expect(h.settled).toContain('bad nack');
  });

  it('a message that the store rejects is dead-lettered if the store accepts others', async () => {
    const h = harness(allBut(REFUSED));
    h.take('bad', bad);
    h.take('a');
    await closed(h);
    expect(h.settled.sort()).toEqual(['a ack', 'bad ack']);
    expect(h.letters.map(({ error }) => error.code)).toEqual(['store_rejected']);
  });

  it('nothing is dead-lettered when the store rejects everything, as without its table', async () => {
    const h = harness(allBut(REFUSED));
    h.take('bad', bad);
    await closed(h);
    expect(h.settled).toEqual(['bad nack']);
    expect(h.letters).toEqual([]);
  });

  it('consumption continues while a dead letter waits for its topic', async () => {
    const clock = new VirtualClock(NOW);
    let safe = (): void => undefined;
    const deadLetter = (): Promise<void> => new Promise((resolve) => (safe = resolve));
    const h = harness(accept, { clock, batchesInFlight: 1, dependencies: { deadLetter } });
    h.take('junk', Buffer.from('junk'));
    ['a', 'b', 'c', 'd', 'e'].forEach((name) => h.take(name));
    await clock.advance(10);
    expect(h.settled).toEqual(['a ack', 'b ack', 'c ack', 'd ack', 'e ack']);
    safe();
    await closed(h);
    expect(h.settled).toContain('junk ack');
  });

  it('only events of users who consented to their purpose are stored', async () => {
    const h = harness(accept, { dependencies: { rejects: checkConsent } });
    const take = (name: string, consent?: string): void =>
      h.take(name, undefined, consent === undefined ? {} : { consent });
    take('agreed', 'ads_measurement');
    take('agreed to more', 'ads_personalization, ads_measurement');
    take('to something else', 'ads_personalization');
    take('to something similar', 'ads_measurements');
    take('without consent');
    await closed(h);
    expect(h.batches.flat()).toHaveLength(2);
    expect(h.letters.map(({ error }) => `${error.code} ${error.field}`)).toEqual(
      new Array(3).fill('no_consent consent'),
    );
    expect(h.settled).toHaveLength(5);
  });

  it('the lag is reported by the injected clock', async () => {
    const clock = new VirtualClock(NOW);
    const store = slowStore();
    const h = harness(store.ingest, { clock, batchEvents: 2 });
    h.take('old', encodeEvent(click(NOW - 60_000)));
    h.take('new', encodeEvent(click(NOW - 1_000)));
    await clock.advance(250);
    // The harness publishes five seconds earlier.
    expect(h.consumer.lag()).toEqual({ heldMessages: 2, oldestUnackedMs: 5_250 });
    store.writeNext();
    await clock.advance(0);
    expect(h.consumer.lag()).toEqual({ heldMessages: 0, oldestUnackedMs: 0 });
    expect(h.reports).toMatchObject([
      { oldestEventLagMs: 60_250, newestEventLagMs: 1_250, deliveryLagMs: 5_250, durationMs: 250 },
    ]);
  });
});

/** Longer than a batch waits to be filled. */
const DELAY_MS = 6;
