import { configurationVariables, loadConfig } from '../../../src/config/index';
import { DEFAULTS } from '../../../src/config/defaults';

const SECRET = Buffer.alloc(16, 3).toString('base64url');
const EMULATOR = { BIGTABLE_EMULATOR_HOST: '127.0.0.1:8086' };

function failureOf(env: NodeJS.ProcessEnv): unknown {
  try {
    loadConfig(env);
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('loadConfig', () => {
  it('returns a complete configuration by default', () => {
    const config = loadConfig(EMULATOR);
    expect(config).toMatchObject({
      ...DEFAULTS,
      heartbeats: { ...DEFAULTS.heartbeats, ...DEFAULTS.slowHeartbeats },
    });
    expect(config.bigtable.emulatorHost).toBe('127.0.0.1:8086');
    expect(config.telemetry).toMatchObject({ logLevel: 'info', serviceName: 'tidemark', traces: undefined });
  });

  it('uses the variables that are set and treats empty ones as unset', () => {
    const { http, bigtable, telemetry } = loadConfig({
      TIDEMARK_PROJECT: 'ads-prod',
      TIDEMARK_INSTANCE: 'serving',
      TIDEMARK_HTTP_HOST: '0.0.0.0',
      PORT: '0',
      TIDEMARK_HTTP_BODY_BYTES_MAX: '',
      TIDEMARK_LOG_LEVEL: 'DEBUG',
    });
    expect([bigtable.project, bigtable.instance, bigtable.emulatorHost]).toEqual([
      'ads-prod',
      'serving',
      undefined,
    ]);
    expect([http.host, http.port, http.bodyBytesMax]).toEqual(['0.0.0.0', 0, DEFAULTS.http.bodyBytesMax]);
    expect(telemetry.logLevel).toBe('debug');
  });

  it('rejects a time for derived writes that compaction exceeds, except on an emulator', () => {
    const name = 'TIDEMARK_ERASURE_DERIVED_WRITE_MAX_MS';
    const cloud = { TIDEMARK_PROJECT: 'ads', TIDEMARK_INSTANCE: 'serving' };
    expect(failureOf({ ...cloud, [name]: '39999' })).toMatchObject({ field: name });
    expect(failureOf({ ...EMULATOR, [name]: '39999' })).toBeUndefined();
    expect(DEFAULTS.privacy.derivedWriteMaxMs).toBeGreaterThan(2 * DEFAULTS.compaction.callTimeoutMs);
  });

  it('returns a deeply frozen object', () => {
    const config = loadConfig(EMULATOR);
    expect(
      [config, config.http, config.telemetry, config.telemetry.resourceAttributes].every(Object.isFrozen),
    ).toBe(true);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80a'],
    ['PORT', '1e3'],
    ['BIGTABLE_EMULATOR_HOST', 'localhost'],
    ['BIGTABLE_EMULATOR_HOST', 'localhost:0'],
    ['BIGTABLE_EMULATOR_HOST', 'localhost:70000'],
    ['BIGTABLE_EMULATOR_HOST', 'http://localhost:8086'],
    ['TIDEMARK_PROJECT', 'a/b'],
    ['TIDEMARK_LOG_LEVEL', 'loud'],
    ['TIDEMARK_HTTP_REQUEST_TIMEOUT_MS', '0'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'novalue'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'a=%E0%A4'],
    ['TIDEMARK_HTTP_PROT', '8080'],
    ['TIDEMARK_REGION', 'eu/west'],
    ['TIDEMARK_CONSISTENCY_EVIDENCE', 'shard'],
    ['TIDEMARK_CLOCK_SKEW_MAX_MS', '-1'],
    ['TIDEMARK_CLOCK_SKEW_MAX_MS', '60001'],
    ['TIDEMARK_TOKEN_LIFETIME_MS', '518400001'],
    ['TIDEMARK_REPLICATION_LAG_MAX_MS', '518400001'],
    ['TIDEMARK_REPLICATION_LAG_MAX_MS', '3599999'],
    // The tokens live longer.
    ['TIDEMARK_REPLICATION_LAG_MAX_MS', '86399999'],
    ['TIDEMARK_PRIVACY_KEYS', '1:AAAA'],
    ['TIDEMARK_TOKEN_KEYS', 'short:AAAA'],
    ['TIDEMARK_TOKEN_KEYS', '1:AAAA'],
    ['TIDEMARK_TOKEN_KEYS', `1:${SECRET},1:${SECRET}`],
    ['TIDEMARK_HEARTBEAT_INTERVAL_MS', '49'],
    ['TIDEMARK_HEARTBEAT_INTERVAL_MS', 'on'],
    ['TIDEMARK_HEDGE_BUDGET', '1.1'],
    ['TIDEMARK_HEDGE_BUDGET', '5%'],
    ['TIDEMARK_AUDIT_RATE', '-0.1'],
    ['TIDEMARK_AUDIT_RATE', '1e-3'],
    ['TIDEMARK_BATCH_CALLS_IN_FLIGHT_MAX', '0'],
    ['TIDEMARK_ADMIN_PORT', '65536'],
    ['TIDEMARK_SKETCHES_FLUSH_INTERVAL_MS', '9'],
    ['TIDEMARK_SKETCHES_FLUSH_INTERVAL_MAX_MS', '9'],
    ['TIDEMARK_SKETCHES_BUFFERED_MAX', '0'],
    ['TIDEMARK_CAMPAIGN_COUNTS_READ_BYTES_MAX', '1000'],
  ])('rejects %s=%s and names the variable', (name, value) => {
    expect(failureOf({ ...EMULATOR, [name]: value })).toMatchObject({
      code: 'invalid_argument',
      field: name,
    });
  });

  it('reads the variables of routing and consistency', () => {
    const { routing, consistency, tokens, heartbeats, audit, admission } = loadConfig({
      TIDEMARK_TOPOLOGY: 'topology.json',
      TIDEMARK_REGION: 'europe-west1',
      TIDEMARK_CONSISTENCY_EVIDENCE: 'row+shard',
      TIDEMARK_CLOCK_SKEW_MAX_MS: '5',
      TIDEMARK_TOKEN_KEYS: `7:${SECRET}, 8:${SECRET}`,
      TIDEMARK_TOKEN_LIFETIME_MS: '1000',
      TIDEMARK_REPLICATION_LAG_MAX_MS: '3600000',
      TIDEMARK_HEARTBEAT_INTERVAL_MS: '500',
      TIDEMARK_HEDGE_BUDGET: '0',
      TIDEMARK_AUDIT_RATE: '0.25',
      TIDEMARK_BATCH_CALLS_IN_FLIGHT_MAX: '2',
      TIDEMARK_BATCH_ROWS_PER_SECOND: '100',
    });
    expect(routing).toMatchObject({ topologyFile: 'topology.json', region: 'europe-west1', hedgeBudget: 0 });
    expect(consistency).toMatchObject({
      evidence: 'row+shard',
      clockSkewMaxMs: 5,
      replicationLagMaxMs: 3_600_000,
    });
    expect(tokens).toMatchObject({ lifetimeMs: 1_000 });
    expect(tokens.keys?.map(({ id }) => id)).toEqual([7, 8]);
    expect([heartbeats.intervalMs, audit.rate]).toEqual([500, 0.25]);
    expect(admission).toMatchObject({ callsInFlightMax: 2, rowsPerSecond: 100 });
  });

  it('uses slow heartbeats with the evidence row and fast ones where they prove answers', () => {
    const of = (variables: NodeJS.ProcessEnv): readonly number[] => {
      const { heartbeats } = loadConfig({ ...EMULATOR, ...variables });
      return [heartbeats.intervalMs, heartbeats.farLookIntervals];
    };
    const proving = { TIDEMARK_CONSISTENCY_EVIDENCE: 'row+shard' };
    expect(of({})).toEqual([30_000, 10]);
    expect(of({ TIDEMARK_CONSISTENCY_EVIDENCE: 'row' })).toEqual([30_000, 10]);
    expect(of(proving)).toEqual([1_000, 3]);
    expect(of({ TIDEMARK_HEARTBEAT_INTERVAL_MS: '2000' })).toEqual([2_000, 10]);
    expect(of({ ...proving, TIDEMARK_HEARTBEAT_INTERVAL_MS: '2000' })).toEqual([2_000, 3]);
  });

  it.each(['0', 'off', 'OFF'])(
    'TIDEMARK_HEARTBEAT_INTERVAL_MS=%s turns heartbeats off, unless they prove answers',
    (off) => {
      const variables = { ...EMULATOR, TIDEMARK_HEARTBEAT_INTERVAL_MS: off };
      expect(loadConfig(variables).heartbeats.intervalMs).toBe(0);
      expect(failureOf({ ...variables, TIDEMARK_CONSISTENCY_EVIDENCE: 'row+shard' })).toMatchObject({
        code: 'invalid_argument',
        field: 'TIDEMARK_HEARTBEAT_INTERVAL_MS',
      });
    },
  );

  it('rejects token keys together with a token key file', () => {
    const both = { TIDEMARK_TOKEN_KEYS: `1:${SECRET}`, TIDEMARK_TOKEN_KEYS_FILE: 'keys' };
    const failure = failureOf({ ...EMULATOR, ...both }) as Error;
    expect(failure).toMatchObject({ code: 'invalid_argument', field: 'TIDEMARK_TOKEN_KEYS_FILE' });
    expect(failure.message).not.toContain(SECRET);
  });

  it('reads the variables of counts over all users and of the admin listener', () => {
    const { sketches, campaignCounts, admin } = loadConfig({
      ...EMULATOR,
      TIDEMARK_SKETCHES_FLUSH_INTERVAL_MS: '100',
      TIDEMARK_SKETCHES_FLUSH_INTERVAL_MAX_MS: '30000',
      TIDEMARK_SKETCHES_BUFFERED_MAX: '50000',
      TIDEMARK_CAMPAIGN_COUNTS_CAMPAIGNS_MAX: '7',
      TIDEMARK_CAMPAIGN_COUNTS_ANSWER_MAX: '8',
      TIDEMARK_CAMPAIGN_COUNTS_READ_BYTES_MAX: '1048576',
      TIDEMARK_ADMIN_PORT: '9090',
      TIDEMARK_ADMIN_HOST: '0.0.0.0',
    });
    expect(sketches).toMatchObject({ flushIntervalMs: 100, flushIntervalMaxMs: 30_000, bufferedMax: 50_000 });
    expect(campaignCounts).toMatchObject({ campaignsMax: 7, answerCountsMax: 8, readBytesMax: 1_048_576 });
    expect(admin).toMatchObject({ host: '0.0.0.0', port: 9_090 });
    expect(loadConfig(EMULATOR).admin.port).toBeUndefined();
  });

  it.each(['TIDEMARK_INSTANCE', 'TIDEMARK_APP_PROFILE'])(
    'rejects %s together with TIDEMARK_TOPOLOGY',
    (name) => {
      const failure = failureOf({ ...EMULATOR, TIDEMARK_TOPOLOGY: 'topology.json', [name]: 'x' });
      expect(failure).toMatchObject({ code: 'invalid_argument', field: name });
    },
  );

  it('keeps credentials out of error messages', () => {
    for (const keys of [`1:${SECRET},1:${SECRET}`, `999:${SECRET}`, `x:${SECRET}`]) {
      const { message } = failureOf({ ...EMULATOR, TIDEMARK_TOKEN_KEYS: keys }) as Error;
      expect(message).not.toContain(SECRET);
    }
    const failure = failureOf({ ...EMULATOR, OTEL_EXPORTER_OTLP_HEADERS: 'secret-token' }) as Error;
    expect(failure).toMatchObject({ field: 'OTEL_EXPORTER_OTLP_HEADERS' });
    expect(failure.message).not.toMatch(/secret-token/);
  });

  it('ignores variables of the test suites', () => {
    expect(failureOf({ ...EMULATOR, TIDEMARK_TEST_BIGTABLE_EMULATOR_HOST: 'x' })).toBeUndefined();
  });

  it('requires an explicit target in Cloud Bigtable', () => {
    expect(failureOf({})).toMatchObject({ field: 'TIDEMARK_PROJECT' });
    expect(failureOf({ TIDEMARK_PROJECT: 'p' })).toMatchObject({ field: 'TIDEMARK_INSTANCE' });
    expect(failureOf({ TIDEMARK_PROJECT: 'p', TIDEMARK_INSTANCE: 'i' })).toBeUndefined();
  });

  it('derives both collector URLs as specified by OpenTelemetry', () => {
    const urls = (env: NodeJS.ProcessEnv): (string | undefined)[] => {
      const { traces, metrics } = loadConfig({ ...EMULATOR, ...env }).telemetry;
      return [traces?.url, metrics?.url];
    };
    const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
    expect(urls({})).toEqual([undefined, undefined]);
    expect(urls(base)).toEqual(['http://collector:4318/v1/traces', 'http://collector:4318/v1/metrics']);
    expect(urls({ ...base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://traces/x' })).toEqual([
      'http://traces/x',
      'http://collector:4318/v1/metrics',
    ]);
    expect(urls({ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://m/' })).toEqual([undefined, 'http://m/']);
    expect(urls({ ...base, OTEL_SDK_DISABLED: 'true' })).toEqual([undefined, undefined]);
    const headers = loadConfig({ ...EMULATOR, ...base, OTEL_EXPORTER_OTLP_HEADERS: 'a=b%20c, d=e=f' });
    expect(headers.telemetry.traces?.headers).toEqual({ a: 'b c', d: 'e=f' });
  });

  it('describes every variable once', () => {
    const names = configurationVariables().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(configurationVariables().every(({ description }) => /^[A-Z]/.test(description))).toBe(true);
  });

  it('polls all watched files at the configured interval', () => {
    const { routing, tokens, access } = loadConfig({
      BIGTABLE_EMULATOR_HOST: 'localhost:8086',
      TIDEMARK_FILES_POLL_INTERVAL_MS: '60000',
    });
    expect([routing.topologyPollMs, tokens.keysPollMs, access.pollMs]).toEqual([60_000, 60_000, 60_000]);
  });
});
