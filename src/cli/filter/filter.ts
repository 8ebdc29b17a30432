import { Command } from 'commander';
import type { Config } from '../../config/index';
import { attributeFilter, type WantedAttributes } from '../../ingest/pubsub/attribute-filter';
import { invalidArgument } from '../../errors';
import { MessageForwarder } from '../../ingest/pubsub/message-forwarder';
import { fullSubscriptionName, openPubSub } from '../../ingest/pubsub/pubsub-client';
import type { EventSubscriber } from '../../ingest/pubsub/subscriber';
import { systemClock } from '../../platform/time/clock';
import { createLogger, loggerOptionsOf, type Logger } from '../../platform/telemetry/logger';
import { systemRandom } from '../../platform/random';
import type { Telemetry } from '../../platform/telemetry/telemetry';
import type { Store } from '../../store/open-store';
import { addAttributeFilter, requireOption } from '../shared/attribute-option';
import { CommandAdmin } from '../shared/command-admin';
import { openTelemetry } from '../shared/command-telemetry';
import { loadCommandConfig, openServing } from '../shared/connection';
import { SubscriptionReporter } from '../shared/subscription-reporter';
import {
  createMissingPubSubResources,
  runSubscription,
  subscriptionNotReadyReason,
  type SubscriptionRunOptions,
} from '../shared/subscription-run';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { print } from '../shared/terminal';
import { integerBetween, parseDuration } from '../shared/units';

interface FilterFlags {
  readonly subscription?: string;
  readonly topic?: string;
  readonly filter: WantedAttributes;
  readonly streams?: number;
  readonly stopWhenIdle?: number;
  readonly create?: string;
  readonly json?: boolean;
}

const EXAMPLE = `
Only the attributes of a message are read. Matching messages are copied unchanged, with the additional attribute
first-published-ms. All others are acknowledged. A filter on the Pub/Sub subscription itself costs less where it suffices.

Example: the ad events of a click stream, for consumers that need nothing else of it
  tidemark filter --subscription clickstream --topic ad-events --filter kind=ad`;

/** Returns `tidemark filter`, which copies the matching messages of a clickstream to a topic of their own. */
export function filterCommand(): Command {
  return new Command('filter')
    .description('Copy the messages with certain attributes from a Pub/Sub subscription to a topic.')
    .option('--subscription <name>', 'subscription to the raw topic')
    .option('--topic <name>', 'topic for the matching messages')
    .option(
      '--filter <attribute=value>',
      'copy messages with this attribute value; repeatable: values of the same attribute are alternatives',
      addAttributeFilter,
      new Map(),
    )
    .option(
      '--streams <n>',
      'concurrent streaming pulls; default: TIDEMARK_PUBSUB_STREAMS',
      integerBetween(1, 1_000),
    )
    .option(
      '--stop-when-idle <time>',
      'end when no message has arrived for this long, e.g. 10s',
      parseDuration,
    )
    .option('--create <topic>', 'create missing topics, and the subscription to this raw topic')
    .option('--json', 'log to stderr, and print a summary as one JSON object at the end')
    .addHelpText('after', EXAMPLE)
    .action(commandAction(runFilter));
}

async function runFilter(run: CommandRun, flags: FilterFlags): Promise<void> {
  const { resources } = run;
  const config = loadCommandConfig();
  const subscription = requireOption(flags.subscription, '--subscription');
  const topic = requireOption(flags.topic, '--topic');
  if (flags.filter.size === 0) throw invalidArgument('--filter', 'is required');
  const logger = createLogger({
    ...loggerOptionsOf(config.telemetry),
    destination: flags.json === true ? 'stderr' : undefined,
  });
  const admin = new CommandAdmin(resources);
  const telemetry = await openTelemetry(resources, config, 'filter');
  const { store } = openServing(config, { resources, logger, telemetry });
  let subscriber: EventSubscriber | undefined;
  await admin.open({
    config,
    logger,
    telemetry,
    stores: [store],
    notReadyReason: () => subscriptionNotReadyReason(subscriber),
  });
  const summary = await filter({
    run,
    flags,
    config,
    subscription,
    topic,
    logger,
    telemetry,
    store,
    onStarted: (started) => (subscriber = started),
    onEnding: () => admin.drain(),
  });
  if (flags.json === true) run.whenClosed(() => print(summary));
}

interface FilterOptions extends Required<Pick<SubscriptionRunOptions, 'onStarted' | 'onEnding'>> {
  readonly run: CommandRun;
  readonly flags: FilterFlags;
  readonly config: Config;
  readonly subscription: string;
  /** Name of the topic that messages are copied to. */
  readonly topic: string;
  readonly logger: Logger;
  readonly telemetry: Telemetry;
  readonly store: Store;
}

/**
 * Copies messages until a signal, until the subscription is idle, or until it fails for good. Returns a summary as
 * JSON.
 */
async function filter(options: FilterOptions): Promise<string> {
  const { run, flags, config, subscription, topic, logger, telemetry, store } = options;
  const { resources } = run;
  const { emulatorHost } = config.pubsub;
  const pubsub = await openPubSub({ project: config.bigtable.project, emulatorHost });
  resources.defer(() => pubsub.close());
  if (flags.create !== undefined)
    await createMissingPubSubResources(pubsub, { topics: [flags.create, topic], subscription });
  const tally = { forwarded: 0, filtered: 0, failed: 0 };
  const count = (outcome: keyof typeof tally): void => {
    tally[outcome]++;
    telemetry.metrics.events.add(1, { source: 'filter', outcome });
  };
  const source = fullSubscriptionName(pubsub, subscription);
  const reporter = new SubscriptionReporter({ config, store, logger, stage: 'filter', source });
  const to = pubsub.topic(topic);
  const forwarder = new MessageForwarder({
    clock: systemClock,
    random: systemRandom,
    accepts: attributeFilter(flags.filter),
    publish: (message) => to.publishMessage(message),
    limits: config.pubsub,
    observer: {
      onForwarded(delivery) {
        count('forwarded');
        reporter.progress.forwarderObserver.onForwarded(delivery);
      },
      onFiltered: () => count('filtered'),
      onFault(error) {
        count('failed');
        logger.error({ err: error }, 'forwarding failed: Pub/Sub will redeliver the message');
      },
    },
  });
  let ending: string | Error = 'not started';
  resources.defer(() => reporter.end(ending));
  ending = await runSubscription(forwarder, {
    run,
    pubsub,
    subscription,
    logger,
    observer: {},
    arrivalOrder: reporter.progress.order,
    limits: { ...config.pubsub, streams: flags.streams ?? config.pubsub.streams },
    progress: () => ({ ...tally, handled: tally.forwarded + tally.filtered }),
    idleTimeoutMs: flags.stopWhenIdle,
    onEnding: options.onEnding,
    onStarted(subscriber) {
      options.onStarted(subscriber);
      reporter.start(subscriber);
    },
  });
  if (ending instanceof Error) throw ending;
  return JSON.stringify({ subscription, topic, ending, ...tally });
}
