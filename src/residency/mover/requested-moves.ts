import { newWaveId } from '../../core/residency/stored-wave';
import type { CancelSignal } from '../../platform/tasks/cancellation';
import { planMoves, type MoveRequest, type PlanDependencies, type WavePlan } from './plan-moves';
import { MoverSteps, type StepDependencies } from './steps';
import { WaveRecords, type WaveRecordsDependencies } from './wave-records';

/** Dependencies of requests. Unlike a mover, they are those of a serving store alone. */
export type MoveRequestDependencies = PlanDependencies &
  StepDependencies &
  WaveRecordsDependencies & {
    /** Throws `wrong_region` if this process may not process the data of the placements. */
    readonly checkServed: (placements: readonly string[]) => void;
  };

/** A wave that waits for a mover. */
interface RequestedWave extends Pick<WavePlan, 'group' | 'from' | 'to'> {
  readonly id: string;
  /** Number of subjects. */
  readonly subjects: number;
}

export interface RequestedMoves {
  readonly waves: readonly RequestedWave[];
  /** Number of subjects that are in the placement already. */
  readonly alreadyThere: number;
  /** Number of subjects that another wave is moving. */
  readonly moving: number;
}

/**
 * Records the waves of a request, so that any mover can run them: `Mover.resume`. Nothing moves before. A serving
 * cluster decides about the new record. That is safe although batch clusters decide about its later changes: it has an
 * id of its own, and a mover changes it only once it has found it. Errors: see `planMoves`, and `wrong_region`.
 */
export async function requestMoves(
  request: MoveRequest,
  dependencies: MoveRequestDependencies,
  signal: CancelSignal | undefined,
): Promise<RequestedMoves> {
  const { clock, random, checkServed } = dependencies;
  const steps = new MoverSteps(dependencies, signal);
  const records = new WaveRecords(dependencies);
  const { waves: plans, alreadyThere, moving } = await planMoves(request, dependencies, steps);
  checkServed([...new Set([request.to, ...plans.map(({ from }) => from)])]);
  const waves: RequestedWave[] = [];
  for (const plan of plans) {
    const id = newWaveId(random);
    const begunAtMs = clock.nowMs();
    await records.create({ ...plan, id, begunAtMs, isCancelled: false, isRequested: true }, steps);
    const { group, from, to, subjects } = plan;
    waves.push({ id, group, from, to, subjects: subjects.length });
  }
  return { waves, alreadyThere, moving };
}
