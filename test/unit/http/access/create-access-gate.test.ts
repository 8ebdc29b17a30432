import { ANONYMOUS, type Caller, type CallerLimits } from '../../../../src/core/access/caller';
import { SCOPES, type Scope } from '../../../../src/core/access/scopes';
import { TidemarkError } from '../../../../src/errors';
import {
  createAccessGate,
  type AccessGateDependencies,
} from '../../../../src/http/access/create-access-gate';
import { createMetrics } from '../../../../src/platform/telemetry/metrics';
import { VirtualClock } from '../../../support/virtual-clock';

const callerOf = (id: string, ...scopes: readonly Scope[]): Caller => ({
  id,
  scopes: new Set(scopes),
  groups: new Set(),
});

/** Tokens are callers' names. */
async function gate(callers: readonly Caller[], over: Partial<AccessGateDependencies> = {}) {
  const metrics = await createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 });
  const clock = new VirtualClock();
  const limits = new Map<string, CallerLimits>();
  const authenticate = (authorization: string | undefined): Caller => {
    const caller = callers.find(({ id }) => id === authorization);
    if (caller === undefined) throw new TidemarkError('unauthenticated', 'unknown caller');
    return caller;
  };
  const limitsOf = (id: string): CallerLimits => limits.get(id) ?? {};
  const created = createAccessGate({ authenticate, limitsOf, clock, metrics, ...over });
  const samples = async (name: string) =>
    (await metrics.prometheus()).split('\n').filter((line) => line.startsWith(name));
  return { gate: created, clock, limits, samples };
}

/** Returns the error that the function throws. */
function refusal(admit: () => unknown): TidemarkError {
  try {
    admit();
  } catch (error) {
    return error as TidemarkError;
  }
  throw new Error('the request was admitted');
}

describe('The access gate', () => {
  it('the gate ignores the token on public endpoints', async () => {
    const authenticate = (): never => {
      throw new TidemarkError('unauthenticated', 'it was looked at');
    };
    const { gate: shut } = await gate([], { authenticate });
    expect(shut.admit('public', 'rubbish')).toBe(ANONYMOUS);
    expect(() => shut.release(ANONYMOUS)).not.toThrow();
    expect(refusal(() => shut.admit('counts:read', 'rubbish')).code).toBe('unauthenticated');
  });

  it.each(SCOPES)('the scope %s grants access to its endpoints and no others', async (scope) => {
    const { gate: open } = await gate([callerOf('ads', scope)]);
    for (const wanted of SCOPES) {
      if (wanted === scope) expect(open.admit(wanted, 'ads')).toMatchObject({ id: 'ads' });
      else expect(refusal(() => open.admit(wanted, 'ads')).code).toBe('permission_denied');
    }
  });

  it('a rejection names the missing scope, as in RFC 6750', async () => {
    const { gate: open } = await gate([callerOf('ads', 'counts:read')]);
    const error = refusal(() => open.admit('events:write', 'ads'));
    expect(error).toMatchObject({
      code: 'permission_denied',
      status: 403,
      retryable: false,
      field: 'authorization',
      message: 'the token lacks the scope events:write',
      headers: [
        'www-authenticate',
        'Bearer realm="tidemark", error="insufficient_scope", scope="events:write"',
      ],
    });
  });

  it('the gate is synchronous unless a token must be verified', async () => {
    const caller = callerOf('ads', 'counts:read');
    const { gate: quick } = await gate([caller]);
    expect(quick.admit('counts:read', 'ads')).toBe(caller);
    const { gate: slow } = await gate([], { authenticate: () => Promise.resolve(caller) });
    await expect(slow.admit('counts:read', 'ads')).resolves.toBe(caller);
    await expect(slow.admit('events:write', 'ads')).rejects.toMatchObject({ code: 'permission_denied' });
  });

  it('a request over the rate gets a 429 with the time to wait', async () => {
    const { gate: open, limits, clock } = await gate([callerOf('ads', 'counts:read')]);
    limits.set('ads', { requestsPerSecond: 0.5, burst: 1 });
    const ask = (): unknown => open.admit('counts:read', 'ads');
    ask();
    const expected = { code: 'rate_limited', status: 429, retryable: true, retryAfterSeconds: 2 };
    expect(refusal(ask)).toMatchObject(expected);
    await clock.advance(2_000);
    expect(ask()).toMatchObject({ id: 'ads' });
  });

  it('changed limits apply from the next request on', async () => {
    const { gate: open, limits } = await gate([callerOf('ads', 'counts:read')]);
    const ask = (): unknown => open.admit('counts:read', 'ads');
    for (let each = 0; each < 9; each++) ask();
    limits.set('ads', { requestsInFlightMax: 9 });
    expect(refusal(ask)).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 });
    limits.set('ads', { requestsInFlightMax: 10 });
    ask();
  });

  it('the gate admits another request when one is over', async () => {
    const caller = callerOf('ads', 'counts:read');
    const { gate: open, limits } = await gate([caller]);
    limits.set('ads', { requestsInFlightMax: 1 });
    void open.admit('counts:read', 'ads');
    expect(refusal(() => open.admit('counts:read', 'ads')).code).toBe('rate_limited');
    open.release(caller);
    void open.admit('counts:read', 'ads');
  });

  it('a request without the required scope takes nothing from the limits', async () => {
    const { gate: open, limits } = await gate([callerOf('ads', 'counts:read')]);
    limits.set('ads', { requestsPerSecond: 1, burst: 1, requestsInFlightMax: 1 });
    for (let each = 0; each < 3; each++)
      expect(refusal(() => open.admit('events:write', 'ads')).code).toBe('permission_denied');
    void open.admit('counts:read', 'ads');
  });

  it('the gate counts denials by reason, and by name only for callers in the access file', async () => {
    const callers = [callerOf('entered', 'counts:read'), callerOf('by-claims', 'counts:read')];
    const { gate: open, limits, samples } = await gate(callers, { isListed: (id) => id === 'entered' });
    limits.set('entered', { requestsInFlightMax: 1 });
    limits.set('by-claims', { requestsPerSecond: 1, burst: 1 });
    for (const { id } of callers) {
      void open.admit('counts:read', id);
      refusal(() => open.admit('counts:read', id));
      refusal(() => open.admit('events:write', id));
    }
    const denials = (await samples('tidemark_http_requests_denied_total')).sort();
    expect(denials).toEqual([
      'tidemark_http_requests_denied_total{reason="in_flight",caller="entered"} 1',
      'tidemark_http_requests_denied_total{reason="in_flight",caller="other"} 0',
      'tidemark_http_requests_denied_total{reason="rate",caller="other"} 1',
      'tidemark_http_requests_denied_total{reason="scope",caller="entered"} 1',
      'tidemark_http_requests_denied_total{reason="scope",caller="other"} 1',
    ]);
    expect(await samples('tidemark_http_callers')).toEqual(['tidemark_http_callers 2']);
  });
});
