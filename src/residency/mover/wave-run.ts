import { LOCATION_STATES, type LocationState } from '../../core/residency/location';
import { DIRECTORY_TABLE, fenceTable } from '../../core/residency/placement-rules';
import type { FeedRecord } from '../../core/residency/feed-record';
import type { MovingSubject, StoredWave } from '../../core/residency/stored-wave';
import { countOf } from '../../core/shared/count-of';
import { TidemarkError } from '../../errors';
import { fenceMutations } from '../fences';
import { momentOf, waitSince, type Moment } from './lease-wait';
import type { MoverDependencies } from './mover-dependencies';
import { MovingRows } from './moving-rows';
import type { MoverSteps } from './steps';
import { WaveEntries, type JoinedSubject } from './wave-entries';
import { WaveRecords } from './wave-records';

/** State of a move in the entries and the feed. */
type MoveState = Exclude<LocationState, 'home'>;

/** Steps of a wave, in their order. */
export type WaveStep = 'preparing' | 'overlaid' | 'closing' | 'copying' | 'settled' | 'purging' | 'ending';

export interface WaveRunOptions {
  readonly wave: StoredWave;
  /** State of the wave in the feed; undefined if it is not there. */
  readonly announced: MoveState | undefined;
  readonly steps: MoverSteps;
  readonly onStep?: ((step: WaveStep) => void) | undefined;
}

/**
 * Completes or cancels a wave, from whatever state it is in: docs/decisions/0012-placements.md. Every step may be
 * repeated, by this mover or by one that takes the wave over.
 */
export class WaveRun {
  readonly #dependencies: MoverDependencies;
  readonly #options: WaveRunOptions;
  readonly #records: WaveRecords;
  readonly #entries: WaveEntries;
  readonly #rows: MovingRows;

  constructor(dependencies: MoverDependencies, options: WaveRunOptions) {
    const { wave, steps } = options;
    const group = dependencies.rules().groups.get(wave.group)!;
    this.#dependencies = dependencies;
    this.#options = options;
    this.#records = new WaveRecords(dependencies);
    this.#entries = new WaveEntries(dependencies, wave, steps);
    this.#rows = new MovingRows(dependencies, { wave, group, entries: this.#entries, steps });
  }

  /** Completes the move and returns the subjects that have moved. Throws `WaveTakenOver`. */
  async complete(): Promise<readonly MovingSubject[]> {
    const { wave, announced, onStep } = this.#options;
    onStep?.('preparing');
    const joined = await this.#entries.join();
    const subjects = joined.map(({ subject }) => subject);
    if (subjects.length === 0) return this.#abandon();
    if (stageOf(announced) <= stageOf('preparing')) await this.#barrier('preparing', subjects);
    if (stageOf(announced) <= stageOf('overlaid')) await this.#moveRows(subjects);
    onStep?.('settled');
    await this.#barrier('settled', subjects);
    onStep?.('purging');
    await this.#purge(subjects);
    onStep?.('ending');
    await this.#records.remove(wave, this.#options.steps);
    await this.#entries.settleIn(subjects);
    await this.#end();
    return subjects;
  }

  /**
   * Cancels the move and returns its subjects. Throws `WaveTakenOver`, and `invalid_argument` if writes may already go
   * to the other placement.
   */
  async cancel(): Promise<readonly MovingSubject[]> {
    const { wave, announced, steps } = this.#options;
    const joined = await this.#entries.join();
    const subjects = joined.map(({ subject }) => subject);
    const isTooLate = joined.some(({ entry }) => entry.state !== 'preparing');
    if (isTooLate || stageOf(announced) > stageOf('preparing')) throw tooLate(wave.id);
    await this.#records.cancel(wave, steps);
    if (announced === undefined && subjects.length > 0) await this.#append([this.#begun(subjects)]);
    await this.#entries.release(subjects);
    await this.#records.remove(wave, steps);
    if (announced !== undefined || subjects.length > 0) await this.#end();
    return subjects;
  }

  /** Copies the rows, after the barrier from which on all writes go to the other placement. */
  async #moveRows(subjects: readonly MovingSubject[]): Promise<void> {
    const { wave, onStep } = this.#options;
    onStep?.('overlaid');
    await this.#barrier('overlaid', subjects);
    onStep?.('closing');
    await this.#rows.closeReservations(subjects);
    await this.#replicated(this.#rows.tablesIn(wave.from));
    onStep?.('copying');
    await this.#rows.copy(subjects);
    await this.#replicated(this.#rows.tablesIn(wave.to));
  }

  /** After it no acknowledgement or answer counts that was based on an earlier state. */
  async #barrier(state: MoveState, subjects: readonly MovingSubject[]): Promise<void> {
    const { wave, announced, steps } = this.#options;
    const { clock, limits } = this.#dependencies;
    const advanced = await this.#entries.advance(subjects, state);
    await this.#writeFences(advanced);
    if (stageOf(announced) < stageOf(state)) {
      await this.#append([
        state === 'preparing' ? this.#begun(subjects) : { kind: 'state', waveId: wave.id, state },
      ]);
    }
    const appended: Moment = momentOf(clock);
    await this.#replicated([DIRECTORY_TABLE, fenceTable(wave.from)]);
    await waitSince(appended, 2 * limits.leaseMs, clock, steps);
  }

  async #writeFences(advanced: readonly JoinedSubject[]): Promise<void> {
    const { writer, limits } = this.#dependencies;
    const { wave, steps } = this.#options;
    const fences = advanced.map(({ subject, entry }) =>
      fenceMutations(subject.key, entry, entry.changedAtMs),
    );
    for (let at = 0; at < fences.length; at += limits.rowsPerCallMax) {
      const some = fences.slice(at, at + limits.rowsPerCallMax);
      await steps.run(async (call) => {
        const outcomes = await writer.mutateRows(fenceTable(wave.from), some, call);
        const failure = outcomes.find((outcome) => outcome instanceof TidemarkError);
        if (failure !== undefined) throw failure;
      });
    }
  }

  /** Deletes the rows until a look at every cluster, after a consistency token, finds none. */
  async #purge(subjects: readonly MovingSubject[]): Promise<void> {
    const { wave } = this.#options;
    const { purgeRoundsMax } = this.#dependencies.limits;
    let remaining = await this.#rows.remaining(subjects);
    for (let round = 0; round < purgeRoundsMax; round++) {
      await this.#rows.purge(remaining);
      await this.#replicated(this.#rows.tablesIn(wave.from));
      remaining = await this.#rows.remaining(subjects);
      if (remaining.length === 0) return;
    }
    throw rowsArrive(wave, remaining.length);
  }

  /** Ends a wave none of whose subjects could join. */
  async #abandon(): Promise<readonly MovingSubject[]> {
    const { wave, announced, steps } = this.#options;
    await this.#records.remove(wave, steps);
    if (announced !== undefined) await this.#end();
    return [];
  }

  /** Reports the end, once every cluster shows where the subjects are, and that the record of the wave is deleted. */
  async #end(): Promise<void> {
    const { wave, steps } = this.#options;
    const { feed, limits } = this.#dependencies;
    await this.#replicated([DIRECTORY_TABLE, fenceTable(wave.from)]);
    await this.#append([{ kind: 'ended', waveId: wave.id }]);
    await steps.run((call) => feed.trim(limits.feedRecordsMin, call));
  }

  #begun(subjects: readonly MovingSubject[]): FeedRecord {
    const { id, group, from, to, begunAtMs } = this.#options.wave;
    const keys = subjects.map(({ key, epoch }) => ({ key, epoch }));
    return { kind: 'begun', wave: { id, group, from, to, begunAtMs, subjects: keys } };
  }

  async #append(records: readonly FeedRecord[]): Promise<void> {
    await this.#options.steps.run((call) => this.#dependencies.feed.append(records, call));
  }

  #replicated(tables: readonly string[]): Promise<void> {
    const { steps } = this.#options;
    return steps.run(() => this.#dependencies.awaitReplication(tables, { signal: steps.signal }), {
      isPaced: false,
    });
  }
}

const stageOf = (state: MoveState | undefined): number =>
  state === undefined ? -1 : LOCATION_STATES.indexOf(state);

function tooLate(id: string): TidemarkError {
  const message = `the wave ${id} cannot be cancelled any more: it can only be completed, by "tidemark residency resume"`;
  return new TidemarkError('invalid_argument', message, { field: 'wave' });
}

function rowsArrive({ id, from }: StoredWave, rows: number): TidemarkError {
  const message = `writes to ${countOf(rows, 'row')} of the wave ${id} keep arriving in the placement "${from}", which they have left`;
  return new TidemarkError('conflict', message, { retryAfterSeconds: 60 });
}
