import type { Cell, Filter } from '../../bigtable/client/types';
import { DEFAULTS } from '../../config/defaults';
import type { Clock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import type { Random } from '../../platform/random';
import type { Cluster } from '../../routing/topology/cluster';
import type { ClusterClients } from '../../routing/clients/cluster-clients';
import { shardAuditFilter, findWriteMissedByShard, type MissedWrite } from './shard-audit';
import type { Auditor, ProofClaim } from './proof-claim';
import { shardOf } from '../heartbeats/heartbeat-row';
import { findWriteMissedByRow, rowAuditFilter } from './row-audit';

export interface AuditSamplerOptions {
  readonly clients: ClusterClients<'serving'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly limits?: Partial<AuditLimits>;
  readonly observer?: AuditObserver | undefined;
  /** Called with each violation. */
  readonly onViolation?: (violation: AuditViolation) => void;
}

export type AuditLimits = {
  readonly [Name in keyof typeof DEFAULTS.audit]: number;
};

export interface AuditViolation extends MissedWrite {
  readonly claim: ProofClaim;
  /** Time for which the replica lacked the write, at least, counted from the start of the write. Milliseconds. */
  readonly lateMs: number;
}

/** `failed`: the origin could not be read. `skipped`: too many audits were waiting. */
export type AuditOutcome = 'passed' | 'violated' | 'failed' | 'skipped';

export interface AuditObserver {
  /** `kind`: the proof of the answer. */
  onAudit(outcome: AuditOutcome, kind: ProofClaim['kind']): void;
}

/**
 * Compares some of the answers that were proven without the origin with the origin's row.
 *
 * For answers that heartbeats alone prove: where replication keeps its order there is nothing to find. A violation
 * proves that it does not, so that `row` evidence must be used. For answers that the row's watermark proves: a
 * violation proves that a row mutation was not applied as a whole, or that a chain left a write out. Either is an error
 * of Bigtable or of this program.
 *
 * In doubt an answer passes: a row that was erased meanwhile counts as passed, and so does one where the origin does
 * not show everything that the answer showed. Audits never delay an answer, and the number of calls in flight is
 * limited.
 */
export class AuditSampler implements Auditor {
  readonly #options: AuditSamplerOptions;
  readonly #limits: AuditLimits;
  readonly #due: PendingAudit[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #control = new AbortController();
  readonly #checks = new Set<Promise<void>>();

  constructor(options: AuditSamplerOptions) {
    this.#options = options;
    this.#limits = { ...DEFAULTS.audit, ...options.limits };
  }

  recordClaim(claim: ProofClaim): void {
    const { random, clock, observer } = this.#options;
    const { rate, checksQueuedMax, delayMs } = this.#limits;
    if (random() >= rate || this.#control.signal.aborted || !isServing(claim.origin)) return;
    if (this.#waiting.size + this.#due.length >= checksQueuedMax)
      return observer?.onAudit('skipped', claim.kind);
    const pending: PendingAudit = { claim, origin: claim.origin, claimedMs: clock.nowMs() };
    const cancel = clock.schedule(delayMs, () => {
      this.#waiting.delete(cancel);
      this.#due.push(pending);
      this.#checkNext();
    });
    this.#waiting.add(cancel);
  }

  /** Drops the audits that wait, and ends those in flight. */
  async stop(): Promise<void> {
    this.#control.abort(new Error('the audit is stopping'));
    for (const cancel of this.#waiting) cancel();
    this.#waiting.clear();
    this.#due.length = 0;
    await Promise.all(this.#checks);
  }

  #checkNext(): void {
    if (this.#checks.size >= this.#limits.checksInFlightMax) return;
    const next = this.#due.shift();
    if (next === undefined) return;
    const check = this.#check(next).finally(() => {
      this.#checks.delete(check);
      this.#checkNext();
    });
    this.#checks.add(check);
  }

  async #check(pending: PendingAudit): Promise<void> {
    const { observer, logger } = this.#options;
    const { kind } = pending.claim;
    try {
      const missed = await this.#missedBy(pending);
      if (missed !== undefined) this.#report(pending, missed);
      observer?.onAudit(missed === undefined ? 'passed' : 'violated', kind);
    } catch (error) {
      if (this.#control.signal.aborted) return;
      logger.debug({ err: error }, 'an answer could not be audited');
      observer?.onAudit('failed', kind);
    }
  }

  async #missedBy({ claim, origin }: PendingAudit): Promise<MissedWrite | undefined> {
    const { marginMs, timeoutMs } = this.#limits;
    const { table, key } = claim;
    const call = { timeoutMs, signal: this.#control.signal };
    // Not by readRow, which measures the latency of point reads: these are not reads that a user waits for.
    const read = { table, keys: [key], filter: filterOf(claim, marginMs) };
    let missed: MissedWrite | undefined;
    for await (const row of this.#options.clients.of(origin).readRows(read, call)) {
      missed = missedIn(claim, row.cells, marginMs);
    }
    return missed;
  }

  #report({ claim, claimedMs }: PendingAudit, missed: MissedWrite): void {
    const { logger, onViolation } = this.#options;
    const lateMs = claimedMs - missed.versionMs;
    const { table, key, replica, origin } = claim;
    logger.error(
      { table, shard: shardOf(key), replica: replica.id, origin: origin.id, lateMs },
      FOUND[claim.kind],
    );
    onViolation?.({ ...missed, claim, lateMs });
  }
}

const FOUND: Readonly<Record<ProofClaim['kind'], string>> = {
  shard:
    'an answer proven by heartbeats lacks a write that the origin had acknowledged: replication is not in order, so set the consistency evidence to "row"',
  row: "an answer proven by its row's watermark lacks a write that the origin has: report it, and read at the origin until it is explained",
};

function filterOf(claim: ProofClaim, marginMs: number): Filter {
  return claim.kind === 'row' ? rowAuditFilter(claim) : shardAuditFilter(claim, marginMs);
}

function missedIn(claim: ProofClaim, cells: readonly Cell[], marginMs: number): MissedWrite | undefined {
  return claim.kind === 'row'
    ? findWriteMissedByRow(claim, cells)
    : findWriteMissedByShard(claim, cells, marginMs);
}

interface PendingAudit {
  readonly claim: ProofClaim;
  readonly origin: Cluster<'serving'>;
  /** Wall clock when the answer was given, in milliseconds. */
  readonly claimedMs: number;
}

/** Clusters for batch work cannot be queried by this process. */
function isServing(cluster: Cluster): cluster is Cluster<'serving'> {
  return cluster.workload === 'serving';
}
