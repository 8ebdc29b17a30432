import { Command, Option } from 'commander';
import { STORES, type Benchmark, type BenchSize, type StoreName } from './harness';
import { sentence } from './script';

/** Options of a benchmark's command line. */
export interface BenchCommandOptions {
  readonly size: BenchSize;
  readonly store: StoreName;
  readonly asJson: boolean;
}

const PRINTS = `
It first compares the contestants' answers, then prints tables, and the targets
with what was measured. Progress goes to standard error; with --json, tables and
targets do too, and standard output is the JSON object alone.
Exit code: 0 when it came to its end, whether targets were reached or missed; 1
when contestants disagree, a figure is impossible, or it broke; 2 when the
command line is wrong.`;

/** `npm run bench -- <name>`, with its help. */
export function benchmarkCommand(
  { name, description, hasStores = false }: Pick<Benchmark, 'name' | 'description' | 'hasStores'>,
  run: (asked: BenchCommandOptions) => Promise<void> | void,
): Command {
  const command = new Command(name)
    .summary(description)
    .description(sentence(description))
    .exitOverride()
    .option('--quick', 'end within 45 s: less data, fewer rounds')
    .addOption(
      new Option(
        '--smoke',
        'the least that runs all of its code: checks every result in some seconds, measures nothing of use',
      ).conflicts('quick'),
    )
    .option('--json', 'print figures and targets as one JSON object')
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', PRINTS)
    .action(({ quick, smoke, json = false, store = 'embedded' }: Flags) =>
      run({ size: smoke === true ? 'smoke' : quick === true ? 'quick' : 'full', store, asJson: json }),
    );
  return hasStores ? command.addOption(storeOption()) : command;
}

function storeOption(): Option {
  const description = "Bigtable to run on: Tidemark's own server, or Google's emulator";
  return new Option('--store <name>', description).choices(STORES).default('embedded');
}

interface Flags {
  readonly quick?: boolean;
  readonly smoke?: boolean;
  readonly json?: boolean;
  readonly store?: StoreName;
}
