import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { send, sendJson } from '../../support/http-server';
import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from '../../support/otlp-receiver';
import { startAppProcess, type AppProcess } from '../../support/app-process';
import { startStore } from '../../support/running-app';

describe('Telemetry of the API', () => {
  let store: LocalBigtable;
  let collector: OtlpReceiver;
  beforeAll(async () => {
    store = await startStore();
    collector = await startOtlpReceiver();
  });
  afterAll(async () => {
    collector.close();
    await store.close();
  });

  const query = { userId: 'u', actions: ['click'], windows: ['1d'] };
  const spanNamed = (name: string, spans: readonly ReceivedSpan[] = collector.spans): ReceivedSpan => {
    const found = spans.find((span) => span.name === name);
    if (found === undefined)
      throw new Error(`no span ${name} among ${spans.map((span) => span.name).join(', ')}`);
    return found;
  };

  /** Everything that is left to send is sent before the process ends. */
  const end = async (app: AppProcess): Promise<void> => {
    app.signal('SIGTERM');
    expect(await app.ended).toBe(0);
  };

  describe('of one process', () => {
    const path = '/v1/counts:query';
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const malformed = [
      '',
      '00-xyz',
      `ff-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
    ];

    beforeAll(async () => {
      const app = await startAppProcess({
        BIGTABLE_EMULATOR_HOST: store.endpoint,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-team=ads%20serving',
        OTEL_SERVICE_NAME: 'counts',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      });
      const headers = {
        'content-type': 'application/json',
        traceparent: `00-${traceId}-b7ad6b7169203331-01`,
      };
      const answer = await send(app.port, { method: 'POST', path, headers, body: JSON.stringify(query) });
      expect(answer.status).toBe(200);
      await sendJson(app.port, path, { ...query, actions: ['nod'] });
      for (const traceparent of malformed)
        await send(app.port, { path: '/healthz', headers: { traceparent } });
      await end(app);
    });

    it('spans and metrics are sent to a collector, in the trace of the caller', () => {
      const mine = collector.spans.filter((span) => span.traceId === traceId);
      const request = spanNamed('POST /v1/counts:query', mine);
      const operation = spanNamed('count actions', mine);
      const call = spanNamed('bigtable ReadRows', mine);
      expect(request.parentSpanId).toBe('b7ad6b7169203331');
      expect(operation.parentSpanId).toBe(request.spanId);
      const lookup = spanNamed('lookup', mine);
      expect(lookup.parentSpanId).toBe(operation.spanId);
      expect(lookup.attributes).toMatchObject({
        'tidemark.cluster': 'default',
        'tidemark.lookup': 'nearest',
      });
      expect(call.parentSpanId).toBe(lookup.spanId);
      expect(request.attributes).toMatchObject({ 'http.route': path, 'http.response.status_code': '200' });
      expect(call.attributes).toMatchObject({ 'rpc.method': 'ReadRows', 'tidemark.attempts': '1' });
      const inOrder = [request.startNanos, call.startNanos, call.endNanos, request.endNanos];
      expect([...inOrder].sort((a, b) => (a < b ? -1 : 1))).toEqual(inOrder);

      const other = collector.spans.find((span) => span.attributes['http.response.status_code'] === '400');
      expect(other?.traceId).not.toBe(traceId);
      expect([other?.parentSpanId, other?.failed]).toEqual(['', false]);

      expect([...collector.metrics]).toEqual(
        expect.arrayContaining([
          'http.server.request.duration',
          'tidemark.store.call.duration',
          'process.cpu.time',
        ]),
      );
      for (const resource of collector.resources) {
        expect(resource).toMatchObject({ 'service.name': 'counts', 'deployment.environment.name': 'test' });
      }
      expect(collector.headers.every((each) => each['x-team'] === 'ads serving')).toBe(true);
    });

    it('a malformed traceparent is ignored', () => {
      const spans = collector.spans.filter(({ name }) => name === 'GET /healthz');
      expect(spans.map((span) => span.parentSpanId)).toEqual(malformed.map(() => ''));
      expect(new Set(spans.map((span) => span.traceId)).size).toBe(malformed.length);
    });
  });

  it('failed requests are marked', async () => {
    collector.spans.length = 0;
    const app = await startAppProcess({
      BIGTABLE_EMULATOR_HOST: '127.0.0.1:1',
      TIDEMARK_HTTP_REQUEST_TIMEOUT_MS: '2000',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.endpoint}/v1/traces`,
    });
    expect((await sendJson(app.port, '/v1/counts:query', query)).status).toBe(503);
    await end(app);
    for (const name of ['POST /v1/counts:query', 'count actions', 'bigtable ReadRows']) {
      expect([name, spanNamed(name).failed]).toEqual([name, true]);
    }
  });

  it('nothing is sent without a collector, or if telemetry is disabled', async () => {
    const before = collector.headers.length;
    for (const env of [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_SDK_DISABLED: 'true' }]) {
      const app = await startAppProcess({ BIGTABLE_EMULATOR_HOST: store.endpoint, ...env });
      await sendJson(app.port, '/v1/counts:query', query);
      await end(app);
    }
    expect(collector.headers.length).toBe(before);
  });
});
