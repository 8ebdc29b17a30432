/** Runs of benchmarks at their smallest size, in which all is checked but the speed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import type { Target } from './harness';

const PROJECT_DIR = join(__dirname, '../..');
const BENCH = ['--require', './infra/scripts/register-ts.js', 'test/bench/main.ts'];

export interface BenchRun {
  /** Exit code, or the signal that ended it. */
  readonly ended: number | NodeJS.Signals;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningBench {
  readonly process: ChildProcess;
  /** All that it has printed to standard error so far. */
  stderr(): string;
  readonly run: Promise<BenchRun>;
}

/** `npm run bench -- …` in a process of its own. */
export function startBench(words: readonly string[]): RunningBench {
  const child = spawn(process.execPath, [...BENCH, ...words], {
    cwd: PROJECT_DIR,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const run = closed.then(([code, signal]) => ({ ended: code ?? signal!, stdout, stderr }));
  return { process: child, stderr: () => stderr, run };
}

export const runBench = (words: readonly string[]): Promise<BenchRun> => startBench(words).run;

/** The object that docs/benchmarks.md describes. */
const isDocumented = new Ajv().compile({
  type: 'object',
  required: ['name', 'size', 'machine', 'figures', 'targets'],
  additionalProperties: false,
  properties: {
    name: { type: 'string' },
    size: { enum: ['full', 'quick', 'smoke'] },
    machine: {
      type: 'object',
      required: ['cpus', 'node'],
      additionalProperties: false,
      properties: { cpus: { type: 'integer', minimum: 1 }, node: { type: 'string' } },
    },
    figures: { type: 'object', minProperties: 1, additionalProperties: { type: 'number', minimum: 0 } },
    targets: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'value', 'op', 'target', 'ok'],
        additionalProperties: false,
        properties: {
          name: { type: 'string' },
          value: { type: 'number' },
          op: { enum: ['>=', '<='] },
          target: { type: 'number' },
          ok: { type: 'boolean' },
        },
      },
    },
  },
});

/** Output of `--json`. */
interface Printed {
  readonly name: string;
  readonly size: string;
  readonly figures: Readonly<Record<string, number>>;
  readonly targets: readonly Target[];
}

export interface Expected {
  /** Each is part of the name of a figure: a contestant that is left out is not measured. */
  readonly figures: readonly string[];
  /** Figures that do not depend on the machine. */
  readonly exactly?: Readonly<Record<string, number>>;
  /** Least number of targets: contestants that this machine lacks bring none. */
  readonly targets: number;
  /** Why the benchmark cannot run on this machine. */
  readonly skipReason?: string | undefined;
}

/** Declares the test of a benchmark. The targets are printed with what was measured, and may be missed. */
export function describeBenchmark(name: string, expected: Expected): void {
  const { figures, exactly = {}, targets, skipReason } = expected;
  const [describeIt, why] =
    skipReason === undefined ? [describe, ''] : [describe.skip, ` (skipped: ${skipReason})`];
  describeIt(`npm run bench -- ${name} --smoke --json${why}`, () => {
    it('finds all answers right and prints its figures and targets as JSON alone', async () => {
      const { ended, stdout, stderr } = await runBench([name, '--smoke', '--json']);
      expect({ ended, stderr: ended === 0 ? '' : stderr }).toEqual({ ended: 0, stderr: '' });
      const printed = JSON.parse(stdout) as Printed;
      expect({ valid: isDocumented(printed), errors: isDocumented.errors }).toEqual({
        valid: true,
        errors: null,
      });
      expect(printed).toMatchObject({ name, size: 'smoke', figures: exactly });
      const names = Object.keys(printed.figures);
      for (const part of figures) expect(names.filter((each) => each.includes(part))).not.toEqual([]);
      expect(printed.targets.length).toBeGreaterThanOrEqual(targets);
      const lines = printed.targets.map((target) => lineOf(target, stderr));
      process.stderr.write(lines.map((line) => `${name}: ${line}\n`).join(''));
    });
  });
}

/** Formats a figure like the benchmark. */
function lineOf({ name, ok }: Target, stderr: string): string {
  const line = stderr.split('\n').find((each) => each.includes(name)) ?? '';
  expect(line).toMatch(ok ? /^reached / : /^MISSED /);
  return line.replaceAll(/ +/g, ' ');
}
