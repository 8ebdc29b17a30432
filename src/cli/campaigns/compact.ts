import { Command } from 'commander';
import type { Config } from '../../config/index';
import { parseDay, type CalendarDay } from '../../core/time/calendar-day';
import type { SketchDeclaration } from '../../core/schema/schema';
import { DEFAULTS } from '../../config/defaults';
import { invalidArgument } from '../../errors';
import { loadSchema, type SchemaRegistry } from '../../codec/declarations/schema-registry';
import type { WorkerShare } from '../../operations/compaction/key-sections';
import {
  createMergeSketches,
  type MergeSketchesSummary,
} from '../../operations/campaign-counts/merge-sketches';
import { systemClock } from '../../platform/time/clock';
import { withResources } from '../../platform/tasks/resources';
import { createTelemetry, type Telemetry } from '../../platform/telemetry/telemetry';
import { sketchMergeMetrics } from './compact-metrics';
import { loadCommandConfig, openBatchTable } from '../shared/connection';
import { appendList } from '../shared/count-flags';
import { print, printError } from '../shared/terminal';
import { parseDuration } from '../shared/units';
import { workerOption } from '../shared/worker-option';

interface CampaignsCompactFlags {
  readonly dataType?: string;
  readonly day?: readonly string[];
  readonly olderThan?: number;
  readonly idle: number;
  readonly worker: WorkerShare;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const EXIT_INTERRUPTED = 130;
const NOT_APART =
  'tidemark: there is no cluster for batch work: those that serve requests take this compaction as well';

const HELP = `
Each process that counts writes columns of its own, which stay when it has ended. Counts are the same before, during and
after; it may be run at any time, by as many workers as you like, and be killed at any moment.

Examples:
  tidemark campaigns compact                       all days, as far as writers have stopped
  tidemark campaigns compact --older-than 24h      days that ended a day ago, or earlier
  tidemark campaigns compact --day 2026-11-21 --dry-run`;

/** `tidemark campaigns compact`: the columns of processes that have ended become one for each sketch. */
export function campaignsCompactCommand(): Command {
  const idle = DEFAULTS.campaignCounts.writerIdleMs;
  return new Command('compact')
    .description('Merge what ended processes have counted into fewer columns, which take less to read.')
    .option('--data-type <family>', 'counts of which events; default: of all')
    .option('--day <days>', 'only those of these days, separated by commas; repeatable', appendList)
    .option('--older-than <duration>', 'only those of days that ended so long ago: 24h', parseDuration)
    .option(
      '--idle <duration>',
      'how long a process must not have written (default: 1h)',
      parseDuration,
      idle,
    )
    .addOption(workerOption('take the i-th of n shares of the rows'))
    .option('--dry-run', 'change nothing')
    .option('--json', 'print a summary of each kind of counts as one JSON object')
    .addHelpText('after', HELP)
    .action(runCompact);
}

async function runCompact(flags: CampaignsCompactFlags): Promise<void> {
  const config = loadCommandConfig();
  const interrupt = new AbortController();
  const onInterrupt = (): void => interrupt.abort(new Error('interrupted'));
  process.once('SIGINT', onInterrupt).once('SIGTERM', onInterrupt);
  await withResources(async (resources) => {
    resources.defer(() => process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt));
    const telemetry = resources.add(await createTelemetry(config.telemetry, 'compactor'), (each) =>
      each.shutdown(),
    );
    const count = sketchMergeMetrics(telemetry.metrics);
    for (const sketches of sketchesOf(loadSchema(config.schema), flags.dataType)) {
      const summary = await compact({ config, sketches, flags, telemetry }, interrupt.signal);
      count(nameOf(sketches), summary);
      tell(summary, sketches, flags);
      if (summary.rowsFailed > 0) process.exitCode = 1;
      if (interrupt.signal.aborted) process.exitCode = EXIT_INTERRUPTED;
    }
  });
}

function sketchesOf(schema: SchemaRegistry, family: string | undefined): readonly SketchDeclaration[] {
  const types = family === undefined ? schema.eventTypes() : [schema.eventDataType(family, 'data-type')];
  const sketches = types.flatMap(({ events }) => events.sketches);
  if (sketches.length === 0) throw invalidArgument('data-type', 'is not counted over all users');
  return sketches;
}

interface Compaction {
  readonly config: Config;
  readonly sketches: SketchDeclaration;
  readonly flags: CampaignsCompactFlags;
  readonly telemetry: Telemetry;
}

async function compact(
  { config, sketches, flags, telemetry }: Compaction,
  signal: AbortSignal,
): Promise<MergeSketchesSummary> {
  const { store, workload } = openBatchTable(config, sketches.corpus, { telemetry });
  try {
    if (workload === 'serving') printError(NOT_APART);
    store.start();
    const { scanner, reader, writer } = store;
    const limits = config.campaignCounts;
    const merge = createMergeSketches({ scanner, reader, writer, clock: systemClock, sketches, limits });
    const { worker, idle: idleMs, dryRun = false } = flags;
    return await merge({ worker, idleMs, dryRun, signal, includesDay: daysWanted(flags, sketches) });
  } finally {
    await store.close();
  }
}

/** By the time zone of the counts. */
function daysWanted(
  { day: days, olderThan }: CampaignsCompactFlags,
  { timeZone }: SketchDeclaration,
): (day: string) => boolean {
  const names = days && new Set(days.map((day) => parseDay(day, timeZone).day));
  const endedBeforeMs = olderThan === undefined ? Infinity : systemClock.nowMs() - olderThan;
  const known = new Map<string, CalendarDay>();
  const endMs = (day: string): number => {
    const found = known.get(day) ?? parseDay(day, timeZone);
    known.set(day, found);
    return found.endMs;
  };
  return (day) => names?.has(day) !== false && (endedBeforeMs === Infinity || endMs(day) <= endedBeforeMs);
}

const nameOf = ({ corpus, family }: SketchDeclaration): string => `${corpus}/${family}`;

function tell(
  summary: MergeSketchesSummary,
  sketches: SketchDeclaration,
  flags: CampaignsCompactFlags,
): void {
  const name = nameOf(sketches);
  if (flags.json === true) {
    return print(JSON.stringify({ sketches: name, dryRun: flags.dryRun === true, ...summary }));
  }
  const { rows, rowsMerged, rowsFailed, columnsRemoved, columnsWritten, columnsLeft, failures } = summary;
  if (flags.dryRun === true) {
    return print(
      `${name}: ${rowsMerged} of ${rows} rows have columns to merge: ${columnsRemoved}. Nothing was changed.`,
    );
  }
  print(`${name}: ${summary.status}; of ${rows} rows ${rowsMerged} had columns to merge`);
  print(
    `  ${columnsRemoved} columns of ${summary.bytesRemoved} bytes became ${columnsWritten} of ${summary.bytesWritten}`,
  );
  if (rowsFailed > 0) print(`  ${rowsFailed} rows failed, and are left for the next time`);
  if (columnsLeft > 0) print(`  ${columnsLeft} columns were left: sketches of which a part is damaged`);
  for (const [code, { count, example }] of Object.entries(failures))
    print(`  ${code}: ${count}, e.g. ${example}`);
}
