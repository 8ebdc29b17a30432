import { createHash } from 'node:crypto';
import type { Target } from '../bench/harness';

export type { Target };

/** What one seed led to. */
export interface SimulationRun {
  /** What happened, counted: shows that a run exercised what it claims to. */
  readonly counts: Readonly<Record<string, number>>;
  /** What was measured, by name, where there are things to measure. */
  readonly figures?: Readonly<Record<string, number>>;
  /** Tells two runs apart: one seed must always lead to the same. */
  readonly fingerprint: string;
  /** Each thing that must be true and is not, where a run goes on after the first; otherwise it is thrown. */
  readonly violations?: readonly string[];
}

/** What a simulation was told on the command line besides the seeds, by the flag's name without its dashes. */
export type Flags = Readonly<Record<string, string | true>>;

/** What a simulation may be told besides the seeds. */
export interface SimulationFlag {
  /** What it changes, for its help. */
  readonly about: string;
  /** Those that it can have, or what any value is, `file` say. A switch has none. */
  readonly values?: readonly string[] | string;
  /** How it is where the flag is not given, unless that goes without saying. */
  readonly usually?: string;
}

export interface Simulation {
  readonly name: string;
  /** A line. */
  readonly description: string;
  /** What a seed is, and what is checked: some sentences, for its help. */
  readonly about: string;
  /** Flags of its own, by their names without dashes. */
  readonly flags?: Readonly<Record<string, SimulationFlag>>;
  /** Where the flags leave nothing to chance: the numbers of all cases, which take the place of seeds. */
  casesOf?(flags: Flags): readonly number[] | undefined;
  /** Set by `--quick`, unless they are given. */
  readonly quickFlags?: Flags;
  /** How many there are unless it is said otherwise: by default, and with `--quick`, which ends within 45 s. */
  readonly seeds: { readonly usual: number; readonly quick: number };
  /** Throws Violation when something that must be true is not, or returns them all. */
  run(seed: number, flags: Flags): Promise<SimulationRun>;
  /** Whether the seeds together did what they had to. Absent: none of them may have failed. */
  judge?(report: SimulationReport, flags: Flags): Verdict;
  /** What the figures of all seeds are to reach. Missed ones are printed as missed, they do not fail the run. */
  targets?(report: SimulationReport, flags: Flags): readonly Target[];
}

export interface Verdict {
  readonly ok: boolean;
  /** One sentence. */
  readonly text: string;
}

/** Of runs whose counts and violations tell them apart. */
export function withFingerprint<R extends Pick<SimulationRun, 'counts' | 'violations'>>(
  run: R,
): R & SimulationRun {
  const { counts, violations } = run;
  const text = JSON.stringify([counts, violations]);
  return { ...run, fingerprint: createHash('sha256').update(text).digest('hex') };
}

/** Something that must be true is not. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

export interface SeedFailure {
  readonly seed: number;
  readonly message: string;
  /** The command that shows it again. */
  readonly replay: string;
}

/** A figure over all seeds that ended. */
export interface Spread {
  readonly mean: number;
  readonly min: number;
  readonly max: number;
}

export interface SimulationReport {
  readonly seeds: number;
  readonly counts: Record<string, number>;
  readonly figures: Readonly<Record<string, Spread>>;
  readonly failures: readonly SeedFailure[];
  /** In all failures together; one at least in each. */
  readonly violations: number;
}

export interface RunOptions {
  readonly flags?: Flags;
  /** Called after each seed with the number of those that have failed. */
  readonly onDone?: (failed: number) => void;
}

/** Runs seed after seed; goes on after a violation, so that one report tells how frequent it is. */
export async function runSeeds(
  simulation: Simulation,
  seeds: readonly number[],
  { flags = {}, onDone }: RunOptions = {},
): Promise<SimulationReport> {
  const counts: Record<string, number> = {};
  const measured: Record<string, number[]> = {};
  const failures: SeedFailure[] = [];
  let violations = 0;
  for (const seed of seeds) {
    const found = await runSeed(simulation, seed, { flags, counts, measured });
    violations += found.length;
    if (found.length > 0)
      failures.push({ seed, message: told(found), replay: replay(simulation, seed, flags) });
    onDone?.(failures.length);
  }
  const figures = Object.fromEntries(Object.entries(measured).map(([name, all]) => [name, spreadOf(all)]));
  return { seeds: seeds.length, counts, figures, failures, violations };
}

function spreadOf(values: readonly number[]): Spread {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, min: Math.min(...values), max: Math.max(...values) };
}

interface Tally {
  readonly flags: Flags;
  readonly counts: Record<string, number>;
  readonly measured: Record<string, number[]>;
}

/** Adds to the counts and figures; returns what was violated. A crash is as bad as a violation, and says where it was. */
async function runSeed(
  simulation: Simulation,
  seed: number,
  { flags, counts, measured }: Tally,
): Promise<readonly string[]> {
  try {
    const run = await simulation.run(seed, flags);
    for (const [name, count] of Object.entries(run.counts)) counts[name] = (counts[name] ?? 0) + count;
    for (const [name, value] of Object.entries(run.figures ?? {})) (measured[name] ??= []).push(value);
    return run.violations ?? [];
  } catch (thrown) {
    const error = thrown as Error;
    return [error instanceof Violation ? error.message : (error.stack ?? error.message)];
  }
}

function told(violations: readonly string[]): string {
  const more = violations.length === 1 ? '' : ` (and ${violations.length - 1} more)`;
  return `${violations[0]?.slice(0, MESSAGE_CHARS_MAX)}${more}`;
}

function replay({ name }: Simulation, seed: number, flags: Flags): string {
  const words = Object.entries(flags).map(([flag, value]) =>
    value === true ? `--${flag}` : `--${flag} ${value}`,
  );
  return ['npm run sim --', name, ...words, `--seed ${seed}`].join(' ');
}

const MESSAGE_CHARS_MAX = 2_000;

/** What the simulation says of its seeds, or, where it does not mind, whether none has failed. */
export function verdictOf(simulation: Simulation, report: SimulationReport, flags: Flags): Verdict {
  if (simulation.judge !== undefined) return simulation.judge(report, flags);
  const { length } = report.failures;
  return { ok: length === 0, text: length === 0 ? 'nothing was violated' : `${length} seeds failed` };
}
