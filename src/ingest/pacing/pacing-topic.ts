import type { protos, PubSub, v1 } from '@google-cloud/pubsub';
import { encodePacingState } from '../../codec/messages/pacing-messages';
import type { PublishedState } from '../../core/pacing/published-state';
import type { PublishStates } from '../../operations/pacing/state-outbox';
import { GrpcStatus } from '../../platform/network/grpc';
import { acquireAll } from '../../platform/tasks/resources';
import { CONTENT_TYPE_ATTRIBUTE } from '../pubsub/message-format';
import { openPublisherClient, openPubSub, toPubsubError } from '../pubsub/pubsub-client';

type PublishOptions = Parameters<PublishStates>[1];

/**
 * Publishes campaign states, one message each: a `tidemark.v1.PacingState` with attributes for subscription filters
 * and for the order of states. It uses the generated client, because the library's own publisher buffers messages and
 * retries them for minutes after newer states have replaced them.
 */
export interface PacingTopic {
  readonly publish: PublishStates;
  close(): Promise<void>;
}

/**
 * Opens a topic by its short or full name. Throws `invalid_argument` when the topic does not exist, and fails after
 * `timeoutMs` when Pub/Sub does not answer; the library alone would retry for ten minutes.
 */
export async function openPacingTopic(
  pubsub: PubSub,
  name: string,
  options: PublishOptions,
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
      // The call publishes all messages or fails.
      await client.publish({ topic, messages }, timeoutOf(options));
      return states;
    },
    close: () => client.close(),
  };
}

/**
 * Returns a topic that is opened at the first publication. A topic that is unavailable or missing is tried again with
 * the next change.
 */
export function lazyPacingTopic(target: {
  readonly project: string;
  readonly emulatorHost?: string | undefined;
  readonly topic: string;
}): PacingTopic {
  let opened: Promise<PacingTopic> | undefined;
  const open = async (options: PublishOptions): Promise<PacingTopic> =>
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

/**
 * Detects a misspelt name at once. A publisher may lack the permission to look a topic up, so that error is ignored.
 */
async function rejectMissingTopic(
  client: v1.PublisherClient,
  topic: string,
  options: PublishOptions,
): Promise<void> {
  try {
    await client.getTopic({ topic }, timeoutOf(options));
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== GrpcStatus.PERMISSION_DENIED) throw error;
  }
}

/** Returns the gax timeout of a call with all its retries. */
const timeoutOf = ({ timeoutMs }: PublishOptions): { readonly timeout?: number } =>
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
