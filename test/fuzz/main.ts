import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { runScript, scriptCommand } from '../bench/script';
import { textTable } from '../../src/cli/shared/text-table';
import { type FuzzOptions, type PartDescription, fuzzCommand } from './fuzz-command';
import { type FuzzPart, type FuzzReport, replayOf, runFuzz } from './harness';

/** Parts by name with their file, loaded only when run. */
const PARTS: Readonly<Record<string, string>> = {
  http: './http/part',
  grpc: './grpc/part',
  config: './config/part',
};

const ALL: PartDescription = {
  name: 'all',
  description: 'all parts, one after another',
  about: 'Each part gets the same share of the time.',
};

const FINDINGS_SHOWN = 10;
const requireHere = createRequire(__filename);

function load(file: string): FuzzPart {
  return (requireHere(file) as { readonly part: FuzzPart }).part;
}

const ABOUT =
  'Random requests, messages and configurations, against the built program. A round is repeated by its seed.';

/** Aborted by the first SIGINT or SIGTERM. */
const stop = new AbortController();
/** Ctrl-C can arrive twice: through the terminal and through npm. Milliseconds. */
const SAME_SIGNAL_MS = 1_000;
let firstSignalMs: number | undefined;

/** Ends the process immediately at the second signal. */
function onSignal(): void {
  firstSignalMs ??= performance.now();
  stop.abort();
  if (performance.now() - firstSignalMs > SAME_SIGNAL_MS) process.exit(INTERRUPTED);
}

const INTERRUPTED = 130;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);

const progress = (line: string): void => void process.stderr.write(`${line}\n`);
const newSeed = (): number => Date.now() % 1_000_000_000;

async function fuzz(
  part: FuzzPart,
  { minutes, roundsMax, seed = newSeed(), asJson }: FuzzOptions,
): Promise<void> {
  const limits = { seed, roundsMax, durationMs: minutes * 60_000, signal: stop.signal, progress };
  const report = await runFuzz(part, limits);
  if (report.findings.length > 0) process.exitCode = 1;
  print(report, asJson);
}

function print(report: FuzzReport, asJson: boolean): void {
  const { part, seed, rounds, cases, elapsedMs, counts, findings } = report;
  const rows = Object.entries(counts).map(([what, count]) => [what, String(count)]);
  process.stdout.write(`${textTable(['what happened', 'times'], rows, { align: 'numbers-right' })}\n\n`);
  for (const found of findings.slice(0, FINDINGS_SHOWN)) {
    const { kind, message, input, times } = found;
    process.stdout.write(
      `FINDING ${kind} (${times} times): ${message}\n  input: ${input}\n  again: ${replayOf(part, found.seed)}\n\n`,
    );
  }
  const minutes = (elapsedMs / 60_000).toFixed(1);
  process.stdout.write(
    `${part}: ${cases} cases in ${rounds} rounds from seed ${seed}, ${minutes} min: ` +
      `${findings.length === 0 ? 'no finding' : `${findings.length} kinds of findings`}\n`,
  );
  if (!asJson) return;
  const machine = { cpus: cpus().length, node: process.versions.node };
  process.stdout.write(`${JSON.stringify({ name: part, machine, ...report })}\n`);
}

async function fuzzAll(options: FuzzOptions): Promise<void> {
  const each = { ...options, minutes: options.minutes / Object.keys(PARTS).length };
  if (options.parallel) {
    await Promise.all(Object.keys(PARTS).map((name) => runPart(name, each)));
    return;
  }
  for (const file of Object.values(PARTS)) {
    if (!stop.signal.aborted) await fuzz(load(file), each);
  }
}

/** Runs a part in a separate process, because one that computes would delay another one's answers. */
function runPart(name: string, { minutes, roundsMax, seed, asJson }: FuzzOptions): Promise<void> {
  const limit = roundsMax === Infinity ? ['--minutes', minutes.toFixed(4)] : ['--rounds', String(roundsMax)];
  const words = [name, ...limit, ...(asJson ? ['--json'] : [])];
  if (seed !== undefined) words.push('--seed', String(seed));
  const child = spawn(process.execPath, [...process.execArgv, __filename, ...words], { stdio: 'inherit' });
  stop.signal.addEventListener('abort', () => child.kill('SIGTERM'));
  return new Promise((resolve) =>
    child.once('close', (code) => {
      if (code !== 0) process.exitCode = code ?? 1;
      resolve();
    }),
  );
}

function commandOf(file: string): ReturnType<typeof fuzzCommand> {
  if (file === '') return fuzzCommand(ALL, fuzzAll);
  const part = load(file);
  return fuzzCommand(part, (options) => fuzz(part, options));
}

function list(): void {
  for (const { name, description } of [...Object.values(PARTS).map(load), ALL])
    process.stdout.write(`${name.padEnd(14)} ${description}\n`);
}

const words = process.argv.slice(2);
const files = { ...PARTS, [ALL.name]: '' };
void runScript(scriptCommand(words, { name: 'fuzz', description: ABOUT, files }, commandOf), words, list);
