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
import { createLogger } from '../../platform/telemetry/logger';
import { systemRandom } from '../../platform/random';
import { withResources, type Resources } from '../../platform/tasks/resources';
import { createTelemetry } from '../../platform/telemetry/telemetry';
import { openCommandAdmin, type CommandAdmin } from '../shared/command-admin';
import { loadCommandConfig, openServing } from '../shared/connection';
import { onHangUp, print, untilSignal } from '../shared/terminal';
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
Of all controllers of a store, in servers too, one is in office at a time; the others wait, and one takes over within seconds
when it is gone. SIGTERM gives the office up at once.

Examples:
  tidemark pace --topic campaign-states
  tidemark pace --dry-run        what would be decided now, from the counts alone`;

/** `tidemark pace`: the pacing controller, until SIGINT or SIGTERM. */
export function paceCommand(): Command {
  return new Command('pace')
    .description(
      'Stop campaigns when what they have bought is delivered, and slow them down so that it lasts.',
    )
    .option('--interval <time>', 'between two decisions, e.g. 500ms (TIDEMARK_PACING_INTERVAL_MS)', interval)
    .addOption(
      new Option('--policy <policy>', 'of campaigns that name none (TIDEMARK_PACING_POLICY)').choices(
        POLICIES,
      ),
    )
    .option('--topic <name>', 'Pub/Sub topic for each change (TIDEMARK_PACING_TOPIC)')
    .option('--once', 'decide once, publish that, and end; waits while another controller is in office')
    .option('--dry-run', 'decide once, by the counts alone, and publish nothing')
    .option('--json', 'print one line for each round that changed anything; the log goes to stderr')
    .addHelpText('after', EXAMPLE)
    .action(pace);
}

async function pace(flags: PaceFlags): Promise<void> {
  const config = withFlags(loadCommandConfig(), flags);
  await withResources(async (resources) => {
    const run = await openRun(config, flags, resources);
    if (flags.dryRun === true) return dryRun(run.pacing, flags);
    if (flags.once === true) return once(run.pacing, config, flags);
    // Before anything is opened: a signal that comes meanwhile is obeyed after it.
    const signalled = untilSignal();
    await run.start();
    await signalled;
    run.drain();
  });
}

function withFlags(config: Config, { interval, policy, topic }: PaceFlags): Config {
  const pacing = {
    ...config.pacing,
    ...(interval !== undefined && { intervalMs: Math.round(interval) }),
    ...(policy !== undefined && { policy }),
    ...(topic !== undefined && { topic }),
  };
  return { ...config, pacing };
}

/** As of the setting. */
function interval(text: string): number {
  const ms = parseDuration(text);
  if (ms >= 50 && ms <= 86_400_000) return ms;
  throw new InvalidArgumentError('It is from 50ms to 24h.');
}

interface PaceRun {
  readonly pacing: Pacing;
  start(): Promise<void>;
  /** From now on it is not ready. */
  drain(): void;
}

async function openRun(config: Config, flags: PaceFlags, resources: Resources): Promise<PaceRun> {
  const { logLevel: level, serviceName: service } = config.telemetry;
  const isQuiet = flags.once === true || flags.dryRun === true;
  const logger = createLogger({
    level: isQuiet ? 'error' : level,
    service,
    ...((isQuiet || flags.json === true) && { destination: 'stderr' }),
  });
  let admin: CommandAdmin | undefined;
  resources.defer(() => admin?.close());
  const telemetry = resources.add(await createTelemetry(config.telemetry, 'pacer'), (each) =>
    each.shutdown(),
  );
  const topic = flags.dryRun === true ? undefined : await topicOf(config, resources);
  const { store, schema } = openServing(config, { logger, telemetry });
  resources.defer(() => store.close());
  const { reader, scanner } = store;
  const pacing = createPacing({
    ...store,
    reader,
    schema,
    config,
    logger,
    telemetry,
    clock: systemClock,
    random: systemRandom,
    readProgress: createReadProgress({ scanner, clock: systemClock, limits: config.lag }),
    corruptionObserver: observeCorruption(telemetry.metrics, logger),
    publishToTopic: topic?.publish,
    ...(flags.json === true && !isQuiet && { onRound: tellRound }),
  });
  resources.defer(() => pacing.stop());
  return {
    pacing,
    async start() {
      admin = await openCommandAdmin({ config, logger, telemetry, stores: [store] });
      store.start();
      resources.defer(onHangUp(() => store.reload()));
      pacing.start();
    },
    drain: () => admin?.drain(),
  };
}

/** Opened at once: a misspelt name is the person's to mend. */
async function topicOf(config: Config, resources: Resources): Promise<PacingTopic | undefined> {
  const { pacing, pubsub, bigtable } = config;
  if (pacing.topic === undefined) return undefined;
  const target = { project: bigtable.project, emulatorHost: pubsub.emulatorHost };
  const client = resources.add(await openPubSub(target), (each) => each.close());
  const topic = await openPacingTopic(client, pacing.topic, { timeoutMs: pacing.callTimeoutMs });
  return resources.add(topic, (each) => each.close());
}

/** By a controller that knows nothing of what was decided before. */
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

async function once({ controller }: Pacing, { pacing }: Config, { json }: PaceFlags): Promise<void> {
  const ending = new AbortController();
  void untilSignal().then((signal) => ending.abort(new Error(signal)));
  // As long as a controller that died may keep others waiting, and some more.
  const timeoutMs = 3 * (pacing.leaseMs + pacing.leaseMarginMs);
  const round = await controller.runOnce({ timeoutMs, signal: ending.signal });
  printStates(round.states, json);
}

function tellRound({ changed, states, durationMs }: PacingRound): void {
  if (changed.length === 0) return;
  print(JSON.stringify({ campaigns: states.length, durationMs: Math.round(durationMs), changed }));
}

function printStates(states: readonly PublishedState[], json: boolean | undefined): void {
  if (json === true) return print(JSON.stringify({ campaigns: states }));
  if (states.length === 0) return print('No campaign has a flight today.');
  print(
    textTable(['campaign', 'state', 'let in', 'reason', 'count', 'purchased', 'units/s'], states.map(rowOf)),
  );
}

function rowOf(state: PublishedState): readonly string[] {
  const { campaignId, passShare, count, unitsPurchased, unitsPerSecond } = state;
  const letIn = `${Number((100 * passShare).toPrecision(3))} %`;
  const counts = [String(Math.round(count)), String(unitsPurchased), unitsPerSecond.toFixed(2)];
  return [campaignId, state.state, letIn, state.reason, ...counts];
}
