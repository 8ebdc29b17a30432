/** Clients of Google Cloud Pub/Sub. */
import type { PubSub, v1 } from '@google-cloud/pubsub';
import { TidemarkError } from '../../errors';
import { GrpcStatus } from '../../platform/network/grpc';
import { acquireAll } from '../../platform/tasks/resources';

/** A client of Pub/Sub; of an emulator without TLS and without a search for credentials. */
export async function openPubSub(target: {
  readonly project: string;
  readonly emulatorHost?: string | undefined;
}): Promise<PubSub> {
  const { PubSub } = await import('@google-cloud/pubsub');
  const { project: projectId, emulatorHost } = target;
  if (emulatorHost === undefined) return new PubSub({ projectId });
  const { GoogleAuth, PassThroughClient } = await import('google-auth-library');
  const auth = new GoogleAuth({ authClient: new PassThroughClient() });
  return new PubSub({
    projectId,
    apiEndpoint: emulatorHost,
    emulatorMode: true,
    auth,
  });
}

/** The generated client below `pubsub`, with its target and credentials; to be closed by itself. */
export async function openSubscriberClient(pubsub: PubSub): Promise<v1.SubscriberClient> {
  const { v1 } = await import('@google-cloud/pubsub');
  const client = new v1.SubscriberClient(
    pubsub.options as ConstructorParameters<typeof v1.SubscriberClient>[0],
  );
  return initialized(client);
}

/** The same for publishing. */
export async function openPublisherClient(pubsub: PubSub): Promise<v1.PublisherClient> {
  const { v1 } = await import('@google-cloud/pubsub');
  const client = new v1.PublisherClient(
    pubsub.options as ConstructorParameters<typeof v1.PublisherClient>[0],
  );
  return initialized(client);
}

/** Rejects where there are no credentials, say, and leaves nothing open then. */
function initialized<T extends { initialize(): Promise<unknown>; close(): Promise<void> }>(
  client: T,
): Promise<T> {
  return acquireAll(async (resources) => {
    resources.defer(() => client.close());
    await client.initialize();
    return client;
  });
}

/** `name` as the API wants it: `projects/<project>/subscriptions/<name>`. */
export function fullSubscriptionName(pubsub: PubSub, name: string): string {
  return pubsub.subscription(name).name;
}

const USER_ERRORS: readonly unknown[] = [
  GrpcStatus.INVALID_ARGUMENT,
  GrpcStatus.NOT_FOUND,
  GrpcStatus.PERMISSION_DENIED,
  GrpcStatus.FAILED_PRECONDITION,
];

/** What Pub/Sub says of names that are wrong, missing or forbidden is the user's to mend; the rest is passed on. */
export function toPubsubError(error: Error & { readonly code?: unknown }): Error {
  return USER_ERRORS.includes(error.code)
    ? new TidemarkError('invalid_argument', error.message, { cause: error })
    : error;
}
