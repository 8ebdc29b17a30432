import { randomUUID } from 'node:crypto';
import { createMetrics, type Metrics } from './metrics';
import { createTracing, type TelemetryTarget, type Tracing } from './tracing';

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

export async function createTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const resource = {
    'service.instance.id': randomUUID(),
    ...options.resourceAttributes,
    'service.name': options.serviceName,
  };
  const tracing = await createTracing({ resource, target: options.traces });
  const metrics = await createMetrics({
    resource,
    target: options.metrics,
    intervalMs: options.metricsIntervalMs,
  });
  return {
    tracing,
    metrics,
    async shutdown() {
      await Promise.allSettled([tracing.shutdown(), metrics.shutdown()]);
    },
  };
}
