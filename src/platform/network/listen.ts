import type { AddressInfo, Server } from 'node:net';
import type { Clock } from '../time/clock';

/**
 * Shortest time between two log lines of one listener, in milliseconds: without free file descriptors, every connection
 * fails.
 */
const LOG_INTERVAL_MS = 1_000;

export interface ListenOptions {
  readonly host: string;
  /** Port to listen on; 0 selects a free one. */
  readonly port: number;
  /** Name of the listener in the metric of errors. */
  readonly listener: 'api' | 'grpc' | 'admin' | 'bigtable';
  readonly clock: Clock;
  /**
   * Reports an error that came after the server had begun to listen, and how many were not reported since the last one.
   */
  readonly onError: (error: Error, unreported: number) => void;
}

const errorCounts = new Map<string, number>();

/** Returns the number of errors of each of this process's listeners, by its name. A listener without errors has 0. */
export function listenerErrors(): ReadonlyMap<string, number> {
  return errorCounts;
}

/**
 * Resolves with the address as soon as the server listens; rejects with why it cannot. Errors that come later, such as
 * EMFILE for a connection that cannot be accepted, are counted and reported: without a listener for them they would end
 * the process.
 */
export async function listen(server: Server, options: ListenOptions): Promise<AddressInfo> {
  const { host, port, listener } = options;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  errorCounts.set(listener, errorCounts.get(listener) ?? 0);
  server.on('error', errorReporter(options));
  return server.address() as AddressInfo;
}

function errorReporter({ listener, clock, onError }: ListenOptions): (error: Error) => void {
  let reportedMs = -Infinity;
  let unreported = 0;
  return (error) => {
    errorCounts.set(listener, (errorCounts.get(listener) ?? 0) + 1);
    const nowMs = clock.monotonicMs();
    if (nowMs - reportedMs < LOG_INTERVAL_MS) {
      unreported += 1;
      return;
    }
    onError(error, unreported);
    reportedMs = nowMs;
    unreported = 0;
  };
}
