import type { AccessLogSink } from '../../operations/privacy/access-log';
import { openPublisherClient, openPubSub, toPubsubError } from '../pubsub/pubsub-client';

interface TopicTarget {
  readonly project: string;
  readonly emulatorHost?: string | undefined;
  /** Short or full name. */
  readonly topic: string;
}

type Publisher = Awaited<ReturnType<typeof openPublisherClient>>;

/**
 * Returns a sink that publishes each line as one message, as JSON. The topic is opened with the first lines. A batch is
 * published as a whole or fails as a whole; after a failure whose outcome is unknown, lines may be published twice, with
 * the same `requestId` and `subject`.
 */
export function accessLogTopic(target: TopicTarget): AccessLogSink {
  let opened: Promise<{ readonly client: Publisher; readonly topic: string }> | undefined;
  const open = async (): Promise<{ readonly client: Publisher; readonly topic: string }> => {
    const pubsub = await openPubSub(target);
    return { client: await openPublisherClient(pubsub), topic: pubsub.topic(target.topic).name };
  };
  return {
    async write(lines, { timeoutMs }) {
      const opening = (opened ??= open());
      opening.catch(() => (opened = undefined));
      const { client, topic } = await opening;
      const messages = lines.map((line) => ({
        data: Buffer.from(line),
        attributes: { 'content-type': 'application/json' },
      }));
      await client.publish({ topic, messages }, { timeout: timeoutMs }).catch((error: Error) => {
        throw toPubsubError(error);
      });
    },
    async close() {
      const found = await opened?.catch(() => undefined);
      await found?.client.close();
    },
  };
}
