import { createHash } from 'node:crypto';
import type { Config } from '../../config/index';
import type { CalendarDay } from '../../core/time/calendar-day';
import { isMismatch } from '../../core/reconcile/compare-counts';
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
import { RecountFile } from './file';
import type { ReconciliationObserver } from './metrics';
import { showRecountProgress } from './progress';
import { ReconciliationTally, type ReconciliationSummary } from './report';

export interface ReconciliationOptions {
  readonly config: Config;
  readonly connection: BatchConnection;
  readonly sketch: SketchDeclaration;
  readonly day: CalendarDay;
  /** Canonical ids; absent: all. */
  readonly campaignIds?: ReadonlySet<string>;
  readonly worker: WorkerShare;
  readonly checkpoint?: string;
  readonly restart: boolean;
  /** Files of workers that have counted their shares. */
  readonly parts?: readonly string[];
  readonly hours: boolean;
  readonly sigmas: number;
  readonly output?: ReconciliationExport;
  /** Whether all comparisons are wanted, or those alone that somebody has to look into. */
  readonly all: boolean;
  readonly observer?: ReconciliationObserver;
}

export interface ReconciliationResult {
  readonly summary: ReconciliationSummary;
  readonly comparisons: readonly CountComparison[];
  readonly exported?: { readonly rows: number; readonly bytes: number };
  readonly error?: RecountResult['error'];
}

/** Counts a day, or puts together what workers have counted, and holds it against the sketches. */
export class Reconciliation {
  readonly #settings: ReconciliationOptions;
  readonly #identity: string;
  readonly #file: RecountFile | undefined;
  #savedMs = -Infinity;

  constructor(settings: ReconciliationOptions) {
    this.#settings = settings;
    this.#identity = identityOf(settings);
    const { checkpoint: path, restart } = settings;
    if (path !== undefined) this.#file = new RecountFile(path, this.#identity, 'checkpoint');
    if (restart) this.#file?.remove();
  }

  async run(signal: AbortSignal): Promise<ReconciliationResult> {
    const { parts, worker } = this.#settings;
    if (parts !== undefined) return this.#compare(this.#together(parts), signal);
    const { status, state, error } = await this.#recount(signal);
    this.#file?.save(worker, state);
    if (status !== 'complete') return this.#without(status, state, error);
    if (worker.count > 1) return this.#without('counted', state);
    const result = await this.#compare(state, signal);
    this.#file?.remove();
    return result;
  }

  async #recount(signal: AbortSignal): Promise<RecountResult> {
    const { connection, config, sketch, day, worker, campaignIds: only, observer } = this.#settings;
    const { dataType, store } = connection;
    const limits = config.reconciliation;
    const recountDay = createRecountDay({ scanner: store.scanner, clock: systemClock, limits });
    const state = this.#earlier();
    const shown = showRecountProgress(day.day, systemClock);
    const onProgress = (now: RecountState): void => {
      shown.update(now);
      observer?.onProgress(now);
      this.#save(now);
    };
    try {
      const job = { dataType, sketch, day, worker, signal, onProgress };
      return await recountDay({ ...job, ...(only && { only }), ...(state && { state }) });
    } finally {
      shown.stop();
    }
  }

  #earlier(): RecountState | undefined {
    const { worker, checkpoint, config, connection } = this.#settings;
    const written = this.#file?.load();
    if (written === undefined) return undefined;
    if (written.worker.index !== worker.index || written.worker.count !== worker.count) {
      throw invalidArgument('checkpoint', `${checkpoint} is of another worker; --restart begins anew`);
    }
    return RecountState.fromJSON(written.state, newRecount(connection.dataType, config.reconciliation));
  }

  #save(state: RecountState): void {
    const nowMs = systemClock.monotonicMs();
    const { checkpointIntervalMs } = this.#settings.config.reconciliation;
    if (this.#file === undefined || nowMs - this.#savedMs < checkpointIntervalMs) return;
    this.#savedMs = nowMs;
    this.#file.save(this.#settings.worker, state);
  }

  /** All shares, each of which is there once, and counted to its end. */
  #together(paths: readonly string[]): RecountState {
    const { connection, config } = this.#settings;
    const recount = newRecount(connection.dataType, config.reconciliation);
    const tally = emptyRecountTally();
    const seen = new Map<number, string>();
    let [count, startedMs] = [0, Infinity];
    for (const path of paths) {
      const written = new RecountFile(path, this.#identity, 'parts').load();
      if (written === undefined) throw invalidArgument('parts', `${path} is not there`);
      const { worker, state } = written;
      const share = `${worker.index + 1}/${worker.count}`;
      if (state.sections.length > 0)
        throw invalidArgument('parts', `${path}: ${share} is not counted to its end`);
      if (seen.has(worker.index)) throw invalidArgument('parts', `${path}: ${share} is there twice`);
      if (count > 0 && worker.count !== count) {
        throw invalidArgument('parts', `${path} is ${share}, others are of ${count} workers`);
      }
      seen.set(worker.index, path);
      count = worker.count;
      startedMs = Math.min(startedMs, state.startedMs);
      recount.merge(state.counts);
      addRecountTally(tally, state.tally);
    }
    const missing = Array.from({ length: count }, (_, index) => index).find((index) => !seen.has(index));
    if (missing !== undefined) throw invalidArgument('parts', `${missing + 1}/${count} is missing`);
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
    } = this.#settings;
    const { reader, scanner } = connection.store;
    const limits = { ...config.reconciliation, ...config.consistency };
    const countCampaigns = createCountCampaigns({
      reader,
      clock: systemClock,
      tokens: config.tokens,
      limits: config.campaignCounts,
      observer,
    });
    const compareDay = createCompareDay({ reader, scanner, countCampaigns, limits });
    const { recount, startedMs: recountedMs } = state;
    const { dataType } = connection;
    const asked = { dataType, sketch, day, recount, recountedMs, hours, sigmas, signal };
    const exportedDay = {
      day: day.day,
      timeZone: sketch.timeZone,
      dataType: dataType.family,
      level: sketch.level.name,
      recountedMs,
    };
    const tally = new ReconciliationTally();
    const comparisons: CountComparison[] = [];
    for await (const comparison of compareDay({ ...asked, ...(only && { only }) })) {
      tally.add(comparison);
      observer?.onComparison(comparison);
      await output?.add(comparison, exportedDay);
      if (all || isMismatch(comparison.verdict)) comparisons.push(comparison);
    }
    const exported = await output?.finish();
    return { summary: tally.summary(state, this.#isOpen()), comparisons, ...(exported && { exported }) };
  }

  #without(
    status: ReconciliationSummary['status'],
    state: RecountState,
    error?: RecountResult['error'],
  ): ReconciliationResult {
    const summary = { ...new ReconciliationTally().summary(state, this.#isOpen()), status };
    return { summary, comparisons: [], ...(error && { error }) };
  }

  #isOpen(): boolean {
    return systemClock.nowMs() < this.#settings.day.endMs;
  }
}

/** Of all that decides what is counted. */
function identityOf({ connection, sketch, day, campaignIds: only }: ReconciliationOptions): string {
  const { store, dataType } = connection;
  const asked = [storeNameOf(store.topology), dataType.family, sketch.family, day, [...(only ?? [])].sort()];
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}
