import { Command } from 'commander';
import { DEFAULTS } from '../../config/defaults';
import { processEnvironment } from '../../config/index';
import { systemClock } from '../../platform/time/clock';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { print } from '../shared/terminal';
import { commandStyle } from '../../platform/process/terminal-style';
import { diagnose } from './diagnose';
import { doctorJson, doctorLines } from './report';

interface DoctorFlags {
  readonly json?: boolean;
  readonly lock: string;
}

const EXPLANATION = `
All checks run at once, and change nothing. Each finding is ok, warning, failed, or skipped; warnings and failures have a remedy.
The exit code is 1 if a check failed. Without a configured store and without a running local instance, the checks of the
store are skipped.

Examples:
  tidemark doctor
  tidemark doctor --json | jq '.checks[] | select(.outcome == "failed")'`;

/** Returns `tidemark doctor`, which finds what is wrong with the environment of a process. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Check the environment, configuration, store and clocks, and say what to do.')
    .option('--lock <file>', 'lock file: snapshot of the released schema', DEFAULTS.schema.lockFile)
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXPLANATION)
    .action(commandAction(runDoctor));
}

async function runDoctor(_run: CommandRun, { json, lock: lockFile }: DoctorFlags): Promise<ExitCode> {
  const results = await diagnose({ env: processEnvironment(), clock: systemClock, lockFile });
  const report = doctorJson(results);
  if (json === true) print(JSON.stringify(report));
  else for (const line of doctorLines(results, commandStyle(process.stdout))) print(line);
  return report.ok ? EXIT_CODES.ok : EXIT_CODES.failed;
}
