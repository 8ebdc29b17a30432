/** What one seed led to; a violation is thrown instead. */
export interface SimulationRun {
  /** What happened, counted: shows that a run exercised what it claims to. */
  readonly counts: Readonly<Record<string, number>>;
  /** Tells two runs apart: one seed must always lead to the same. */
  readonly fingerprint: string;
}

export interface Simulation {
  readonly name: string;
  readonly description: string;
  /** Throws Violation when something that must be true is not. */
  run(seed: number): Promise<SimulationRun>;
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

export interface SimulationReport {
  readonly seeds: number;
  readonly counts: Record<string, number>;
  readonly failures: readonly SeedFailure[];
}

/** Runs seed after seed; goes on after a violation, so that one report tells how frequent it is. */
export async function runSeeds(
  simulation: Simulation,
  seeds: readonly number[],
  onDone: (failed: number) => void = () => undefined,
): Promise<SimulationReport> {
  const counts: Record<string, number> = {};
  const failures: SeedFailure[] = [];
  for (const seed of seeds) {
    try {
      const run = await simulation.run(seed);
      for (const [name, count] of Object.entries(run.counts)) counts[name] = (counts[name] ?? 0) + count;
    } catch (error) {
      failures.push(failure(simulation, seed, error as Error));
    }
    onDone(failures.length);
  }
  return { seeds: seeds.length, counts, failures };
}

/** Whatever is thrown is a failure: a crash is as bad as a violation, and says where it was. */
function failure({ name }: Simulation, seed: number, error: Error): SeedFailure {
  const message = error instanceof Violation ? error.message : (error.stack ?? error.message);
  return {
    seed,
    message: message.slice(0, MESSAGE_CHARS_MAX),
    replay: `npm run sim -- ${name} --seed ${seed}`,
  };
}

const MESSAGE_CHARS_MAX = 2_000;
