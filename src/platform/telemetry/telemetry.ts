import { randomUUID } from 'node:crypto';
import { createMetrics, type Metrics } from './metrics';
import { acquireAll } from '../tasks/resources';
import { createTracing, type TelemetryTarget, type Tracing } from './tracing';
import { VERSION } from '../process/version';

const BUILD = {
  name: 'tidemark.build.info',
  description: 'Always 1: what is running',
  labels: ['version', 'node', 'role'],
};

export interface TelemetryOptions {
  readonly serviceName: string;
  readonly resourceAttributes: Readonly<Record<string, string>>;
  readonly traces: TelemetryTarget | undefined;
  readonly metrics: TelemetryTarget | undefined;
  readonly metricsIntervalMs: number;
}

export interface Telemetry {
  readonly tracing: Tracing;
  readonly metrics: Metrics;
  /** Sends what is left; a collector that is gone is no reason to fail. */
  shutdown(): Promise<void>;
}

/** What a process is there for. Metrics are told apart by it where nobody does so from outside. */
export type Role = 'api' | 'consumer' | 'filter' | 'pacer' | 'compactor' | 'reconciler' | 'importer';

export async function createTelemetry(options: TelemetryOptions, role: Role): Promise<Telemetry> {
  const resource = {
    'service.instance.id': randomUUID(),
    ...options.resourceAttributes,
    'service.name': options.serviceName,
  };
  const { traces, metrics: target, metricsIntervalMs: intervalMs } = options;
  const { tracing, metrics } = await acquireAll(async (resources) => {
    const tracing = resources.add(await createTracing({ resource, target: traces }), (each) =>
      each.shutdown(),
    );
    return { tracing, metrics: await createMetrics({ resource, target, intervalMs }) };
  });
  metrics.gauges({ ...BUILD, absentValue: 0 }, () => [
    { value: 1, labels: { version: VERSION, node: process.versions.node, role } },
  ]);
  return {
    tracing,
    metrics,
    async shutdown() {
      await Promise.allSettled([tracing.shutdown(), metrics.shutdown()]);
    },
  };
}
