import { ANONYMOUS, type Caller, type CallerLimits } from '../../core/access/caller';
import type { Access, Scope } from '../../core/access/scopes';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Metrics } from '../../platform/telemetry/metrics';
import type { AccessGate } from './access-gate';
import { CallerLimiter } from './caller-limiter';
import { CallerDenied } from './caller-denied';

export interface AccessGateDependencies {
  /**
   * Returns the caller that sent the header; throws `unauthenticated`. Returns a promise only if verification takes
   * time.
   */
  readonly authenticate: (authorization: string | undefined) => Caller | Promise<Caller>;
  /** Returns the current limits of a caller. Called for each request. */
  readonly limitsOf: (callerId: string) => CallerLimits;
  /** Returns whether the access file lists the caller: only listed callers have their own metric. Default: none is. */
  readonly isListed?: (callerId: string) => boolean;
  /** Maximum number of requests in flight per caller, if the caller's own limits set none. Default: unlimited. */
  readonly inFlightMax?: number;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

const DENIALS = ['scope', 'rate', 'in_flight'] as const;
type Denial = (typeof DENIALS)[number];

/**
 * Creates the gate of a server with authentication: it authenticates the caller, checks its scope, and enforces its
 * limits.
 */
export function createAccessGate({ authenticate, limitsOf, ...parts }: AccessGateDependencies): AccessGate {
  const limiter = new CallerLimiter(parts.clock, parts.inFlightMax);
  const countDenial = denialCounter(parts);
  parts.metrics.gauge(
    'tidemark.http.callers',
    'Callers with requests in flight or a partly used rate limit',
    () => limiter.callers,
  );

  function authorize(caller: Caller, scope: Scope): Caller {
    if (caller.scopes !== 'all' && !caller.scopes.has(scope)) {
      countDenial('scope', caller.id);
      throw insufficientScope(scope, caller.id);
    }
    const exceeded = limiter.acquire(caller.id, limitsOf(caller.id));
    if (exceeded === undefined) return caller;
    countDenial(exceeded.reason, caller.id);
    const { message, waitSeconds: retryAfterSeconds } = exceeded;
    throw new CallerDenied(new TidemarkError('rate_limited', message, { retryAfterSeconds }), caller.id);
  }

  return {
    admit(access: Access, authorization) {
      // Public endpoints admit invalid tokens, too.
      if (access === 'public') return ANONYMOUS;
      const caller = authenticate(authorization);
      return caller instanceof Promise
        ? caller.then((known) => authorize(known, access))
        : authorize(caller, access);
    },
    release(caller) {
      if (caller !== ANONYMOUS) limiter.release(caller.id);
    },
  };
}

/** Returns `permission_denied` with a challenge that names the missing scope (RFC 6750, 3.1). */
function insufficientScope(scope: Scope, callerId: string): TidemarkError {
  const error = new TidemarkError('permission_denied', `the token lacks the scope ${scope}`, {
    field: 'authorization',
  });
  return new CallerDenied(error, callerId, [
    'www-authenticate',
    `Bearer realm="tidemark", error="insufficient_scope", scope="${scope}"`,
  ]);
}

/** Returns a counter of denials by caller. Only callers in the access file have their own label, since they are few. */
function denialCounter({ metrics, isListed }: Pick<AccessGateDependencies, 'metrics' | 'isListed'>) {
  const about = {
    name: 'tidemark.http.requests.denied',
    description: 'Requests of authenticated callers that were denied',
  };
  const tally = metrics.counter(about, ['reason', 'caller']);
  // Starts the counters at 0 for alerts: a counter that begins at 1 shows no increase.
  for (const reason of DENIALS) tally(0, reason, 'other');
  return (reason: Denial, callerId: string): void =>
    tally(1, reason, isListed?.(callerId) === true ? callerId : 'other');
}
