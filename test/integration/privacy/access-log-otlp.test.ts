import { DEFAULTS } from '../../../src/config/defaults';
import { LedgerKeys } from '../../../src/core/privacy/ledger-keys';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { accessLogOtlp } from '../../../src/ingest/privacy/access-log-otlp';
import { startLocalBigtable, type LocalBigtable } from '../../../src/local-bigtable/index';
import { AccessLog, type AccessLogSink } from '../../../src/operations/privacy/access-log';
import { systemRandom } from '../../../src/platform/random';
import { createLogger } from '../../../src/platform/telemetry/logger';
import { createMetrics } from '../../../src/platform/telemetry/metrics';
import { systemClock } from '../../../src/platform/time/clock';
import { parseTokenKeys } from '../../../src/core/tokens/token-keys';
import { send } from '../../support/http-server';
import { startOtlpReceiver, type OtlpReceiver } from '../../support/otlp-receiver';
import { applySchema, startApp } from '../../support/running-app';
import { tidemarkError } from '../../support/tidemark-error';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const OPTIONS = { timeoutMs: 300 };
const LINE = {
  time: '2026-11-21T05:35:00.120Z',
  caller: 'ads-serving',
  dataTypes: ['users/profile', 'users/ad_action'],
  status: 200,
};
const PATH = '/v1/corpora/users/objects/user-1/profile/main';

describe('The access log as OTLP logs', () => {
  let receiver: OtlpReceiver;
  let sink: AccessLogSink;

  beforeEach(async () => {
    receiver = await startOtlpReceiver();
    const target = { url: `${receiver.endpoint}/v1/logs`, headers: { 'x-tenant': 'ads' } };
    sink = accessLogOtlp({ target, resource: { 'service.name': 'tidemark-api' }, ...OPTIONS });
  });
  afterEach(async () => {
    await sink.close();
    receiver.close();
  });

  it('has one record for each line, with its fields, time and trace', async () => {
    await sink.write([JSON.stringify({ ...LINE, traceId: TRACE }), JSON.stringify(LINE)], OPTIONS);
    const common = { timeMs: Date.parse(LINE.time), severity: 9, eventName: 'tidemark.access', spanId: '' };
    expect(receiver.logs).toEqual([
      { ...common, traceId: TRACE, body: { ...LINE, status: '200', traceId: TRACE } },
      { ...common, traceId: '', body: { ...LINE, status: '200' } },
    ]);
    expect(receiver.resources).toEqual([{ 'service.name': 'tidemark-api' }]);
    expect(receiver.headers[0]).toMatchObject({
      'x-tenant': 'ads',
      'content-type': 'application/x-protobuf',
    });
  });

  it.each([400, 503])(
    'fails a write that the collector answers with %i, and takes the next one',
    async (status) => {
      receiver.status = status;
      await expect(sink.write([JSON.stringify(LINE)], OPTIONS)).rejects.toThrow();
      receiver.status = 200;
      await sink.write([JSON.stringify(LINE)], OPTIONS);
      expect(receiver.logs).toHaveLength(1);
    },
  );

  it('drops and counts what does not fit while the collector fails, without waiting', async () => {
    receiver.status = 503;
    const metrics = await createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 });
    const log = new AccessLog({
      sink,
      metrics,
      policy: { share: 1, shares: new Map() },
      keys: new LedgerKeys(parseTokenKeys(`1:${Buffer.alloc(32, 7).toString('base64url')}`, 'keys')),
      clock: systemClock,
      random: systemRandom,
      logger: createLogger({ level: 'silent', service: 'test' }),
      limits: { ...DEFAULTS.accessLog, queuedMax: 3, intervalMs: 1, drainTimeoutMs: 50 },
    });
    const request = {
      timeMs: 0,
      requestId: 'r1',
      traceId: undefined,
      caller: 'ads',
      operation: 'getCell',
      status: 200,
      code: undefined,
      omitted: new Map(),
    };
    const dataTypes = [loadSchema().dataType('users', 'profile')];
    for (let i = 0; i < 5; i++)
      expect(
        log.add({ ...request, accesses: [{ kind: 'read', subjects: [`user-${i}`], dataTypes }] }),
      ).toBeUndefined();
    const dropped = async (): Promise<string | undefined> =>
      /access_log_lines_total\{[^}]*outcome="dropped"[^}]*\} (\d+)/.exec(await metrics.prometheus())?.[1];
    expect(await dropped()).toBe('2');
    await log.close();
    expect(await dropped()).toBe('5');
    expect(receiver.logs).toEqual([]);
    await metrics.shutdown();
  });

  describe('of the API', () => {
    let bigtable: LocalBigtable;
    let env: NodeJS.ProcessEnv;

    beforeAll(async () => {
      bigtable = await startLocalBigtable({ host: '127.0.0.1', port: 0 });
      await applySchema(bigtable.endpoint);
    });
    afterAll(() => bigtable.close());
    beforeEach(() => {
      env = {
        BIGTABLE_EMULATOR_HOST: bigtable.endpoint,
        TIDEMARK_LOG_LEVEL: 'silent',
        TIDEMARK_ACCESS_LOG_OTLP: 'true',
        OTEL_SERVICE_NAME: 'tidemark-api',
        OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: `${receiver.endpoint}/v1/logs`,
      };
    });

    it('reaches the collector, and has no id of a user', async () => {
      const { app, port } = await startApp(env);
      expect((await send(port, { path: PATH })).status).toBe(404);
      await app.drain();
      expect(receiver.logs.map(({ body }) => body)).toEqual([
        expect.objectContaining({ operation: 'getCell', dataTypes: ['users/profile'], decision: 'allowed' }),
      ]);
      expect(JSON.stringify(receiver.logs)).not.toContain('user-1');
      expect(receiver.resources).toEqual([expect.objectContaining({ 'service.name': 'tidemark-api' })]);
    });

    it('is rejected without a collector, and beside another destination', async () => {
      const rejected = tidemarkError('invalid_argument', 'TIDEMARK_ACCESS_LOG_OTLP');
      for (const more of [
        { OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: undefined },
        { OTEL_SDK_DISABLED: 'true' },
        { TIDEMARK_ACCESS_LOG_FILE: '/tmp/access.ndjson' },
        { TIDEMARK_ACCESS_LOG_TOPIC: 'access' },
      ])
        await expect(startApp({ ...env, ...more })).rejects.toEqual(rejected);
    });
  });
});
