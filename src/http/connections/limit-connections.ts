import type { Server } from 'node:http';
import type { Metrics } from '../../platform/telemetry/metrics';

/** Limits the server's connections, and counts those that are closed because of the limit. */
export function limitConnections(server: Server, metrics: Metrics, connectionsMax: number): void {
  server.maxConnections = connectionsMax;
  metrics.gauge(
    'tidemark.http.connections.limit',
    'Maximum number of open connections',
    () => connectionsMax,
  );
  const about = {
    name: 'tidemark.http.connections.rejected',
    description: 'Connections closed at once because the maximum was open',
  };
  const count = metrics.counter(about, []);
  count(0);
  server.on('drop', () => count(1));
}
