import type { Attributes, Counter, Histogram } from '@opentelemetry/api';
import type { MetricDescription, RegisteredMetric } from './metric-registry';

/** Metrics of a process: the instruments used everywhere, and the registration of further ones. */
export interface Metrics {
  /**
   * Request duration by method, route, status and error code; for requests that hit a deadline, also by its origin:
   * `client` or `server`.
   */
  readonly requestSeconds: Histogram;
  /** Duration of Bigtable calls by method and status. */
  readonly storeCallSeconds: Histogram;
  /** Events by source and outcome. */
  readonly events: Counter;
  /** Registers a gauge whose value is read whenever metrics are collected. */
  gauge(name: string, description: string, read: () => number): void;
  /**
   * Registers a gauge with any number of values, distinguished by their labels. A value that is no longer read becomes
   * `absentValue`.
   */
  gauges(about: GaugeDescription, read: () => Iterable<LabelledValue>): void;
  /** Registers a counter that is cheap enough to be incremented in every request. */
  counter(about: MetricDescription, labels: readonly string[]): LabelledCounter;
  /** Registers a histogram of durations in seconds. `labels` are the label names, for the documentation. */
  latency(name: string, description: string, labels?: readonly string[]): Histogram;
  /** Returns all registered metrics, including those without a value so far. */
  registered(): readonly RegisteredMetric[];
  /** Returns all metrics in Prometheus's text format. */
  prometheus(): Promise<string>;
  shutdown(): Promise<void>;
}

export interface GaugeDescription extends MetricDescription {
  readonly absentValue: number;
  /** Label names, for the documentation. */
  readonly labels?: readonly string[];
}

export interface LabelledValue {
  readonly value: number;
  readonly labels: Attributes;
}

/**
 * Adds `count` to the counter with these label values, in the order of the label names. The number of combinations must
 * be small.
 */
export type LabelledCounter = (count: number, ...values: readonly string[]) => void;
