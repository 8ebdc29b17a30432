/** Clients of Google Cloud Pub/Sub. */
import type { PubSub, v1 } from '@google-cloud/pubsub';
import { TidemarkError } from '../../errors';
import { GrpcStatus } from '../../platform/network/grpc';
import { acquireAll } from '../../platform/tasks/resources';

/** Opens a Pub/Sub client. For an emulator it uses neither TLS nor credentials. */
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

/** Opens the generated subscriber client with the target and credentials of `pubsub`. The caller closes it. */
export async function openSubscriberClient(pubsub: PubSub): Promise<v1.SubscriberClient> {
  const { v1 } = await import('@google-cloud/pubsub');
  const client = new v1.SubscriberClient(
    pubsub.options as ConstructorParameters<typeof v1.SubscriberClient>[0],
  );
  return initialized(client);
}

/** Opens the generated publisher client with the target and credentials of `pubsub`. The caller closes it. */
export async function openPublisherClient(pubsub: PubSub): Promise<v1.PublisherClient> {
  const { v1 } = await import('@google-cloud/pubsub');
  const client = new v1.PublisherClient(
    pubsub.options as ConstructorParameters<typeof v1.PublisherClient>[0],
  );
  return initialized(client);
}

/** Initializes the client. If that fails, for example without credentials, it closes the client and rejects. */
function initialized<T extends { initialize(): Promise<unknown>; close(): Promise<void> }>(
  client: T,
): Promise<T> {
  return acquireAll(async (resources) => {
    resources.defer(() => client.close());
    await client.initialize();
    return client;
  });
}

/** Returns the full name that the API requires: `projects/<project>/subscriptions/<name>`. */
export function fullSubscriptionName(pubsub: PubSub, name: string): string {
  return pubsub.subscription(name).name;
}

const USER_ERRORS: readonly unknown[] = [
  GrpcStatus.INVALID_ARGUMENT,
  GrpcStatus.NOT_FOUND,
  GrpcStatus.PERMISSION_DENIED,
  GrpcStatus.FAILED_PRECONDITION,
];

/**
 * Returns an `invalid_argument` error for names that are wrong, missing or forbidden, which the user must fix, and
 * other errors unchanged.
 */
export function toPubsubError(error: Error & { readonly code?: unknown }): Error {
  return USER_ERRORS.includes(error.code)
    ? new TidemarkError('invalid_argument', error.message, { cause: error })
    : error;
}
