/** Job that moves many subjects: it divides them into waves, and runs several of these at the same time. */
import { cancelledError } from '../../bigtable/client/bigtable-error';
import type { LocationReason } from '../../core/residency/location';
import type { SubjectKey } from '../../core/residency/subject-key';
import { TidemarkError, type ErrorCode } from '../../errors';
import { runBounded } from '../../platform/tasks/run-bounded';
import { sleep, type Clock } from '../../platform/time/clock';
import type { Mover } from '../../residency/mover/mover';
import type { PlannedMoves, WavePlan } from '../../residency/mover/plan-moves';
import type { WaveStep } from '../../residency/mover/wave-run';

export interface MoveSubjectsDependencies {
  readonly mover: Pick<Mover, 'plan' | 'move' | 'movingSubjects'>;
  /** Throws `wrong_region` if this process may not process the data of the placements. */
  readonly checkServed: (placements: readonly string[]) => void;
  readonly clock: Clock;
  /** Limits the subjects whose moves begin. */
  readonly rate: { reserve(subjects: number, nowMs: number): number };
  readonly limits: {
    readonly waveSubjectsMax: number;
    readonly wavesInFlight: number;
    readonly movingSubjectsMax: number;
    readonly waitForOthersMs: number;
  };
}

export interface MoveJob {
  readonly group: string;
  readonly to: string;
  readonly reason: LocationReason;
  /** Subjects, without duplicates. */
  readonly subjects: readonly { readonly key: SubjectKey; readonly rowKey: Buffer }[];
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: MoveProgress) => void) | undefined;
}

interface MoveTally {
  /** Subjects of waves that ended; in a dry run, those that would move. */
  moved: number;
  /** Subjects that were in the placement already. */
  alreadyThere: number;
  /** Subjects that another wave was moving. */
  moving: number;
  /** Subjects whose entries changed between the plan and the wave. They are where they were. */
  changed: number;
  /** Waves that ended; in a dry run, those that would begin. */
  waves: number;
}

export interface MoveProgress {
  readonly tally: Readonly<MoveTally>;
  /** Number of waves in each step. */
  readonly steps: ReadonlyMap<WaveStep, number>;
}

export interface MoveResult {
  readonly status: 'complete' | 'interrupted' | 'failed';
  readonly tally: Readonly<MoveTally>;
  readonly seconds: number;
  readonly error?: { readonly code: ErrorCode; readonly message: string } | undefined;
}

/**
 * Moves the subjects. Errors of the first plan are thrown, when nothing has been changed; later ones are part of the
 * result. After a failure no further wave begins, and those that have begun go on to their end.
 */
export async function moveSubjects(
  dependencies: MoveSubjectsDependencies,
  job: MoveJob,
): Promise<MoveResult> {
  return new MoveRun(dependencies, job).run();
}

class MoveRun {
  readonly #dependencies: MoveSubjectsDependencies;
  readonly #job: MoveJob;
  readonly #tally: MoveTally = { moved: 0, alreadyThere: 0, moving: 0, changed: 0, waves: 0 };
  readonly #steps = new Map<WaveStep, number>();
  /** Subjects of this job whose waves have begun, and of which the feed may not know yet. */
  #begun = 0;
  #failure: TidemarkError | undefined;

  constructor(dependencies: MoveSubjectsDependencies, job: MoveJob) {
    this.#dependencies = dependencies;
    this.#job = job;
  }

  async run(): Promise<MoveResult> {
    const { clock, limits } = this.#dependencies;
    const { subjects, signal } = this.#job;
    const startedMs = clock.monotonicMs();
    const size = limits.waveSubjectsMax;
    const parts = Array.from({ length: Math.ceil(subjects.length / size) }, (_, index) =>
      subjects.slice(index * size, (index + 1) * size),
    );
    const first = await this.#plan(parts[0] ?? []);
    await runBounded(parts, limits.wavesInFlight, (part, index) =>
      this.#movePart(part, index === 0 ? first : undefined),
    );
    const seconds = (clock.monotonicMs() - startedMs) / 1_000;
    if (signal.aborted) return { status: 'interrupted', tally: this.#tally, seconds };
    if (this.#failure === undefined) return { status: 'complete', tally: this.#tally, seconds };
    const { code, message } = this.#failure;
    return { status: 'failed', tally: this.#tally, seconds, error: { code, message } };
  }

  async #plan(subjects: MoveJob['subjects']): Promise<PlannedMoves> {
    const { mover, checkServed } = this.#dependencies;
    const { group, to, reason, signal } = this.#job;
    const planned = await mover.plan({ group, to, reason, subjects }, { signal });
    checkServed([...new Set([to, ...planned.waves.map(({ from }) => from)])]);
    return planned;
  }

  /** Plans and moves a part of the subjects. Records the first failure. */
  async #movePart(part: MoveJob['subjects'], first: PlannedMoves | undefined): Promise<void> {
    try {
      await this.#waitForPermit(part.length);
      if (this.#failure !== undefined) return;
      const { waves, alreadyThere, moving } = first ?? (await this.#plan(part));
      this.#tally.alreadyThere += alreadyThere;
      this.#tally.moving += moving;
      for (const wave of waves) await this.#move(wave);
      this.#report();
    } catch (error) {
      if (!(error instanceof TidemarkError)) throw error;
      this.#failure ??= error;
    }
  }

  async #move(plan: WavePlan): Promise<void> {
    const { length } = plan.subjects;
    const moved = this.#job.dryRun ? length : await this.#run(plan);
    this.#tally.moved += moved;
    this.#tally.changed += length - moved;
    this.#tally.waves += 1;
  }

  async #run(plan: WavePlan): Promise<number> {
    const { signal } = this.#job;
    await this.#waitForOthers(plan.subjects.length);
    let current: WaveStep | undefined;
    const enter = (next: WaveStep | undefined): void => {
      if (current !== undefined) this.#steps.set(current, this.#steps.get(current)! - 1);
      if (next !== undefined) this.#steps.set(next, (this.#steps.get(next) ?? 0) + 1);
      current = next;
      this.#report();
    };
    this.#begun += plan.subjects.length;
    try {
      return (await this.#dependencies.mover.move(plan, { signal, onStep: enter })).length;
    } finally {
      this.#begun -= plan.subjects.length;
      enter(undefined);
    }
  }

  /**
   * Waits until all movers together move few enough subjects. The count is that of a moment, so it may be exceeded a
   * little.
   */
  async #waitForOthers(subjects: number): Promise<void> {
    const { mover, clock, limits } = this.#dependencies;
    const { signal } = this.#job;
    for (;;) {
      const moving = Math.max(this.#begun, await mover.movingSubjects({ signal }));
      if (moving + subjects <= limits.movingSubjectsMax) return;
      await this.#sleep(limits.waitForOthersMs, clock);
    }
  }

  async #waitForPermit(subjects: number): Promise<void> {
    const { clock, rate } = this.#dependencies;
    const { signal, dryRun } = this.#job;
    if (signal.aborted) throw cancelledError(signal.reason);
    const waitMs = dryRun ? 0 : rate.reserve(subjects, clock.monotonicMs());
    if (waitMs > 0) await this.#sleep(waitMs, clock);
  }

  async #sleep(delayMs: number, clock: Clock): Promise<void> {
    try {
      await sleep(clock, delayMs, this.#job.signal);
    } catch (reason) {
      throw cancelledError(reason);
    }
  }

  #report(): void {
    this.#job.onProgress?.({ tally: this.#tally, steps: this.#steps });
  }
}
