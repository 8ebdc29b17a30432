export interface SupervisorState {
  readonly workers: number;
  readonly restarts: number;
  readonly connectionsWaiting: number;
  readonly connectionsUnserved: number;
}

/** Returns the metrics of the supervisor itself in Prometheus's text format. */
export function supervisorMetrics(state: SupervisorState): string {
  const { workers, restarts, connectionsWaiting, connectionsUnserved } = state;
  return [
    ...metric('gauge', 'tidemark_workers', 'Worker processes that serve requests', workers),
    ...metric(
      'counter',
      'tidemark_worker_restarts_total',
      'Worker processes that ended unexpectedly and were replaced',
      restarts,
    ),
    ...metric(
      'gauge',
      'tidemark_worker_connections_waiting',
      'Accepted connections that no worker has taken yet',
      connectionsWaiting,
    ),
    ...metric(
      'counter',
      'tidemark_worker_connections_unserved_total',
      'Connections closed because no worker took them in time',
      connectionsUnserved,
    ),
  ].join('\n');
}

function metric(type: 'gauge' | 'counter', name: string, help: string, value: number): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, `${name} ${value}`];
}
