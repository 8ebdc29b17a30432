import type { Server } from 'node:http';
import type { Metrics } from '../../platform/telemetry/metrics';

/** Limits the server's connections, and counts those that are closed at once since there are as many as may be. */
export function limitConnections(server: Server, metrics: Metrics, connectionsMax: number): void {
  server.maxConnections = connectionsMax;
  metrics.gauge(
    'tidemark.http.connections.limit',
    'Connections that clients may have open',
    () => connectionsMax,
  );
  const about = {
    name: 'tidemark.http.connections.rejected',
    description: 'Connections closed at once because clients had as many open as they may',
  };
  const count = metrics.counter(about, []);
  count(0);
  server.on('drop', () => count(1));
}
