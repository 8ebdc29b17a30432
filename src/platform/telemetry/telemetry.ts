import { randomUUID } from 'node:crypto';
import { createMetrics, type Metrics } from './metrics';
import { acquireAll } from '../tasks/resources';
import { createTracing, type TelemetryTarget, type Tracing } from './tracing';
import { VERSION } from '../process/version';

const BUILD = {
  name: 'tidemark.build.info',
  description: 'Version, Node.js version and role of the process as labels; the value is always 1',
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
  /** Sends the remaining telemetry. Never rejects, even if the collector cannot be reached. */
  shutdown(): Promise<void>;
}

/** Role of a process; a label of `tidemark_build_info` that distinguishes processes without a scrape configuration. */
export type Role =
  | 'api'
  | 'consumer'
  | 'filter'
  | 'pacer'
  | 'compactor'
  | 'reconciler'
  | 'auditor'
  | 'eraser'
  | 'importer'
  | 'follower'
  | 'pipeline';

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
