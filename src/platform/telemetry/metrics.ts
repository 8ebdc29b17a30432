import type { Attributes, Histogram, Meter } from '@opentelemetry/api';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  MeterProvider,
  PeriodicExportingMetricReader,
  type IMetricReader,
  type MetricData,
} from '@opentelemetry/sdk-metrics';
import { MetricRegistry, UNIT_SUFFIXES, type MetricDescription } from './metric-registry';
import type { GaugeDescription, LabelledCounter, LabelledValue, Metrics } from './metric-types';
import { observeProcess } from './process-metrics';
import type { TelemetryTarget } from './tracing';

export type { RegisteredMetric } from './metric-registry';
export type { LabelledCounter, LabelledValue, Metrics } from './metric-types';

/** Bucket bounds in seconds: fine for point reads and counts (1–20 ms), coarse above. */
export const LATENCY_BUCKETS_SECONDS = [
  0.0005, 0.001, 0.002, 0.003, 0.004, 0.006, 0.008, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1, 2, 5,
];

export interface MetricsOptions {
  readonly resource: Attributes;
  /** Collector to push metrics to. If undefined, metrics can only be scraped. */
  readonly target: TelemetryTarget | undefined;
  readonly intervalMs: number;
}

export async function createMetrics(options: MetricsOptions): Promise<Metrics> {
  const scrape = new PrometheusExporter({ preventServerStart: true });
  const readers: IMetricReader[] = [scrape];
  if (options.target !== undefined) readers.push(await createPushReader(options.target, options.intervalMs));
  const provider = new MeterProvider({ resource: resourceFromAttributes(options.resource), readers });
  const meter = provider.getMeter('tidemark');
  const registry = new MetricRegistry();
  const metrics: Omit<Metrics, 'prometheus' | 'shutdown'> = {
    ...createInstruments(meter, registry),
    gauge(name, description, read) {
      registry.add('gauge', { name, description });
      meter.createObservableGauge(name, { description }).addCallback((seen) => seen.observe(read()));
    },
    gauges(about, read) {
      registry.add('gauge', about, about.labels);
      createGauges(meter, about, read);
    },
    counter(about, labels) {
      registry.add('counter', about, labels);
      return createLabelledCounter(meter, about, labels);
    },
    latency(name, description, labels) {
      registry.add('histogram', { name, description, unit: 's' }, labels);
      return createLatency(meter, name, description);
    },
    registered: () => registry.list(),
  };
  const endProcess = observeProcess({
    ...metrics,
    counters({ labels, ...about }, read) {
      registry.add('counter', about, labels);
      const { name, ...options } = about;
      const counter = meter.createObservableCounter(name, options);
      counter.addCallback((seen) => read().forEach(({ value, labels: of }) => seen.observe(value, of)));
    },
  });
  let last: Promise<string> | undefined;
  return {
    ...metrics,
    // After the shutdown has begun, scrapes get the last values.
    prometheus: () => last ?? renderPrometheus(scrape),
    async shutdown() {
      last ??= renderPrometheus(scrape);
      await Promise.allSettled([last]);
      endProcess();
      await provider.shutdown();
    },
  };
}

async function createPushReader(target: TelemetryTarget, intervalMs: number): Promise<IMetricReader> {
  const { OTLPMetricExporter } = await import('@opentelemetry/exporter-metrics-otlp-proto');
  return new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: target.url, headers: { ...target.headers } }),
    exportIntervalMillis: intervalMs,
    exportTimeoutMillis: Math.min(intervalMs, 30_000),
  });
}

/**
 * The library keeps exporting the last value of labels that are no longer observed, so `absentValue` is observed for
 * them.
 */
function createGauges(
  meter: Meter,
  { name, description, unit, absentValue: gone }: GaugeDescription,
  read: () => Iterable<LabelledValue>,
): void {
  const known = new Map<string, Attributes>();
  const about = { description, ...(unit !== undefined && { unit }) };
  meter.createObservableGauge(name, about).addCallback((seen) => {
    const left = new Map(known);
    for (const { value, labels } of read()) {
      const key = JSON.stringify(labels);
      known.set(key, labels);
      left.delete(key);
      seen.observe(value, labels);
    }
    for (const labels of left.values()) seen.observe(gone, labels);
  });
}

/** Counts in its own map, which is read when metrics are collected: lookups in the library's counters take longer. */
function createLabelledCounter(
  meter: Meter,
  { name, ...about }: MetricDescription,
  labelNames: readonly string[],
): LabelledCounter {
  const counts = new Map<string, { value: number; readonly labels: Attributes }>();
  meter.createObservableCounter(name, about).addCallback((seen) => {
    for (const { value, labels } of counts.values()) seen.observe(value, labels);
  });
  return (count, ...values) => {
    const key = values.join('\n');
    const known = counts.get(key);
    if (known !== undefined) {
      known.value += count;
      return;
    }
    const labels = Object.fromEntries(labelNames.map((label, index) => [label, values[index]]));
    counts.set(key, { value: count, labels });
  };
}

function createLatency(meter: Meter, name: string, description: string): Histogram {
  const advice = { explicitBucketBoundaries: LATENCY_BUCKETS_SECONDS };
  return meter.createHistogram(name, { description, unit: 's', advice });
}

function createInstruments(
  meter: Meter,
  registry: MetricRegistry,
): Pick<Metrics, 'requestSeconds' | 'storeCallSeconds' | 'events'> {
  const latency = (name: string, description: string, labels: readonly string[]): Histogram => {
    registry.add('histogram', { name, description, unit: 's' }, labels);
    return createLatency(meter, name, description);
  };
  const events = { name: 'tidemark.events', description: 'Events received, by outcome' };
  registry.add('counter', events, ['source', 'outcome']);
  const ofRequests = [
    'http.request.method',
    'http.route',
    'http.response.status_code',
    'error.type',
    'deadline',
  ];
  return {
    requestSeconds: latency(
      'http.server.request.duration',
      'Duration of a request, from its headers to the end of the response',
      ofRequests,
    ),
    storeCallSeconds: latency(
      'tidemark.store.call.duration',
      'Duration of a call to Bigtable, retries included',
      ['rpc_method', 'rpc_response_status_code'],
    ),
    events: meter.createCounter(events.name, { description: events.description }),
  };
}

async function renderPrometheus(reader: PrometheusExporter): Promise<string> {
  const { resourceMetrics, errors } = await reader.collect();
  if (errors.length > 0) throw new AggregateError(errors, 'metrics could not be collected');
  const scopeMetrics = resourceMetrics.scopeMetrics.map(({ scope, metrics }) => ({
    scope,
    metrics: metrics.map((metric) => ({ ...metric, descriptor: withUnitInName(metric.descriptor) })),
  }));
  return new PrometheusSerializer('', false, WORKER, false, true).serialize({
    ...resourceMetrics,
    scopeMetrics,
  });
}

/**
 * Resource attribute that becomes a label of every metric, so that workers on one metrics page can be distinguished.
 */
const WORKER = /^worker$/;

/** Appends the unit to the name, which the serializer does not do. */
function withUnitInName(descriptor: MetricDescriptor): MetricDescriptor {
  return { ...descriptor, name: descriptor.name + (UNIT_SUFFIXES[descriptor.unit] ?? ''), unit: '' };
}

type MetricDescriptor = MetricData['descriptor'];
