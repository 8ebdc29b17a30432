import { invalidArgument } from '../../errors';
import { hostPort, integer, text, type Environment } from '../environment';
import { widened } from '../widened';

const GIB = 1024 * 1024 * 1024;

/** Defaults of Pub/Sub consumers. */
export const PUBSUB_DEFAULTS = {
  /** Number of concurrent StreamingPull calls. */
  streams: 10,
  /** Maximum number of outstanding messages of all streams together. */
  messagesInFlightMax: 10_000,
  /** Maximum size of these messages, in bytes. */
  bytesInFlightMax: 64 * 1024 * 1024,
  batchEvents: 1_000,
  batchDelayMs: 20,
  batchesInFlight: 4,
  /** First pause before a failed batch is nacked, in milliseconds; grows while the store is unavailable. */
  failureInitialDelayMs: 100,
  failureMaxDelayMs: 10_000,
  /** Time after which Pub/Sub redelivers the messages of a consumer that has crashed. */
  ackDeadlineSeconds: 10,
  /** Time after which the lease of a message is no longer extended, in milliseconds. */
  leaseMaxMs: 10 * 60_000,
  /** Time that acknowledgements wait to be sent together, in milliseconds. */
  ackDelayMs: 10,
  reconnectInitialDelayMs: 100,
  reconnectMaxDelayMs: 10_000,
  keepaliveIntervalMs: 30_000,
  /** Time after which a stream is replaced by a new one, in milliseconds. */
  streamMaxMs: 15 * 60_000,
  /** Time for messages in flight to be finished, acknowledged or returned when the consumer ends, in milliseconds. */
  closeTimeoutMs: 30_000,
  /** Time between two progress reports of the consumer, in milliseconds. */
  progressIntervalMs: 10_000,
  /** Time between two queries of Cloud Monitoring for the subscription's backlog, in milliseconds. */
  backlogIntervalMs: 60_000,
  /** Time without a message after which the dead-letter subscription counts as empty, in milliseconds. */
  deadLetterPullTimeoutMs: 3_000,
} as const;

export function readPubsubConfig(env: Environment) {
  const d = widened(PUBSUB_DEFAULTS);
  return {
    ...d,
    streams: env.get(
      'TIDEMARK_PUBSUB_STREAMS',
      integer(1, 100),
      d.streams,
      'Concurrent StreamingPull calls of a consumer',
    ),
    messagesInFlightMax: env.get(
      'TIDEMARK_PUBSUB_MESSAGES_IN_FLIGHT_MAX',
      integer(1, 1_000_000),
      d.messagesInFlightMax,
      'Outstanding messages of a consumer',
    ),
    bytesInFlightMax: env.get(
      'TIDEMARK_PUBSUB_BYTES_IN_FLIGHT_MAX',
      integer(1_024, GIB),
      d.bytesInFlightMax,
      'Bytes of outstanding messages of a consumer',
    ),
    closeTimeoutMs: env.get(
      'TIDEMARK_PUBSUB_CLOSE_TIMEOUT_MS',
      integer(100, 600_000),
      d.closeTimeoutMs,
      'Time for messages in flight to be finished after SIGTERM; the others are returned to Pub/Sub',
    ),
    emulatorHost: env.get('PUBSUB_EMULATOR_HOST', hostPort, undefined, 'Pub/Sub emulator to use'),
    subscription: env.get(
      'TIDEMARK_PUBSUB_SUBSCRIPTION',
      text,
      undefined,
      'Subscription that `tidemark consume` reads, by short or full name',
    ),
    ...readDeadLetterReplay(env),
    deadLetterTopic: env.get(
      'TIDEMARK_PUBSUB_DEAD_LETTER_TOPIC',
      text,
      undefined,
      'Topic for messages that can never be ingested, with the reason; required by `tidemark consume`',
    ),
  };
}

/** Reads from where a server lists dead letters, and where it publishes them again. */
function readDeadLetterReplay(env: Environment) {
  const [subscription, topic] = [
    'TIDEMARK_PUBSUB_DEAD_LETTER_SUBSCRIPTION',
    'TIDEMARK_PUBSUB_REPLAY_TOPIC',
  ] as const;
  const settings = {
    deadLetterSubscription: env.get(
      subscription,
      text,
      undefined,
      'Subscription to that topic from which a server lists and replays dead letters',
    ),
    replayTopic: env.get(
      topic,
      text,
      undefined,
      'Topic to which a server replays dead letters: the one that consumers read',
    ),
  };
  const { deadLetterSubscription, replayTopic } = settings;
  if (deadLetterSubscription !== undefined && replayTopic === undefined)
    throw invalidArgument(topic, `is required with ${subscription}`);
  if (deadLetterSubscription === undefined && replayTopic !== undefined)
    throw invalidArgument(subscription, `is required with ${topic}`);
  return settings;
}
