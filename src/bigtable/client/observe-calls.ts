import { GrpcStatus, grpcStatusName } from '../../platform/network/grpc';
import type { Metrics } from '../../platform/telemetry/metrics';
import type { Tracing } from '../../platform/telemetry/tracing';
import type { CallObserver } from './retrying-call';

/** Creates an observer that reports each call to Bigtable as a metric and a span. */
export function observeCalls({ metrics, tracing }: { metrics: Metrics; tracing: Tracing }): CallObserver {
  return {
    onCall({ method, attempts, durationMs, status }) {
      const labels = { 'rpc.method': method, 'rpc.response.status_code': grpcStatusName(status) };
      metrics.storeCallSeconds.record(durationMs / 1_000, labels);
      const attributes = { ...labels, 'rpc.system.name': 'grpc', 'tidemark.attempts': attempts };
      tracing.ended(`bigtable ${method}`, durationMs, attributes, status !== GrpcStatus.OK);
    },
  };
}
