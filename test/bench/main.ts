import { createRequire } from 'node:module';
import { Command } from 'commander';
import { printResult, WrongAnswer, type Benchmark } from './harness';
import { runScript, scriptCommand, sentence } from './script';

/** Each name with the file that holds it, loaded only when it is run. */
const BENCHMARKS: Readonly<Record<string, string>> = {
  access: './access',
  'client-read': './client-read',
  compact: './compact',
  counts: './counts',
  features: './features',
  heartbeats: './heartbeats',
  http: './http',
  ingest: './ingest',
  'local-server': './local-server',
  scan: './scan',
  shedding: './shedding',
  sketch: './sketch',
  storage: './storage',
  'strict-read': './strict-read',
};

const requireHere = createRequire(__filename);

function load(file: string): Benchmark {
  return (requireHere(file) as { readonly benchmark: Benchmark }).benchmark;
}

const ABOUT =
  'Measures parts of the product beside named baselines, in one run on the same data. docs/benchmarks.md has the latest tables.';

const PRINTS = `
It first compares the contestants' answers, then prints tables, and the targets
with what was measured. Progress goes to standard error.
Exit code: 0 when it came to its end, whether targets were reached or missed; 1
when contestants disagree, or it broke; 2 when the command line makes no sense.`;

function benchmarkCommand(file: string): Command {
  const benchmark = load(file);
  return new Command(benchmark.name)
    .summary(benchmark.description)
    .description(sentence(benchmark.description))
    .exitOverride()
    .option('--quick', 'end within 45 s: less data, fewer rounds')
    .option('--json', 'print figures and targets once more as one JSON object, in a last line')
    .helpOption('-h, --help', 'tell this')
    .addHelpText('after', PRINTS)
    .action((flags: Flags) => measure(benchmark, flags));
}

interface Flags {
  readonly quick?: boolean;
  readonly json?: boolean;
}

async function measure(benchmark: Benchmark, { quick = false, json = false }: Flags): Promise<void> {
  try {
    const progress = (line: string): void => void process.stderr.write(`${line}\n`);
    printResult(benchmark.name, await benchmark.run({ quick, progress }), json);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(
      error instanceof WrongAnswer ? `WRONG: ${error.message}\n` : `${(error as Error).stack}\n`,
    );
  }
}

function list(): void {
  for (const file of Object.values(BENCHMARKS)) {
    const { name, description } = load(file);
    process.stdout.write(`${name.padEnd(14)} ${description}\n`);
  }
}

const words = process.argv.slice(2);
const script = { name: 'bench', description: ABOUT, files: BENCHMARKS };
void runScript(scriptCommand(words, script, benchmarkCommand), words, list);
