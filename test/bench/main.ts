import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { printResult, WrongAnswer, type Benchmark } from './harness';

/** Each name with the file that holds it, loaded only when it is run. */
const BENCHMARKS: Readonly<Record<string, string>> = {
  access: './access',
  'client-read': './client-read',
  compact: './compact',
  counts: './counts',
  features: './features',
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

const USAGE = 'usage: npm run bench -- <name> [--json] [--quick] | --list';

/** Undefined where an option is none of ours: what there is to ask for is told then. */
function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { json: { type: 'boolean' }, quick: { type: 'boolean' }, list: { type: 'boolean' } },
    });
  } catch {
    return undefined;
  }
}

async function main(): Promise<number> {
  const asked = parse();
  if (asked === undefined) return usage();
  const { values, positionals } = asked;
  if (values.list === true) return list();
  const file = BENCHMARKS[positionals[0] ?? ''];
  if (file === undefined || positionals.length > 1) return usage();
  const benchmark = load(file);
  try {
    const progress = (line: string): void => void process.stderr.write(`${line}\n`);
    const result = await benchmark.run({ quick: values.quick === true, progress });
    printResult(benchmark.name, result, values.json === true);
    return 0;
  } catch (error) {
    process.stderr.write(
      error instanceof WrongAnswer ? `WRONG: ${error.message}\n` : `${(error as Error).stack}\n`,
    );
    return 1;
  }
}

function list(): number {
  for (const file of Object.values(BENCHMARKS)) {
    const benchmark = load(file);
    process.stdout.write(`${benchmark.name.padEnd(14)} ${benchmark.description}\n`);
  }
  return 0;
}

function usage(): number {
  process.stderr.write(`${USAGE}\nbenchmarks: ${Object.keys(BENCHMARKS).join(', ')}\n`);
  return 2;
}

void main().then((code) => process.exit(code));
