import { describeFailure, TidemarkError } from '../../errors';
import type { CallOptions } from '../../bigtable/client/types';
import type { PlacementAuditLimits, AuditPart } from '../../operations/residency/audit-part';
import { findingsOf, type AuditTally } from '../../operations/residency/audit-record';
import { auditedParts, type AuditedParts } from '../../operations/residency/audited-parts';
import { auditRows, type AuditPosition, type AuditResult } from '../../operations/residency/audit-rows';
import type { RepairRecords } from '../../operations/residency/repair-orphans';
import { residuesOf, sketchResidues, type Residue } from '../../operations/residency/residues';
import type { WorkerShare } from '../../operations/compaction/key-sections';
import { CheckpointFile } from '../../platform/files/checkpoint-file';
import { sleep, type Clock } from '../../platform/time/clock';
import { RowRate } from '../../routing/admission/row-rate';
import { storeNameOf } from '../../store/token-keys';
import type { PlacementsConnection } from '../shared/connection';
import { printError } from '../shared/terminal';
import { formatWorkerShare } from '../shared/worker-option';
import type { ResidencyAuditMetrics } from './audit-metrics';
import { showAuditProgress } from './audit-progress';
import { AuditReport } from './audit-report';
import type { AuditedResources } from './audited-resources';

export interface AuditRoundsOptions {
  /** Placements to audit. Undefined: all. */
  readonly placements: readonly string[] | undefined;
  readonly worker: WorkerShare;
  /** Maximum number of rows read per second. 0: no limit. */
  readonly rowsPerSecond: number;
  /** Time from the start of a round to the start of the next one, in milliseconds. Undefined: a single round. */
  readonly intervalMs: number | undefined;
  /** Path of the checkpoint file. */
  readonly checkpoint: string | undefined;
  /** Whether the checkpoint is removed first. */
  readonly restart: boolean;
  /** Whether objects are shown by their names in the directory. */
  readonly hash: boolean;
  readonly json: boolean;
  readonly limits: PlacementAuditLimits & {
    readonly checkpointIntervalMs: number;
    readonly progressIntervalMs: number;
    readonly linesShownMax: number;
  };
}

export interface AuditRoundsDependencies {
  readonly connection: PlacementsConnection;
  /** Compares the resources of the placements, such as their clusters, with the jurisdictions. */
  readonly auditResources: (call: CallOptions) => Promise<AuditedResources>;
  /** Repairs what is found. Undefined: nothing is changed. */
  readonly repair: RepairRecords | undefined;
  readonly metrics: ResidencyAuditMetrics;
  readonly clock: Clock;
}

/** Result of a round: a name of an exit code. */
export type AuditRoundOutcome = 'ok' | 'differs' | 'failed';

/** Progress of an audit round, as in its checkpoint. */
interface AuditCheckpoint {
  readonly table: string;
  /** Key of the last row that is done, as base64. */
  readonly after: string;
  readonly tally: AuditTally;
}

/** Runs audits of residency, once or periodically. */
export class AuditRounds {
  readonly #options: AuditRoundsOptions;
  readonly #dependencies: AuditRoundsDependencies;
  readonly #file: CheckpointFile<AuditCheckpoint> | undefined;
  readonly #rate: RowRate;
  #savedMs = -Infinity;

  /** Throws `invalid_argument` and `wrong_region` for placements that cannot be audited. */
  constructor(options: AuditRoundsOptions, dependencies: AuditRoundsDependencies) {
    this.#options = options;
    this.#dependencies = dependencies;
    this.#rate = new RowRate(options.rowsPerSecond);
    const { worker, checkpoint: path } = options;
    const tables = this.#parts().parts.map(({ table }) => table);
    const store = storeNameOf(dependencies.connection.store.topology);
    const identity = [store, formatWorkerShare(worker), ...tables].join(' ');
    if (path !== undefined) this.#file = checkpointFile(path, identity);
    if (options.restart) this.#file?.remove();
  }

  /** Returns the outcome of the last round. Resolves after a single round, or when the signal has aborted. */
  async run(signal: AbortSignal): Promise<AuditRoundOutcome> {
    const { clock } = this.#dependencies;
    for (;;) {
      const startedMs = clock.monotonicMs();
      const outcome = await this.#round(signal);
      const { intervalMs } = this.#options;
      if (intervalMs === undefined || signal.aborted) return outcome;
      const leftMs = startedMs + intervalMs - clock.monotonicMs();
      await sleep(clock, Math.max(0, leftMs), signal).catch(() => undefined);
      if (signal.aborted) return outcome;
    }
  }

  /** Returns the tables of the current topology, which may have got placements since the last round. */
  #parts(): AuditedParts {
    const { store, residency } = this.#dependencies.connection;
    const { placements, limits } = this.#options;
    return auditedParts({ residency, scanner: store.tables.scanner, placements, limits });
  }

  async #round(signal: AbortSignal): Promise<AuditRoundOutcome> {
    const { json, hash, worker, limits } = this.#options;
    const { clock, connection, auditResources } = this.#dependencies;
    const report = new AuditReport({ json, hash, linesShownMax: limits.linesShownMax, clock });
    // Resources are not divided among workers.
    const resources =
      worker.index === 0 ? await auditResources({ timeoutMs: limits.callTimeoutMs, signal }) : undefined;
    const { parts, notAudited } = this.#parts();
    const result = await this.#audit(parts, report, signal);
    const checks = resources?.checks ?? [];
    const residues = resources === undefined ? [] : this.#residues(result, resources);
    const { workload } = connection;
    const scope = { worker: formatWorkerShare(worker), workload, notAudited };
    report.print(result, { ...scope, checks, residues });
    const { error, status, tally } = result;
    if (error !== undefined) printError(describeFailure(new TidemarkError(error.code, error.message)));
    if (status !== 'complete') return 'failed';
    this.#file?.remove();
    const violations = checks.filter(({ outcome }) => outcome === 'violation').length;
    this.#dependencies.metrics.onComplete(tally, violations);
    return findingsOf(tally) - tally.repaired + violations > 0 ? 'differs' : 'ok';
  }

  #residues({ tally }: AuditResult, resources: AuditedResources): readonly Residue[] {
    const { schema, residency } = this.#dependencies.connection;
    const sketches = sketchResidues(schema.eventTypes());
    return residuesOf({ rules: residency.rules(), tally, ...resources, sketches });
  }

  async #audit(parts: readonly AuditPart[], report: AuditReport, signal: AbortSignal): Promise<AuditResult> {
    const { worker, limits } = this.#options;
    const { clock, repair } = this.#dependencies;
    const checkpoint = this.#file?.load();
    const display = showAuditProgress(clock, limits.progressIntervalMs);
    try {
      return await auditRows(
        { parts, clock, rate: this.#rate, limits, repair },
        {
          worker,
          position: checkpoint === undefined ? undefined : positionOf(checkpoint),
          tally: checkpoint?.tally,
          signal,
          onRecord: (record) => report.record(record),
          onSettled: (position, progress) => {
            display.update(progress);
            this.#save(position, progress.tally);
          },
        },
      );
    } finally {
      display.stop();
    }
  }

  #save({ table, after }: AuditPosition, tally: AuditTally): void {
    const nowMs = this.#dependencies.clock.monotonicMs();
    if (nowMs - this.#savedMs < this.#options.limits.checkpointIntervalMs) return;
    this.#savedMs = nowMs;
    this.#file?.save({ table, after: after.toString('base64'), tally });
  }
}

const positionOf = ({ table, after }: AuditCheckpoint): AuditPosition => ({
  table,
  after: Buffer.from(after, 'base64'),
});

/**
 * Returns the checkpoint file of one worker's share of the placements. It needs no lock: an audit only reads.
 */
function checkpointFile(path: string, identity: string): CheckpointFile<AuditCheckpoint> {
  return new CheckpointFile({
    path,
    identity,
    option: 'checkpoint',
    scope: 'store, worker or choice of placements',
    isContent: ({ table, after, tally }) =>
      typeof table === 'string' && typeof after === 'string' && typeof tally === 'object' && tally !== null,
  });
}
