import { join } from 'node:path';
import type { PubSub, Topic } from '@google-cloud/pubsub';
import { DEFAULTS } from '../../../src/config/defaults';
import { openPubSub } from '../../../src/ingest/pubsub/pubsub-client';
import type { IngestionProgress } from '../../../src/core/lag/ingestion-progress';
import { createReadProgress } from '../../../src/operations/lag/read-progress';
import { systemClock } from '../../../src/platform/time/clock';
import { startChildProcess, type StartedChildProcess } from '../../support/child-process';
import { embeddedEventStore, type EventStore } from '../../support/event-store';
import { click, encodeEvent } from '../../support/events';
import { googlePubSubSkipReason, startGooglePubSub, type GooglePubSub } from '../../support/google-pubsub';
import { runCommandLine } from '../../support/run-command';
import { until } from '../../support/until';

const skipReason = googlePubSubSkipReason();
const describeWhen = skipReason === undefined ? describe : describe.skip;
const CLI = join(__dirname, '../../../src/cli/tidemark.ts');
const SECOND = 1_000;
const DEAD_AFTER_MS = 4_000;
/** Time between two publications, in milliseconds. Each one takes some 10 ms of processor time in all processes together. */
const EVENT_INTERVAL_MS = 200;
/** Number of messages that are published before the delay of the producer is used. */
const FIRST_MESSAGES = 12;
/** Longest pause between two audits, which count all events so far: consumers report every second. */
const AUDIT_PAUSE_MS = 500;
const LIMITS = { ...DEFAULTS.lag, deadAfterMs: DEAD_AFTER_MS, intervalMs: 0 };
/**
 * The reports allow for one message in a hundred that arrives further out of order than the messages before it. On a
 * machine of varying speed there are more: a pause of 0.2 s is one in twelve here. Real errors miss far more; the
 * simulation with its own clock checks the exact share.
 */
const MISSED_SHARE = 0.2;

/** Times of the events that Pub/Sub has accepted. */
class Clickstream {
  readonly userId = 'u1';
  readonly timesMs: number[] = [];
  /** The delay of the producer is unknown before, and its first messages take longest. */
  knownFromMs = Number.POSITIVE_INFINITY;
  #count = 0;
  #isOver = false;
  #publishing: Promise<void> = Promise.resolve();

  constructor(readonly topic: Topic) {}

  /** Publishes an impression every `EVENT_INTERVAL_MS` until `stop`. Resolves when the delay is known. */
  async start(isKnown: () => Promise<boolean>): Promise<void> {
    this.#isOver = false;
    this.#publishing = this.#publish();
    await until(() => this.timesMs.length > FIRST_MESSAGES);
    await until(isKnown);
    this.knownFromMs = Date.now();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#publishing;
  }

  async #publish(): Promise<void> {
    const sending = new Set<Promise<void>>();
    while (!this.#isOver) {
      const sent = this.#impression().finally(() => sending.delete(sent));
      sending.add(sent);
      await new Promise((resolve) => setTimeout(resolve, EVENT_INTERVAL_MS));
    }
    await Promise.all(sending);
  }

  async #impression(): Promise<void> {
    const timeMs = Date.now();
    const insertionId = `i${++this.#count}`;
    const event = click(timeMs, { userId: this.userId, action: 'impression', insertionId });
    await this.topic.publishMessage({ data: encodeEvent(event), attributes: { kind: 'ad' } });
    this.timesMs.push(timeMs);
  }
}

describeWhen(
  `The progress of consumers${skipReason === undefined ? '' : ` (skipped: ${skipReason})`}`,
  () => {
    let emulator: GooglePubSub;
    let store: EventStore;
    let pubsub: PubSub;
    let topic: Topic;
    const children: StartedChildProcess[] = [];
    const streams: Clickstream[] = [];
    let topics = 0;

    beforeAll(async () => {
      emulator = await startGooglePubSub();
      pubsub = await openPubSub({ project: 'tidemark', emulatorHost: emulator.endpoint });
      await pubsub.createTopic('dead');
    });

    beforeEach(async () => {
      store = await embeddedEventStore();
      [topic] = await pubsub.createTopic(`clicks-${++topics}`);
      await topic.createSubscription(`in-${topics}`, { ackDeadlineSeconds: 10 });
    });

    afterEach(async () => {
      await Promise.all(streams.splice(0).map((stream) => stream.stop()));
      await Promise.all(children.splice(0).map((child) => child.kill('SIGKILL')));
      await store.close();
    });

    afterAll(async () => {
      await pubsub?.close();
      await emulator?.stop();
    });

    const env = (): NodeJS.ProcessEnv => ({
      BIGTABLE_EMULATOR_HOST: store.endpoint,
      PUBSUB_EMULATOR_HOST: emulator.endpoint,
      TIDEMARK_LAG_DEAD_AFTER_MS: String(DEAD_AFTER_MS),
    });

    async function run(...args: string[]): Promise<StartedChildProcess> {
      // The emulator spends as much on each stream of a consumer as on its messages.
      const child = await startChildProcess(CLI, [...args, '--streams', '2'], env());
      children.push(child);
      child.process.stdout!.resume();
      return child;
    }

    function clickstream(to: Topic): Clickstream {
      const stream = new Clickstream(to);
      streams.push(stream);
      return stream;
    }

    const consume = (...more: string[]): Promise<StartedChildProcess> =>
      run('consume', '--subscription', `in-${topics}`, '--dead-letter-topic', 'dead', ...more);
    const read = (): Promise<IngestionProgress> =>
      createReadProgress({ scanner: store.store.scanner, clock: systemClock, limits: LIMITS })();

    /** Reads the progress and checks that everything it reports as complete is stored. */
    async function audited(stream: Clickstream): Promise<IngestionProgress> {
      const progress = await read();
      const { completeUpToMs } = progress;
      const { knownFromMs } = stream;
      if (completeUpToMs === undefined || completeUpToMs <= knownFromMs) return progress;
      const due = stream.timesMs.filter((timeMs) => timeMs >= knownFromMs && timeMs < completeUpToMs).length;
      const window = { name: 'due', from: knownFromMs, to: completeUpToMs };
      const body = { userId: stream.userId, actions: ['impression'], windows: [window] };
      const counted = Number((await store.countActions(body)).counts['due']?.total ?? 0);
      expect(due - counted).toBeLessThanOrEqual(Math.ceil(due * MISSED_SHARE));
      return progress;
    }

    const isDelayKnown = async (): Promise<boolean> =>
      (await read()).stages.some(({ producerDelayP99Ms }) => producerDelayP99Ms !== undefined);

    /** Repeats the check until the progress is as expected, and returns it. */
    async function auditedUntil(
      stream: Clickstream,
      isSo: (progress: IngestionProgress) => boolean,
    ): Promise<IngestionProgress> {
      let progress: IngestionProgress;
      await until(async () => isSo((progress = await audited(stream))), undefined, AUDIT_PAUSE_MS);
      return progress!;
    }

    const completeFrom =
      (timeMs: number) =>
      ({ completeUpToMs }: IngestionProgress): boolean =>
        completeUpToMs !== undefined && completeUpToMs >= timeMs;

    it('progress is never overstated while one of two consumers is killed and its messages are redelivered', async () => {
      const stream = clickstream(topic);
      const [victim] = await Promise.all([consume(), consume()]);
      await until(async () => (await read()).stages[0]?.processes === 2);
      await stream.start(isDelayKnown);
      await auditedUntil(stream, completeFrom(Date.now() + SECOND));
      await victim.kill('SIGKILL');
      const killedMs = Date.now();
      const held = await auditedUntil(stream, ({ stages }) => stages[0]?.silent.length === 1);
      expect(held.completeUpToMs).toBeLessThan(killedMs);
      expect(held.alarms).toMatchObject([{ kind: 'silent' }]);
      // Until then its messages may not have been redelivered.
      const overMs = killedMs + LIMITS.redeliveredAfterMs;
      await auditedUntil(stream, ({ atMs, completeUpToMs = 0 }) => {
        expect(completeUpToMs < killedMs || atMs > overMs).toBe(true);
        return completeUpToMs > killedMs + SECOND;
      });
      await stream.stop();
    });

    it('delays count from the first publication when a filter forwards a message late, and progress stays where the last consumer ended until another one reads the backlog', async () => {
      const [raw] = await pubsub.createTopic(`raw-${topics}`);
      await raw.createSubscription(`raw-in-${topics}`, { ackDeadlineSeconds: 10 });
      const stream = clickstream(raw);
      const consumer = await consume();
      const wanted = ['--filter', 'kind=ad', '--topic', `clicks-${topics}`];
      const filter = (): Promise<StartedChildProcess> =>
        run('filter', '--subscription', `raw-in-${topics}`, ...wanted);
      const first = await filter();
      await stream.start(isDelayKnown);
      const both = await auditedUntil(stream, completeFrom(Date.now()));
      expect(both.stages.map(({ stage }) => stage)).toEqual(['filter', 'consumer']);
      expect(await first.kill('SIGTERM')).toBe(0);
      const endedMs = Date.now();
      const { alarms } = await audited(stream);
      expect(alarms).toMatchObject([{ kind: 'no_consumers', stage: 'filter' }]);
      await until(() => Date.now() > stream.knownFromMs + 8 * SECOND);
      expect((await audited(stream)).completeUpToMs).toBeLessThan(endedMs);
      await filter();
      // The consumer never has a backlog of its own: only the messages show their delay.
      const lastMs = Date.now();
      const late = await auditedUntil(stream, ({ stages }) => stages[1]!.deliveryLagP99Ms > 3 * SECOND);
      expect(late.stages[1]!.producerDelayP99Ms).toBeLessThan(3 * SECOND);
      await auditedUntil(stream, completeFrom(lastMs));

      expect(await consumer.kill('SIGTERM')).toBe(0);
      const consumerEndedMs = Date.now();
      const unattended = await audited(stream);
      expect(unattended.stages).toMatchObject([
        { stage: 'filter', processes: 1 },
        { stage: 'consumer', processes: 0, silent: [], heldMessages: 0 },
      ]);
      expect(unattended.alarms).toMatchObject([{ kind: 'no_consumers', stage: 'consumer' }]);
      const { completeUpToMs } = unattended.stages[1]!;
      expect(completeUpToMs).toBeLessThan(consumerEndedMs);
      await new Promise((resolve) => setTimeout(resolve, 3 * SECOND));
      const standing = await auditedUntil(stream, ({ stages }) => stages[0]!.completeUpToMs > completeUpToMs);
      expect(standing.completeUpToMs).toBe(completeUpToMs);
      await stream.stop();
      await consume();
      const caughtUp = await auditedUntil(stream, completeFrom(stream.timesMs.at(-1)! + 1));
      expect(caughtUp.alarms).toEqual([]);
      const { stdout } = await runCommandLine(['lag', '--json'], { env: env() });
      expect(JSON.parse(stdout)).toMatchObject({
        stages: [{ stage: 'filter' }, { stage: 'consumer', processes: 1 }],
      });
    });
  },
);
