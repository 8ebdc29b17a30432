import {
  chain,
  cellsPerColumnLimit,
  familyIs,
  qualifierIs,
  timestampRange,
} from '../../bigtable/read/filters';
import { toBigtableError } from '../../bigtable/client/bigtable-error';
import type { CallOptions, Cell, Filter } from '../../bigtable/client/types';
import { chainsOf, type RowChains } from '../../core/consistency/row-chains';
import {
  watermarkColumnOf,
  WATERMARK_FAMILY,
  type WatermarkColumn,
} from '../../core/consistency/row-watermark';
import { DEFAULTS } from '../../config/defaults';
import { sleep, type Clock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import type { Random } from '../../platform/random';
import type { TaskStatus } from '../../platform/tasks/supervisor';
import { TaskGroup, type TaskSpec } from '../../platform/tasks/task-group';
import type { Cluster } from '../../routing/topology/cluster';
import type { ClusterClients } from '../../routing/clients/cluster-clients';
import { canaryKey } from './canary-row';
import type { HeartbeatScope, HeartbeatScopes } from '../heartbeats/heartbeat-scope';
import { mayBeCommitted } from '../write/commit-outcome';
import { rowPathOf } from '../write/row-queues';
import { VersionSource } from '../write/version-source';
import { watermarkCell } from '../write/watermark-cell';
import { WriterIds } from '../write/writer-ids';

/**
 * Outcome of one burst of writes at one replica. `ordered`: it showed each write only together with those before it.
 * `reordered`: it showed a write without the one before it. `lagging`: it did not show the last write in time.
 * `failed`: it could not be read.
 */
type CanaryOutcome = 'ordered' | 'reordered' | 'lagging' | 'failed';

export interface CanaryObserver {
  onCanary(origin: string, replica: string, outcome: CanaryOutcome): void;
}

/** See DEFAULTS.orderCanary. */
export type OrderCanaryLimits = {
  readonly [Name in Exclude<keyof typeof DEFAULTS.orderCanary, 'enabled'>]: number;
} & { readonly enabled: boolean };

export interface OrderCanaryOptions {
  readonly clients: ClusterClients<'serving'>;
  readonly scopes: HeartbeatScopes<'serving'>;
  /** Region of this process. Canaries are written at its clusters; undefined: at none. */
  readonly region: string | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly limits?: Partial<OrderCanaryLimits>;
  readonly observer?: CanaryObserver | undefined;
}

/**
 * One cluster's canary row, in one table of its instance. One table is enough, because replication works per instance.
 */
interface CanaryRow {
  readonly table: string;
  readonly key: Buffer;
  readonly origin: Cluster<'serving'>;
  readonly replicas: readonly Cluster<'serving'>[];
}

/** Successive writes of a canary row, in progress or done. */
interface CanaryBurst {
  readonly column: WatermarkColumn;
  readonly firstMs: number;
  /** Version of the last write, once it is acknowledged. Milliseconds. */
  lastMs: number | undefined;
}

/**
 * Finds replicas that apply one cluster's writes of a row out of order, even without traffic: writes a short burst to a
 * row of its own at each accepting cluster of its region, with the cells that all writes leave, and reads the row at
 * every other serving cluster until the last write is shown.
 *
 * No answer depends on the order, so a finding is no error: reads that need both writes are slower. Skips a row that
 * another process has written recently.
 */
export class OrderCanary {
  readonly #options: OrderCanaryOptions;
  readonly #limits: OrderCanaryLimits;
  readonly #versions: VersionSource;
  readonly #ids: WriterIds;
  #tasks: TaskGroup | undefined;

  constructor(options: OrderCanaryOptions) {
    this.#options = options;
    this.#limits = { ...DEFAULTS.orderCanary, ...options.limits };
    this.#versions = new VersionSource(options.clock);
    this.#ids = new WriterIds(options.random);
  }

  start(): void {
    if (!this.#limits.enabled) return;
    const { clock, random, logger } = this.#options;
    this.#tasks ??= new TaskGroup({
      name: 'order canaries',
      intervalMs: this.#limits.intervalMs,
      clock,
      random,
      desiredTasks: () => this.#wanted(),
      onError: (error, task) => logger.warn({ err: error, task }, 'the order canary could not be written'),
    });
  }

  async stop(): Promise<void> {
    await this.#tasks?.stop();
  }

  status(): readonly TaskStatus[] {
    return this.#tasks?.status() ?? [];
  }

  /** Returns one task per row, by name: after a reload another cluster may have the name. */
  #wanted(): TaskSpec[] {
    const { intervalMs, jitter, timeoutMs, callTimeoutMs, writes } = this.#limits;
    return this.#canaries().map(({ origin: { instance, id } }) => ({
      name: `order canary of ${id}`,
      intervalMs,
      jitter,
      timeoutMs: timeoutMs + (writes + 2) * callTimeoutMs,
      run: async (signal) => {
        const canary = this.#canaries().find(
          ({ origin }) => origin.instance === instance && origin.id === id,
        );
        if (canary !== undefined) await this.#run(canary, signal);
      },
    }));
  }

  #canaries(): CanaryRow[] {
    const { scopes, region } = this.#options;
    const byInstance = new Map<string, HeartbeatScope<'serving'>>();
    for (const scope of scopes()) {
      const instance = scope.origins[0]?.instance;
      if (instance !== undefined && !byInstance.has(instance)) byInstance.set(instance, scope);
    }
    return [...byInstance.values()].flatMap(({ table, origins, replicas }) =>
      origins
        .filter((origin) => origin.writes === 'accepted' && origin.region === region)
        .map((origin) => ({
          table,
          key: canaryKey(origin.code),
          origin,
          replicas: replicas.filter(({ id }) => id !== origin.id),
        })),
    );
  }

  async #run(canary: CanaryRow, signal: AbortSignal): Promise<void> {
    if (await this.#isRecent(canary, signal)) return;
    const burst = this.#begin(canary);
    // A burst that fails ends its readers, which then have nothing to report.
    const readers = new AbortController();
    const end = (): void => readers.abort(new Error('the burst is over'));
    signal.addEventListener('abort', end, { once: true });
    try {
      const reading = canary.replicas.map((replica) => this.#watch(canary, replica, burst, readers.signal));
      await Promise.all([
        ...reading,
        this.#write(canary, burst, signal).catch((error: unknown) => {
          end();
          throw error;
        }),
      ]);
    } finally {
      end();
      signal.removeEventListener('abort', end);
    }
  }

  /** Whether some process has written the row within half an interval. */
  async #isRecent(canary: CanaryRow, signal: AbortSignal): Promise<boolean> {
    const { clock } = this.#options;
    const sinceMs = Math.max(0, clock.nowMs() - this.#limits.intervalMs / 2);
    const recent = [familyIs(WATERMARK_FAMILY), timestampRange(sinceMs * 1_000), cellsPerColumnLimit(1)];
    return (await this.#read(canary.origin, canary, chain(...recent), signal)).length > 0;
  }

  #begin({ table, key, origin }: CanaryRow): CanaryBurst {
    const place = rowPathOf(table, key);
    const column = watermarkColumnOf(origin.code, this.#ids.currentId(place));
    return { column, firstMs: this.#versions.next(place), lastMs: undefined };
  }

  /** Writes one after the other, as a writer does. A failure ends the burst. */
  async #write(canary: CanaryRow, burst: CanaryBurst, signal: AbortSignal): Promise<void> {
    const { table, key } = canary;
    const place = rowPathOf(table, key);
    let versionMs = burst.firstMs;
    for (let written = 1; ; written++) {
      await this.#writeOnce(canary, versionMs, signal);
      if (written >= this.#limits.writes) break;
      versionMs = this.#versions.next(place);
    }
    burst.lastMs = versionMs;
  }

  async #writeOnce({ table, key, origin }: CanaryRow, versionMs: number, signal: AbortSignal): Promise<void> {
    const place = rowPathOf(table, key);
    const state = this.#ids.snapshot(place);
    const mutations = [watermarkCell(state, origin.code, versionMs)];
    try {
      await this.#options.clients.of(origin).mutateRow(table, { key, mutations }, this.#call(signal));
    } catch (error) {
      if (mayBeCommitted(toBigtableError(error))) this.#ids.retire(place, state.writer);
      throw error;
    }
    this.#ids.acknowledge(place, state, { origin: origin.code, versionMs });
  }

  async #watch(
    canary: CanaryRow,
    replica: Cluster<'serving'>,
    burst: CanaryBurst,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock, observer } = this.#options;
    const { timeoutMs, pollIntervalMs } = this.#limits;
    const untilMs = clock.monotonicMs() + timeoutMs;
    let isReordered = false;
    for (;;) {
      const shown = await this.#shownBy(canary, replica, burst, signal);
      if (signal.aborted) return;
      if (shown !== undefined && shown.gaps.length > 0 && !isReordered) {
        isReordered = true;
        this.#logReordered(canary, replica);
      }
      const isWhole = burst.lastMs !== undefined && shown?.complete.get(burst.column) === burst.lastMs;
      if (isWhole || clock.monotonicMs() >= untilMs) {
        const late = shown === undefined ? 'failed' : 'lagging';
        const outcome = isReordered ? 'reordered' : isWhole ? 'ordered' : late;
        return observer?.onCanary(canary.origin.id, replica.id, outcome);
      }
      await sleep(clock, pollIntervalMs, signal).catch(() => undefined);
    }
  }

  /**
   * Returns what the replica shows of the burst; undefined if it cannot be read. Nothing of the burst counts as
   * replicated without being shown.
   */
  async #shownBy(
    canary: CanaryRow,
    replica: Cluster<'serving'>,
    { column, firstMs }: CanaryBurst,
    signal: AbortSignal,
  ): Promise<RowChains | undefined> {
    const ofBurst = chain(
      familyIs(WATERMARK_FAMILY),
      qualifierIs(Buffer.from(column, 'latin1')),
      timestampRange(firstMs * 1_000),
    );
    try {
      const cells = await this.#read(replica, canary, ofBurst, signal);
      return chainsOf(cells, { replicatedBeforeMs: firstMs, depth: Infinity });
    } catch {
      return undefined;
    }
  }

  /** Reads the row, but not by readRow, which measures the latency of point reads that users wait for. */
  async #read(
    cluster: Cluster<'serving'>,
    { table, key }: CanaryRow,
    filter: Filter,
    signal: AbortSignal,
  ): Promise<readonly Cell[]> {
    const rows = this.#options.clients
      .of(cluster)
      .readRows({ table, keys: [key], filter }, this.#call(signal));
    let found: readonly Cell[] = [];
    for await (const { cells } of rows) found = cells;
    return found;
  }

  #call(signal: AbortSignal): CallOptions {
    return { timeoutMs: this.#limits.callTimeoutMs, signal };
  }

  #logReordered({ table, origin }: CanaryRow, replica: Cluster): void {
    this.#options.logger.warn(
      { origin: origin.id, replica: replica.id, table },
      'a replica shows a canary write without the one before it: replication applies writes of one row out of order, and reads that need both go to the origin',
    );
  }
}
