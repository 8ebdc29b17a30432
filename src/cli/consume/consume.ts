import type { PubSub } from '@google-cloud/pubsub';
import { Command } from 'commander';
import type { Config } from '../../config/index';
import { attributeFilter, type WantedAttributes } from '../../ingest/pubsub/attribute-filter';
import { ConsentConsumer, withConsentMessages } from '../../ingest/consent/consent-consumer';
import { checkConsent } from '../../ingest/pubsub/consent';
import { observeConsumer, registerConsumerGauges } from '../../ingest/pubsub/consumer-telemetry';
import { emptyConsumerTally, type ConsumerTally } from '../../ingest/pubsub/consumer-tally';
import { deadLetterPublisher } from '../../ingest/dead-letters/dead-letter-topic';
import { EventConsumer, type ConsumerObserver } from '../../ingest/pubsub/event-consumer';
import { fullSubscriptionName, openPubSub } from '../../ingest/pubsub/pubsub-client';
import type { EventSubscriber } from '../../ingest/pubsub/subscriber';
import { watchBacklog, type WatchedBacklog } from '../../ingest/lag/watch-backlog';
import { createIngestion, type Ingestion } from '../../operations/events/create-ingestion';
import { createConsentWithLedger } from '../../operations/privacy/create-consent-operations';
import { systemClock } from '../../platform/time/clock';
import { createLogger, loggerOptionsOf, type Logger } from '../../platform/telemetry/logger';
import { systemRandom } from '../../platform/random';
import type { Telemetry } from '../../platform/telemetry/telemetry';
import { addAttributeFilter, requireOption } from '../shared/attribute-option';
import { ledgerKeysOf } from '../../store/privacy-keys';
import { openCommandAccessLog, type CommandAccessLog } from '../shared/command-access-log';
import { CommandAdmin } from '../shared/command-admin';
import { openTelemetry } from '../shared/command-telemetry';
import { loadCommandConfig, openServing, type StoreConnection } from '../shared/connection';
import { loggedConsent, loggedIngestion } from '../shared/logged-writes';
import { SubscriptionReporter } from '../shared/subscription-reporter';
import {
  createMissingPubSubResources,
  runSubscription,
  subscriptionNotReadyReason,
  type SubscriptionRunOptions,
} from '../shared/subscription-run';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { onHangUp, print } from '../shared/terminal';
import { integerBetween, parseByteCount, parseDuration } from '../shared/units';

interface ConsumeFlags {
  readonly subscription?: string;
  readonly deadLetterTopic?: string;
  readonly filter: WantedAttributes;
  readonly requireConsent?: boolean;
  readonly streams?: number;
  readonly messagesInFlight?: number;
  readonly bytesInFlight?: number;
  readonly stopWhenIdle?: number;
  readonly create?: string;
  readonly json?: boolean;
}

const EXAMPLE = `
A message contains an event or a batch of events, in the format of its attribute content-type. It is acknowledged when all of
its events are durable. A message that can never be ingested goes to the dead-letter topic, with the attributes reason, field
and detail.

A message with the content-type application/vnd.tidemark.consent+json has decisions of a user about purposes, instead of events.

Any number of consumers may share a subscription. A consumer that has as many messages in flight as allowed pauses until some
of them are written.

Example: the ad events of a click stream, for users who consented to their use
  tidemark consume --subscription clicks --dead-letter-topic clicks-dead --filter kind=ad --require-consent`;

/** Returns `tidemark consume`, which ingests events from Pub/Sub until SIGINT or SIGTERM. */
export function consumeCommand(): Command {
  return new Command('consume')
    .description(
      'Ingest events from a Pub/Sub subscription. A message is acknowledged when its events are durable.',
    )
    .option('--subscription <name>', 'subscription to read; default: TIDEMARK_PUBSUB_SUBSCRIPTION')
    .option(
      '--dead-letter-topic <name>',
      'topic for messages that cannot be ingested; default: TIDEMARK_PUBSUB_DEAD_LETTER_TOPIC',
    )
    .option(
      '--filter <attribute=value>',
      'only messages with this attribute value; repeatable: values of the same attribute are alternatives',
      addAttributeFilter,
      new Map(),
    )
    .option(
      '--require-consent',
      "dead-letter messages whose attribute consent does not list the DataType's purpose",
    )
    .option(
      '--streams <n>',
      'concurrent streaming pulls; default: TIDEMARK_PUBSUB_STREAMS',
      integerBetween(1, 1_000),
    )
    .option(
      '--messages-in-flight <n>',
      'maximum number of unacknowledged messages',
      integerBetween(1, 1_000_000),
    )
    .option(
      '--bytes-in-flight <size>',
      'maximum size of the unacknowledged messages, e.g. 64MiB',
      parseByteCount,
    )
    .option(
      '--stop-when-idle <time>',
      'end when no message has arrived for this long, e.g. 10s',
      parseDuration,
    )
    .option('--create <topic>', 'create missing topics, and the subscription to this topic')
    .option('--json', 'log to stderr, and print a summary as one JSON object at the end')
    .addHelpText('after', EXAMPLE)
    .action(commandAction(runConsume));
}

async function runConsume(run: CommandRun, flags: ConsumeFlags): Promise<void> {
  const { resources } = run;
  const config = loadCommandConfig();
  const subscription = requireOption(flags.subscription ?? config.pubsub.subscription, '--subscription');
  const deadLetters = requireOption(
    flags.deadLetterTopic ?? config.pubsub.deadLetterTopic,
    '--dead-letter-topic',
  );
  const logger = createLogger({
    ...loggerOptionsOf(config.telemetry),
    destination: flags.json === true ? 'stderr' : undefined,
  });
  const admin = new CommandAdmin(resources);
  const telemetry = await openTelemetry(resources, config, 'consumer');
  const connection = openServing(config, { resources, logger, telemetry });
  let subscriber: EventSubscriber | undefined;
  await admin.open({
    config,
    logger,
    telemetry,
    stores: [connection.store],
    notReadyReason: () => subscriptionNotReadyReason(subscriber),
  });
  const summary = await consume({
    run,
    flags,
    config,
    subscription,
    deadLetters,
    logger,
    telemetry,
    connection,
    onStarted: (started) => (subscriber = started),
    onEnding: () => admin.drain(),
  });
  if (flags.json === true) run.whenClosed(() => print(summary));
}

interface ConsumeOptions extends Required<Pick<SubscriptionRunOptions, 'onStarted' | 'onEnding'>> {
  readonly run: CommandRun;
  readonly flags: ConsumeFlags;
  readonly config: Config;
  readonly subscription: string;
  /** Name of the dead-letter topic. */
  readonly deadLetters: string;
  readonly logger: Logger;
  readonly telemetry: Telemetry;
  readonly connection: StoreConnection;
}

/** Consumes until a signal, until the subscription is idle, or until it fails for good. Returns a summary as JSON. */
async function consume(options: ConsumeOptions): Promise<string> {
  const { run, flags, config, subscription, deadLetters, logger, telemetry, connection } = options;
  const { resources } = run;
  const { store } = connection;
  const pubsub = await openPubSub({
    project: config.bigtable.project,
    emulatorHost: config.pubsub.emulatorHost,
  });
  resources.defer(() => pubsub.close());
  if (flags.create !== undefined)
    await createMissingPubSubResources(pubsub, { topics: [flags.create, deadLetters], subscription });
  const tally = emptyConsumerTally();
  const source = fullSubscriptionName(pubsub, subscription);
  const backlog = await backlogOf(config, source, { logger, telemetry });
  resources.defer(() => backlog?.stop());
  const reporter = new SubscriptionReporter({
    config,
    store,
    logger,
    stage: 'consumer',
    source,
    backlog: backlog?.latest,
  });
  const observer = {
    ...observeConsumer(tally, { logger, metrics: telemetry.metrics }),
    ...reporter.progress.consumerObserver,
  };
  const observed = { telemetry, source: 'pubsub' } as const;
  const ingestion = createIngestion({ ...connection, config, observed });
  resources.defer(() => ingestion.close());
  const accessLog = openCommandAccessLog(config, connection.schema.corpora(), resources, {
    caller: `subscription:${subscription}`,
    metrics: telemetry.metrics,
  });
  const consumer = createConsumer(
    { config, connection, pubsub, ingestion, accessLog },
    { flags, deadLetters, observer },
  );
  store.start();
  resources.defer(onHangUp(() => store.reload()));
  const startedMs = systemClock.monotonicMs();
  let ending: string | Error = 'not started';
  resources.defer(() => reporter.end(ending));
  const consents = createConsentConsumer(
    { config, connection, pubsub, telemetry, accessLog },
    { deadLetters, observer },
  );
  const handler = withConsentMessages(consents, consumer, attributeFilter(flags.filter));
  ending = await runSubscription(handler, {
    ...runOptions(flags, config),
    run,
    pubsub,
    subscription,
    logger,
    observer,
    arrivalOrder: reporter.progress.order,
    progress: () => ({
      ...tally,
      handled: tally.messages + tally.filtered + tally.consents,
      ...consumer.lag(),
    }),
    onEnding: options.onEnding,
    onStarted(subscriber) {
      options.onStarted(subscriber);
      registerConsumerGauges(telemetry.metrics, { consumer, subscriber });
      reporter.start(subscriber);
    },
  });
  if (ending instanceof Error) throw ending;
  return summaryJson({ subscription, tally, ending, startedMs });
}

function runOptions(
  { streams, messagesInFlight, bytesInFlight, stopWhenIdle }: ConsumeFlags,
  { pubsub: config }: Config,
): Pick<SubscriptionRunOptions, 'limits' | 'idleTimeoutMs'> {
  return {
    limits: {
      ...config,
      streams: streams ?? config.streams,
      messagesInFlightMax: messagesInFlight ?? config.messagesInFlightMax,
      bytesInFlightMax: bytesInFlight ?? config.bytesInFlightMax,
    },
    idleTimeoutMs: stopWhenIdle,
  };
}

interface ConsumeDependencies {
  readonly config: Config;
  readonly connection: StoreConnection;
  readonly pubsub: PubSub;
  readonly ingestion: Ingestion;
  readonly accessLog: CommandAccessLog;
}

function createConsumer(
  { config, connection, pubsub, ingestion, accessLog }: ConsumeDependencies,
  options: {
    readonly flags: ConsumeFlags;
    readonly deadLetters: string;
    readonly observer: ConsumerObserver;
  },
): EventConsumer {
  const { flags, deadLetters, observer } = options;
  return new EventConsumer({
    ingest: loggedIngestion(ingestion.ingestEvents, accessLog),
    schema: connection.schema,
    clock: systemClock,
    random: systemRandom,
    limits: { ...config.pubsub, batchEventsMax: config.events.batchEventsMax },
    deadLetter: deadLetterPublisher(pubsub.topic(deadLetters)),
    accepts: attributeFilter(flags.filter),
    rejects: flags.requireConsent === true ? checkConsent : undefined,
    observer,
  });
}

/** Returns what handles messages with decisions of users about purposes. */
function createConsentConsumer(
  {
    config,
    connection,
    pubsub,
    telemetry,
    accessLog,
  }: Omit<ConsumeDependencies, 'ingestion'> & { readonly telemetry: Telemetry },
  { deadLetters, observer }: { readonly deadLetters: string; readonly observer: ConsumerObserver },
): ConsentConsumer {
  const { tracing } = telemetry;
  const { recordConsent } = createConsentWithLedger({
    ...connection,
    clock: systemClock,
    config,
    tracing,
    keys: ledgerKeysOf(config.privacy),
  });
  return new ConsentConsumer({
    recordConsent: loggedConsent(recordConsent, accessLog),
    clock: systemClock,
    random: systemRandom,
    limits: { ...config.pubsub, decisionsInFlight: config.consent.decisionsInFlight },
    deadLetter: deadLetterPublisher(pubsub.topic(deadLetters)),
    observer,
  });
}

/** Watches the backlog of the subscription. Returns undefined with the emulator, which reports no backlog. */
async function backlogOf(
  { bigtable: { project }, pubsub: { emulatorHost, backlogIntervalMs: intervalMs } }: Config,
  subscription: string,
  { logger, telemetry: { metrics } }: { readonly logger: Logger; readonly telemetry: Telemetry },
): Promise<WatchedBacklog | undefined> {
  if (emulatorHost === undefined) return watchBacklog({ subscription, project, intervalMs, logger, metrics });
  logger.info('the emulator reports no backlog: only unacknowledged messages are known');
  return undefined;
}

function summaryJson(run: {
  readonly subscription: string;
  readonly tally: ConsumerTally;
  readonly ending: string;
  readonly startedMs: number;
}): string {
  const { subscription, tally, ending, startedMs } = run;
  const seconds = Number(((systemClock.monotonicMs() - startedMs) / 1_000).toFixed(3));
  return JSON.stringify({ subscription, ending, seconds, ...tally });
}
