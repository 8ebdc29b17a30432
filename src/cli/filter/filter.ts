import { Command } from 'commander';
import type { Config } from '../../config/index';
import { attributeFilter, type WantedAttributes } from '../../ingest/pubsub/attribute-filter';
import { invalidArgument } from '../../errors';
import { MessageForwarder } from '../../ingest/pubsub/message-forwarder';
import { fullSubscriptionName, openPubSub } from '../../ingest/pubsub/pubsub-client';
import type { EventSubscriber } from '../../ingest/pubsub/subscriber';
import { systemClock } from '../../platform/time/clock';
import { createLogger, type Logger } from '../../platform/telemetry/logger';
import { systemRandom } from '../../platform/random';
import { withResources, type Resources } from '../../platform/tasks/resources';
import { createTelemetry, type Telemetry } from '../../platform/telemetry/telemetry';
import type { Store } from '../../store/open-store';
import { addAttributeFilter, requireOption } from '../shared/attribute-option';
import { openCommandAdmin, type CommandAdmin } from '../shared/command-admin';
import { loadCommandConfig, openServing } from '../shared/connection';
import { SubscriptionReporter } from '../shared/subscription-reporter';
import {
  createMissingPubSubResources,
  runSubscription,
  subscriptionNotReadyReason,
  type SubscriptionRunOptions,
} from '../shared/subscription-run';
import { print } from '../shared/terminal';
import { positiveIntegerUpTo, parseDuration } from '../shared/units';

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
Messages are looked at by their attributes alone and passed on untouched, but for the attribute first-published-ms; the
others are acknowledged unread. Where the attributes suffice, a filter of Pub/Sub's own on the subscription costs less than
this.

Example: the ad events of a click stream, for consumers that should not have to read all of it
  tidemark filter --subscription clickstream --topic ad-events --filter kind=ad`;

/** `tidemark filter`: a clickstream's messages of interest, copied to a topic of their own. */
export function filterCommand(): Command {
  return new Command('filter')
    .description('Copy the messages with certain attributes from a Pub/Sub subscription to a topic.')
    .option('--subscription <name>', 'of the raw topic')
    .option('--topic <name>', 'where the messages that are wanted go')
    .option(
      '--filter <attribute=value>',
      'only messages with this attribute; repeatable: values of one attribute are alternatives',
      addAttributeFilter,
      new Map(),
    )
    .option('--streams <n>', 'pulls at once; default: TIDEMARK_PUBSUB_STREAMS', positiveIntegerUpTo(1_000))
    .option('--stop-when-idle <time>', 'end when nothing has come for so long, e.g. 10s', parseDuration)
    .option('--create <topic>', 'create what is missing: topics, and the subscription to this raw topic')
    .option('--json', 'log to stderr, and print what was done as one JSON object at the end')
    .addHelpText('after', EXAMPLE)
    .action(runFilter);
}

async function runFilter(flags: FilterFlags): Promise<void> {
  const config = loadCommandConfig();
  const subscription = requireOption(flags.subscription, 'subscription');
  const topic = requireOption(flags.topic, 'topic');
  if (flags.filter.size === 0) throw invalidArgument('filter', 'is required');
  const { logLevel: level, serviceName: service } = config.telemetry;
  const logger = createLogger({
    level,
    service,
    ...(flags.json === true && { destination: 'stderr' }),
  });
  const summary = await withResources(async (resources) => {
    let admin: CommandAdmin | undefined = undefined;
    resources.defer(() => admin?.close());
    const telemetry = resources.add(await createTelemetry(config.telemetry, 'filter'), (each) =>
      each.shutdown(),
    );
    const { store } = openServing(config, { logger, telemetry });
    resources.defer(() => store.close());
    let subscriber: EventSubscriber | undefined;
    admin = await openCommandAdmin({
      config,
      logger,
      telemetry,
      stores: [store],
      notReadyReason: () => subscriptionNotReadyReason(subscriber),
    });
    return filter({
      flags,
      config,
      subscription,
      topic,
      logger,
      telemetry,
      store,
      resources,
      onStarted: (started) => (subscriber = started),
      onEnding: () => admin?.drain(),
    });
  });
  if (flags.json === true) print(summary);
}

interface FilterCommandRun extends Required<Pick<SubscriptionRunOptions, 'onStarted' | 'onEnding'>> {
  readonly flags: FilterFlags;
  readonly config: Config;
  readonly subscription: string;
  readonly topic: string;
  readonly logger: Logger;
  readonly telemetry: Telemetry;
  readonly store: Store;
  /** Takes what is opened here, to be released before the store. */
  readonly resources: Resources;
}

/** Returns what was done, as JSON. */
async function filter(run: FilterCommandRun): Promise<string> {
  const { flags, config, subscription, topic, logger, telemetry, store, resources } = run;
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
  const reports = new SubscriptionReporter({ config, store, logger, stage: 'filter', source });
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
        reports.progress.forwarderObserver.onForwarded(delivery);
      },
      onFiltered: () => count('filtered'),
      onFault(error) {
        count('failed');
        logger.error({ err: error }, 'the message comes again');
      },
    },
  });
  let ending: string | Error = 'not started';
  resources.defer(() => reports.end(ending));
  ending = await runSubscription(forwarder, {
    pubsub,
    subscription,
    logger,
    observer: {},
    arrivalOrder: reports.progress.order,
    limits: { ...config.pubsub, streams: flags.streams ?? config.pubsub.streams },
    progress: () => ({ ...tally, handled: tally.forwarded + tally.filtered }),
    ...(flags.stopWhenIdle !== undefined && { idleTimeoutMs: flags.stopWhenIdle }),
    onEnding: run.onEnding,
    onStarted(subscriber) {
      run.onStarted(subscriber);
      reports.start(subscriber);
    },
  });
  if (ending instanceof Error) throw ending;
  return JSON.stringify({ subscription, topic, ending, ...tally });
}
