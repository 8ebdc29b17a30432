import { Command, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../../config/index';
import { POLICIES, type PolicyName } from '../../core/pacing/pacing';
import { sortByCampaign, type PublishedState } from '../../core/pacing/published-state';
import { openPacingTopic, type PacingTopic } from '../../ingest/pacing/pacing-topic';
import { openPubSub } from '../../ingest/pubsub/pubsub-client';
import { createReadProgress } from '../../operations/lag/read-progress';
import { observeCorruption } from '../../operations/campaign-counts/corrupted-sketches';
import { createPacing, type Pacing } from '../../operations/pacing/create-pacing';
import type { PacingRound } from '../../operations/pacing/pacing-session';
import { systemClock } from '../../platform/time/clock';
import { createLogger, loggerOptionsOf } from '../../platform/telemetry/logger';
import { systemRandom } from '../../platform/random';
import type { Resources } from '../../platform/tasks/resources';
import { CommandAdmin } from '../shared/command-admin';
import { openTelemetry } from '../shared/command-telemetry';
import { loadCommandConfig, openServing } from '../shared/connection';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { onHangUp, print } from '../shared/terminal';
import { textTable } from '../shared/text-table';
import { parseDuration } from '../shared/units';

interface PaceFlags {
  readonly interval?: number;
  readonly policy?: PolicyName;
  readonly topic?: string;
  readonly once?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const EXAMPLE = `
One controller of a store is the leader at a time, counting those in servers. The others stand by, and one of them takes over
within seconds when the leader is gone. On SIGTERM the leader steps down at once.

Examples:
  tidemark pace --topic campaign-states
  tidemark pace --dry-run        print the decisions that the current counts lead to`;

/** Returns `tidemark pace`, which runs a pacing controller until SIGINT or SIGTERM. */
export function paceCommand(): Command {
  return new Command('pace')
    .description(
      'Throttle campaigns so that their purchased units last, and stop them when these are delivered.',
    )
    .option(
      '--interval <time>',
      'time between two decisions, e.g. 500ms (TIDEMARK_PACING_INTERVAL_MS)',
      parseInterval,
    )
    .addOption(
      new Option('--policy <policy>', 'policy of campaigns without one (TIDEMARK_PACING_POLICY)').choices(
        POLICIES,
      ),
    )
    .option('--topic <name>', 'Pub/Sub topic to publish state changes to (TIDEMARK_PACING_TOPIC)')
    .option(
      '--once',
      'decide once, publish the decisions, and end; waits while another controller is the leader',
    )
    .option('--dry-run', 'decide once from the counts alone, and publish nothing')
    .option('--json', 'print one JSON object for each round that changes a state; log to stderr')
    .addHelpText('after', EXAMPLE)
    .action(commandAction(runPace));
}

async function runPace(run: CommandRun, flags: PaceFlags): Promise<void> {
  const config = withFlags(loadCommandConfig(), flags);
  const controller = await openController(run, config, flags);
  if (flags.dryRun === true) return dryRun(controller.pacing, flags);
  if (flags.once === true) return runOnce(run, controller.pacing, { config, flags });
  // Waiting starts before anything else: a signal during the start takes effect once the start is complete.
  const stopped = run.untilStopped();
  await controller.start();
  await stopped;
  controller.drain();
}

function withFlags(config: Config, { interval, policy, topic }: PaceFlags): Config {
  const { pacing } = config;
  const changed = {
    intervalMs: Math.round(interval ?? pacing.intervalMs),
    policy: policy ?? pacing.policy,
    topic: topic ?? pacing.topic,
  };
  return { ...config, pacing: { ...pacing, ...changed } };
}

/** Parses an interval within the bounds of TIDEMARK_PACING_INTERVAL_MS, in milliseconds. */
function parseInterval(text: string): number {
  const ms = parseDuration(text);
  if (ms >= 50 && ms <= 86_400_000) return ms;
  throw new InvalidArgumentError('Must be from 50ms to 24h.');
}

interface PacingProcess {
  readonly pacing: Pacing;
  /** Starts the controller and its admin server. */
  start(): Promise<void>;
  /** Reports the process as not ready from now on. */
  drain(): void;
}

async function openController(
  { resources }: CommandRun,
  config: Config,
  flags: PaceFlags,
): Promise<PacingProcess> {
  const isSingleRound = flags.once === true || flags.dryRun === true;
  const options = loggerOptionsOf(config.telemetry);
  const logger = createLogger({
    ...options,
    level: isSingleRound ? 'error' : options.level,
    destination: isSingleRound || flags.json === true ? 'stderr' : undefined,
  });
  const admin = new CommandAdmin(resources);
  const telemetry = await openTelemetry(resources, config, 'pacer');
  const topic = flags.dryRun === true ? undefined : await topicOf(config, resources);
  const { store, schema } = openServing(config, { resources, logger, telemetry });
  const { reader, scanner } = store;
  const pacing = createPacing({
    ...store,
    reader,
    partsOf: store.sketchTables.counted,
    schema,
    config,
    logger,
    telemetry,
    clock: systemClock,
    random: systemRandom,
    readProgress: createReadProgress({ scanner, clock: systemClock, limits: config.lag }),
    corruptionObserver: observeCorruption(telemetry.metrics, logger),
    publishToTopic: topic?.publish,
    onRound: flags.json === true && !isSingleRound ? printRound : undefined,
  });
  resources.defer(() => pacing.stop());
  return {
    pacing,
    async start() {
      await admin.open({ config, logger, telemetry, stores: [store] });
      store.start();
      resources.defer(onHangUp(() => store.reload()));
      pacing.start();
    },
    drain: () => admin.drain(),
  };
}

/** Opens the topic at the start, so that a misspelt name fails the command. */
async function topicOf(config: Config, resources: Resources): Promise<PacingTopic | undefined> {
  const { pacing, pubsub, bigtable } = config;
  if (pacing.topic === undefined) return undefined;
  const target = { project: bigtable.project, emulatorHost: pubsub.emulatorHost };
  const client = resources.add(await openPubSub(target), (each) => each.close());
  const topic = await openPacingTopic(client, pacing.topic, { timeoutMs: pacing.callTimeoutMs });
  return resources.add(topic, (each) => each.close());
}

/** Prints the decisions of a controller that knows no earlier decisions. */
async function dryRun({ sources, createPacer }: Pacing, { json }: PaceFlags): Promise<void> {
  const nowMs = systemClock.nowMs();
  const options = { timeoutMs: DRY_RUN_TIMEOUT_MS };
  const days = await sources.campaignDays(nowMs, options);
  const seen = await sources.countsOf(days, options);
  const decisions = createPacer().decide(nowMs, days, seen);
  printStates(
    sortByCampaign(decisions.map((decision) => ({ ...decision, decidedAtMs: nowMs, epoch: 0, sequence: 0 }))),
    json,
  );
}

const DRY_RUN_TIMEOUT_MS = 30_000;

async function runOnce(
  run: CommandRun,
  { controller }: Pacing,
  { config: { pacing }, flags: { json } }: { readonly config: Config; readonly flags: PaceFlags },
): Promise<void> {
  const stopped = new AbortController();
  void run.untilStopped().then((signal) => stopped.abort(new Error(signal)));
  // Longer than the lease of a leader that died keeps other controllers waiting.
  const timeoutMs = 3 * (pacing.leaseMs + pacing.leaseMarginMs);
  const round = await controller.runOnce({ timeoutMs, signal: stopped.signal });
  printStates(round.states, json);
}

function printRound({ changed, states, durationMs }: PacingRound): void {
  if (changed.length === 0) return;
  print(JSON.stringify({ campaigns: states.length, durationMs: Math.round(durationMs), changed }));
}

function printStates(states: readonly PublishedState[], json: boolean | undefined): void {
  if (json === true) return print(JSON.stringify({ campaigns: states }));
  if (states.length === 0) return print('No campaign has a flight today.');
  print(
    textTable(
      ['campaign', 'state', 'admitted', 'reason', 'count', 'purchased', 'units/s'],
      states.map(rowOf),
    ),
  );
}

function rowOf(state: PublishedState): readonly string[] {
  const { campaignId, passShare, count, unitsPurchased, unitsPerSecond } = state;
  const admitted = `${Number((100 * passShare).toPrecision(3))} %`;
  const counts = [String(Math.round(count)), String(unitsPurchased), unitsPerSecond.toFixed(2)];
  return [campaignId, state.state, admitted, state.reason, ...counts];
}
