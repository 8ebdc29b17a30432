/**
 * Logs accesses by OTLP, in a process without Jest, in which the exporter cannot load its parts. Arguments: the URL of the
 * collector, the number of accesses, how many of them fit into the queue, and the time limit of an export in milliseconds. Prints
 * the numbers of lines by outcome.
 */
import { DEFAULTS } from '../../src/config/defaults';
import { loadSchema } from '../../src/codec/declarations/schema-registry';
import { LedgerKeys } from '../../src/core/privacy/ledger-keys';
import { parseTokenKeys } from '../../src/core/tokens/token-keys';
import { accessLogOtlp } from '../../src/ingest/privacy/access-log-otlp';
import { AccessLog } from '../../src/operations/privacy/access-log';
import { systemRandom } from '../../src/platform/random';
import { createLogger } from '../../src/platform/telemetry/logger';
import { createMetrics } from '../../src/platform/telemetry/metrics';
import { systemClock } from '../../src/platform/time/clock';

const REQUEST = {
  timeMs: 0,
  requestId: 'r1',
  traceId: undefined,
  caller: 'ads',
  operation: 'getCell',
  status: 200,
  code: undefined,
  omitted: new Map(),
};

async function main(): Promise<void> {
  const [url = '', accesses, queuedMax, timeoutMs] = process.argv.slice(2);
  const metrics = await createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 });
  const log = new AccessLog({
    sink: accessLogOtlp({
      target: { url, headers: {} },
      resource: { 'service.name': 'test' },
      timeoutMs: Number(timeoutMs),
    }),
    metrics,
    policy: { share: 1, shares: new Map() },
    keys: new LedgerKeys(parseTokenKeys(`1:${Buffer.alloc(32, 7).toString('base64url')}`, 'keys')),
    clock: systemClock,
    random: systemRandom,
    logger: createLogger({ level: 'silent', service: 'test' }),
    limits: {
      ...DEFAULTS.accessLog,
      queuedMax: Number(queuedMax),
      intervalMs: 1,
      drainTimeoutMs: Number(timeoutMs),
    },
  });
  const dataTypes = [loadSchema().dataType('users', 'profile')];
  for (let i = 0; i < Number(accesses); i++)
    log.add({ ...REQUEST, accesses: [{ kind: 'read', subjects: [`user-${i}`], dataTypes }] });
  await log.close();
  const lines = (await metrics.prometheus()).split('\n');
  const counted = (outcome: string): string | undefined =>
    lines
      .find((line) => /^tidemark_privacy_access_log_lines_total\{/.test(line) && line.includes(outcome))
      ?.split(' ')[1];
  process.stdout.write(`${counted('written')} written, ${counted('dropped')} dropped\n`);
  await metrics.shutdown();
}

void main();
