import { createHash } from 'node:crypto';
import type { Config } from '../../config/index';
import type { CalendarDay } from '../../core/time/calendar-day';
import { isMismatch } from '../../core/reconcile/compare-counts';
import { countedPlacements, type CountedPlacements } from '../../core/residency/sketch-tables';
import type { SketchDeclaration } from '../../core/schema/schema';
import { invalidArgument } from '../../errors';
import { createCountCampaigns } from '../../operations/campaign-counts/count-campaigns';
import type { WorkerShare } from '../../operations/compaction/key-sections';
import { createCompareDay, type CountComparison } from '../../operations/reconcile/compare-day';
import { createRecountDay, newRecount, type RecountResult } from '../../operations/reconcile/recount-day';
import { addRecountTally, emptyRecountTally, RecountState } from '../../operations/reconcile/recount-state';
import { systemClock } from '../../platform/time/clock';
import { storeNameOf } from '../../store/token-keys';
import type { BatchConnection } from '../shared/connection';
import type { ReconciliationExport } from './export';
import type { CheckpointFile } from '../../platform/files/checkpoint-file';
import { formatWorkerShare } from '../shared/worker-option';
import { recountFile, type StoredRecount } from './recount-file';
import type { ReconciliationObserver } from './metrics';
import { showRecountProgress } from './progress';
import { ReconciliationTally, type ReconciliationSummary } from './report';

export interface ReconciliationOptions {
  readonly config: Config;
  readonly connection: BatchConnection;
  readonly sketch: SketchDeclaration;
  readonly day: CalendarDay;
  /** Canonical ids of the campaigns to compare. Absent: all. */
  readonly campaignIds?: ReadonlySet<string> | undefined;
  readonly worker: WorkerShare;
  /** Path of the file that the worker's counts are saved to. */
  readonly checkpoint?: string | undefined;
  readonly restart: boolean;
  /** Paths of the files of workers that have counted their shares. */
  readonly parts?: readonly string[] | undefined;
  readonly hours: boolean;
  /** Error bound of estimates, in standard errors. */
  readonly sigmas: number;
  readonly output?: ReconciliationExport | undefined;
  /** Whether the result contains all comparisons, or mismatches only. */
  readonly all: boolean;
  readonly observer?: ReconciliationObserver;
}

export interface ReconciliationResult {
  readonly summary: ReconciliationSummary;
  readonly comparisons: readonly CountComparison[];
  readonly exported?: { readonly rows: number; readonly bytes: number } | undefined;
  readonly error?: RecountResult['error'] | undefined;
}

/** Recounts a day, or merges the counts of workers, and compares the result with the sketches. */
export class Reconciliation {
  readonly #options: ReconciliationOptions;
  readonly #identity: string;
  readonly #file: CheckpointFile<StoredRecount> | undefined;
  #savedMs = -Infinity;

  constructor(options: ReconciliationOptions) {
    this.#options = options;
    this.#identity = identityOf(options);
    const { checkpoint: path } = options;
    if (path !== undefined) this.#file = recountFile(path, this.#identity, 'checkpoint');
  }

  /**
   * Locks the checkpoint, if there is one, until the returned function is called. Throws while another process holds
   * it.
   */
  lock(): () => void {
    return this.#file?.lock() ?? (() => undefined);
  }

  async run(signal: AbortSignal): Promise<ReconciliationResult> {
    const { parts, worker, restart } = this.#options;
    if (restart) this.#file?.remove();
    if (parts !== undefined) return this.#compare(this.#merge(parts), signal);
    const { status, state, error } = await this.#recount(signal);
    this.#file?.save({ worker, state: state.toJSON() });
    if (status !== 'complete') return this.#withoutComparison(status, state, error);
    if (worker.count > 1) return this.#withoutComparison('counted', state);
    const result = await this.#compare(state, signal);
    this.#file?.remove();
    return result;
  }

  async #recount(signal: AbortSignal): Promise<RecountResult> {
    const { connection, config, sketch, day, worker, campaignIds: only, observer } = this.#options;
    const { dataType, store } = connection;
    const limits = config.reconciliation;
    const recountDay = createRecountDay({ scanner: store.scanner, clock: systemClock, limits });
    const state = this.#stored();
    const display = showRecountProgress(day.day, systemClock);
    const onProgress = (now: RecountState): void => {
      display.update(now);
      observer?.onProgress(now);
      this.#save(now);
    };
    try {
      const job = { dataType, sketch, day, worker, signal, onProgress };
      return await recountDay({ ...job, only, state });
    } finally {
      display.stop();
    }
  }

  #stored(): RecountState | undefined {
    const { worker, checkpoint, config, connection } = this.#options;
    const stored = this.#file?.load();
    if (stored === undefined) return undefined;
    if (stored.worker.index !== worker.index || stored.worker.count !== worker.count) {
      throw invalidArgument(
        'checkpoint',
        `${checkpoint} belongs to another worker: use --restart to start over`,
      );
    }
    return RecountState.fromJSON(stored.state, newRecount(connection.dataType, config.reconciliation));
  }

  #save(state: RecountState): void {
    const nowMs = systemClock.monotonicMs();
    const { checkpointIntervalMs } = this.#options.config.reconciliation;
    if (this.#file === undefined || nowMs - this.#savedMs < checkpointIntervalMs) return;
    this.#savedMs = nowMs;
    this.#file.save({ worker: this.#options.worker, state: state.toJSON() });
  }

  /** Merges the shares of all workers. Throws unless each share is there once and is complete. */
  #merge(paths: readonly string[]): RecountState {
    const { connection, config } = this.#options;
    const recount = newRecount(connection.dataType, config.reconciliation);
    const tally = emptyRecountTally();
    const seen = new Map<number, string>();
    let [count, startedMs] = [0, Infinity];
    for (const path of paths) {
      const stored = recountFile(path, this.#identity, 'parts').load();
      if (stored === undefined) throw invalidArgument('parts', `${path} does not exist`);
      const { worker, state } = stored;
      const share = formatWorkerShare(worker);
      if (state.sections.length > 0)
        throw invalidArgument('parts', `${path}: share ${share} is incomplete: run its worker again`);
      if (seen.has(worker.index)) throw invalidArgument('parts', `${path}: share ${share} is given twice`);
      if (count > 0 && worker.count !== count) {
        throw invalidArgument('parts', `${path} is share ${share}, but other files are of ${count} workers`);
      }
      seen.set(worker.index, path);
      count = worker.count;
      startedMs = Math.min(startedMs, state.startedMs);
      recount.merge(state.counts);
      addRecountTally(tally, state.tally);
    }
    const missing = Array.from({ length: count }, (_, index) => index).find((index) => !seen.has(index));
    if (missing !== undefined) throw invalidArgument('parts', `share ${missing + 1}/${count} is missing`);
    return new RecountState({ recount, tally, sections: [], startedMs });
  }

  async #compare(state: RecountState, signal: AbortSignal): Promise<ReconciliationResult> {
    const {
      connection,
      config,
      sketch,
      day,
      campaignIds: only,
      hours,
      sigmas,
      output,
      all,
      observer,
    } = this.#options;
    const { reader, scanner, sketchTables } = connection.store;
    const partsOf = sketchTables.served;
    const limits = { ...config.reconciliation, ...config.consistency };
    const countCampaigns = createCountCampaigns({
      reader,
      partsOf,
      clock: systemClock,
      tokens: config.tokens,
      limits: config.campaignCounts,
      observer,
    });
    const compareDay = createCompareDay({ reader, scanner, countCampaigns, partsOf, limits });
    const { recount, startedMs: recountedMs } = state;
    const { dataType } = connection;
    const request = { dataType, sketch, day, recount, recountedMs, hours, sigmas, signal };
    const exportedDay = {
      day: day.day,
      timeZone: sketch.timeZone,
      dataType: dataType.family,
      level: sketch.level.name,
      recountedMs,
    };
    const tally = new ReconciliationTally();
    const comparisons: CountComparison[] = [];
    for await (const comparison of compareDay({ ...request, only })) {
      tally.add(comparison);
      observer?.onComparison(comparison);
      await output?.add(comparison, exportedDay);
      if (all || isMismatch(comparison.verdict)) comparisons.push(comparison);
    }
    const exported = await output?.finish();
    const placements = placementsOf(this.#options);
    return { summary: tally.summary(state, { open: this.#isOpen(), placements }), comparisons, exported };
  }

  #withoutComparison(
    status: ReconciliationSummary['status'],
    state: RecountState,
    error?: RecountResult['error'],
  ): ReconciliationResult {
    const context = { open: this.#isOpen(), placements: placementsOf(this.#options) };
    const summary = { ...new ReconciliationTally().summary(state, context), status };
    return { summary, comparisons: [], error };
  }

  #isOpen(): boolean {
    return systemClock.nowMs() < this.#options.day.endMs;
  }
}

/** Returns the placements whose events are recounted, and whose sketches are compared with them. */
function placementsOf({
  connection,
  sketch,
}: Pick<ReconciliationOptions, 'connection' | 'sketch'>): CountedPlacements | undefined {
  return countedPlacements(connection.store.sketchTables.served(sketch.corpus));
}

/** Returns a hash of everything that decides what is counted. */
function identityOf(options: ReconciliationOptions): string {
  const { store, dataType } = options.connection;
  const { sketch, day, campaignIds: only } = options;
  const parts = [storeNameOf(store.topology), dataType.family, sketch.family, day, [...(only ?? [])].sort()];
  const { counted } = placementsOf(options) ?? {};
  const all = counted === undefined ? parts : [...parts, counted];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}
