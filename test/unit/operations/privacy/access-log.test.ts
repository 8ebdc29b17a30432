import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { LedgerKeys } from '../../../../src/core/privacy/ledger-keys';
import type { AccessedRequest } from '../../../../src/core/privacy/access-record';
import { parseTokenKeys } from '../../../../src/core/tokens/token-keys';
import { DEFAULTS } from '../../../../src/config/defaults';
import { AccessLog, type AccessLogLimits } from '../../../../src/operations/privacy/access-log';
import { createLogger } from '../../../../src/platform/telemetry/logger';
import { createMetrics, type Metrics } from '../../../../src/platform/telemetry/metrics';
import { systemClock } from '../../../../src/platform/time/clock';
import { until } from '../../../support/until';

const schema = loadSchema();
const PROFILE = schema.dataType('users', 'profile');
const CAMPAIGN = schema.dataType('campaigns', 'campaign');

let metrics: Metrics;
let written: string[][];
/** Resolves or rejects the pending write. */
let pending: { resolve: () => void; reject: (error: Error) => void }[];

async function createLog(limits: Partial<AccessLogLimits> = {}, share = 1, random = 0.5): Promise<AccessLog> {
  metrics = await createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 });
  [written, pending] = [[], []];
  const keys = new LedgerKeys(parseTokenKeys(`1:${Buffer.alloc(32, 7).toString('base64url')}`, 'keys'));
  return new AccessLog({
    sink: {
      write: (lines) =>
        new Promise((resolve, reject) => {
          pending.push({
            reject,
            resolve() {
              written.push([...lines]);
              resolve();
            },
          });
        }),
      close: () => Promise.resolve(),
    },
    policy: { share, shares: new Map([['users/profile', share]]) },
    keys,
    clock: systemClock,
    random: () => random,
    logger: createLogger({ level: 'silent', service: 'test' }),
    metrics,
    limits: { ...DEFAULTS.accessLog, intervalMs: 5, retryInitialDelayMs: 1, drainTimeoutMs: 200, ...limits },
  });
}

const requestOf = (subjects: readonly string[], more: Partial<AccessedRequest> = {}): AccessedRequest => ({
  timeMs: 0,
  requestId: 'r1',
  traceId: undefined,
  caller: 'ads',
  operation: 'getCell',
  status: 200,
  code: undefined,
  accesses: [{ kind: 'read', subjects, dataTypes: [PROFILE] }],
  omitted: new Map(),
  ...more,
});

const outcomes = async (): Promise<string> =>
  (await metrics.prometheus()).replace(/^[^]*?# HELP tidemark_privacy_access_log_lines/, '');

describe('The queue of the access log', () => {
  it('is bounded: what exceeds it is dropped as a whole and counted, and nothing waits', async () => {
    const log = await createLog({ queuedMax: 3, linesPerWrite: 2 });
    log.add(requestOf(['a', 'b']));
    log.add(requestOf(['c', 'd']));
    log.add(requestOf(['e']));
    log.add(requestOf(['f']));
    await until(() => pending.length === 1);
    expect(await outcomes()).toMatch(/outcome="dropped"[^}]*\} 3\b/);
    pending[0]!.resolve();
    await until(() => pending.length === 2);
    pending[1]!.resolve();
    await until(() => written.length === 2);
    expect(written.map((lines) => lines.length)).toEqual([2, 1]);
    log.add(requestOf(['g']));
    await until(() => pending.length === 3);
    pending[2]!.resolve();
    await log.close();
    expect(await outcomes()).toMatch(/outcome="written"[^}]*\} 4\b/);
  });

  it('writes lines again after a failure, in order', async () => {
    const log = await createLog();
    log.add(requestOf(['a']));
    await until(() => pending.length === 1);
    pending[0]!.reject(new Error('the disk is full'));
    await until(() => pending.length === 2);
    pending[1]!.resolve();
    await until(() => written.length === 1);
    expect(written[0]).toHaveLength(1);
    await log.close();
  });

  it('is written before the log closes, for a limited time', async () => {
    const log = await createLog({ intervalMs: 60_000 });
    log.add(requestOf(['a']));
    const closing = log.close();
    await until(() => pending.length === 1);
    pending[0]!.resolve();
    await closing;
    expect(written).toHaveLength(1);
    const stuck = await createLog({ intervalMs: 60_000 });
    stuck.add(requestOf(['a']));
    const ending = stuck.close();
    await until(() => pending.length === 1);
    pending[0]!.reject(new Error('the topic is missing'));
    const rejectAll = setInterval(() => pending.forEach(({ reject }) => reject(new Error('missing'))), 5);
    await ending;
    clearInterval(rejectAll);
    expect(await outcomes()).toMatch(/outcome="dropped"[^}]*\} 1\b/);
    stuck.add(requestOf(['b']));
    expect(await outcomes()).toMatch(/outcome="dropped"[^}]*\} 2\b/);
  });

  it('ends in time although its destination hangs, and never begins a second write beside the first', async () => {
    const log = await createLog({ queuedMax: 2, linesPerWrite: 1, drainTimeoutMs: 50 });
    for (const subject of ['a', 'b', 'c', 'd']) log.add(requestOf([subject]));
    await until(() => pending.length === 1);
    expect(await outcomes()).toMatch(/outcome="dropped"[^}]*\} 2\b/);
    await log.close();
    expect(pending).toHaveLength(1);
    expect(await outcomes()).toMatch(/outcome="dropped"[^}]*\} 4\b/);
  });

  it('has a sample of the requests, all denials, and nothing that is off or not personal', async () => {
    const sampled = await createLog({ linesPerWrite: 1 }, 0.5, 0.5);
    sampled.add(requestOf(['a']));
    sampled.add(requestOf(['b'], { accesses: [{ kind: 'read', subjects: ['b'], dataTypes: [CAMPAIGN] }] }));
    expect(pending).toHaveLength(0);
    sampled.add(requestOf(['c'], { status: 403, code: 'permission_denied' }));
    await until(() => pending.length === 1);
    pending[0]!.resolve();
    await sampled.close();
    expect(written).toHaveLength(1);
    expect(JSON.parse(written[0]![0]!)).toMatchObject({ decision: 'denied', dataTypes: ['users/profile'] });
    const off = await createLog({ linesPerWrite: 1 }, 0, 0);
    off.add(requestOf(['a'], { code: 'permission_denied' }));
    await off.close();
    expect(written).toEqual([]);
  });
});
