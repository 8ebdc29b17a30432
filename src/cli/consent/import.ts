import { Command, Option } from 'commander';
import { DEFAULTS } from '../../config/defaults';
import { countOf } from '../../core/shared/count-of';
import { importConsent, type ConsentTally } from '../../ingest/consent/import-consent';
import { inputBytes } from '../../ingest/files/input-file';
import { openRecordSource } from '../../ingest/files/record-source';
import { RejectsFile } from '../../ingest/files/rejects-file';
import { createConsentWithLedger } from '../../operations/privacy/create-consent-operations';
import { systemRandom } from '../../platform/random';
import { systemClock } from '../../platform/time/clock';
import { MoverSteps } from '../../residency/mover/steps';
import { ledgerKeysOf } from '../../store/privacy-keys';
import { openCommandAccessLog } from '../shared/command-access-log';
import { loadCommandConfig, openServing } from '../shared/connection';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { loggedConsent } from '../shared/logged-writes';
import { showRecordProgress } from '../shared/record-progress';
import { print } from '../shared/terminal';
import { integerBetween } from '../shared/units';

interface ImportFlags {
  readonly format?: 'csv' | 'ndjson';
  readonly inFlight: number;
  readonly rejects?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const EXAMPLE = `
Each record is one decision, with the fields subjectId, purpose, granted (true or false), at (ISO 8601 with a zone, or
milliseconds), and optionally source and accessLocation. Decisions count by their time, not by their order in the file.
Repeating an import, in whole or in part, changes nothing.

Exit codes: 0, all decisions are recorded; 2, some were rejected, and all others are recorded; 1, the import failed, or every
record was rejected; 130, it was interrupted.

Example: the export of a consent management platform
  tidemark consent import decisions.csv --dry-run && tidemark consent import decisions.csv --rejects rejected.ndjson`;

/** Returns `tidemark consent import`, which records the decisions of a file. */
export function consentImportCommand(): Command {
  return new Command('import')
    .description('Record the decisions of many users from a file.')
    .argument('<file>', 'decisions: CSV with a header line, or NDJSON; - reads standard input')
    .addOption(
      new Option('--format <format>', 'format of the file; default: by the file name').choices([
        'csv',
        'ndjson',
      ]),
    )
    .option(
      '--in-flight <decisions>',
      'decisions that are written at the same time',
      integerBetween(1, 1_000),
      DEFAULTS.consent.decisionsInFlight,
    )
    .option('--rejects <file>', 'file to write rejected records and their reasons to, as NDJSON')
    .option('--dry-run', 'check all records, and record nothing')
    .option('--json', 'print the summary as one JSON object')
    .addHelpText('after', EXAMPLE)
    .action(commandAction(runImport, { optionNames: { file: '<file>', rejects: '--rejects' } }));
}

async function runImport(run: CommandRun, file: string, flags: ImportFlags): Promise<ExitCode> {
  const { resources } = run;
  const config = loadCommandConfig();
  const { store, schema } = openServing(config, { resources });
  const bytes = inputBytes(file);
  const signal = run.interruptSignal();
  const progress = resources.add(showRecordProgress(bytes, systemClock), (each) => each.stop());
  const { rejects: rejectsPath, dryRun: isDryRun = false } = flags;
  const rejects =
    rejectsPath === undefined
      ? undefined
      : resources.add(new RejectsFile(rejectsPath, 0, file), (each) => each.close());
  const format = flags.format ?? (/\.[ct]sv$/i.test(file) ? 'csv' : 'ndjson');
  const delimiter = /\.tsv$/i.test(file) ? '\t' : ',';
  const { recordBytesMax } = DEFAULTS.importer;
  const source = openRecordSource(
    { file, size: bytes, stdin: process.stdin, signal },
    { format, delimiter, recordBytesMax },
  );
  const consent = createConsentWithLedger({
    store,
    schema,
    clock: systemClock,
    config,
    keys: ledgerKeysOf(config.privacy),
  });
  const steps = new MoverSteps({ clock: systemClock, random: systemRandom, limits: config.consent }, signal);
  const retry = steps.run.bind(steps);
  const job = { source, isDryRun, rejects, signal, onProgress: progress.update };
  const log = openCommandAccessLog(config, schema.corpora(), resources);
  const recordConsent = loggedConsent(consent.recordConsent, log);
  const dependencies = { consent: { ...consent, recordConsent }, retry, decisionsInFlight: flags.inFlight };
  const tally = await importConsent(job, dependencies).catch((error: unknown) =>
    unlessAborted(error, signal),
  );
  progress.stop();
  if (tally === undefined) return EXIT_CODES.interrupted;
  if (flags.json === true) print(JSON.stringify({ file, dryRun: isDryRun, ...tally }));
  else summaryLines(tally, isDryRun).forEach((line) => print(line));
  if (tally.rejected === 0) return EXIT_CODES.ok;
  return tally.recorded === 0 ? EXIT_CODES.failed : EXIT_CODES.rejectedRecords;
}

function unlessAborted(error: unknown, signal: AbortSignal): undefined {
  if (!signal.aborted) throw error;
}

function summaryLines({ recorded, rejected, reasons }: ConsentTally, isDryRun: boolean): readonly string[] {
  return [
    `${countOf(recorded, 'decision')} ${isDryRun ? 'valid' : 'recorded'}, ${rejected} rejected${isDryRun ? '; nothing was recorded' : ''}`,
    ...reasons.map(
      ({ count, field, message, code, lines }) =>
        `${count} × ${field === undefined ? '' : `${field}: `}${message} [${code}], as in line ${lines.join(', ')}`,
    ),
  ];
}
