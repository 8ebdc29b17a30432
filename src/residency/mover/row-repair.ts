import type { CallOptions } from '../../bigtable/client/types';
import type { DirectoryEntry } from '../../core/residency/location';
import type { PlacementGroup } from '../../core/residency/placement-rules';
import type { SubjectKey } from '../../core/residency/subject-key';
import type { MovingSubject, StoredWave } from '../../core/residency/stored-wave';
import { runBounded } from '../../platform/tasks/run-bounded';
import type { MoverDependencies } from './mover-dependencies';
import { MovingRows } from './moving-rows';
import { MoverSteps } from './steps';
import { WaveTakenOver } from './wave-taken-over';

/** Rows of a subject in a placement that is not its home, in all corpora of the group. */
export interface OrphanedRows {
  readonly group: PlacementGroup;
  /** Placement of the rows. */
  readonly placement: string;
  readonly key: SubjectKey;
  readonly rowKey: Buffer;
  /** Entry of the subject, in the state `home`. */
  readonly entry: DirectoryEntry;
}

/** Name of repairs in errors. */
const REPAIR_ID = 'repair';

/**
 * Repairs rows that are out of place like the end of a move does: what the home lacks is copied there, and the rows are
 * deleted. Each change is conditional on a claim with the epoch and the term of the entry. So a repair that was paused,
 * and during which a move began, changes nothing any more.
 */
export class RowRepair {
  readonly #dependencies: MoverDependencies;
  readonly #steps: MoverSteps;

  constructor(dependencies: MoverDependencies, signal: CallOptions['signal']) {
    this.#dependencies = dependencies;
    this.#steps = new MoverSteps(dependencies, signal);
  }

  /**
   * Repairs the rows of different subjects, and returns those that are gone from every cluster. The others have moved
   * meanwhile.
   */
  async repair(orphans: readonly OrphanedRows[]): Promise<readonly OrphanedRows[]> {
    const { limits } = this.#dependencies;
    let open = orphans;
    const repaired: OrphanedRows[] = [];
    for (let round = 0; round < limits.purgeRoundsMax && open.length > 0; round++) {
      const outcomes = await runBounded(open, limits.rowsInFlight, (each) => this.#purge(each));
      const purged = open.filter((_each, at) => outcomes[at]);
      await this.#awaitReplication(purged);
      const remains = await runBounded(purged, limits.rowsInFlight, (each) => this.#remains(each));
      for (const [at, each] of purged.entries()) if (!remains[at]) repaired.push(each);
      open = purged.filter((_each, at) => remains[at]);
    }
    return repaired;
  }

  /** Returns false if the subject has moved, or is moving. */
  async #purge(orphan: OrphanedRows): Promise<boolean> {
    try {
      await this.#rowsOf(orphan).purge([subjectOf(orphan)]);
      return true;
    } catch (error) {
      if (error instanceof WaveTakenOver) return false;
      throw error;
    }
  }

  /** Late writes may reach a cluster after the deletion at another one. */
  async #awaitReplication(orphans: readonly OrphanedRows[]): Promise<void> {
    const tables = new Set(
      orphans.flatMap((each) => [
        ...this.#rowsOf(each).tablesIn(each.placement),
        ...this.#rowsOf(each).tablesIn(each.entry.to),
      ]),
    );
    if (tables.size === 0) return;
    const { awaitReplication } = this.#dependencies;
    const { signal } = this.#steps;
    await this.#steps.run(() => awaitReplication([...tables], { signal }), { isPaced: false });
  }

  async #remains(orphan: OrphanedRows): Promise<boolean> {
    return (await this.#rowsOf(orphan).remaining([subjectOf(orphan)])).length > 0;
  }

  #rowsOf(orphan: OrphanedRows): MovingRows {
    const { group, placement, entry } = orphan;
    const wave: StoredWave = {
      id: REPAIR_ID,
      group: group.name,
      from: placement,
      to: entry.to,
      reason: entry.reason,
      term: entry.term,
      begunAtMs: this.#dependencies.clock.nowMs(),
      isCancelled: false,
      isRequested: false,
      subjects: [subjectOf(orphan)],
    };
    const entries = { check: () => this.#check(orphan) };
    return new MovingRows(this.#dependencies, { wave, group, entries, steps: this.#steps });
  }

  /** Throws `WaveTakenOver` if the entry is not the one that the repair is based on. */
  async #check({ key, entry }: OrphanedRows): Promise<void> {
    const present = await this.#steps.run((call) => this.#dependencies.directory.present(key, call));
    const isSame =
      present?.state === 'home' &&
      present.epoch === entry.epoch &&
      present.term === entry.term &&
      present.to === entry.to;
    if (!isSame) throw new WaveTakenOver(REPAIR_ID);
  }
}

const subjectOf = ({ key, rowKey, entry }: OrphanedRows): MovingSubject => ({
  key,
  rowKey,
  epoch: entry.epoch,
});
