/** Configuration: the defaults, changed by the environment where it may, read once, validated, frozen. */
import { LEASE_MAX_MS } from '../core/pacing/lease';
import { WATERMARK_VALID_MS } from '../core/consistency/row-watermark';
import { parseTokenKeys } from '../core/tokens/token-keys';
import { POLICIES } from '../core/pacing/pacing';
import { WHEN_STALE } from '../core/pacing/pacing-settings';
import { DEFAULTS } from './defaults';
import { invalidArgument } from '../errors';
import {
  Environment,
  folders,
  hostPort,
  identifier,
  integer,
  oneOf,
  share,
  text,
  type Variable,
} from './environment';
import { readAccess, type AccessSettings } from './sections/access';
import { readAdmin } from './sections/admin';
import { readCampaigns } from './sections/campaigns';
import { readConsistency } from './sections/store/consistency';
import { readFilePolling } from './sections/files';
import { readHeartbeats } from './sections/store/heartbeats';
import { readCounts } from './sections/counts';
import { readController } from './sections/pacing-controller';
import { readLag } from './sections/lag';
import { readPacing } from './sections/pacing';
import { readCampaignCounts, readSketches } from './sections/sketches';
import { readTelemetry } from './sections/telemetry';
import { readTokens } from './sections/store/tokens';

export { LOG_LEVELS, type LogLevel, type OtlpTarget } from './sections/telemetry';

/** Everything that the process was told: complete, validated, frozen. */
export type Config = ReturnType<typeof readAll>;

type WidenedLiterals<T> = {
  readonly [K in keyof T]: T[K] extends number
    ? number
    : T[K] extends string
      ? string
      : WidenedLiterals<T[K]>;
};
const defaults: WidenedLiterals<typeof DEFAULTS> = DEFAULTS;

const GIB = 1024 * 1024 * 1024;
const HOUR_MS = 3_600_000;

/**
 * Reads the configuration from environment variables; an empty variable counts as unset. Throws `invalid_argument`
 * whose field is the variable at fault, also for a `TIDEMARK_` variable that does not exist.
 */
export function loadConfig(variables: NodeJS.ProcessEnv): Config {
  const env = new Environment(variables);
  const config = readAll(env);
  env.rejectUnknown();
  requireTarget(env, config);
  return deepFreeze(config);
}

/** The part of the configuration that needs no store. */
export function loadSchemaConfig(variables: NodeJS.ProcessEnv): Config['schema'] {
  return deepFreeze(readSchema(new Environment(variables)));
}

/** The part of the configuration that the embedded Bigtable needs, read before there is a store to connect to. */
export function loadLocalConfig(variables: NodeJS.ProcessEnv): Config['local'] {
  return deepFreeze(readLocal(new Environment(variables)));
}

/** The part of the configuration that says which callers are authenticated. */
export function loadAccessConfig(variables: NodeJS.ProcessEnv): AccessSettings {
  return deepFreeze(readAccess(new Environment(variables), {}));
}

/** The process's own variables, for the commands' `loadConfig`; nothing else reads them. */
export function processEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}

/** The variables that `loadConfig` reads, in its order: what docs/configuration.md lists. */
export function configurationVariables(): readonly Variable[] {
  const env = new Environment({});
  readAll(env);
  return env.variables;
}

function readAll(env: Environment) {
  const pollMs = readFilePolling(env, defaults.routing.topologyPollMs);
  return {
    ...defaults,
    bigtable: readBigtable(env),
    routing: { ...readRouting(env), topologyPollMs: pollMs },
    admission: readAdmission(env),
    ...readReadGuarantees(env, pollMs),
    audit: readAudit(env),
    orderCanary: readOrderCanary(env),
    http: readHttp(env),
    access: { ...readAccess(env, defaults.access), pollMs },
    admin: readAdmin(env, defaults.admin),
    processes: readProcesses(env),
    events: readEvents(env),
    counts: readCounts(env, defaults.counts),
    sketches: readSketches(env, defaults.sketches),
    campaigns: readCampaigns(env, defaults.campaigns),
    campaignCounts: readCampaignCounts(env, defaults.campaignCounts),
    lag: readLag(env, defaults.lag),
    pacing: {
      ...readPacing(env, defaults.pacing, { policies: POLICIES, whenStale: WHEN_STALE }),
      ...readController(env, defaults.pacing, { leaseMaxMs: LEASE_MAX_MS }),
    },
    pubsub: readPubsub(env),
    schema: readSchema(env),
    local: readLocal(env),
    telemetry: readTelemetry(env),
  };
}

/** What is promised to readers, for how long, and what proves it. */
function readReadGuarantees(env: Environment, keysPollMs: number) {
  const tokens = readTokens(env, defaults.tokens, (keys) => parseTokenKeys(keys, 'TIDEMARK_TOKEN_KEYS'));
  const consistency = readConsistency(env, defaults.consistency, {
    tokenLifetimeMs: tokens.lifetimeMs,
    replicationLagMaxMs: WATERMARK_VALID_MS,
  });
  const { heartbeats: d, slowHeartbeats: slow } = defaults;
  const heartbeats = readHeartbeats(env, { evidence: consistency.evidence, d, slow });
  return { tokens: { ...tokens, keysPollMs }, consistency, heartbeats };
}

function readBigtable(env: Environment) {
  const d = defaults.bigtable;
  return {
    ...d,
    project: env.get(
      'TIDEMARK_PROJECT',
      identifier,
      d.project,
      'Google Cloud project; required without an emulator',
    ),
    instance: env.get(
      'TIDEMARK_INSTANCE',
      identifier,
      d.instance,
      'Bigtable instance; required without an emulator',
    ),
    appProfileId: env.get('TIDEMARK_APP_PROFILE', identifier, d.appProfileId, 'App profile of all calls'),
    endpoint: env.get('TIDEMARK_BIGTABLE_ENDPOINT', hostPort, d.endpoint, 'Endpoint of Cloud Bigtable'),
    adminEndpoint: env.get(
      'TIDEMARK_BIGTABLE_ADMIN_ENDPOINT',
      hostPort,
      d.adminEndpoint,
      "Endpoint of Cloud Bigtable's table admin",
    ),
    emulatorHost: env.get(
      'BIGTABLE_EMULATOR_HOST',
      hostPort,
      undefined,
      'Emulator or embedded server to use instead of Cloud Bigtable, without TLS and credentials',
    ),
    channels: env.get('TIDEMARK_BIGTABLE_CHANNELS', integer(1, 64), d.channels, 'Connections to Bigtable'),
  };
}

function readRouting(env: Environment) {
  const d = defaults.routing;
  return {
    ...d,
    topologyFile: env.get(
      'TIDEMARK_TOPOLOGY',
      text,
      undefined,
      'File that says which instances, clusters and app profiles there are; read again when it changes',
    ),
    region: env.get(
      'TIDEMARK_REGION',
      identifier,
      undefined,
      "Where the process runs, for the order of clusters; by default the topology's `clientRegion`",
    ),
    transactionsRegion: env.get(
      'TIDEMARK_CAPS_REGION',
      identifier,
      undefined,
      'Region whose clusters decide about reservations, the same for all processes; by default each row has its own of all regions',
    ),
    hedgeBudget: env.get(
      'TIDEMARK_HEDGE_BUDGET',
      share,
      d.hedgeBudget,
      'Share of the reads that may send an extra lookup to another cluster while the first is slow; 0: none ever does',
    ),
  };
}

function readAdmission(env: Environment) {
  const d = defaults.admission;
  return {
    ...d,
    callsInFlightMax: env.get(
      'TIDEMARK_BATCH_CALLS_IN_FLIGHT_MAX',
      integer(1, 10_000),
      d.callsInFlightMax,
      'Calls of batch work at once',
    ),
    callsQueuedMax: env.get(
      'TIDEMARK_BATCH_CALLS_QUEUED_MAX',
      integer(0, 1_000_000),
      d.callsQueuedMax,
      'Calls of batch work that wait; more are refused as overload',
    ),
    rowsPerSecond: env.get(
      'TIDEMARK_BATCH_ROWS_PER_SECOND',
      integer(0, 10_000_000),
      d.rowsPerSecond,
      'Rows that batch work of a process reads or writes each second; 0 for no limit',
    ),
    servingLatencyTargetMs: env.get(
      'TIDEMARK_BATCH_SERVING_LATENCY_TARGET_MS',
      integer(1, HOUR_MS),
      d.servingLatencyTargetMs,
      'Batch work gives way while serving reads take longer than this',
    ),
  };
}

function readAudit(env: Environment) {
  const d = defaults.audit;
  return {
    ...d,
    rate: env.get(
      'TIDEMARK_AUDIT_RATE',
      share,
      d.rate,
      'Share of the answers proven without their origin that are checked against it afterwards',
    ),
  };
}

const ON_OFF = ['on', 'off'] as const;

function readOrderCanary(env: Environment) {
  const d = defaults.orderCanary;
  const enabled = env.get(
    'TIDEMARK_ORDER_CANARY',
    oneOf(ON_OFF),
    d.enabled ? 'on' : 'off',
    "Whether to write canary rows that show replicas which apply a row's writes out of order",
  );
  return { ...d, enabled: enabled === 'on' };
}

function readHttp(env: Environment) {
  const d = defaults.http;
  return {
    ...d,
    host: env.get('TIDEMARK_HTTP_HOST', text, d.host, 'Address to listen on'),
    port: env.get('PORT', integer(0, 65_535), d.port, 'Port to listen on; 0 takes a free one'),
    bodyBytesMax: env.get(
      'TIDEMARK_HTTP_BODY_BYTES_MAX',
      integer(1_024, GIB),
      d.bodyBytesMax,
      'Largest body',
    ),
    requestTimeoutMs: env.get(
      'TIDEMARK_HTTP_REQUEST_TIMEOUT_MS',
      integer(1, HOUR_MS),
      d.requestTimeoutMs,
      'Deadline of a request once its body has arrived; `x-request-timeout-ms` can only lower it; batches of events get more',
    ),
    requestsInFlightMax: env.get(
      'TIDEMARK_HTTP_REQUESTS_IN_FLIGHT_MAX',
      integer(1, 1_000_000),
      d.requestsInFlightMax,
      'Requests worked on at once; more are answered 503',
    ),
    requestsWaitingMax: env.get(
      'TIDEMARK_HTTP_REQUESTS_WAITING_MAX',
      integer(0, 1_000_000),
      d.requestsWaitingMax,
      'Long polls at once; more are answered 503',
    ),
    drainTimeoutMs: env.get(
      'TIDEMARK_HTTP_DRAIN_TIMEOUT_MS',
      integer(0, HOUR_MS),
      d.drainTimeoutMs,
      'How long requests in flight may take to end after SIGTERM',
    ),
    shedding: {
      ...d.shedding,
      enabled:
        env.get(
          'TIDEMARK_HTTP_SHEDDING',
          oneOf(ON_OFF),
          'on',
          'Refuses requests before latency collapses',
        ) === 'on',
      delayTargetMs: env.get(
        'TIDEMARK_HTTP_SHEDDING_DELAY_TARGET_MS',
        integer(1, 60_000),
        d.shedding.delayTargetMs,
        'How late the event loop may be before requests are refused',
      ),
    },
  };
}

function readProcesses(env: Environment) {
  const d = defaults.processes;
  return {
    ...d,
    workers: env.get(
      'TIDEMARK_WORKERS',
      integer(1, d.workersMax),
      d.workers,
      'Processes that serve the port together',
    ),
    startTimeoutMs: env.get(
      'TIDEMARK_WORKER_START_TIMEOUT_MS',
      integer(100, HOUR_MS),
      d.startTimeoutMs,
      'A worker process that does not serve so long after its start is killed and replaced',
    ),
  };
}

function readEvents(env: Environment) {
  const d = defaults.events;
  return {
    ...d,
    batchEventsMax: env.get(
      'TIDEMARK_EVENTS_BATCH_MAX',
      integer(1, 100_000),
      d.batchEventsMax,
      'Largest batch',
    ),
    futureToleranceMs: env.get(
      'TIDEMARK_EVENTS_FUTURE_TOLERANCE_MS',
      integer(0, 24 * HOUR_MS),
      d.futureToleranceMs,
      "Tolerated lead of a producer's clock",
    ),
    timeoutPerEventMs: env.get(
      'TIDEMARK_EVENTS_TIMEOUT_PER_EVENT_MS',
      integer(0, 60_000),
      d.timeoutPerEventMs,
      'Added to the deadline of a request for each event after the first',
    ),
    longestTimeoutMs: env.get(
      'TIDEMARK_EVENTS_TIMEOUT_MAX_MS',
      integer(1, HOUR_MS),
      d.longestTimeoutMs,
      'Longest deadline of a request with events; `x-request-timeout-ms` may choose any up to it',
    ),
  };
}

function readPubsub(env: Environment) {
  const d = defaults.pubsub;
  const count = integer(1, 1_000_000);
  return {
    ...d,
    streams: env.get('TIDEMARK_PUBSUB_STREAMS', integer(1, 100), d.streams, 'Pulls at once of a consumer'),
    messagesInFlightMax: env.get(
      'TIDEMARK_PUBSUB_MESSAGES_IN_FLIGHT_MAX',
      count,
      d.messagesInFlightMax,
      'Messages that a consumer holds at once',
    ),
    bytesInFlightMax: env.get(
      'TIDEMARK_PUBSUB_BYTES_IN_FLIGHT_MAX',
      integer(1_024, GIB),
      d.bytesInFlightMax,
      'Bytes of messages that a consumer holds at once',
    ),
    emulatorHost: env.get('PUBSUB_EMULATOR_HOST', hostPort, undefined, 'Pub/Sub emulator to use'),
    subscription: env.get(
      'TIDEMARK_PUBSUB_SUBSCRIPTION',
      text,
      undefined,
      'Subscription that `tidemark consume` reads, by short or full name',
    ),
    deadLetterTopic: env.get(
      'TIDEMARK_PUBSUB_DEAD_LETTER_TOPIC',
      text,
      undefined,
      'Topic for messages that can never be ingested, with the reason; required by `tidemark consume`',
    ),
  };
}

function readSchema(env: Environment) {
  const protoPaths = env.get(
    'TIDEMARK_PROTO_PATH',
    folders,
    [],
    'Folders of further proto files, for DataTypes of your own',
  );
  return { ...defaults.schema, protoPaths };
}

function readLocal(env: Environment) {
  const d = defaults.local;
  return {
    ...d,
    dataDir: env.get('TIDEMARK_DATA_DIR', text, d.dataDir, 'Folder of the embedded Bigtable'),
    port: env.get(
      'TIDEMARK_LOCAL_PORT',
      integer(0, 65_535),
      d.port,
      'Port of the embedded Bigtable; 0 takes a free one',
    ),
  };
}

/** Cloud Bigtable has no sensible default target: writing to a guessed project would be worse than not starting. */
function requireTarget(env: Environment, config: Config): void {
  if (config.routing.topologyFile !== undefined) return rejectBesideTopology(env, 'TIDEMARK_TOPOLOGY');
  if (config.bigtable.emulatorHost !== undefined) return;
  for (const name of ['TIDEMARK_PROJECT', 'TIDEMARK_INSTANCE']) {
    if (!env.isSet(name)) throw invalidArgument(name, 'must be set when BIGTABLE_EMULATOR_HOST is not');
  }
}

/** The topology says it; and for all instances that it has. */
function rejectBesideTopology(env: Environment, topology: string): void {
  for (const name of ['TIDEMARK_INSTANCE', 'TIDEMARK_APP_PROFILE']) {
    if (env.isSet(name)) throw invalidArgument(name, `says nothing beside ${topology}, which says it`);
  }
}

/** All but bytes, which JavaScript cannot freeze. */
function deepFreeze<T extends object>(value: T): T {
  if (ArrayBuffer.isView(value)) return value;
  for (const each of Object.values(value))
    if (typeof each === 'object' && each !== null) deepFreeze(each as object);
  return Object.freeze(value);
}
