import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../../../src/cli/commands';
import { openPubSub } from '../../../src/ingest/pubsub/pubsub-client';
import { embeddedEventStore, type EventStore } from '../../support/event-store';
import { click, encodeEvent } from '../../support/events';
import { googlePubSubSkipReason, startGooglePubSub, type GooglePubSub } from '../../support/google-pubsub';
import type { CliRun } from '../../support/run-cli';
import { runCommand } from '../../support/run-command';

const skipReason = googlePubSubSkipReason();
const describeWhen = skipReason === undefined ? describe : describe.skip;
const PAGE = readFileSync(join(__dirname, '../../../docs/ingestion.md'), 'utf8');
const COMMAND_LINES = [...PAGE.replace(/\\\n\s*/g, '').matchAll(/^npx tidemark (.+)$/gm)].map(([, args]) =>
  args!.split(' '),
);
const SUMMARY = JSON.parse(/```json\n([^]+?)```/.exec(PAGE)![1]!) as object;

describeWhen(`docs/ingestion.md${skipReason === undefined ? '' : ` (skipped: ${skipReason})`}`, () => {
  let emulator: GooglePubSub;
  let store: EventStore;

  beforeAll(async () => {
    [emulator, store] = await Promise.all([startGooglePubSub(), embeddedEventStore()]);
    const pubsub = await openPubSub({ project: 'tidemark', emulatorHost: emulator.endpoint });
    const [clicks] = await pubsub.createTopic('clicks');
    await clicks.createSubscription('clicks', { retainAckedMessages: true });
    const [dead] = await pubsub.createTopic('clicks-dead');
    await dead.createSubscription('clicks-dead-in');
    await clicks.publishMessage({ data: encodeEvent(click(Date.now() - 60_000)) });
    await clicks.publishMessage({ data: Buffer.from('\u0001nonsense') });
    await pubsub.close();
  });

  afterAll(async () => {
    await store?.close();
    await emulator?.stop();
  });

  it('the commands of the page run unchanged and have the documented effect', async () => {
    const runs = new Map<string, CliRun>();
    for (const args of COMMAND_LINES) {
      const [name = '', ...options] = args;
      const run = await runCommand(await COMMANDS[name]!.load(), options, {
        env: { BIGTABLE_EMULATOR_HOST: store.endpoint, PUBSUB_EMULATOR_HOST: emulator.endpoint },
      });
      expect({ args, ended: run.ended, stderr: run.ended === 0 ? '' : run.stderr }).toMatchObject({
        ended: 0,
      });
      runs.set(args.slice(0, args[0] === 'dead-letters' ? 2 : 1).join(' '), run);
    }
    expect([...runs.keys()]).toEqual([
      'consume',
      'filter',
      'dead-letters list',
      'dead-letters replay',
      'replay',
    ]);
    const summary = JSON.parse(runs.get('consume')!.stdout) as object;
    expect(Object.keys(summary).sort()).toEqual(Object.keys(SUMMARY).sort());
    expect(summary).toMatchObject({ written: 1, rejected: 1, deadLettered: { malformed_body: 1 } });
    expect(runs.get('dead-letters list')!.stdout).toMatch(/malformed_body +body/);
    expect(JSON.parse(runs.get('dead-letters replay')!.stdout)).toEqual({ replayed: 1, truncated: 0 });
    expect(JSON.parse(runs.get('replay')!.stdout)).toMatchObject({ replayed: true });
  });
});
