import { DEFAULTS } from '../../config/defaults';
import { rowKey } from '../../core/rows/row-key';
import { placedTable, type PlacementGroup } from '../../core/residency/placement-rules';
import { startLocalBigtable } from '../../local-bigtable/index';
import type { AuditTally } from '../../operations/residency/audit-record';
import { auditedParts } from '../../operations/residency/audited-parts';
import { auditRows } from '../../operations/residency/audit-rows';
import { systemClock } from '../../platform/time/clock';
import { acquireAll, type Resources } from '../../platform/tasks/resources';
import type { WaveStep } from '../../residency/mover/wave-run';
import { RowRate } from '../../routing/admission/row-rate';
import { loadTopology } from '../../routing/topology/topology-file';
import type { Store } from '../../store/open-store';
import { openMover, type MoverConnection } from '../residency/open-mover';
import { openPlacements, type PlacementsConnection } from '../shared/connection';
import { applySchema } from './apply-schema';
import { configOf, openProcess, USERS, type TourStoreOptions } from './placed-user';

/** Regions of the topology of the tour: one that may process the data of both placements, and one that may not. */
const INSIDE = 'europe-west1';
const OUTSIDE = 'us-central1';
const CALL = { timeoutMs: 30_000 };

interface Parts {
  readonly inside: Store;
  readonly outside: Store;
  readonly moves: MoverConnection;
  readonly audits: PlacementsConnection;
  readonly resources: Resources;
}

/**
 * An embedded Bigtable in memory with the placements `us` and `eu`, and stores as processes of two regions see them.
 */
export class ResidencyEnvironment {
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Store of a process in Europe, which may process the data of both placements. */
  get inside(): Store {
    return this.#parts.inside;
  }

  /** Store of a process in the United States, which may not process the data of the placement `eu`. */
  get outside(): Store {
    return this.#parts.outside;
  }

  static open(file: string): Promise<ResidencyEnvironment> {
    return acquireAll(async (resources) => {
      const topology = loadTopology(file);
      const local = { host: '127.0.0.1', port: 0, topology };
      const { endpoint } = resources.add(await startLocalBigtable(local), (each) => each.close());
      const at = (region: string): TourStoreOptions => ({ file, endpoint, region });
      await applySchema(configOf(at(INSIDE)));
      const process = async (region: string): Promise<Store> =>
        resources.add(await openProcess(at(region)), (store) => store.close());
      const [inside, outside] = await Promise.all([process(INSIDE), process(OUTSIDE)]);
      const moves = openMover(configOf(at(INSIDE)), resources);
      moves.serving.start();
      const audits = openPlacements(configOf(at(INSIDE)), { resources });
      return new ResidencyEnvironment({ inside, outside, moves, audits, resources });
    });
  }

  /** Moves the user to the placement. */
  async move(userId: string, to: string, onStep: (step: WaveStep) => void): Promise<void> {
    const { mover } = this.#parts.moves;
    const { key, rowKey: row } = this.#subjectOf(userId);
    const subjects = [{ key, rowKey: row }];
    const { waves } = await mover.plan({ group: USERS, to, reason: 'explicit', subjects });
    for (const wave of waves) await mover.move(wave, { onStep });
  }

  /** Returns the serving clusters that have a row of the user, by placement. */
  async clustersWith(userId: string): Promise<Readonly<Record<string, readonly string[]>>> {
    const { inside } = this.#parts;
    const { group } = this.#subjectOf(userId);
    const key = rowKey(userId);
    const found = ['us', 'eu'].map(async (placement) => {
      const byCluster = await inside.tables.presence(placedTable(group, USERS, placement), [key], CALL);
      const clusters = [...byCluster].filter(([, keys]) => keys.length > 0).map(([cluster]) => cluster);
      return [placement, clusters] as const;
    });
    return Object.fromEntries(await Promise.all(found));
  }

  /** Compares all rows of both placements with the directory. */
  async audit(): Promise<Readonly<AuditTally>> {
    const { store, residency } = this.#parts.audits;
    const { residencyAudit: limits } = DEFAULTS;
    const { parts } = auditedParts({ residency, scanner: store.tables.scanner, limits });
    const { status, tally, error } = await auditRows(
      { parts, clock: systemClock, rate: new RowRate(0), limits },
      {
        worker: { index: 0, count: 1 },
        signal: new AbortController().signal,
        onRecord: () => undefined,
        onSettled: () => undefined,
      },
    );
    if (status !== 'complete') throw new Error(`the audit has ${status}: ${error?.message}`);
    return tally;
  }

  close(): Promise<void> {
    return this.#parts.resources.release();
  }

  #subjectOf(userId: string): {
    readonly key: string;
    readonly rowKey: Buffer;
    readonly group: PlacementGroup;
  } {
    const { subjects } = this.#parts.inside.residency!;
    return subjects.of(subjects.groupOf(USERS)!, rowKey(userId))!;
  }
}
