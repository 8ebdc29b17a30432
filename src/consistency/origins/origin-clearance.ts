import { isDeepStrictEqual } from 'node:util';
import type { CallOptions } from '../../bigtable/client/types';
import { minOf } from '../../core/shared/lists';
import type { OriginCode } from '../../core/consistency/row-watermark';
import { isPlacedTable } from '../../core/residency/placement-rules';
import { DEFAULTS } from '../../config/defaults';
import { backoffMs } from '../../platform/time/backoff';
import type { CancelSignal } from '../../platform/tasks/cancellation';
import { sleep, type Clock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import type { Random } from '../../platform/random';
import type { TaskStatus } from '../../platform/tasks/supervisor';
import { TaskGroup, type TaskSpec } from '../../platform/tasks/task-group';
import type { Cluster } from '../../routing/topology/cluster';
import type { ClusterClients } from '../../routing/clients/cluster-clients';
import { storeTables } from '../../routing/topology/store-tables';
import type { StoreTopology } from '../../routing/topology/store-topology';
import type { AnnouncedOrigins } from './announced-origins';
import { isActiveOrigin, type OriginAnnouncement } from './control-row';
import { ControlRows, type ControlReadResult } from './control-row-client';
import {
  announcedUntilMs,
  completeUntilMs,
  isAnnouncedSomewhere,
  newestAnnouncement,
  type ControlView,
} from './control-view';
import { needsAnnouncements, originScope, type OriginScope } from './origin-scope';

export type ClearanceLimits = { readonly [Name in keyof typeof DEFAULTS.announcements]: number };

export interface OriginClearanceOptions {
  readonly clients: ClusterClients<'serving'>;
  readonly topology: StoreTopology;
  /** Corpora of the store. The topology may add tables. */
  readonly tables: readonly string[];
  readonly announced: AnnouncedOrigins;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly limits?: Partial<ClearanceLimits>;
}

/** Which clusters may take a table's writes. */
export interface WriteClearance {
  /** Whether every process that reads strictly can know of writes that the cluster acknowledges from now on. */
  isCleared(table: string, cluster: Cluster): boolean;
  /** Whether some cluster may take writes of the table, or none ever will with the present topology. */
  isReady(table: string): boolean;
  /**
   * Resolves when the cluster is cleared, or, without a cluster, when any cluster that accepts writes of the table is,
   * or when this is impossible for now. Never rejects.
   */
  whenCleared(table: string, call: CallOptions, cluster?: Cluster): Promise<void>;
}

/** State of one table's clusters. */
interface TableState {
  readonly table: string;
  scope: OriginScope;
  /**
   * Time until which the announcement of each cluster lasts, by code. All other origins have acknowledged it.
   * Milliseconds.
   */
  readonly untilMs: Map<OriginCode, number>;
  /** The scan of all control rows that is in progress. */
  scan: Promise<void> | undefined;
  /** Monotonic time from which waiting callers may scan again, in milliseconds. */
  retryAtMs: number;
  /** Monotonic time at which the next background scan is due, in milliseconds. */
  nextScanMs: number;
}

/**
 * Announces clusters as origins before this process sends them writes. A cluster is cleared once every other origin of
 * the table has acknowledged its announcement for every shard, and the cluster itself has recorded that. The record
 * serves processes that start while another region is unavailable: they are not blocked.
 *
 * Any number of processes do the same. Each finds what another one has announced.
 */
export class OriginClearance implements WriteClearance {
  readonly #options: OriginClearanceOptions;
  readonly #limits: ClearanceLimits;
  readonly #controls: ControlRows;
  readonly #tables = new Map<string, TableState>();
  /**
   * Remaining time at which an announcement is renewed, in milliseconds. Slightly different in each process, so that
   * one of them renews for all.
   */
  readonly #renewBelowMs: number;
  #topology: StoreTopology;
  #tasks: TaskGroup | undefined;

  constructor(options: OriginClearanceOptions) {
    this.#options = options;
    this.#limits = { ...DEFAULTS.announcements, ...options.limits };
    this.#controls = new ControlRows(options);
    this.#topology = options.topology;
    const { renewBelowMs, renewSpreadMs } = this.#limits;
    this.#renewBelowMs = renewBelowMs - options.random() * renewSpreadMs;
    for (const table of storeTables(options.topology, options.tables)) this.#stateOf(table);
  }

  isCleared(table: string, { code }: Cluster): boolean {
    const { scope, untilMs } = this.#stateOf(table);
    if (!needsAnnouncements(scope)) return true;
    return (untilMs.get(code) ?? -Infinity) > this.#options.clock.nowMs() + this.#limits.marginMs;
  }

  isReady(table: string): boolean {
    const { scope } = this.#stateOf(table);
    if (!needsAnnouncements(scope)) return true;
    const accepting = acceptingIn(scope);
    return accepting.length === 0 || accepting.some((cluster) => this.isCleared(table, cluster));
  }

  async whenCleared(table: string, { timeoutMs, signal }: CallOptions, cluster?: Cluster): Promise<void> {
    const state = this.#stateOf(table);
    const isCleared = (): boolean =>
      cluster === undefined ? this.isReady(table) : this.isCleared(table, cluster);
    if (isCleared()) return;
    if (timeoutMs === undefined) return this.#scanUntilCurrent(state);
    const over = new AbortController();
    const onAbort = (): void => over.abort();
    signal?.addEventListener('abort', onAbort, { once: true });
    const waiting = sleep(this.#options.clock, timeoutMs, over.signal).catch(() => undefined);
    await Promise.race([this.#scanUntil(isCleared, state, over.signal), waiting]);
    over.abort();
    signal?.removeEventListener('abort', onAbort);
  }

  /**
   * Follows another topology. Clusters that take writes already continue to do so while they are announced to new
   * origins.
   */
  reload(topology: StoreTopology): void {
    this.#topology = topology;
    const nowMs = this.#options.clock.nowMs();
    this.#dropPlacedTables(topology);
    for (const state of this.#tables.values()) {
      const before = state.scope;
      const scope = originScope(topology, state.table);
      // A file that is read again without a change does not disturb the scan in progress.
      if (isDeepStrictEqual(scope, before)) continue;
      const inUse = new Set(acceptingIn(before).map(({ code }) => code));
      state.scope = scope;
      for (const code of [...state.untilMs.keys()]) if (!inUse.has(code)) state.untilMs.delete(code);
      if (!needsAnnouncements(before))
        for (const code of inUse) state.untilMs.set(code, nowMs + this.#limits.lastsMs);
      state.nextScanMs = -Infinity;
      state.retryAtMs = -Infinity;
    }
    for (const table of storeTables(topology, this.#options.tables)) this.#stateOf(table);
  }

  /** Forgets the tables of placements that the topology does not have any more. */
  #dropPlacedTables(topology: StoreTopology): void {
    for (const table of [...this.#tables.keys()])
      if (isPlacedTable(table) && !topology.corpora.has(table)) this.#tables.delete(table);
  }

  start(): void {
    const { clock, random, logger } = this.#options;
    const { intervalMs } = this.#limits;
    this.#tasks ??= new TaskGroup({
      name: 'announcements',
      intervalMs,
      clock,
      random,
      desiredTasks: () => [...this.#tables.values()].map((state) => this.#taskOf(state)),
      onError: (error, task) =>
        logger.warn({ err: error, task }, 'a cluster could not be announced as an origin'),
    });
    for (const state of this.#tables.values()) if (this.#isDue(state)) void this.#scan(state);
  }

  async stop(): Promise<void> {
    await this.#tasks?.stop();
  }

  status(): {
    readonly tasks: readonly TaskStatus[];
    /** Clusters that accept writes, and whether they are cleared for every table. */
    readonly origins: readonly { readonly origin: string; readonly cleared: boolean }[];
    /** Another process may be writing to a cluster that the topology of this process does not have as an origin. */
    readonly isOutdated: boolean;
  } {
    const cleared = new Map<string, boolean>();
    for (const { table, scope } of this.#tables.values()) {
      for (const cluster of acceptingIn(scope)) {
        const isCleared = this.isCleared(table, cluster) && (cleared.get(cluster.id) ?? true);
        cleared.set(cluster.id, isCleared);
      }
    }
    const origins = Array.from(cleared, ([origin, isCleared]) => ({ origin, cleared: isCleared }));
    return { tasks: this.#tasks?.status() ?? [], origins, isOutdated: this.#isOutdated() };
  }

  #isOutdated(): boolean {
    const { announced, clock } = this.#options;
    const replicatedBeforeMs = clock.nowMs();
    return [...this.#tables.values()].some(
      ({ table, scope }) => announced.unaccounted(table, { ...scope, replicatedBeforeMs }).length > 0,
    );
  }

  #stateOf(table: string): TableState {
    const known = this.#tables.get(table);
    if (known !== undefined) return known;
    const scope = originScope(this.#topology, table);
    const state: TableState = {
      table,
      scope,
      untilMs: new Map(),
      scan: undefined,
      retryAtMs: -Infinity,
      nextScanMs: -Infinity,
    };
    this.#tables.set(table, state);
    return state;
  }

  #taskOf(state: TableState): TaskSpec {
    const { intervalMs, jitter, callTimeoutMs } = this.#limits;
    return {
      name: `announcements in ${state.table}`,
      intervalMs,
      jitter,
      timeoutMs: 4 * callTimeoutMs,
      backoffMaxMs: 4 * intervalMs,
      run: async (signal) => {
        if (!this.#isDue(state)) return;
        await this.#scan(state, signal);
        const failure = this.#failureOf(state);
        if (failure !== undefined) throw failure;
      },
    };
  }

  #isDue({ scope, nextScanMs: dueMs }: TableState): boolean {
    const isNeeded = needsAnnouncements(scope) || scope.fenced.length > 0;
    return isNeeded && this.#options.clock.monotonicMs() >= dueMs;
  }

  #failureOf({ table, scope }: TableState): Error | undefined {
    const waiting = acceptingIn(scope).filter((cluster) => !this.isCleared(table, cluster));
    if (waiting.length === 0) return undefined;
    const names = waiting.map(({ id }) => id).join(', ');
    return new Error(`${names} takes no writes of ${table} yet: not every other origin has acknowledged it`);
  }

  /** Scans the control rows, one scan at a time per table: later callers wait for the same result. */
  #scan(state: TableState, signal?: CancelSignal): Promise<void> {
    const { scope } = state;
    state.scan ??= this.#announce(state, signal).finally(() => {
      state.scan = undefined;
      if (state.scope === scope) state.retryAtMs = this.#options.clock.monotonicMs() + this.#pauseMs();
    });
    return state.scan;
  }

  #pauseMs(): number {
    const { retryMs } = this.#limits;
    return backoffMs({ initialDelayMs: retryMs, maxDelayMs: retryMs }, 0, this.#options.random);
  }

  /** Scans repeatedly, with pauses: an origin that did not acknowledge in time may do so the next time. */
  async #scanUntil(isCleared: () => boolean, state: TableState, over: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    while (!isCleared() && !over.aborted) {
      const pauseMs = state.retryAtMs - clock.monotonicMs();
      if (state.scan !== undefined || pauseMs <= 0) await this.#scan(state);
      else await sleep(clock, pauseMs, over).catch(() => undefined);
    }
  }

  /** Like `#scan`, and again after a reload in between, because that scan found nothing of the new clusters. */
  async #scanUntilCurrent(state: TableState): Promise<void> {
    for (let scope: OriginScope | undefined; scope !== state.scope;) {
      scope = state.scope;
      await this.#scan(state);
    }
  }

  /** Reads what every origin shows, and announces what it lacks. Never rejects. */
  async #announce(state: TableState, signal?: CancelSignal): Promise<void> {
    const { scope, table } = state;
    const { clock } = this.#options;
    const views = await this.#controls.readAll(scope.origins, table, this.#call(signal));
    const announced = needsAnnouncements(scope)
      ? acceptingIn(scope).map((cluster) => this.#announceOne(cluster, { state, scope, views, signal }))
      : [];
    const fenced = scope.fenced.map((cluster) => this.#revoke(cluster, { state, scope, views, signal }));
    const outcomes = await Promise.all([...announced, ...fenced]);
    // A reload came in between: the announcements stay valid, and there may be more to do.
    if (state.scope !== scope) return;
    const nowMs = clock.nowMs();
    const leastMs = minOf(outcomes.map((outcome) => outcome.untilMs));
    const isCleared = leastMs > nowMs + this.#limits.marginMs;
    const { incompleteRetryMs } = this.#limits;
    const pauseMs = outcomes.every(({ isDone }) => isDone)
      ? Math.max(incompleteRetryMs, leastMs - this.#renewBelowMs - nowMs)
      : incompleteRetryMs;
    state.nextScanMs = isCleared ? clock.monotonicMs() + pauseMs : -Infinity;
  }

  async #announceOne(cluster: Cluster<'serving'>, scan: ControlScan): Promise<AnnouncementOutcome> {
    const { state, scope, views } = scan;
    const { clock, logger } = this.#options;
    const { code, id } = cluster;
    const nowMs = clock.nowMs();
    const newest = newestAnnouncement(shownBy(views), code);
    const isRevoked = newest !== undefined && !isActiveOrigin(newest);
    const renewMs = nowMs + this.#renewBelowMs;
    const isFresh = (view: ControlView): boolean => !isRevoked && announcedUntilMs(view, code) >= renewMs;
    const others = scope.origins.filter((origin) => origin.code !== code);
    const asked = others.filter((origin) => isView(views.get(origin.code)));
    const holding = asked.filter((origin) => isFresh(views.get(origin.code) as ControlView));
    const lacking = asked.filter((origin) => !holding.includes(origin));
    const own = views.get(code);
    const recordedMs = isView(own) && !isRevoked ? completeUntilMs(own, code) : -Infinity;
    if (recordedMs > nowMs + this.#limits.marginMs) this.#clear(scan, code, recordedMs);

    const announcement = {
      origin: code,
      announcedMs: nowMs,
      acknowledgedAt: [],
      untilMs: Math.max(nowMs + this.#limits.lastsMs, (newest?.untilMs ?? 0) + 1),
    };
    const written = await this.#write(lacking, { ...announcement, state: 'announced' }, scan);
    const acknowledged = [...holding, ...written].map((origin) => origin.code);
    const isByAll = acknowledged.length === others.length;
    const recorded = isView(own) ? (own.get(code)?.newest.acknowledgedAt ?? []) : [];
    const isRecorded = recordedMs >= renewMs && acknowledged.every((each) => recorded.includes(each));
    if (isRecorded) return { untilMs: recordedMs, isDone: isByAll };
    const isStillCleared = recordedMs > nowMs + this.#limits.marginMs;
    if (!isByAll && !isStillCleared) return { untilMs: recordedMs, isDone: false };
    const record = { ...announcement, state: 'complete' as const, acknowledgedAt: acknowledged };
    const [isKept] = await this.#write([cluster], record, scan);
    if (isKept === undefined) return { untilMs: recordedMs, isDone: false };
    this.#clear(scan, code, announcement.untilMs);
    logger.info({ table: state.table, origin: id }, 'the cluster has been announced as an origin');
    return { untilMs: announcement.untilMs, isDone: isByAll };
  }

  /**
   * Revokes the announcements that a fenced cluster had before its fence. If the cluster comes back, it is like a new
   * one.
   */
  async #revoke(
    { code, fencedAtMs = Infinity }: Cluster<'serving'>,
    scan: ControlScan,
  ): Promise<AnnouncementOutcome> {
    const { scope, views } = scan;
    const nowMs = this.#options.clock.nowMs();
    if (nowMs < fencedAtMs) return { untilMs: Infinity, isDone: false };
    const newest = newestAnnouncement(shownBy(views), code);
    if (newest === undefined) return DONE;
    if (isActiveOrigin(newest) && newest.announcedMs > fencedAtMs) return DONE;
    const lacking = scope.origins.filter((origin) => {
      const view = views.get(origin.code);
      return isView(view) && isAnnouncedSomewhere(view, code);
    });
    const untilMs = isActiveOrigin(newest) ? newest.untilMs + 1 : newest.untilMs;
    const announcement = {
      origin: code,
      announcedMs: nowMs,
      acknowledgedAt: [],
      untilMs,
      state: 'fenced' as const,
    };
    const written = await this.#write(lacking, announcement, scan);
    const isByAll = written.length === lacking.length && [...views.values()].every(isView);
    return { untilMs: Infinity, isDone: isByAll };
  }

  #write(
    clusters: readonly Cluster<'serving'>[],
    announcement: OriginAnnouncement,
    { state, signal }: ControlScan,
  ): Promise<readonly Cluster<'serving'>[]> {
    if (clusters.length === 0) return Promise.resolve([]);
    return this.#controls.writeAll(clusters, { table: state.table, announcement }, this.#call(signal));
  }

  /** Records the clearance, unless the topology has changed meanwhile: then its clusters are scanned again. */
  #clear({ state, scope }: ControlScan, code: OriginCode, untilMs: number): void {
    if (state.scope === scope) state.untilMs.set(code, untilMs);
  }

  #call(signal: CancelSignal | undefined): CallOptions {
    const { callTimeoutMs: timeoutMs } = this.#limits;
    return signal === undefined ? { timeoutMs } : { timeoutMs, signal };
  }
}

/** One scan of the control rows of a table. */
interface ControlScan {
  readonly state: TableState;
  /** Scope at the start of the scan. */
  readonly scope: OriginScope;
  readonly views: ReadonlyMap<OriginCode, ControlReadResult>;
  readonly signal: CancelSignal | undefined;
}

interface AnnouncementOutcome {
  /** Time until which the cluster is cleared, in milliseconds; -Infinity while it is not. */
  readonly untilMs: number;
  /** Whether every other origin has acknowledged it. */
  readonly isDone: boolean;
}

const DONE: AnnouncementOutcome = { untilMs: Infinity, isDone: true };

const acceptingIn = ({ origins }: OriginScope): readonly Cluster<'serving'>[] =>
  origins.filter(({ writes }) => writes === 'accepted');

const isView = (asked: ControlReadResult | undefined): asked is ControlView =>
  asked !== undefined && !(asked instanceof Error);

function shownBy(views: ReadonlyMap<OriginCode, ControlReadResult>): readonly ControlView[] {
  return [...views.values()].filter(isView);
}
