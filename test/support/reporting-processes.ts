import type { Stage, StageReport } from '../../src/core/lag/stage-report';
import { DEFAULTS } from '../../src/config/defaults';
import { createForgetSource } from '../../src/operations/lag/forget-source';
import {
  startProgressReporter,
  type ProgressReporter,
  type ProgressUpdate,
} from '../../src/operations/lag/progress-reporter';
import type { IngestionProgress } from '../../src/core/lag/ingestion-progress';
import { createReadProgress, readProgressReports } from '../../src/operations/lag/read-progress';
import type { Store } from '../../src/store/open-store';
import { memoryLogger } from './memory-logger';
import { until } from './until';
import { VirtualClock } from './virtual-clock';

/** Calls of the store use the real clock, and may be slow on a busy machine. */
export const LIMITS = { ...DEFAULTS.lag, callTimeoutMs: 60_000 };
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const SOURCE = 'projects/ads/subscriptions/clicks';
/** Report of a process: the time up to which it is done, and the delay of producers. */
export const BEHIND_MS = SECOND + 700;
export const DEFAULT_PROGRESS: ProgressUpdate = {
  settledUpToMs: 0,
  heldMessages: 2,
  eventsPerSecond: 12.5,
  eventLagP50Ms: 100,
  eventLagP99Ms: 2_000,
  deliveryLagP50Ms: 50,
  deliveryLagP99Ms: 900,
  producerDelayP99Ms: 700,
};

export interface Process {
  readonly name: string;
  readonly reporter: ProgressReporter;
  /** Ends the process without a final report. */
  readonly kill: () => void;
  readonly isAlive: () => boolean;
  /** Lead of its clock, in milliseconds. */
  readonly aheadMs: number;
}

interface Of {
  readonly currentProgress?: () => ProgressUpdate | undefined;
  readonly stage?: Stage;
  readonly source?: string;
  /** Lead of its clock, in milliseconds. */
  readonly aheadMs?: number;
}

/** Processes of ingestion that report to a store, on a clock that starts half a minute past the tenth minute. */
export class ReportingProcesses {
  readonly clock = new VirtualClock(Math.floor(Date.now() / (10 * MINUTE)) * 10 * MINUTE + 30 * SECOND);
  readonly #store: Store;
  readonly #log = memoryLogger();
  readonly #processes: Process[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  /** Starts a process that reports to be one second behind by default. */
  start(name: string, of: Of = {}): Process {
    const { stage = 'consumer', source = stage === 'api' ? '' : SOURCE, aheadMs = 0 } = of;
    const { scanner, writer } = this.#store;
    const { clock } = this;
    let isAlive = true;
    const reporter = startProgressReporter({
      scanner,
      writer,
      random: () => 0,
      logger: this.#log.logger,
      limits: LIMITS,
      clock: {
        nowMs: () => clock.nowMs() + aheadMs,
        monotonicMs: clock.monotonicMs,
        schedule: (delayMs, task) => clock.schedule(delayMs, () => (isAlive ? task() : undefined)),
      },
      stage,
      source,
      process: name,
      currentProgress: of.currentProgress ?? this.aSecondBehind,
    });
    const process = { reporter, kill: () => void (isAlive = false), isAlive: () => isAlive, name, aheadMs };
    this.#processes.push(process);
    return process;
  }

  killAll(): void {
    for (const { kill } of this.#processes.splice(0)) kill();
  }

  readonly aSecondBehind = (): ProgressUpdate => ({
    ...DEFAULT_PROGRESS,
    settledUpToMs: this.clock.nowMs() - SECOND,
  });

  async reports(): Promise<readonly StageReport[]> {
    return (await readProgressReports({ scanner: this.#store.scanner, clock: this.clock, limits: LIMITS }))
      .reports;
  }

  async reportOf(name: string): Promise<StageReport | undefined> {
    return (await this.reports()).find(({ process }) => process === name);
  }

  read(): Promise<IngestionProgress> {
    return createReadProgress({ scanner: this.#store.scanner, clock: this.clock, limits: LIMITS })();
  }

  forget(source: string): Promise<object> {
    return createForgetSource({ ...this.#store, clock: this.clock, limits: LIMITS })(source);
  }

  /** Advances the clock by one interval after the other, until the active processes have reported in each. */
  async pass(ms: number, stepMs: number = LIMITS.intervalMs): Promise<void> {
    const steps = Math.ceil(ms / stepMs);
    for (let step = Math.min(1, steps); step <= steps; step++) {
      await this.clock.advance(steps === 0 ? 0 : ms / steps);
      await this.#reported();
    }
  }

  async #reported(): Promise<void> {
    const { clock } = this;
    const nowMs = clock.nowMs();
    const active = this.#processes.filter(({ isAlive }) => isAlive());
    await until(async () => {
      // Lets a process finish that was still busy with its last report.
      await clock.advance(0);
      const reports = await this.reports();
      return active.every(({ name, aheadMs }) =>
        reports.some(({ process, atMs, ended }) => process === name && (ended || atMs === nowMs + aheadMs)),
      );
    });
  }
}
