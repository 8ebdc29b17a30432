import type { Config } from '../../src/config/index';

/** Commands that are run as containers. */
export type Role = 'serve' | 'consume' | 'pace' | 'compact' | 'residency' | 'erase' | 'pipeline' | 'schema';

type Named<Section extends keyof Config, Key extends keyof Config[Section]> = Pick<Config[Section], Key>;

/** Limits of the configuration on which the time to end depends. */
export interface DrainLimits {
  readonly bigtable: Named<'bigtable', 'closeTimeoutMs'>;
  readonly admin: Named<'admin', 'closeTimeoutMs'>;
  readonly http: Named<'http', 'drainTimeoutMs'>;
  readonly processes: Named<'processes', 'drainMarginMs'>;
  readonly pubsub: Named<'pubsub', 'closeTimeoutMs'>;
  readonly sketches: Named<'sketches', 'flushTimeoutMs'>;
  readonly pacing: Named<'pacing', 'closeTimeoutMs' | 'leaseCallTimeoutMs'>;
  readonly compaction: Named<'compaction', 'callTimeoutMs'>;
  readonly accessLog: Named<'accessLog', 'drainTimeoutMs'>;
}

/** Returns the maximum time from SIGTERM to the end of a role, in milliseconds, according to its limits. */
export function drainMs(role: Role, of: DrainLimits): number {
  const storeMs = of.bigtable.closeTimeoutMs;
  const adminMs = of.admin.closeTimeoutMs;
  switch (role) {
    case 'serve':
      // The margin has the end of the access log, and the store.
      return (
        of.http.drainTimeoutMs +
        Math.max(of.processes.drainMarginMs, of.accessLog.drainTimeoutMs + storeMs) +
        adminMs
      );
    case 'consume':
      return (
        of.pubsub.closeTimeoutMs +
        of.sketches.flushTimeoutMs +
        of.accessLog.drainTimeoutMs +
        storeMs +
        adminMs
      );
    case 'pace':
      return of.pacing.closeTimeoutMs + of.pacing.leaseCallTimeoutMs + storeMs + adminMs;
    case 'compact':
      return of.compaction.callTimeoutMs + storeMs + adminMs;
    case 'residency':
    case 'erase':
      // Two stores: of batch work, and of the directory or the ledger.
      return 2 * storeMs + adminMs;
    case 'pipeline':
      // Without its batch: a follower that is killed meanwhile loses nothing, since its leases expire and others repeat it.
      return storeMs + adminMs;
    case 'schema':
      return 0;
  }
}
