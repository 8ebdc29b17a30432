import type { PubSub } from '@google-cloud/pubsub';
import { Command } from 'commander';
import type { Config } from '../config';
import { invalidArgument } from '../errors';
import { EventConsumer, type ConsumerObserver } from '../ingest/event-consumer';
import {
  attributeFilter,
  deadLetterTopic,
  openPubSub,
  pubsubFailure,
  startSubscriber,
} from '../ingest/subscriber';
import { createIngestEvents, ingestLimitsOf } from '../operations/ingest-events';
import { systemClock } from '../platform/clock';
import { createLogger, type Logger } from '../platform/logger';
import type { Metrics } from '../platform/metrics';
import { createTelemetry } from '../platform/telemetry';
import { commandConfig, openServing, type StoreConnection } from './connection';
import { untilSignal } from './terminal';

interface ConsumeFlags {
  readonly subscription?: string;
  readonly deadLetterTopic?: string;
  readonly filter: Readonly<Record<string, string>>;
  readonly create?: string;
}

/** `tidemark consume`: events from Pub/Sub, until SIGINT or SIGTERM. */
export function consumeCommand(): Command {
  return new Command('consume')
    .description('Ingest events from a Pub/Sub subscription; a message is acknowledged when it is durable.')
    .option('--subscription <name>', 'default: TIDEMARK_PUBSUB_SUBSCRIPTION')
    .option('--dead-letter-topic <name>', 'where bad messages go; default: TIDEMARK_PUBSUB_DEAD_LETTER_TOPIC')
    .option('--filter <attribute=value>', 'only messages with this attribute; repeatable', addAttribute, {})
    .option('--create <topic>', 'create what is missing: topics, and the subscription to this topic')
    .action(runConsume);
}

async function runConsume(flags: ConsumeFlags): Promise<void> {
  const config = commandConfig();
  const subscription = required(flags.subscription ?? config.pubsub.subscription, 'subscription');
  const deadLetters = required(flags.deadLetterTopic ?? config.pubsub.deadLetterTopic, 'dead-letter-topic');
  const logger = createLogger({ level: config.telemetry.logLevel, service: config.telemetry.serviceName });
  const telemetry = await createTelemetry(config.telemetry);
  const connection = openServing(config, { logger, telemetry });
  const { store } = connection;
  const pubsub = await openPubSub({
    project: config.bigtable.project,
    emulatorHost: config.pubsub.emulatorHost,
  });
  if (flags.create !== undefined)
    await createMissing(pubsub, { topic: flags.create, deadLetters, subscription });
  const consumer = createConsumer(
    { config, connection, pubsub },
    { flags, deadLetters },
    observed(logger, telemetry.metrics),
  );
  registerLag(consumer, telemetry.metrics);
  store.start();
  process.on('SIGHUP', () => store.reload());
  const subscriber = await startSubscriber(consumer, { ...config.pubsub, pubsub, subscription });
  logger.info({ subscription }, 'consuming');
  const ending = await Promise.race([untilSignal(), subscriber.failure]);
  logger.info({ ending: ending instanceof Error ? ending.message : ending }, 'draining');
  await subscriber.close();
  await pubsub.close();
  await store.close();
  await telemetry.shutdown();
  if (ending instanceof Error) throw ending;
}

function createConsumer(
  {
    config,
    connection,
    pubsub,
  }: { readonly config: Config; readonly connection: StoreConnection; readonly pubsub: PubSub },
  { flags, deadLetters }: { readonly flags: ConsumeFlags; readonly deadLetters: string },
  observer: ConsumerObserver,
): EventConsumer {
  const { store, schema } = connection;
  return new EventConsumer({
    ingest: createIngestEvents({
      ...{ writer: store.writer, schema, clock: systemClock },
      limits: ingestLimitsOf(config),
    }),
    clock: systemClock,
    limits: { ...config.pubsub, batchEventsMax: config.events.batchEventsMax },
    putAside: deadLetterTopic(pubsub.topic(deadLetters)),
    wants: attributeFilter(flags.filter),
    observer,
  });
}

/** Missing things only: what is there stays as it is. */
async function createMissing(
  pubsub: PubSub,
  names: { readonly topic: string; readonly deadLetters: string; readonly subscription: string },
): Promise<void> {
  try {
    for (const name of [names.topic, names.deadLetters]) await pubsub.topic(name).get({ autoCreate: true });
    await pubsub.topic(names.topic).subscription(names.subscription).get({ autoCreate: true });
  } catch (error) {
    throw pubsubFailure(error as Error);
  }
}

function observed(logger: Logger, metrics: Metrics): ConsumerObserver {
  const lag = { seconds: 0 };
  metrics.gauge(
    'tidemark.consumer.event_lag',
    'Age of the oldest event of the last batch, in seconds',
    () => lag.seconds,
  );
  return {
    onBatch(report) {
      lag.seconds = report.eventLagMs / 1_000;
      const { accepted, duplicates, rejected, failed } = report;
      for (const [outcome, count] of Object.entries({ accepted, duplicates, rejected, failed })) {
        if (count > 0) metrics.events.add(count, { source: 'pubsub', outcome });
      }
      if (failed > 0) logger.warn(report, 'batch failed; its messages come again');
      else logger.debug(report, 'batch written');
    },
    onFiltered: () => metrics.events.add(1, { source: 'pubsub', outcome: 'filtered' }),
    onDeadLettered: (reason) => logger.info({ reason }, 'message put aside'),
    onFault: (error) => logger.error({ error }, 'messages come again'),
  };
}

function registerLag(consumer: EventConsumer, metrics: Metrics): void {
  metrics.gauge(
    'tidemark.consumer.oldest_unacked',
    'Age of the oldest message held, in seconds',
    () => consumer.lag().oldestUnackedMs / 1_000,
  );
  metrics.gauge('tidemark.consumer.held_messages', 'Messages held', () => consumer.lag().heldMessages);
}

function required(value: string | undefined, flag: string): string {
  if (value === undefined) throw invalidArgument(flag, 'is required');
  return value;
}

function addAttribute(text: string, attributes: Readonly<Record<string, string>>): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw invalidArgument('filter', 'must be attribute=value');
  return { ...attributes, [text.slice(0, at)]: text.slice(at + 1) };
}
