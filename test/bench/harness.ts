import { cpus } from 'node:os';
import { textTable } from './text-table';

/** A figure to reach; missed ones are printed as missed, they do not fail the run. */
export interface Target {
  readonly name: string;
  readonly value: number;
  readonly op: '>=' | '<=';
  readonly target: number;
  readonly ok: boolean;
}

export interface BenchTable {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface BenchResult {
  readonly figures: Readonly<Record<string, number>>;
  readonly targets: readonly Target[];
  readonly tables: readonly BenchTable[];
}

export interface BenchOptions {
  /** End within 45 seconds. */
  readonly quick: boolean;
  /** Progress, for people; goes to stderr. */
  readonly progress: (line: string) => void;
}

export interface Benchmark {
  readonly name: string;
  readonly description: string;
  /** Compares the contestants' answers before it times any; throws WrongAnswer. */
  run(options: BenchOptions): Promise<BenchResult>;
}

/** Contestants disagree: the only thing, besides a crash, that fails a benchmark. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

export function target(name: string, value: number, op: '>=' | '<=', limit: number): Target {
  const ok = op === '>=' ? value >= limit : value <= limit;
  return { name, value: rounded(value), op, target: limit, ok };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? NaN;
  return Number.isInteger(middle) ? (upper + (sorted[middle - 1] ?? NaN)) / 2 : upper;
}

/** Three significant digits, whole from 1,000 on. */
export function rounded(value: number): number {
  return Math.abs(value) >= 1_000 ? Math.round(value) : Number(value.toPrecision(3));
}

export function printResult(name: string, result: BenchResult, asJson: boolean): void {
  const out: string[] = result.tables.map(
    ({ title, header, rows }) => `${title}\n\n${textTable(header, rows)}\n`,
  );
  const verdicts = result.targets.map((one) => [
    one.ok ? 'reached' : 'MISSED',
    one.name,
    `${one.value}`,
    `${one.op} ${one.target}`,
  ]);
  if (verdicts.length > 0)
    out.push(`Targets\n\n${textTable(['', 'target', 'measured', 'wanted'], verdicts)}\n`);
  process.stdout.write(`${out.join('\n')}\n`);
  if (asJson)
    process.stdout.write(
      `${JSON.stringify({ name, machine, figures: result.figures, targets: result.targets })}\n`,
    );
}

const machine = { cpus: cpus().length, node: process.versions.node };
