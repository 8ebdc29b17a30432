import type { Http2Server } from 'node:http2';
import type { Metrics } from '../../platform/telemetry/metrics';
import type { ClosingReason } from './connection-guard';

interface ObservedConnections {
  readonly connectionsMax: number;
  readonly openCount: () => number;
}

export interface ConnectionMetrics {
  readonly countClosing: (reason: ClosingReason) => void;
}

const REASONS: readonly ClosingReason[] = ['no_calls', 'idle', 'unresponsive', 'too_many_pings'];

/** Registers the metrics of gRPC connections. */
export function observeConnections(
  metrics: Metrics,
  server: Http2Server,
  { connectionsMax, openCount }: ObservedConnections,
): ConnectionMetrics {
  metrics.gauge('tidemark.grpc.connections', 'Open gRPC connections', openCount);
  metrics.gauge(
    'tidemark.grpc.connections.limit',
    'Maximum number of open gRPC connections',
    () => connectionsMax,
  );
  const rejected = {
    name: 'tidemark.grpc.connections.rejected',
    description: 'gRPC connections closed at once because the maximum was open',
  };
  const countRejected = metrics.counter(rejected, []);
  countRejected(0);
  server.on('drop', () => countRejected(1));
  const closed = {
    name: 'tidemark.grpc.connections.closed',
    description: 'gRPC connections closed by the server, by reason',
  };
  const countClosed = metrics.counter(closed, ['reason']);
  for (const reason of REASONS) countClosed(0, reason);
  return { countClosing: (reason) => countClosed(1, reason) };
}
