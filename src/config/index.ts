/** Configuration: defaults, overridden by environment variables. Read once, validated and frozen. */
import { invalidArgument } from '../errors';
import { DEFAULTS } from './defaults';
import { Environment, type Variable } from './environment';
import { readAccessConfig, readAccessSettings, type AccessSettings } from './sections/access';
import { readAdminConfig } from './sections/servers/admin';
import { readCampaignCountsConfig } from './sections/campaign-counts';
import { readCampaignsConfig } from './sections/campaigns';
import { readConsoleConfig } from './sections/serving/console';
import { readCountsConfig } from './sections/counts';
import { readEventsConfig } from './sections/events';
import { readFilePollingConfig } from './sections/files';
import { readGrpcConfig } from './sections/servers/grpc';
import { readHttpConfig } from './sections/servers/http';
import { readFollowConfig } from './sections/pipelines/follow';
import { readLagConfig } from './sections/lag';
import { readLocalConfig } from './sections/local';
import { readPacingConfig } from './sections/pacing';
import { readControllerConfig } from './sections/pacing-controller';
import { readConsentConfig, readPrivacyConfig } from './sections/privacy/consent';
import { readErasureConfig } from './sections/privacy/erasure';
import { readPipelinesConfig } from './sections/pipelines/runs';
import { readProcessesConfig } from './sections/processes';
import { readPubsubConfig } from './sections/pubsub';
import { readSchemaConfig } from './sections/schema';
import { readSketchesConfig } from './sections/sketches';
import { readAdmissionConfig } from './sections/store/admission';
import { readAuditConfig, readOrderCanaryConfig } from './sections/store/audit';
import { readBigtableConfig } from './sections/store/bigtable';
import { readConsistencyConfig } from './sections/store/consistency';
import { readDirectoryConfig } from './sections/store/directory';
import { readHeartbeatsConfig } from './sections/store/heartbeats';
import { readRoutingConfig } from './sections/store/routing';
import { readTokensConfig } from './sections/store/tokens';
import { readAccessLogConfig } from './sections/subjects/access-log';
import { readTelemetryConfig } from './sections/telemetry';
import { widened } from './widened';

/** The complete configuration of a process: validated and frozen. */
export type Config = ReturnType<typeof readAll> & { readonly variables: readonly Variable[] };

/**
 * Reads the configuration from environment variables; an empty variable counts as unset. Throws `invalid_argument`
 * whose field is the invalid variable, also for a `TIDEMARK_` variable that does not exist.
 */
export function loadConfig(variables: NodeJS.ProcessEnv): Config {
  const env = new Environment(variables);
  const config = { ...readAll(env), variables: env.variables };
  env.rejectUnknown();
  requireTarget(env, config);
  return deepFreeze(config);
}

/** Reads the part of the configuration that requires no store. */
export function loadSchemaConfig(variables: NodeJS.ProcessEnv): Config['schema'] {
  return deepFreeze(readSchemaConfig(new Environment(variables)));
}

/** Reads the part of the configuration that the embedded Bigtable needs before there is a store to connect to. */
export function loadLocalConfig(variables: NodeJS.ProcessEnv): Config['local'] {
  return deepFreeze(readLocalConfig(new Environment(variables)));
}

/** Reads the part of the configuration that selects the access control of the API. */
export function loadAccessConfig(variables: NodeJS.ProcessEnv): AccessSettings {
  return deepFreeze(readAccessSettings(new Environment(variables)));
}

/** Returns the environment variables of the process, for the `loadConfig` of commands. Nothing else reads them. */
export function processEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}

/** Returns the variables that `loadConfig` reads, in its order, which docs/configuration.md lists. */
export function configurationVariables(): readonly Variable[] {
  const env = new Environment({});
  readAll(env);
  return env.variables;
}

/** Reads all sections. Their order is that of docs/configuration.md. */
function readAll(env: Environment) {
  const pollMs = readFilePollingConfig(env);
  const bigtable = readBigtableConfig(env);
  return {
    ...widened(DEFAULTS),
    bigtable,
    routing: { ...readRoutingConfig(env), topologyPollMs: pollMs },
    directory: readDirectoryConfig(env, bigtable.emulatorHost !== undefined),
    admission: readAdmissionConfig(env),
    ...readGuarantees(env, pollMs),
    audit: readAuditConfig(env),
    orderCanary: readOrderCanaryConfig(env),
    http: readHttpConfig(env),
    grpc: readGrpcConfig(env),
    console: readConsoleConfig(env),
    access: { ...readAccessConfig(env), pollMs },
    admin: readAdminConfig(env),
    processes: readProcessesConfig(env),
    events: readEventsConfig(env),
    counts: readCountsConfig(env),
    sketches: readSketchesConfig(env),
    campaigns: readCampaignsConfig(env),
    campaignCounts: readCampaignCountsConfig(env),
    lag: readLagConfig(env),
    follow: readFollowConfig(env),
    pacing: { ...readPacingConfig(env), ...readControllerConfig(env) },
    pubsub: readPubsubConfig(env),
    privacy: { ...readPrivacyConfig(env), ...readErasureConfig(env, bigtable.emulatorHost !== undefined) },
    consent: readConsentConfig(env),
    accessLog: readAccessLogConfig(env),
    pipelines: readPipelinesConfig(env),
    schema: readSchemaConfig(env),
    local: readLocalConfig(env),
    telemetry: readTelemetryConfig(env, bigtable.project),
  };
}

/** Reads the consistency guarantees of reads: the lifetime of tokens, the evidence, and the heartbeats. */
function readGuarantees(env: Environment, keysPollMs: number) {
  const tokens = readTokensConfig(env);
  const consistency = readConsistencyConfig(env, { tokenLifetimeMs: tokens.lifetimeMs });
  return {
    tokens: { ...tokens, keysPollMs },
    consistency,
    heartbeats: readHeartbeatsConfig(env, consistency),
  };
}

/** Requires an explicit store in Cloud Bigtable: writing to a guessed project would be worse than not starting. */
function requireTarget(env: Environment, config: Config): void {
  if (config.routing.topologyFile !== undefined) return rejectBesideTopology(env);
  if (config.bigtable.emulatorHost !== undefined) return;
  for (const name of ['TIDEMARK_PROJECT', 'TIDEMARK_INSTANCE']) {
    if (!env.isSet(name)) throw invalidArgument(name, 'must be set when BIGTABLE_EMULATOR_HOST is not');
  }
}

/** Throws when an instance variable is set together with a topology file, which names all instances. */
function rejectBesideTopology(env: Environment): void {
  for (const name of ['TIDEMARK_INSTANCE', 'TIDEMARK_APP_PROFILE']) {
    if (env.isSet(name))
      throw invalidArgument(
        name,
        'cannot be combined with TIDEMARK_TOPOLOGY: the topology file names instances and app profiles',
      );
  }
}

/** Freezes all nested objects, except byte arrays, which JavaScript cannot freeze. */
function deepFreeze<T extends object>(value: T): T {
  if (ArrayBuffer.isView(value)) return value;
  for (const each of Object.values(value))
    if (typeof each === 'object' && each !== null) deepFreeze(each as object);
  return Object.freeze(value);
}
