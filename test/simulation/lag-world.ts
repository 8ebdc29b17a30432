import { ArrivalOrder } from '../../src/core/lag/arrival-order';
import { completeUpTo } from '../../src/core/lag/complete-up-to';
import { DelayTracker } from '../../src/core/lag/delay-tracker';
import type { StageReport } from '../../src/core/lag/stage-report';
import { DEFAULTS } from '../../src/config/defaults';
import { seededRandom, type Random } from '../../src/platform/random';

export const LIMITS = DEFAULTS.lag;
const { redeliveredAfterMs: LEASE_MS } = LIMITS;

/** Guards that can be disabled, to show that they are needed. */
export interface Guards {
  /** Disabled: messages that have not arrived are ignored. */
  readonly order: boolean;
  /** Disabled: messages that are held or handed back count as done. */
  readonly held: boolean;
  /** Disabled: silent processes are forgotten at once. */
  readonly silence: boolean;
  /** Disabled: the time of an event counts as its publication. */
  readonly producers: boolean;
}

export const ALL_GUARDS: Guards = { order: true, held: true, silence: true, producers: true };

/** Parameters. Milliseconds are means or maxima; shares are of messages. */
export interface Conditions {
  readonly producerMeanMs: number;
  /** Messages overtaken by others, by up to this many milliseconds. */
  readonly detourShare: number;
  readonly detourMs: number;
  /** Messages handed back, and redelivered within this many milliseconds. */
  readonly failedShare: number;
  readonly failedMs: number;
  /** Messages written within this many milliseconds; others take a few. */
  readonly slowShare: number;
  readonly slowMs: number;
}

export const CALM: Conditions = {
  producerMeanMs: 20,
  detourShare: 0,
  detourMs: 0,
  failedShare: 0,
  failedMs: 0,
  slowShare: 0,
  slowMs: 0,
};

interface SimulatedEvent {
  readonly timeMs: number;
  readonly publishedMs: number;
  isDurable: boolean;
}

interface Consumer {
  readonly name: string;
  readonly order: ArrivalOrder;
  readonly delays: DelayTracker;
  readonly held: Set<SimulatedEvent>;
  isAlive: boolean;
  lastMs: number;
}

/**
 * Producers with delays, a subscription without order, and consumers that fail, are killed, and restart with a
 * backlog. The fate of every event is known, and so is what reports claim about it.
 */
export class LagWorld {
  nowMs = Date.UTC(2026, 10, 21);
  readonly events: SimulatedEvent[] = [];
  readonly reports = new Map<string, StageReport>();
  readonly #random: Random;
  readonly #tasks = new Map<number, (() => void)[]>();
  readonly #waiting: SimulatedEvent[] = [];
  #consumers: Consumer[] = [];
  #names = 0;

  constructor(
    seed: number,
    readonly conditions: Conditions,
    readonly guards: Guards = ALL_GUARDS,
  ) {
    this.#random = seededRandom(seed);
  }

  startConsumer(): void {
    const name = `c${++this.#names}`;
    const [order, delays] = [new ArrivalOrder(LIMITS), new DelayTracker(LIMITS.observedMs)];
    const consumer = {
      name,
      order,
      delays,
      held: new Set<SimulatedEvent>(),
      isAlive: true,
      lastMs: this.nowMs,
    };
    this.#consumers.push(consumer);
    const report = (): void => {
      if (!consumer.isAlive) return;
      this.#report(consumer);
      this.#after(LIMITS.intervalMs, report);
    };
    this.#after(LIMITS.quietMs + this.#random() * LIMITS.intervalMs, report);
    for (const event of this.#waiting.splice(0))
      this.#after(this.#random() * 3_000, () => this.#deliver(event));
  }

  /** Kills the consumer without a final report; its leases end later. */
  killConsumer(): void {
    const [victim, ...others] = this.#consumers;
    this.#consumers = others;
    if (victim === undefined) return;
    victim.isAlive = false;
    for (const event of victim.held)
      this.#after(LEASE_MS * (0.5 + this.#random() / 2), () => this.#deliver(event));
    if (!this.guards.silence) this.reports.delete(victim.name);
  }

  /** Advances the clock by milliseconds, with an event every few of them. */
  run(ms: number): void {
    const untilMs = this.nowMs + ms;
    for (; this.nowMs < untilMs; this.nowMs++) {
      if (this.nowMs % 5 === 0) this.#happen();
      const due = this.#tasks.get(this.nowMs);
      this.#tasks.delete(this.nowMs);
      for (const task of due ?? []) task();
    }
  }

  completeUpToMs(): number | undefined {
    return completeUpTo([...this.reports.values()], this.nowMs, LIMITS);
  }

  /** Returns the share of events that are missing in the last ten seconds before the reported completeness. */
  missedShare(): number {
    const completeMs = this.completeUpToMs() ?? 0;
    const due = this.events.filter(({ timeMs }) => timeMs < completeMs && timeMs >= completeMs - 10_000);
    return due.length === 0 ? 0 : due.filter(({ isDurable }) => !isDurable).length / due.length;
  }

  #happen(): void {
    const { producerMeanMs, detourShare, detourMs } = this.conditions;
    const delayMs = Math.ceil(-producerMeanMs * Math.log(1 - this.#random()));
    const event = { timeMs: this.nowMs, publishedMs: this.nowMs + delayMs, isDurable: false };
    this.events.push(event);
    const onItsWayMs = (this.#random() < detourShare ? detourMs : 50) * this.#random();
    this.#after(delayMs + onItsWayMs, () => this.#deliver(event));
  }

  #deliver(event: SimulatedEvent): void {
    const consumer = this.#consumers[Math.floor(this.#random() * this.#consumers.length)];
    if (consumer === undefined) return void this.#waiting.push(event);
    consumer.lastMs = this.nowMs;
    consumer.order.recordReceived(event.publishedMs, this.nowMs);
    consumer.held.add(event);
    const { slowShare, slowMs } = this.conditions;
    const writeMs = (this.#random() < slowShare ? slowMs : 60) * this.#random();
    this.#after(writeMs, () => consumer.isAlive && this.#settle(consumer, event));
  }

  #settle(consumer: Consumer, event: SimulatedEvent): void {
    consumer.held.delete(event);
    if (this.#random() < this.conditions.failedShare) {
      consumer.order.recordNacked(event.publishedMs, this.nowMs);
      this.#after(this.conditions.failedMs * this.#random(), () => this.#deliver(event));
      return;
    }
    event.isDurable = true;
    consumer.delays.startBatch(this.nowMs, this.nowMs).recordEvent(event.timeMs, event.publishedMs);
  }

  #report(consumer: Consumer): void {
    const { name, order, delays, held, lastMs } = consumer;
    const { nowMs, guards } = this;
    const oldestHeldMs = guards.held ? Math.min(nowMs, ...[...held].map((each) => each.publishedMs)) : nowMs;
    const quietForMs = guards.order ? nowMs - lastMs : LIMITS.quietMs;
    // A clock by which all redeliveries are over, for worlds that ignore messages handed back.
    const monotonicMs = guards.held ? nowMs : nowMs + 10 * LEASE_MS;
    const settledUpToMs = order.settledUpToMs({
      nowMs,
      monotonicMs,
      quietForMs,
      oldestOutstandingMs: oldestHeldMs,
    });
    if (settledUpToMs === undefined) return;
    const delayReport = delays.report(nowMs);
    this.reports.set(name, {
      stage: 'consumer',
      source: 'clicks',
      process: name,
      atMs: nowMs,
      ended: false,
      settledUpToMs,
      heldMessages: held.size,
      ...delayReport,
      ...(!guards.producers && { producerDelayP99Ms: 0 }),
    });
  }

  #after(delayMs: number, task: () => void): void {
    const dueMs = this.nowMs + Math.max(1, Math.ceil(delayMs));
    const tasks = this.#tasks.get(dueMs);
    if (tasks === undefined) this.#tasks.set(dueMs, [task]);
    else tasks.push(task);
  }
}
