/** Moves waves of subjects from one placement to another: docs/decisions/0012-placements.md. */
import type { CancelSignal } from '../../platform/tasks/cancellation';
import { OpenMoves } from '../../core/residency/open-moves';
import type { Wave } from '../../core/residency/feed-record';
import type { LocationState } from '../../core/residency/location';
import { checkPlacementOf, groupNamed } from '../../core/residency/named-placements';
import { DIRECTORY_TABLE, fenceTable } from '../../core/residency/placement-rules';
import { newWaveId, type MovingSubject, type StoredWave } from '../../core/residency/stored-wave';
import { TidemarkError } from '../../errors';
import { directoryRebuilding } from '../move-feed';
import type { MoverDependencies } from './mover-dependencies';
import { planMoves, type MoveRequest, type PlannedMoves, type WavePlan } from './plan-moves';
import { RowRepair, type OrphanedRows } from './row-repair';
import { MoverSteps } from './steps';
import { WaveEntries } from './wave-entries';
import { WaveRecords } from './wave-records';
import { WaveRun, type WaveStep } from './wave-run';

export interface RunOptions {
  readonly signal?: CancelSignal | undefined;
  readonly onStep?: ((step: WaveStep) => void) | undefined;
}

/** A wave that has not ended. */
export interface OpenWave {
  readonly id: string;
  readonly group: string;
  readonly from: string;
  readonly to: string;
  readonly subjects: number;
  /**
   * `planned`: no process knows of the wave yet. `requested`: no mover does, either. `cancelling`: the subjects stay
   * where they are.
   */
  readonly state: Exclude<LocationState, 'home'> | 'planned' | 'requested' | 'cancelling';
  /** Unix time in milliseconds. */
  readonly begunAtMs: number;
}

/**
 * Errors: those of transactions, reads and consistency tokens, once a step has failed for too long, `WaveTakenOver`,
 * `directory_rebuilding` and `client_closed_request`. After any of them the wave stays open, and any mover can complete it.
 */
export class Mover {
  readonly #dependencies: MoverDependencies;
  readonly #records: WaveRecords;

  constructor(dependencies: MoverDependencies) {
    this.#dependencies = dependencies;
    this.#records = new WaveRecords(dependencies);
  }

  /** Plans the waves of a request. Changes nothing. Errors: see `planMoves`. */
  plan(request: MoveRequest, { signal }: RunOptions = {}): Promise<PlannedMoves> {
    return planMoves(request, this.#dependencies, new MoverSteps(this.#dependencies, signal));
  }

  /** Moves the subjects of the plan and returns those that have moved: all whose entries are as planned. */
  async move(plan: WavePlan, { signal, onStep }: RunOptions = {}): Promise<readonly MovingSubject[]> {
    const steps = new MoverSteps(this.#dependencies, signal);
    const begunAtMs = this.#dependencies.clock.nowMs();
    const { random } = this.#dependencies;
    await this.#announced(steps);
    const wave = { ...plan, id: newWaveId(random), begunAtMs, isCancelled: false, isRequested: false };
    await this.#records.create(wave, steps);
    return new WaveRun(this.#dependencies, { wave, announced: undefined, steps, onStep }).complete();
  }

  /**
   * Takes the wave over and completes it, or its cancellation. Returns the number of its subjects. Throws
   * `unknown_placement_group` and `invalid_argument`, and changes nothing, if the topology lacks its group or placements.
   */
  async resume(id: string, { signal, onStep }: RunOptions = {}): Promise<number> {
    const steps = new MoverSteps(this.#dependencies, signal);
    const { open, announced, wave } = await this.#takeOver(id, steps);
    if (wave === undefined) return this.#endWithoutRecord(open, announced, steps);
    const run = new WaveRun(this.#dependencies, { wave, announced, steps, onStep });
    return (await (wave.isCancelled ? run.cancel() : run.complete())).length;
  }

  /** Takes the wave over and cancels it: see `WaveRun.cancel`. Returns the number of its subjects. */
  async cancel(id: string, { signal }: RunOptions = {}): Promise<number> {
    const steps = new MoverSteps(this.#dependencies, signal);
    const { open, announced, wave } = await this.#takeOver(id, steps);
    if (wave === undefined) return this.#endWithoutRecord(open, announced, steps);
    return (await new WaveRun(this.#dependencies, { wave, announced, steps }).cancel()).length;
  }

  /** Returns the waves that have not ended, of all movers. */
  async openWaves({ signal }: RunOptions = {}): Promise<readonly OpenWave[]> {
    const steps = new MoverSteps(this.#dependencies, signal);
    const recorded = new Map((await this.#recorded(steps)).map((wave) => [wave.id, wave]));
    const announced = await this.#announced(steps);
    const planned = [...recorded.values()].filter(({ id }) => !announced.has(id));
    return [
      ...planned.map((wave) => openWaveOf(wave, undefined, wave)),
      ...Array.from(announced.values(), ({ wave, state }) => openWaveOf(wave, state, recorded.get(wave.id))),
    ];
  }

  /** Returns the number of subjects that are moving, as the feed reports them. */
  async movingSubjects({ signal }: RunOptions = {}): Promise<number> {
    const announced = await this.#announced(new MoverSteps(this.#dependencies, signal));
    return [...announced.values()].reduce((sum, { wave }) => sum + wave.subjects.length, 0);
  }

  /** Repairs rows that are outside of the home of their subjects, and returns those that are gone: see `RowRepair`. */
  repair(orphans: readonly OrphanedRows[], { signal }: RunOptions = {}): Promise<readonly OrphanedRows[]> {
    return new RowRepair(this.#dependencies, signal).repair(orphans);
  }

  async #takeOver(id: string, steps: MoverSteps): Promise<TakenWave> {
    const open = (await this.#announced(steps)).get(id)?.wave ?? (await this.#planned(id, steps));
    if (open === undefined) throw unknownWave(id);
    this.#checkDeclared(open);
    const wave = await this.#records.takeOver(open, steps);
    // Read after the take-over: the mover before may have gone on until then.
    return { open, announced: (await this.#announced(steps)).get(id)?.state, wave };
  }

  /** Throws if the topology has changed so that the group of the wave or one of its placements is missing. */
  #checkDeclared({ group: name, from, to }: Wave): void {
    const rules = this.#dependencies.rules();
    const group = groupNamed(rules, name, 'group');
    checkPlacementOf(group, { rules, placement: from, field: 'from' });
    checkPlacementOf(group, { rules, placement: to, field: 'to' });
  }

  /** Returns a wave that is recorded; undefined if there is none. */
  async #planned(id: string, steps: MoverSteps): Promise<StoredWave | undefined> {
    return (await this.#recorded(steps)).find((wave) => wave.id === id);
  }

  /** Returns the waves that are recorded beside the fences of the placements whose data this process may process. */
  async #recorded(steps: MoverSteps): Promise<readonly StoredWave[]> {
    const { rules, missingForMoves, isServed = () => true } = this.#dependencies;
    const placements = [...rules().placements.keys()].filter(
      (name) => missingForMoves(name) === undefined && isServed(name),
    );
    const lists = await Promise.all(
      placements.map((placement) => steps.run((call) => this.#records.leaving(placement, call))),
    );
    return lists.flat();
  }

  /**
   * Ends a wave whose record is deleted. That is the last step before the end of the moves, or of their cancellation,
   * so it does not matter which mover does the rest.
   */
  async #endWithoutRecord(wave: Wave, announced: OpenState | undefined, steps: MoverSteps): Promise<number> {
    if (announced === undefined) return 0;
    if (announced === 'overlaid') throw missingRecord(wave);
    const { feed, awaitReplication } = this.#dependencies;
    const stored = { ...wave, ...NO_RECORD, subjects: [] };
    await new WaveEntries(this.#dependencies, stored, steps).settleIn(wave.subjects);
    const tables = [DIRECTORY_TABLE, fenceTable(wave.from)];
    await steps.run(() => awaitReplication(tables, { signal: steps.signal }), { isPaced: false });
    await steps.run((call) => feed.append([{ kind: 'ended', waveId: wave.id }], call));
    return wave.subjects.length;
  }

  /**
   * Returns the waves that the feed reports as open, by id. Throws `directory_rebuilding` while the directory is being
   * rebuilt.
   */
  async #announced(steps: MoverSteps): Promise<ReadonlyMap<string, AnnouncedWave>> {
    const { records, isRebuilding } = await steps.run((call) => this.#dependencies.feed.read(0, call));
    if (isRebuilding) throw directoryRebuilding();
    const moves = new OpenMoves();
    for (const { record } of records) moves.apply(record);
    return new Map(moves.waves().map(({ wave, state }) => [wave.id, { wave, state: state as OpenState }]));
  }
}

type OpenState = Exclude<LocationState, 'home'>;

interface AnnouncedWave {
  readonly wave: Wave;
  readonly state: OpenState;
}

interface TakenWave {
  readonly open: Wave;
  readonly announced: OpenState | undefined;
  readonly wave: StoredWave | undefined;
}

const NO_RECORD = { reason: 'default', term: 0, isCancelled: false, isRequested: false } as const;

function openWaveOf(
  { id, group, from, to, subjects, begunAtMs }: Wave,
  state: OpenState | undefined,
  record: StoredWave | undefined,
): OpenWave {
  const planned = record?.isRequested === true ? 'requested' : 'planned';
  const shown = record?.isCancelled === true ? 'cancelling' : (state ?? planned);
  return { id, group, from, to, subjects: subjects.length, state: shown, begunAtMs };
}

function unknownWave(id: string): TidemarkError {
  return new TidemarkError('invalid_argument', `no open wave is named "${id}"`, { field: 'wave' });
}

function missingRecord({ id, from }: Wave): TidemarkError {
  const message = `the record of the wave ${id} is missing in the placement "${from}"`;
  return new TidemarkError('data_corrupted', message);
}
