import { join } from 'node:path';
import type { PubSub, Topic } from '@google-cloud/pubsub';
import { replayCommand } from '../../../src/cli/replay/replay';
import type { ActionEvent } from '../../../src/core/events/event';
import { openPubSub } from '../../../src/ingest/pubsub/pubsub-client';
import { startChildProcess, type StartedChildProcess } from '../../support/child-process';
import { embeddedEventStore, type EventStore } from '../../support/event-store';
import { expectEveryCount, type ExpectedCounts } from '../../support/every-count';
import { encodeEvent } from '../../support/events';
import { googlePubSubSkipReason, startGooglePubSub, type GooglePubSub } from '../../support/google-pubsub';
import { randomLog } from '../../support/random-log';
import { deduplicate } from '../../support/reference-counts';
import { runCommand, runCommandLine } from '../../support/run-command';
import { until } from '../../support/until';

const skipReason = googlePubSubSkipReason();
const describeWhen = skipReason === undefined ? describe : describe.skip;
const title = `consumers of one subscription${skipReason === undefined ? '' : ` (skipped: ${skipReason})`}`;
const CLI = join(__dirname, '../../../src/cli/tidemark.ts');
const SEED = 21;
const CONSUME = ['consume', '--subscription', 'clicks-in', '--dead-letter-topic', 'clicks-dead'];
/** Longest pause between two looks at the counts, in milliseconds. */
const LOOK_PAUSE_MS = 300;

describeWhen(title, () => {
  const asOfMs = Date.now();
  const log = randomLog({ seed: SEED, endMs: asOfMs, users: 3, events: 500, days: 10 });
  const expected: ExpectedCounts = new Map();
  const events = deduplicate(log);
  let emulator: GooglePubSub;
  let store: EventStore;
  let pubsub: PubSub;
  let topic: Topic;
  const children: StartedChildProcess[] = [];

  beforeAll(async () => {
    [emulator, store] = await Promise.all([startGooglePubSub(), embeddedEventStore()]);
    pubsub = await openPubSub({ project: 'tidemark', emulatorHost: emulator.endpoint });
    [topic] = await pubsub.createTopic('clicks');
    await topic.createSubscription('clicks-in', { retainAckedMessages: true });
    await pubsub.createTopic('clicks-dead');
  });

  afterAll(async () => {
    await Promise.all(children.map((child) => child.kill('SIGKILL')));
    await pubsub?.close();
    await store?.close();
    await emulator?.stop();
  });

  const env = (): NodeJS.ProcessEnv => ({
    BIGTABLE_EMULATOR_HOST: store.endpoint,
    PUBSUB_EMULATOR_HOST: emulator.endpoint,
    TIDEMARK_LOG_LEVEL: 'debug',
  });

  /** A consumer process and the number of messages it has written so far. */
  async function startConsumer(
    ...more: string[]
  ): Promise<{ readonly child: StartedChildProcess; readonly written: () => number }> {
    const child = await startChildProcess(CLI, [...CONSUME, ...more], env());
    children.push(child);
    await until(() => child.lines.some((line) => line.includes('"msg":"consuming"')));
    let seen = 0;
    let messages = 0;
    const written = (): number => {
      for (; seen < child.lines.length; seen++) {
        const batch = /"messages":(\d+),.*"msg":"batch written"/.exec(child.lines[seen]!);
        messages += Number(batch?.[1] ?? 0);
      }
      return messages;
    };
    return { child, written };
  }

  it(`two consumers lose and double nothing when one is killed under load (seed ${SEED})`, async () => {
    const few = ['--messages-in-flight', '200'];
    const [survivor, victim] = await Promise.all([startConsumer(...few), startConsumer(...few)]);
    // Both take part, whichever gets messages first. Messages published twice count once.
    await until(async () => {
      await publish(log.slice(0, 20));
      return victim.written() > 0 && survivor.written() > 0;
    });
    const published = publish(log);
    expect(await victim.child.kill('SIGKILL')).toBe('SIGKILL');
    await published;
    // The messages held by the killed process are redelivered when its lease expires.
    await until(() => isCounted(), undefined, LOOK_PAUSE_MS);
    expect(await survivor.child.kill('SIGTERM')).toBe(0);
  });

  const publish = (events: readonly ActionEvent[]): Promise<string[]> =>
    Promise.all(events.map((event) => topic.publishMessage({ data: encodeEvent(event) })));

  const expectCounts = (): Promise<number> =>
    expectEveryCount({ ...store, asOfMs }, log, undefined, expected);

  /** Whether the counts are those of all events. As long as events are missing, only their number is compared. */
  async function isCounted(): Promise<boolean> {
    for (const user of new Set(log.map(({ userId }) => userId))) {
      const body = {
        userId: user,
        actions: ['impression', 'click', 'view', 'save'],
        windows: ['30d'],
        asOf: asOfMs,
      };
      const { counts } = await store.countActions(body, asOfMs);
      if (counts['30d']?.total !== events.filter(({ userId }) => userId === user).length) return false;
    }
    try {
      await expectCounts();
      return true;
    } catch {
      return false;
    }
  }

  /** The number of events in blocks. */
  async function compact(): Promise<number> {
    const args = ['compact', '--data-type', 'ad_action', '--json'];
    const { stdout } = await runCommandLine(args, { env: env() });
    return (JSON.parse(stdout.trim().split('\n').at(-1)!) as { eventsPacked: number }).eventsPacked;
  }

  it('counts are unchanged by a full replay, also beside and into blocks', async () => {
    expect(await compact()).toBeGreaterThan(0);
    const consumer = await startConsumer();
    const from = new Date(asOfMs - 60_000).toISOString();
    const args = ['--subscription', 'clicks-in', '--from', from, '--yes', '--json'];
    const { stdout } = await runCommand(replayCommand(), args, { env: env() });
    const found = { replayed: true, keepsAcknowledged: true, warnings: [] };
    expect(JSON.parse(stdout)).toMatchObject(found);
    await until(() => consumer.written() >= log.length);
    await expectCounts();
    expect(await consumer.child.kill('SIGTERM')).toBe(0);
    await compact();
    await expectCounts();
  });
});
