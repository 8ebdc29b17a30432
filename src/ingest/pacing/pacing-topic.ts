import type { protos, PubSub, v1 } from '@google-cloud/pubsub';
import { encodePacingState } from '../../codec/messages/pacing-messages';
import type { PublishedState } from '../../core/pacing/published-state';
import type { PublishStates } from '../../operations/pacing/state-outbox';
import { GrpcStatus } from '../../platform/network/grpc';
import { acquireAll } from '../../platform/tasks/resources';
import { CONTENT_TYPE_ATTRIBUTE } from '../pubsub/message-format';
import { openPublisherClient, openPubSub, toPubsubError } from '../pubsub/pubsub-client';

type CallOptions = Parameters<PublishStates>[1];

/**
 * Publishes states of campaigns, one message each: a `tidemark.v1.PacingState` with the attributes by which a subscription can
 * filter, and by which a receiver knows what is later. By the generated client: the library's own publisher keeps messages and
 * sends them again for minutes, when they have long been superseded.
 */
export interface PacingTopic {
  readonly publish: PublishStates;
  close(): Promise<void>;
}

/**
 * `name` of the topic is short or full. Throws `invalid_argument` where there is no such topic, and after `timeoutMs` where
 * Pub/Sub does not answer: by itself the library would go on trying for ten minutes.
 */
export async function openPacingTopic(
  pubsub: PubSub,
  name: string,
  options: CallOptions,
): Promise<PacingTopic> {
  const { name: topic } = pubsub.topic(name);
  const client = await acquireAll(async (resources) => {
    const opened = resources.add(await openPublisherClient(pubsub), (each) => each.close());
    await rejectMissingTopic(opened, topic, options);
    return opened;
  }).catch((error: Error) => {
    throw toPubsubError(error);
  });
  return {
    async publish(states, options) {
      options.signal?.throwIfAborted();
      const messages = states.map(messageOf);
      // All of them are published, or the call fails.
      await client.publish({ topic, messages }, timeoutOf(options));
      return states;
    },
    close: () => client.close(),
  };
}

/** The same, opened when there is something to tell: a topic that is away, or missing, is tried again with the next change. */
export function lazyPacingTopic(target: {
  readonly project: string;
  readonly emulatorHost?: string | undefined;
  readonly topic: string;
}): PacingTopic {
  let opened: Promise<PacingTopic> | undefined;
  const open = async (options: CallOptions): Promise<PacingTopic> =>
    openPacingTopic(await openPubSub(target), target.topic, options);
  return {
    async publish(states, options) {
      const opening = (opened ??= open(options));
      opening.catch(() => (opened = undefined));
      return (await opening).publish(states, options);
    },
    async close() {
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}

/** A misspelt name shows at once. Who may publish need not be allowed to look. */
async function rejectMissingTopic(
  client: v1.PublisherClient,
  topic: string,
  options: CallOptions,
): Promise<void> {
  try {
    await client.getTopic({ topic }, timeoutOf(options));
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== GrpcStatus.PERMISSION_DENIED) throw error;
  }
}

/** Of a call and all its retries. */
const timeoutOf = ({ timeoutMs }: CallOptions): { readonly timeout?: number } =>
  timeoutMs === undefined ? {} : { timeout: timeoutMs };

function messageOf(state: PublishedState): protos.google.pubsub.v1.IPubsubMessage {
  const { campaignId, epoch, sequence } = state;
  const attributes = {
    campaignId,
    state: state.state,
    epoch: String(epoch),
    sequence: String(sequence),
    [CONTENT_TYPE_ATTRIBUTE]: 'application/x-protobuf',
  };
  return { data: encodePacingState(state), attributes };
}
