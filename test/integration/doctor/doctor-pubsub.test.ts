/** `tidemark doctor` against Google's Pub/Sub emulator. */
import type { PubSub } from '@google-cloud/pubsub';
import { checkPubSub } from '../../../src/cli/doctor/checks/pubsub';
import { loadConfig } from '../../../src/config/index';
import { openPubSub } from '../../../src/ingest/pubsub/pubsub-client';
import { freePort } from '../../support/free-port';
import { googlePubSubSkipReason, startGooglePubSub, type GooglePubSub } from '../../support/google-pubsub';

const reason = googlePubSubSkipReason();
const describeEmulator = reason === undefined ? describe : describe.skip;

describeEmulator(`The check of Pub/Sub${reason === undefined ? '' : `: ${reason}`}`, () => {
  let emulator: GooglePubSub;
  let pubsub: PubSub;

  beforeAll(async () => {
    emulator = await startGooglePubSub();
    pubsub = await openPubSub({ project: 'tidemark', emulatorHost: emulator.endpoint });
  });
  afterAll(async () => {
    await pubsub.close();
    await emulator.stop();
  });

  const found = async (env: NodeJS.ProcessEnv): Promise<readonly string[]> => {
    const base = { BIGTABLE_EMULATOR_HOST: 'localhost:1', PUBSUB_EMULATOR_HOST: emulator.endpoint };
    const findings = await checkPubSub(loadConfig({ ...base, ...env }), { timeoutMs: 20_000 });
    return findings.map(({ outcome, detail }) => `${outcome}: ${detail}`);
  };
  const NAMES = { TIDEMARK_PUBSUB_SUBSCRIPTION: 'clicks', TIDEMARK_PUBSUB_DEAD_LETTER_TOPIC: 'clicks-dead' };

  it('names a missing subscription and a missing dead-letter topic, then a topic without subscription', async () => {
    expect(await found(NAMES)).toEqual([
      'failed: projects/tidemark/subscriptions/clicks does not exist',
      'failed: topic projects/tidemark/topics/clicks-dead, for rejected messages, does not exist',
    ]);
    const [topic] = await pubsub.createTopic('clicks');
    const [dead] = await pubsub.createTopic('clicks-dead');
    await topic.createSubscription('clicks');
    expect(await found(NAMES)).toEqual([
      expect.stringMatching(/^ok: .*\/clicks pulls from .*; ack deadline 10 s, without ordering$/),
      expect.stringMatching(/^warning: .* has no subscription: its messages are lost$/),
    ]);
    await dead.createSubscription('clicks-dead');
    expect((await found(NAMES))[1]).toMatch(
      /^ok: topic .*clicks-dead, for rejected messages, has a subscription$/,
    );
  });

  it('names subscriptions that order or push, that lost their topic, or whose undeliverable messages have none', async () => {
    const [topic] = await pubsub.createTopic('views');
    const [nowhere] = await pubsub.createTopic('nowhere');
    const deadLetterTopic = nowhere.name;
    await topic.createSubscription('ordered', { enableMessageOrdering: true });
    await topic.createSubscription('pushed', { pushConfig: { pushEndpoint: 'http://127.0.0.1:1/' } });
    await topic.createSubscription('undeliverable', {
      deadLetterPolicy: { deadLetterTopic, maxDeliveryAttempts: 5 },
    });
    await topic.createSubscription('orphan');
    await nowhere.delete();
    const first = async (name: string): Promise<readonly string[]> =>
      found({ ...NAMES, TIDEMARK_PUBSUB_SUBSCRIPTION: name });
    expect((await first('ordered'))[0]).toMatch(/^warning: .* orders messages/);
    expect((await first('pushed'))[0]).toMatch(/^failed: .* delivers to push$/);
    expect((await first('undeliverable'))[1]).toMatch(
      /^failed: topic .*nowhere, for undeliverable messages, does not/,
    );
    await topic.delete();
    expect((await first('orphan'))[0]).toMatch(/^failed: the topic of .*orphan was deleted$/);
  });

  it('reports a Pub/Sub that cannot be reached', async () => {
    const PUBSUB_EMULATOR_HOST = `127.0.0.1:${await freePort()}`;
    const [first] = await checkPubSub(
      loadConfig({ BIGTABLE_EMULATOR_HOST: 'localhost:1', PUBSUB_EMULATOR_HOST, ...NAMES }),
      { timeoutMs: 2_000 },
    );
    expect(first).toMatchObject({
      outcome: 'failed',
      detail: expect.stringContaining(PUBSUB_EMULATOR_HOST) as string,
    });
  });
});
