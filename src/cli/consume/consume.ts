import type { PubSub } from '@google-cloud/pubsub';
import { Command } from 'commander';
import type { Config } from '../../config/index';
import { attributeFilter, type WantedAttributes } from '../../ingest/pubsub/attribute-filter';
import { checkConsent } from '../../ingest/pubsub/consent';
import { observeConsumer, registerConsumerGauges } from '../../ingest/pubsub/consumer-telemetry';
import { emptyConsumerTally, type ConsumerTally } from '../../ingest/pubsub/consumer-tally';
import { deadLetterPublisher } from '../../ingest/dead-letters/dead-letter-topic';
import { EventConsumer, type ConsumerObserver } from '../../ingest/pubsub/event-consumer';
import { fullSubscriptionName, openPubSub } from '../../ingest/pubsub/pubsub-client';
import type { EventSubscriber } from '../../ingest/pubsub/subscriber';
import { watchBacklog, type WatchedBacklog } from '../../ingest/lag/watch-backlog';
import { createIngestion, type Ingestion } from '../../operations/events/create-ingestion';
import { systemClock } from '../../platform/time/clock';
import { createLogger, type Logger } from '../../platform/telemetry/logger';
import { systemRandom } from '../../platform/random';
import { withResources, type Resources } from '../../platform/tasks/resources';
import { createTelemetry, type Telemetry } from '../../platform/telemetry/telemetry';
import { addAttributeFilter, requireOption } from '../shared/attribute-option';
import { openCommandAdmin, type CommandAdmin } from '../shared/command-admin';
import { loadCommandConfig, openServing, type StoreConnection } from '../shared/connection';
import { SubscriptionReporter } from '../shared/subscription-reporter';
import {
  createMissingPubSubResources,
  runSubscription,
  subscriptionNotReadyReason,
  type SubscriptionRunOptions,
} from '../shared/subscription-run';
import { onHangUp, print } from '../shared/terminal';
import { positiveIntegerUpTo, parseByteCount, parseDuration } from '../shared/units';

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
A message holds an event or a batch of them, as its attribute content-type says. It is acknowledged when all of it is
durable. What can never be ingested goes to the dead-letter topic with the attributes reason, field and detail.

Any number of consumers may share a subscription. One that holds as much as it may reads on when that is written.

Example: the ad events of a click stream, of users who agreed to what they are used for
  tidemark consume --subscription clicks --dead-letter-topic clicks-dead --filter kind=ad --require-consent`;

/** `tidemark consume`: events from Pub/Sub, until SIGINT or SIGTERM. */
export function consumeCommand(): Command {
  return new Command('consume')
    .description('Ingest events from a Pub/Sub subscription; a message is acknowledged when it is durable.')
    .option('--subscription <name>', 'default: TIDEMARK_PUBSUB_SUBSCRIPTION')
    .option('--dead-letter-topic <name>', 'where bad messages go; default: TIDEMARK_PUBSUB_DEAD_LETTER_TOPIC')
    .option(
      '--filter <attribute=value>',
      'only messages with this attribute; repeatable: values of one attribute are alternatives',
      addAttributeFilter,
      new Map(),
    )
    .option(
      '--require-consent',
      "put messages aside whose attribute consent does not list the DataType's consent purpose",
    )
    .option('--streams <n>', 'pulls at once; default: TIDEMARK_PUBSUB_STREAMS', positiveIntegerUpTo(1_000))
    .option('--messages-in-flight <n>', 'hold no more messages at once', positiveIntegerUpTo(1_000_000))
    .option('--bytes-in-flight <size>', 'hold no more bytes of messages at once, e.g. 64MiB', parseByteCount)
    .option('--stop-when-idle <time>', 'end when nothing has come for so long, e.g. 10s', parseDuration)
    .option('--create <topic>', 'create what is missing: topics, and the subscription to this topic')
    .option('--json', 'log to stderr, and print what was done as one JSON object at the end')
    .addHelpText('after', EXAMPLE)
    .action(runConsume);
}

async function runConsume(flags: ConsumeFlags): Promise<void> {
  const config = loadCommandConfig();
  const subscription = requireOption(flags.subscription ?? config.pubsub.subscription, 'subscription');
  const deadLetters = requireOption(
    flags.deadLetterTopic ?? config.pubsub.deadLetterTopic,
    'dead-letter-topic',
  );
  const { logLevel: level, serviceName: service } = config.telemetry;
  const logger = createLogger({
    level,
    service,
    ...(flags.json === true && { destination: 'stderr' }),
  });
  const summary = await withResources(async (resources) => {
    let admin: CommandAdmin | undefined = undefined;
    resources.defer(() => admin?.close());
    const telemetry = resources.add(await createTelemetry(config.telemetry, 'consumer'), (each) =>
      each.shutdown(),
    );
    const connection = openServing(config, { logger, telemetry });
    resources.defer(() => connection.store.close());
    let subscriber: EventSubscriber | undefined;
    admin = await openCommandAdmin({
      config,
      logger,
      telemetry,
      stores: [connection.store],
      notReadyReason: () => subscriptionNotReadyReason(subscriber),
    });
    return consume({
      flags,
      config,
      subscription,
      deadLetters,
      logger,
      telemetry,
      connection,
      resources,
      onStarted: (started) => (subscriber = started),
      onEnding: () => admin?.drain(),
    });
  });
  if (flags.json === true) print(summary);
}

interface ConsumeCommandRun extends Required<Pick<SubscriptionRunOptions, 'onStarted' | 'onEnding'>> {
  readonly flags: ConsumeFlags;
  readonly config: Config;
  readonly subscription: string;
  readonly deadLetters: string;
  readonly logger: Logger;
  readonly telemetry: Telemetry;
  readonly connection: StoreConnection;
  /** Takes what is opened here, to be released before the store. */
  readonly resources: Resources;
}

/** Returns what was done, as JSON. */
async function consume(run: ConsumeCommandRun): Promise<string> {
  const { flags, config, subscription, deadLetters, logger, telemetry, connection, resources } = run;
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
  const reports = new SubscriptionReporter({
    config,
    store,
    logger,
    stage: 'consumer',
    source,
    ...(backlog !== undefined && { backlog: backlog.latest }),
  });
  const observer = {
    ...observeConsumer(tally, { logger, metrics: telemetry.metrics }),
    ...reports.progress.consumerObserver,
  };
  const observed = { telemetry, source: 'pubsub' } as const;
  const ingestion = createIngestion({ ...connection, config, observed });
  resources.defer(() => ingestion.close());
  const consumer = createConsumer(
    { config, connection, pubsub, ingestion },
    { flags, deadLetters, observer },
  );
  store.start();
  resources.defer(onHangUp(() => store.reload()));
  const startedMs = systemClock.monotonicMs();
  let ending: string | Error = 'not started';
  resources.defer(() => reports.end(ending));
  ending = await runSubscription(consumer, {
    ...runOptions(flags, config),
    pubsub,
    subscription,
    logger,
    observer,
    arrivalOrder: reports.progress.order,
    progress: () => ({ ...tally, handled: tally.messages + tally.filtered, ...consumer.lag() }),
    onEnding: run.onEnding,
    onStarted(subscriber) {
      run.onStarted(subscriber);
      registerConsumerGauges(telemetry.metrics, { consumer, subscriber });
      reports.start(subscriber);
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
    ...(stopWhenIdle !== undefined && { idleTimeoutMs: stopWhenIdle }),
  };
}

interface ConsumeDependencies {
  readonly config: Config;
  readonly connection: StoreConnection;
  readonly pubsub: PubSub;
  readonly ingestion: Ingestion;
}

function createConsumer(
  { config, connection, pubsub, ingestion }: ConsumeDependencies,
  options: {
    readonly flags: ConsumeFlags;
    readonly deadLetters: string;
    readonly observer: ConsumerObserver;
  },
): EventConsumer {
  const { flags, deadLetters, observer } = options;
  return new EventConsumer({
    ingest: ingestion.ingestEvents,
    schema: connection.schema,
    clock: systemClock,
    random: systemRandom,
    limits: { ...config.pubsub, batchEventsMax: config.events.batchEventsMax },
    deadLetter: deadLetterPublisher(pubsub.topic(deadLetters)),
    accepts: attributeFilter(flags.filter),
    ...(flags.requireConsent === true && { rejects: checkConsent }),
    observer,
  });
}

/** The emulator knows of no backlog: there the messages held are all that is known. */
async function backlogOf(
  { bigtable: { project }, pubsub: { emulatorHost, backlogIntervalMs: intervalMs } }: Config,
  subscription: string,
  { logger, telemetry: { metrics } }: { readonly logger: Logger; readonly telemetry: Telemetry },
): Promise<WatchedBacklog | undefined> {
  if (emulatorHost === undefined) return watchBacklog({ subscription, project, intervalMs, logger, metrics });
  logger.info('the emulator does not tell the backlog: only the messages held are known');
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
