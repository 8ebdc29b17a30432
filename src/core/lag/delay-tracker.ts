import { RecentDelays } from './recent-delays';
import type { StageReport } from './stage-report';

/** The delays in a report. */
export type ReportedDelays = Pick<
  StageReport,
  | 'eventsPerSecond'
  | 'eventLagP50Ms'
  | 'eventLagP99Ms'
  | 'deliveryLagP50Ms'
  | 'deliveryLagP99Ms'
  | 'producerDelayP99Ms'
>;

/** Measures the delays of events at each station. */
export class DelayTracker {
  readonly #event: RecentDelays;
  readonly #delivery: RecentDelays;
  readonly #producer: RecentDelays;
  #count = 0;
  #reportedMs: number | undefined;
  #nowMs = 0;
  #monotonicMs = 0;

  constructor(windowMs: number) {
    this.#event = new RecentDelays(windowMs);
    this.#delivery = new RecentDelays(windowMs);
    this.#producer = new RecentDelays(windowMs);
  }

  /** Sets the time at which the events recorded next became durable. */
  startBatch(nowMs: number, monotonicMs: number): this {
    this.#nowMs = nowMs;
    this.#monotonicMs = monotonicMs;
    return this;
  }

  recordEvent(eventTimeMs: number, publishedMs: number): void {
    this.recordMessage(publishedMs);
    this.#event.add(this.#nowMs - eventTimeMs, this.#monotonicMs);
    this.#producer.add(publishedMs - eventTimeMs, this.#monotonicMs);
  }

  /** Records a message whose events were not decoded. */
  recordMessage(publishedMs: number): void {
    this.#count++;
    this.#delivery.add(this.#nowMs - publishedMs, this.#monotonicMs);
  }

  /** Returns the delays. The rate is the average since the previous call. */
  report(monotonicMs: number): ReportedDelays {
    const seconds = (monotonicMs - (this.#reportedMs ?? monotonicMs)) / 1_000;
    const eventsPerSecond = seconds > 0 ? this.#count / seconds : 0;
    this.#reportedMs = monotonicMs;
    this.#count = 0;
    return {
      eventsPerSecond,
      eventLagP50Ms: this.#event.quantile(0.5) ?? 0,
      eventLagP99Ms: this.#event.quantile(0.99) ?? 0,
      deliveryLagP50Ms: this.#delivery.quantile(0.5) ?? 0,
      deliveryLagP99Ms: this.#delivery.quantile(0.99) ?? 0,
      producerDelayP99Ms: this.#producer.quantile(0.99),
    };
  }
}
