import { ANONYMOUS, type Caller, type CallerLimits } from '../../core/access/caller';
import type { Access, Scope } from '../../core/access/scopes';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Metrics } from '../../platform/telemetry/metrics';
import type { AccessGate } from './access-gate';
import { CallerLimiter } from './caller-limiter';
import { CallerDenied } from './caller-denied';

export interface AccessGateDependencies {
  /** Who sent this header; throws `unauthenticated`. A promise only where it has to be waited for. */
  readonly authenticate: (authorization: string | undefined) => Caller | Promise<Caller>;
  /** As they are now: what it answers counts from the next request on. */
  readonly limitsOf: (callerId: string) => CallerLimits;
  /** Whether a person has entered the caller: only those have a metric of their own. Absent: nobody. */
  readonly isListed?: (callerId: string) => boolean;
  /** Maximum of requests in flight per caller, where the caller's own limits set none. Absent: unlimited. */
  readonly inFlightMax?: number;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

const DENIALS = ['scope', 'rate', 'in_flight'] as const;
type Denial = (typeof DENIALS)[number];

/** Where callers are told apart: who is it, may he do this at all, and has he not asked for too much already? */
export function createAccessGate({ authenticate, limitsOf, ...parts }: AccessGateDependencies): AccessGate {
  const limiter = new CallerLimiter(parts.clock, parts.inFlightMax);
  const countDenial = denialCounter(parts);
  parts.metrics.gauge(
    'tidemark.http.callers',
    'Callers with requests in flight, or a rate that is not settled yet',
    () => limiter.callers,
  );

  function authorize(caller: Caller, scope: Scope): Caller {
    if (caller.scopes !== 'all' && !caller.scopes.has(scope)) {
      countDenial('scope', caller.id);
      throw insufficientScope(scope, caller.id);
    }
    const refusal = limiter.acquire(caller.id, limitsOf(caller.id));
    if (refusal === undefined) return caller;
    countDenial(refusal.reason, caller.id);
    const { message, waitSeconds: retryAfterSeconds } = refusal;
    throw new CallerDenied(new TidemarkError('rate_limited', message, { retryAfterSeconds }), caller.id);
  }

  return {
    admit(access: Access, authorization) {
      // Also with a token that is good for nothing: probes and documents are for everybody.
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

/** As RFC 6750, 3.1 has it: whoever can get tokens learns which scope to ask for. */
function insufficientScope(scope: Scope, callerId: string): TidemarkError {
  const error = new TidemarkError('permission_denied', `needs the scope ${scope}`, {
    field: 'authorization',
  });
  return new CallerDenied(error, callerId, [
    'www-authenticate',
    `Bearer realm="tidemark", error="insufficient_scope", scope="${scope}"`,
  ]);
}

/** By callers that the access file names: there are few of them. Whom a token's claims let in is one of the `other`. */
function denialCounter({
  metrics,
  isListed: isEntered,
}: Pick<AccessGateDependencies, 'metrics' | 'isListed'>) {
  const about = { name: 'tidemark.http.requests.denied', description: 'Requests refused to known callers' };
  const tally = metrics.counter(about, ['reason', 'caller']);
  // Alerts are about them: a counter that begins at 1 has not grown.
  for (const reason of DENIALS) tally(0, reason, 'other');
  return (reason: Denial, callerId: string): void =>
    tally(1, reason, isEntered?.(callerId) === true ? callerId : 'other');
}
