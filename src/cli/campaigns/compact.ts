import { Command } from 'commander';
import type { Config } from '../../config/index';
import { countOf } from '../../core/shared/count-of';
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
import type { Telemetry } from '../../platform/telemetry/telemetry';
import { sketchMergeMetrics } from './compact-metrics';
import { openTelemetry } from '../shared/command-telemetry';
import { loadCommandConfig, openBatchTable, warnWithoutBatchCluster } from '../shared/connection';
import { appendList } from '../shared/count-flags';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
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

const HELP = `
Each process that counts writes columns of its own, which remain when the process has ended. Counts are the same before,
during and after. The command can run at any time, with as many workers as you like, and can be killed at any moment.

Examples:
  tidemark campaigns compact                       merge columns of all days whose writers have stopped
  tidemark campaigns compact --older-than 24h      merge columns of days that ended at least a day ago
  tidemark campaigns compact --day 2026-11-21 --dry-run`;

/**
 * Returns `tidemark campaigns compact`, which merges the columns that ended processes left into one column per sketch.
 */
export function campaignsCompactCommand(): Command {
  const idle = DEFAULTS.campaignCounts.writerIdleMs;
  return new Command('compact')
    .description('Merge the columns that ended processes left into fewer ones, which are faster to read.')
    .option('--data-type <family>', 'event DataType whose counts are merged; default: all')
    .option('--day <days>', 'only these days, separated by commas; repeatable', appendList)
    .option('--older-than <duration>', 'only days that ended at least this long ago: 24h', parseDuration)
    .option(
      '--idle <duration>',
      'time without a write after which a process counts as ended (default: 1h)',
      parseDuration,
      idle,
    )
    .addOption(workerOption('process the i-th of n shares of the rows'))
    .option('--dry-run', 'change nothing')
    .option('--json', 'print a summary of each kind of counts as one JSON object')
    .addHelpText('after', HELP)
    .action(commandAction(runCompact));
}

async function runCompact(run: CommandRun, flags: CampaignsCompactFlags): Promise<ExitCode> {
  const config = loadCommandConfig();
  const signal = run.interruptSignal();
  const telemetry = await openTelemetry(run.resources, config, 'compactor');
  const recordMerge = sketchMergeMetrics(telemetry.metrics);
  let exitCode: ExitCode = EXIT_CODES.ok;
  for (const sketches of sketchesOf(loadSchema(config.schema), flags.dataType)) {
    for (const { name, summary } of await compact({ config, sketches, flags, telemetry }, signal)) {
      recordMerge(name, summary);
      printSummary(summary, name, flags);
      if (summary.rowsFailed > 0) exitCode = EXIT_CODES.failed;
      if (signal.aborted) exitCode = EXIT_CODES.interrupted;
    }
  }
  return exitCode;
}

function sketchesOf(schema: SchemaRegistry, family: string | undefined): readonly SketchDeclaration[] {
  const types = family === undefined ? schema.eventTypes() : [schema.eventDataType(family, '--data-type')];
  const sketches = types.flatMap(({ events }) => events.sketches);
  if (sketches.length === 0)
    throw invalidArgument('--data-type', 'is not counted over all users: no sketches are declared for it');
  return sketches;
}

interface Compaction {
  readonly config: Config;
  readonly sketches: SketchDeclaration;
  readonly flags: CampaignsCompactFlags;
  readonly telemetry: Telemetry;
}

interface CompactedTable {
  /** Table and family. */
  readonly name: string;
  readonly summary: MergeSketchesSummary;
}

/** Merges the columns of each table of the sketches by itself: of placements, those whose data may be processed here. */
async function compact(
  { config, sketches, flags, telemetry }: Compaction,
  signal: AbortSignal,
): Promise<readonly CompactedTable[]> {
  const { store, workload } = openBatchTable(config, sketches.corpus, { telemetry });
  const { worker, idle: idleMs, dryRun = false } = flags;
  const job = { worker, idleMs, dryRun, signal, includesDay: daysWanted(flags, sketches) };
  const compacted: CompactedTable[] = [];
  try {
    warnWithoutBatchCluster([{ workload }]);
    store.start();
    const { scanner, reader, writer, sketchTables } = store;
    const limits = config.campaignCounts;
    const { parts, missing } = sketchTables.served(sketches.corpus);
    for (const { table } of parts) {
      const merge = createMergeSketches({
        scanner,
        reader,
        writer,
        clock: systemClock,
        sketches,
        table,
        limits,
      });
      compacted.push({ name: `${table}/${sketches.family}`, summary: await merge(job) });
      if (signal.aborted) break;
    }
    for (const placement of missing)
      printError(
        `tidemark: placement ${placement} is left out: its data may not be processed in this region`,
      );
    return compacted;
  } finally {
    await store.close();
  }
}

/** Returns the predicate of `--day` and `--older-than` on days, in the time zone of the counts. */
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

function printSummary(summary: MergeSketchesSummary, name: string, flags: CampaignsCompactFlags): void {
  if (flags.json === true) {
    return print(JSON.stringify({ sketches: name, dryRun: flags.dryRun === true, ...summary }));
  }
  const { rows, rowsMerged, rowsFailed, columnsRemoved, columnsWritten, columnsLeft, failures } = summary;
  if (flags.dryRun === true) {
    return print(
      `${name}: ${countOf(columnsRemoved, 'column')} to merge, in ${rowsMerged} of ${countOf(rows, 'row')}. Nothing was changed.`,
    );
  }
  print(`${name}: ${summary.status}; ${rowsMerged} of ${countOf(rows, 'row')} had columns to merge`);
  print(
    `  merged ${countOf(columnsRemoved, 'column')} of ${summary.bytesRemoved} bytes into ${columnsWritten} of ${summary.bytesWritten}`,
  );
  if (rowsFailed > 0) print(`  ${countOf(rowsFailed, 'row')} failed; the next run retries`);
  if (columnsLeft > 0) print(`  ${countOf(columnsLeft, 'column')} skipped, with partly corrupted sketches`);
  for (const [code, { count, example }] of Object.entries(failures))
    print(`  ${code}: ${count}, e.g. ${example}`);
}
