/** The access log as OTLP logs, from processes of their own: Jest does not let the exporter load its parts. */
import { join } from 'node:path';
import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { startAppProcess, type AppProcess } from '../../support/app-process';
import { startChildProcess } from '../../support/child-process';
import { send } from '../../support/http-server';
import { startOtlpReceiver, type OtlpReceiver } from '../../support/otlp-receiver';
import { startApp, startStore } from '../../support/running-app';
import { tidemarkError } from '../../support/tidemark-error';
import { until } from '../../support/until';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PATH = '/v1/corpora/users/objects/user-1/profile/main';
const CHILD = join(__dirname, '../../support/access-log-child.ts');

describe('The access log as OTLP logs', () => {
  let bigtable: LocalBigtable;
  let receiver: OtlpReceiver;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    bigtable = await startStore();
  });
  afterAll(() => bigtable.close());
  beforeEach(async () => {
    receiver = await startOtlpReceiver();
    env = {
      BIGTABLE_EMULATOR_HOST: bigtable.endpoint,
      TIDEMARK_ACCESS_LOG_OTLP: 'true',
      OTEL_SERVICE_NAME: 'tidemark-api',
      OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: `${receiver.endpoint}/v1/logs`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=ads',
    };
  });
  afterEach(() => receiver.close());

  const end = async (app: AppProcess): Promise<void> => {
    app.signal('SIGTERM');
    expect(await app.ended).toBe(0);
  };

  it('has one record for each access, with its fields, time and trace, and no id of a user', async () => {
    const app = await startAppProcess(env);
    const beforeMs = Date.now();
    const headers = { traceparent: `00-${TRACE}-b7ad6b7169203331-01` };
    expect((await send(app.port, { path: PATH, headers })).status).toBe(404);
    await send(app.port, { path: PATH });
    await end(app);
    expect(receiver.logs).toHaveLength(2);
    const [traced, other] = receiver.logs;
    expect(traced).toMatchObject({ severity: 9, eventName: 'tidemark.access', traceId: TRACE, spanId: '' });
    expect(traced!.timeMs).toBeGreaterThanOrEqual(beforeMs);
    expect(traced!.body).toMatchObject({
      operation: 'getCell',
      access: 'read',
      dataTypes: ['users/profile'],
      decision: 'allowed',
      status: '404',
      traceId: TRACE,
    });
    expect(other!.traceId).toBe('');
    expect(JSON.stringify(receiver.logs)).not.toContain('user-1');
    expect(receiver.resources).toContainEqual({ 'service.name': 'tidemark-api' });
    expect(receiver.headers[0]).toMatchObject({
      'x-tenant': 'ads',
      'content-type': 'application/x-protobuf',
    });
  });

  it.each([400, 503])('is sent again after an answer with %i, and delays no request', async (status) => {
    receiver.status = status;
    const app = await startAppProcess(env);
    await send(app.port, { path: PATH });
    await until(() => receiver.headers.length > 0);
    // The collector fails, and requests are answered.
    expect((await send(app.port, { path: PATH })).status).toBe(404);
    receiver.status = 200;
    await until(() => receiver.logs.length === 2);
    await end(app);
  });

  it('drops and counts what does not fit while the collector fails', async () => {
    receiver.status = 503;
    const child = await startChildProcess(CHILD, [`${receiver.endpoint}/v1/logs`, '5', '3', '300']);
    expect(child.firstLine).toBe('0 written, 5 dropped');
    expect(await child.ended).toBe(0);
    expect(receiver.logs).toEqual([]);
  });

  it('counts what is written', async () => {
    const child = await startChildProcess(CHILD, [`${receiver.endpoint}/v1/logs`, '5', '3', '30000']);
    expect(child.firstLine).toBe('3 written, 2 dropped');
    expect(await child.ended).toBe(0);
    expect(receiver.logs).toHaveLength(3);
  });

  it('is rejected without a collector, and beside another destination', async () => {
    const rejected = tidemarkError('invalid_argument', 'TIDEMARK_ACCESS_LOG_OTLP');
    for (const more of [
      { OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: undefined },
      { OTEL_SDK_DISABLED: 'true' },
      { TIDEMARK_ACCESS_LOG_FILE: '/tmp/access.ndjson' },
      { TIDEMARK_ACCESS_LOG_TOPIC: 'access' },
    ])
      await expect(startApp({ ...env, ...more, TIDEMARK_LOG_LEVEL: 'silent' })).rejects.toEqual(rejected);
  });
});
