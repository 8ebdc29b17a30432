/** What metrics a process has registered, as Prometheus is told of them: for the documentation, which is held to it. */
export interface RegisteredMetric {
  /** As in Prometheus's text format; of a histogram without `_bucket`, `_sum` and `_count`. */
  readonly name: string;
  readonly type: MetricType;
  readonly labels: readonly string[];
  readonly description: string;
}

export type MetricType = 'counter' | 'gauge' | 'histogram';

export interface MetricDescription {
  readonly name: string;
  readonly description: string;
  /** As in UCUM, e.g. `s`. */
  readonly unit?: string;
}

/** By name: what is registered again, by a second store, say, is the same. */
export class MetricRegistry {
  readonly #metrics = new Map<string, RegisteredMetric>();

  add(
    type: MetricType,
    { name, description, unit = '' }: MetricDescription,
    labels: readonly string[] = [],
  ): void {
    const full = name + (UNIT_SUFFIXES[unit] ?? '') + (type === 'counter' ? '.total' : '');
    const metric = { name: prometheusName(full), type, labels: labels.map(prometheusName), description };
    this.#metrics.set(metric.name, metric);
  }

  list(): readonly RegisteredMetric[] {
    return [...this.#metrics.values()];
  }
}

/** Prometheus names a metric with its unit, which OpenTelemetry keeps beside the name. */
export const UNIT_SUFFIXES: Readonly<Record<string, string>> = { s: '.seconds', By: '.bytes' };

const prometheusName = (name: string): string => name.replaceAll('.', '_');
