import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { rounded, target, WrongAnswer, type Benchmark, type BenchSize } from './harness';

const BIN = join(__dirname, '../../dist/cli/tidemark.js');

/** Command lines that need no store, with the seconds of CPU that each may take, and the beginning of its output. */
const LINES: readonly (readonly [line: string, maxSeconds: number | undefined, output: string])[] = [
  ['--version', undefined, ''],
  ['--help', 0.3, 'Usage: tidemark '],
  ['count --help', 0.6, 'Usage: tidemark count'],
  ['local --help', undefined, 'Usage: tidemark local'],
  ['schema --help', undefined, 'Usage: tidemark schema'],
  ['import --help', undefined, 'Usage: tidemark import'],
  ['pipeline --help', undefined, 'Usage: tidemark pipeline'],
  ['start --help', undefined, 'Usage: tidemark start'],
  ['serve --help', undefined, 'Usage: tidemark serve'],
  ['doctor --help', undefined, 'Usage: tidemark doctor'],
];

const ROUNDS: Readonly<Record<BenchSize, number>> = { full: 11, quick: 5, smoke: 1 };

/** Runs a command line. Returns the CPU time of its process, in seconds. */
function cpuSeconds(args: readonly string[], output: string): number {
  // The shell's `times` reports the CPU time of its children with two or three decimals; the exit code is the command's.
  const script = '"$@"; code=$?; times >&2; exit $code';
  const all = ['-c', script, 'bash', process.execPath, ...args];
  const { status, stdout, stderr } = spawnSync('bash', all, { encoding: 'utf8' });
  const [user, system] = [...stderr.matchAll(/(\d+)m([\d.]+)s/g)].slice(-2);
  if (status !== 0 || !stdout.startsWith(output) || user === undefined || system === undefined)
    throw new WrongAnswer(`${args.join(' ')}: exit code ${status}, ${stdout.slice(0, 80)}${stderr}`);
  return seconds(user) + seconds(system);
}

const seconds = ([, minutes, rest]: RegExpMatchArray): number => Number(minutes) * 60 + Number(rest);

const medianOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

export const benchmark: Benchmark = {
  name: 'cli',
  description:
    'CPU time of commands from their start to their end, without a store; a bare Node.js is the baseline',
  async run({ size, progress }) {
    const rounds = Array.from({ length: ROUNDS[size] });
    const measured = (args: readonly string[], output: string): number =>
      medianOf(rounds.map(() => cpuSeconds(args, output)));
    const bare = measured(['-e', '0'], '');
    // The other commands run the same code: they are measured for their times alone.
    const lines = LINES.filter(([, maxSeconds]) => size !== 'smoke' || maxSeconds !== undefined);
    const results = lines.map(([line, maxSeconds, output]) => {
      progress(line);
      return { line, maxSeconds, cpu: measured([BIN, ...line.split(' ')], output) };
    });
    const limited = results.flatMap(({ line, maxSeconds, cpu }) =>
      maxSeconds === undefined ? [] : [target(`${line}, seconds of CPU`, cpu, '<=', maxSeconds)],
    );
    const rows = [{ line: 'node -e 0', cpu: bare }, ...results].map(({ line, cpu }) => [
      line,
      String(Math.round(cpu * 1_000)),
      (cpu / bare).toFixed(1),
    ]);
    return Promise.resolve({
      figures: Object.fromEntries(results.map(({ line, cpu }) => [`${line} ms`, rounded(cpu * 1_000)])),
      targets: limited,
      tables: [{ title: 'CPU of a command', header: ['command', 'ms', 'times a bare Node.js'], rows }],
    });
  },
};
