import { PIPELINE_FAMILY } from '../../../src/core/pipelines/pipelines-table';
import { FollowState } from '../../../src/operations/pipelines/follow/follow-state';
import { FollowWorker, type FollowStatus } from '../../../src/operations/pipelines/follow/follow-worker';
import type { ChangedObject } from '../../../src/operations/pipelines/follow/change-batches';
import { TidemarkError } from '../../../src/errors';
import { seededRandom, type Random } from '../../../src/platform/random';
import { sleep, type Clock } from '../../../src/platform/time/clock';
import { FOLLOW_DEFAULTS } from '../../../src/config/sections/pipelines/follow';
import { VirtualClock } from '../virtual-clock';
import { FollowRowsWorld } from './follow-rows-world';
import { StreamModel } from './stream-model';

const KEYS = {
  encode: (key: Buffer) => key.toString('base64'),
  decode: (text: string) => Buffer.from(text, 'base64'),
};

/** A worker whose process may be paused, which freezes its calls and timers, or killed. */
interface SimulatedWorker {
  readonly worker: FollowWorker;
  pause(ms: number): void;
  kill(): void;
}

/** Output of an object: the number of its last change when it was read, at the version of that change. */
interface Output {
  readonly sequence: number;
  readonly versionMicros: number;
}

/**
 * Production code of follow on a virtual clock: workers with their leases and transactions, on a model of the change stream.
 * An object is processed by reading the sequence number of its last change, and writing it as output after a random time.
 */
export class FollowWorld {
  readonly clock = new VirtualClock();
  readonly random: Random;
  readonly stream: StreamModel;
  readonly outputs = new Map<string, Output>();
  readonly violations: string[] = [];
  readonly workers: SimulatedWorker[] = [];
  readonly #rows = new FollowRowsWorld(PIPELINE_FAMILY);
  status: FollowStatus | undefined;
  processed = 0;
  readonly #isStoreUnreliable: boolean;

  /** `isStoreUnreliable`: some batches take longer than the time between two stored positions, and some fail half-way. */
  constructor(seed: number, { isStoreUnreliable = false } = {}) {
    this.random = seededRandom(seed);
    this.#isStoreUnreliable = isStoreUnreliable;
    this.stream = new StreamModel(this.clock);
  }

  addWorker(): SimulatedWorker {
    const gate = new Gate(this.clock, this.random);
    const clock = gate.clock;
    const rows = this.#rows.of(() => gate.pass());
    const common = { clock, random: this.random };
    const limits = { ...FOLLOW_DEFAULTS, leaseMs: 5_000, leaseMarginMs: 500, checkpointMs: 1_000 };
    const changes = this.stream.of(() => gate.pass());
    const worker = new FollowWorker({
      ...common,
      state: new FollowState({ ...common, ...rows, pipeline: 'p', keys: KEYS, limits }),
      changes: { of: () => changes },
      tables: () => ['t'],
      worker: `worker${this.workers.length + 1}`,
      isTrigger: () => true,
      process: (objects) => this.#process(objects, gate),
      limits,
      observer: { onBatch: () => undefined, onRetry: () => undefined },
      onView: (view) => this.#check(view),
    });
    const simulated = { worker, pause: (ms: number) => gate.pause(ms), kill: () => gate.pause(Infinity) };
    this.workers.push(simulated);
    void worker.start();
    return simulated;
  }

  /** The stored state, as a process shows it that is never paused. */
  get state(): FollowState {
    const rows = this.#rows.of(() => Promise.resolve());
    const common = { clock: this.clock, random: this.random };
    return new FollowState({ ...common, ...rows, pipeline: 'p', keys: KEYS, limits: FOLLOW_DEFAULTS });
  }

  async #process(objects: readonly ChangedObject[], gate: Gate) {
    const chance = this.#isStoreUnreliable ? this.random() : 1;
    if (chance < 0.1) await sleep(gate.clock, 2_500);
    for (const { key } of chance < 0.2 ? objects.slice(1) : objects) {
      const name = key.toString('latin1');
      await gate.pass();
      const last = this.stream.changes.findLast((change) => change.key.equals(key))!;
      // The process may be paused between its read and its write.
      await gate.pass();
      const before = this.outputs.get(name);
      if (before === undefined || before.versionMicros <= last.commitMicros)
        this.outputs.set(name, { sequence: last.sequence, versionMicros: last.commitMicros });
      this.processed += 1;
    }
    if (chance < 0.2) throw new TidemarkError('store_unavailable', 'the first object cannot be written');
    return { processed: objects.length, rejected: 0, withheld: 0 };
  }

  /** The low watermark is a promise: every change up to it has been processed. */
  #check(view: FollowStatus): void {
    this.status = view;
    for (const { key, commitMicros, sequence } of this.stream.changes) {
      if (commitMicros > view.lowWatermarkMicros) break;
      const output = this.outputs.get(key.toString('latin1'));
      if (output === undefined || output.sequence < sequence)
        this.violations.push(`change ${sequence} is below the low watermark, and is not processed`);
    }
  }

  /** Returns the changes that no worker has processed. */
  get unprocessed(): number[] {
    return this.stream.changes
      .filter(({ key, sequence }) => (this.outputs.get(key.toString('latin1'))?.sequence ?? -1) < sequence)
      .map(({ sequence }) => sequence);
  }
}

/** Delays calls by random times, and freezes those of a paused process together with its timers. */
class Gate {
  readonly #clock: VirtualClock;
  readonly #random: Random;
  #openAtMs = 0;

  constructor(clock: VirtualClock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  pause(ms: number): void {
    this.#openAtMs = this.#clock.monotonicMs() + ms;
  }

  async pass(): Promise<void> {
    await sleep(this.#clock, Math.floor(this.#random() * 20));
    await this.#opened();
  }

  /** The clock of the process: time goes on while it is paused, but its timers wait. */
  get clock(): Clock {
    return {
      nowMs: () => this.#clock.nowMs(),
      monotonicMs: () => this.#clock.monotonicMs(),
      schedule: (delayMs, task) =>
        this.#clock.schedule(delayMs, () => {
          if (this.#clock.monotonicMs() >= this.#openAtMs) return task();
          void this.#opened().then(task);
          return undefined;
        }),
    };
  }

  async #opened(): Promise<void> {
    if (this.#openAtMs === Infinity) return new Promise(() => undefined);
    const waitMs = this.#openAtMs - this.#clock.monotonicMs();
    if (waitMs > 0) await sleep(this.#clock, waitMs);
  }
}
