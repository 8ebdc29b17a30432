import { createRequire } from 'node:module';
import { checkResult, resultJson, resultText, WrongAnswer, type Benchmark } from './harness';
import { benchmarkCommand, type BenchCommandOptions } from './command';
import { runScript, scriptCommand } from './script';

/** Each name with the file that holds it, loaded only when it is run. */
const BENCHMARKS: Readonly<Record<string, string>> = {
  access: './access',
  cli: './cli',
  'client-read': './client-read',
  compact: './compact',
  console: './console',
  counts: './counts',
  features: './features',
  follow: './follow',
  grpc: './grpc',
  heartbeats: './heartbeats',
  http: './http',
  ingest: './ingest',
  'local-server': './local-server',
  objects: './objects',
  pipeline: './pipeline',
  privacy: './privacy',
  residency: './residency',
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

function commandOf(file: string): ReturnType<typeof benchmarkCommand> {
  const benchmark = load(file);
  return benchmarkCommand(benchmark, (asked) => measure(benchmark, asked));
}

async function measure(benchmark: Benchmark, { size, store, asJson }: BenchCommandOptions): Promise<void> {
  try {
    const progress = (line: string): void => void process.stderr.write(`${line}\n`);
    const result = await benchmark.run({ size, store, progress });
    (asJson ? process.stderr : process.stdout).write(resultText(result));
    checkResult(result);
    if (asJson) process.stdout.write(resultJson(benchmark.name, size, result));
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
void runScript(scriptCommand(words, script, commandOf), words, list);
