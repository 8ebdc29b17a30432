import { createHash } from 'node:crypto';
import type { Target } from '../bench/harness';

export type { Target };

/** Result of one seed. */
export interface SimulationRun {
  /** Number of each kind of event, which shows that a run exercised what it claims to. */
  readonly counts: Readonly<Record<string, number>>;
  /** Measured values by name. */
  readonly figures?: Readonly<Record<string, number>>;
  /** Hash of the run. One seed must always give the same. */
  readonly fingerprint: string;
  /** Every violation, if the run continues after the first one; otherwise it throws the first. */
  readonly violations?: readonly string[];
}

/** Flags of the command line other than the seeds, by name without dashes. */
export type Flags = Readonly<Record<string, string | true>>;

/** Description of a flag other than the seeds. */
export interface SimulationFlag {
  /** Effect of the flag, for the help. */
  readonly about: string;
  /** Allowed values, or the name of any value, such as `file`; `n` is a whole number from 1 on. Absent for a switch. */
  readonly values?: readonly string[] | string;
  /** Behaviour without the flag, if it is not obvious. */
  readonly usually?: string;
}

/** Flag of simulations that continue after a violation. */
export const FIRST_VIOLATION: Readonly<Record<string, SimulationFlag>> = {
  'first-violation': { about: 'end a seed at its first violation' },
};

export interface Simulation {
  readonly name: string;
  /** One line. */
  readonly description: string;
  /** Some sentences for the help: what a seed stands for, and what is checked. */
  readonly about: string;
  /** Flags of its own, by their names without dashes. */
  readonly flags?: Readonly<Record<string, SimulationFlag>>;
  /** Returns the numbers of all cases instead of seeds, if the flags leave nothing to chance. */
  casesOf?(flags: Flags): readonly number[] | undefined;
  /** Set by `--quick`, unless they are given. */
  readonly quickFlags?: Flags;
  /** Number of seeds by default, and with `--quick`, which ends within 45 s. */
  readonly seeds: { readonly usual: number; readonly quick: number };
  /** Runs one seed. Throws `Violation`, or returns all violations. */
  run(seed: number, flags: Flags): Promise<SimulationRun>;
  /** Judges all seeds together. If absent, no seed may fail. */
  judge?(report: SimulationReport, flags: Flags): Verdict;
  /** Targets for the figures of all seeds. A missed target is printed and does not fail the run. */
  targets?(report: SimulationReport, flags: Flags): readonly Target[];
}

export interface Verdict {
  readonly ok: boolean;
  /** One sentence. */
  readonly text: string;
}

/** Adds the fingerprint of a run whose counts and violations identify it. */
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

interface SeedFailure {
  readonly seed: number;
  readonly message: string;
  /** The command that shows it again. */
  readonly replay: string;
}

/** A figure over all seeds that ended. */
interface Spread {
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

/** Returns the simulation with a memory: the same seed and flags run once, and give the same result again. */
export function remembering(simulation: Simulation): Simulation {
  const runs = new Map<string, Promise<SimulationRun>>();
  return {
    ...simulation,
    run(seed, flags) {
      const key = JSON.stringify([seed, flags]);
      const run = runs.get(key) ?? simulation.run(seed, flags);
      runs.set(key, run);
      return run;
    },
  };
}

export interface RunOptions {
  readonly flags?: Flags;
  /** Called after each seed with the number of those that have failed. */
  readonly onDone?: (failed: number) => void;
}

/** Runs seed after seed; goes on after a violation, so that one report shows how frequent it is. */
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
      failures.push({ seed, message: messageOf(found), replay: replay(simulation, seed, flags) });
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

/** Adds to the counts and figures; returns what was violated. A crash counts as a violation, with its stack. */
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

function messageOf(violations: readonly string[]): string {
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

/** Returns the simulation's own verdict, or, without one, whether no seed has failed. */
export function verdictOf(simulation: Simulation, report: SimulationReport, flags: Flags): Verdict {
  if (simulation.judge !== undefined) return simulation.judge(report, flags);
  const { length } = report.failures;
  return { ok: length === 0, text: length === 0 ? 'nothing was violated' : `${length} seeds failed` };
}
