/** Metric that a process has registered, as exported to Prometheus. The documentation is checked against these. */
export interface RegisteredMetric {
  /** Name in Prometheus's text format; for a histogram without `_bucket`, `_sum` and `_count`. */
  readonly name: string;
  readonly type: MetricType;
  readonly labels: readonly string[];
  readonly description: string;
}

export type MetricType = 'counter' | 'gauge' | 'histogram';

export interface MetricDescription {
  readonly name: string;
  readonly description: string;
  /** Unit in UCUM notation, for example `s`. */
  readonly unit?: string;
}

/** Registered metrics by name. Registering a name again, for example for a second store, has no effect. */
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

/** Name suffix of each unit: Prometheus puts the unit into the name, OpenTelemetry keeps it in a separate field. */
export const UNIT_SUFFIXES: Readonly<Record<string, string>> = { s: '.seconds', By: '.bytes' };

const prometheusName = (name: string): string => name.replaceAll('.', '_');
