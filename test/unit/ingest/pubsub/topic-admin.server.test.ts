import { google } from '@google-cloud/pubsub/build/protos/protos';
import type { PubSub } from '@google-cloud/pubsub';
import { openPubSub } from '../../../../src/ingest/pubsub/pubsub-client';
import { openTopicAdmin, type OpenTopicAdmin } from '../../../../src/ingest/pubsub/topic-admin';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import { startGrpcServer, type ScriptedServer } from '../../../support/grpc-server';
import { tidemarkError } from '../../../support/tidemark-error';

const { Subscription, Topic } = google.pubsub.v1;
const NAME = 'projects/p/topics/events';
const call = { timeoutMs: 5_000 };

describe('The reader of topics and subscriptions', () => {
  let server: ScriptedServer;
  let pubsub: PubSub;
  let admin: OpenTopicAdmin;
  let answer: Uint8Array | undefined;

  beforeAll(async () => {
    server = await startGrpcServer((received) => {
      if (answer === undefined) return received.end(GrpcStatus.PERMISSION_DENIED);
      received.send(answer);
      received.end();
    });
    pubsub = await openPubSub({ project: 'p', emulatorHost: server.endpoint });
    admin = await openTopicAdmin(pubsub);
  });
  afterAll(async () => {
    await admin.close();
    await pubsub.close();
    await server.close();
  });

  it('reads the regions that may store the messages of a topic, and their retention', async () => {
    const messageStoragePolicy = { allowedPersistenceRegions: ['europe-west1'] };
    answer = Topic.encode({ messageStoragePolicy, messageRetentionDuration: { seconds: 60 } }).finish();
    expect(await admin.topic(NAME, call)).toEqual({ regions: ['europe-west1'], retentionMs: 60_000 });
    expect(google.pubsub.v1.GetTopicRequest.decode(await server.calls.at(-1)!.request).topic).toBe(NAME);
  });

  it('reports a topic without regions as one that any region may store', async () => {
    for (const topic of [{}, { messageStoragePolicy: {} }]) {
      answer = Topic.encode(topic).finish();
      expect(await admin.topic(NAME, call)).toEqual({ regions: undefined, retentionMs: 0 });
    }
  });

  it('reads the topics of a subscription', async () => {
    const deadLetterPolicy = { deadLetterTopic: 'projects/p/topics/dead' };
    const messageRetentionDuration = { seconds: 604_800 };
    answer = Subscription.encode({ topic: NAME, deadLetterPolicy, messageRetentionDuration }).finish();
    expect(await admin.subscription('projects/p/subscriptions/s', call)).toEqual({
      topic: NAME,
      deadLetterTopic: 'projects/p/topics/dead',
      retentionMs: 604_800_000,
    });
    answer = Subscription.encode({ topic: NAME }).finish();
    const { deadLetterTopic } = await admin.subscription('projects/p/subscriptions/s', call);
    expect(deadLetterTopic).toBeUndefined();
  });

  it('fails with an error of Tidemark when it may not read', async () => {
    answer = undefined;
    await expect(admin.topic(NAME, call)).rejects.toThrow(tidemarkError('store_rejected'));
  });
});
