import type { DEFAULTS } from '../../src/config/defaults';

/** Commands that are run as containers. */
export type Role = 'serve' | 'consume' | 'pace' | 'compact' | 'schema';

/** Returns the maximum time from SIGTERM to the end of a role, in milliseconds, according to its limits. */
export function drainMs(role: Role, of: typeof DEFAULTS): number {
  const storeMs = of.bigtable.closeTimeoutMs;
  const adminMs = of.admin.closeTimeoutMs;
  switch (role) {
    case 'serve':
      return of.http.drainGraceMs + of.http.drainTimeoutMs + of.processes.drainMarginMs + adminMs;
    case 'consume':
      return of.pubsub.closeTimeoutMs + of.sketches.flushTimeoutMs + storeMs + adminMs;
    case 'pace':
      return of.pacing.closeTimeoutMs + of.pacing.leaseCallTimeoutMs + storeMs + adminMs;
    case 'compact':
      return of.compaction.callTimeoutMs + storeMs + adminMs;
    case 'schema':
      return 0;
  }
}
