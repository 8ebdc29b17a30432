/** Events of campaigns, their expected counts, and the command `tidemark reconcile`. */
import { reconcileCommand } from '../../src/cli/reconcile/reconcile';
import { comparisonJson } from '../../src/cli/reconcile/report';
import { Reconciliation, type ReconciliationOptions } from '../../src/cli/reconcile/run';
import { loadConfig } from '../../src/config/index';
import type { CalendarDay } from '../../src/core/time/calendar-day';
import { DEDUP_PREFIX_BYTES, eventQualifier } from '../../src/core/events/dedup-key';
import { eventFromNamed, type ActionEvent } from '../../src/core/events/event';
import { DEFAULTS } from '../../src/config/defaults';
import { createCompact } from '../../src/operations/compaction/compact';
import { systemClock } from '../../src/platform/time/clock';
import { seededRandom, type Random } from '../../src/platform/random';
import { NO_TRACING } from '../../src/platform/telemetry/tracing';
import { campaignId } from './campaigns';
import { CAMPAIGN_ACTION } from './events';
import type { EventStore } from './event-store';
import { runCli, type CliOptions, type CliRun } from './run-cli';
import { runCommand, type CommandOptions } from './run-command';

export const userId = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

export function campaignEvent(
  user: number,
  campaign: number,
  eventTimeMs: number,
  action = 'view',
): ActionEvent {
  const ids = { campaignId: campaignId(campaign) };
  return eventFromNamed(CAMPAIGN_ACTION.events, { userId: userId(user), action, eventTimeMs, ids });
}

export const campaignInputs = (events: readonly ActionEvent[]) =>
  events.map((event) => ({ event, dataType: CAMPAIGN_ACTION }));

export interface RandomViews {
  readonly day: CalendarDay;
  readonly users: number;
  readonly campaigns: number;
  readonly events: number;
}

/** Returns events on the day and some just before and after it. A third are duplicates or delivered twice. */
export function randomViews(random: Random, { day, users, campaigns, events }: RandomViews): ActionEvent[] {
  const { startMs, endMs } = day;
  const whole = (below: number): number => Math.floor(random() * below);
  const log: ActionEvent[] = [];
  while (log.length < events) {
    const timeMs = startMs - 600_000 + whole(endMs - startMs + 1_200_000);
    const [user, campaign] = [whole(users), 1 + whole(campaigns)];
    const action = random() < 0.2 ? 'click' : 'view';
    const event = campaignEvent(user, campaign, timeMs, action);
    log.push(event);
    if (random() < 0.2) log.push({ ...event, eventTimeMs: timeMs + whole(30_000) });
    if (random() < 0.1) log.push(event);
  }
  return log;
}

/** Returns the sets of dedup keys and of users, by campaign, action, hour (or `all`) and kind. */
export function setsOf(events: readonly ActionEvent[], day: CalendarDay): Map<string, Set<string>> {
  const { events: type } = CAMPAIGN_ACTION;
  const [campaign] = type.levels;
  const actions = new Map(type.actions.map((action) => [action.name, action]));
  const sets = new Map<string, Set<string>>();
  const add = (name: string, item: string): void => {
    const known = sets.get(name);
    if (known === undefined) sets.set(name, new Set([item]));
    else known.add(item);
  };
  for (const event of events) {
    const { eventTimeMs, userId: user, action, dimensions } = event;
    if (eventTimeMs < day.startMs || eventTimeMs >= day.endMs) continue;
    const key = eventQualifier(event, actions.get(action)!).toString('latin1', 0, DEDUP_PREFIX_BYTES);
    for (const hour of ['all', Math.floor((eventTimeMs - day.startMs) / 3_600_000)]) {
      const name = [dimensions[campaign!.dimension.index], action, hour].join(' ');
      add(`${name} events`, key + user);
      add(`${name} users`, user);
    }
  }
  return sets;
}

/** A comparison in its JSON form. */
interface ComparisonJson {
  readonly id: string;
  readonly action: string;
  readonly hour: number | null;
  readonly kind: string;
  readonly exact: number;
  readonly possible: number;
  readonly sketch?: { readonly count: number; readonly exact: boolean };
  readonly difference?: number;
  readonly bound?: number;
  readonly verdict: string;
  readonly registered?: boolean;
  readonly error?: { readonly code: string };
}

export interface ReconciliationJson {
  readonly status: string;
  readonly open: boolean;
  readonly rows: number;
  readonly cells: number;
  readonly rowsFailed: number;
  readonly rowsLarge: number;
  readonly entities: number;
  readonly unregistered: readonly string[];
  readonly verdicts: Readonly<Record<string, number>>;
  readonly events: { readonly exact: number; readonly possible: number; readonly sketch: number };
  readonly errorRms?: number;
  readonly comparisons: readonly ComparisonJson[];
  readonly exported?: { readonly rows: number; readonly bytes: number };
}

export type Reconciled = CliRun & { readonly json: ReconciliationJson };

/**
 * Runs the command with `--json`; `json` is undefined when it printed none. With `processOptions` it runs in a process of
 * its own.
 */
export async function reconcile(
  args: readonly string[],
  options: CommandOptions,
  processOptions?: CliOptions,
): Promise<Reconciled> {
  const all = ['--json', ...args];
  const run =
    processOptions === undefined
      ? await runCommand(reconcileCommand(), all, options)
      : await runCli(['reconcile', ...all], { ...options, ...processOptions });
  const json = run.stdout === '' ? undefined : (JSON.parse(run.stdout) as ReconciliationJson);
  return { ...run, json: json! };
}

/** Runs the command within this process. */
export async function reconcileWith(
  { store, schema, endpoint }: EventStore,
  day: CalendarDay,
  changes: Partial<ReconciliationOptions> = {},
): Promise<ReconciliationJson> {
  const dataType = CAMPAIGN_ACTION;
  const config = loadConfig({ BIGTABLE_EMULATOR_HOST: endpoint });
  const reconciliation = new Reconciliation({
    // All processes share one clock, so earlier writes are not growth.
    config: { ...config, consistency: { ...config.consistency, clockSkewMaxMs: 0 } },
    connection: { store, schema, dataType, workload: 'serving' },
    sketch: dataType.events.sketches[0]!,
    day,
    worker: { index: 0, count: 1 },
    restart: false,
    hours: false,
    all: false,
    sigmas: DEFAULTS.reconciliation.sigmas,
    ...changes,
  });
  const { summary, comparisons } = await reconciliation.run(new AbortController().signal);
  const json = { ...summary, comparisons: comparisons.map(comparisonJson) };
  return JSON.parse(JSON.stringify(json)) as ReconciliationJson;
}

/** Packs the campaigns' events of closed days. */
export async function compactAll({ store: { scanner, reader, writer, privacy } }: EventStore): Promise<void> {
  const run = createCompact({
    scanner,
    reader,
    writer,
    privacy,
    tracing: NO_TRACING,
    rate: { reserve: () => 0 },
    clock: systemClock,
    random: seededRandom(1),
    limits: {
      ...DEFAULTS.bigtable,
      ...DEFAULTS.compaction,
      replicationLagMaxMs: DEFAULTS.consistency.replicationLagMaxMs,
    },
  });
  const job = { dataType: CAMPAIGN_ACTION, worker: { index: 0, count: 1 }, dryRun: false };
  const { status, error } = await run({ ...job, signal: new AbortController().signal });
  if (status !== 'complete') throw new Error(`compaction ${status}: ${error?.message}`);
}

/** Expected counts by the names of `setsOf`. */
export function exactNumbers({ comparisons }: ReconciliationJson): Map<string, number> {
  return new Map(
    comparisons
      .filter(({ exact }) => exact > 0)
      .map(({ id, action, hour, kind, exact }) => [`${id} ${action} ${hour ?? 'all'} ${kind}`, exact]),
  );
}

export const sizesOf = (sets: ReadonlyMap<string, ReadonlySet<string>>): Map<string, number> =>
  new Map([...sets].map(([name, { size }]) => [name, size]));
