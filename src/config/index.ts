/** Configuration: defaults, overridden by environment variables. Read once, validated and frozen. */
import { invalidArgument } from '../errors';
import { DEFAULTS } from './defaults';
import { Environment, type Variable } from './environment';
import { readAccess, readAccessSettings, type AccessSettings } from './sections/access';
import { readAdmin } from './sections/admin';
import { readCampaignCounts } from './sections/campaign-counts';
import { readCampaigns } from './sections/campaigns';
import { readCounts } from './sections/counts';
import { readEvents } from './sections/events';
import { readFilePolling } from './sections/files';
import { readHttp } from './sections/http';
import { readLag } from './sections/lag';
import { readLocal } from './sections/local';
import { readPacing } from './sections/pacing';
import { readController } from './sections/pacing-controller';
import { readProcesses } from './sections/processes';
import { readPubsub } from './sections/pubsub';
import { readSchema } from './sections/schema';
import { readSketches } from './sections/sketches';
import { readAdmission } from './sections/store/admission';
import { readAudit, readOrderCanary } from './sections/store/audit';
import { readBigtable } from './sections/store/bigtable';
import { readConsistency } from './sections/store/consistency';
import { readHeartbeats } from './sections/store/heartbeats';
import { readRouting } from './sections/store/routing';
import { readTokens } from './sections/store/tokens';
import { readTelemetry } from './sections/telemetry';
import { widened } from './widened';

/** The complete configuration of a process: validated and frozen. */
export type Config = ReturnType<typeof readAll>;

/**
 * Reads the configuration from environment variables; an empty variable counts as unset. Throws `invalid_argument` whose field is the
 * invalid variable, also for a `TIDEMARK_` variable that does not exist.
 */
export function loadConfig(variables: NodeJS.ProcessEnv): Config {
  const env = new Environment(variables);
  const config = readAll(env);
  env.rejectUnknown();
  requireTarget(env, config);
  return deepFreeze(config);
}

/** Reads the part of the configuration that requires no store. */
export function loadSchemaConfig(variables: NodeJS.ProcessEnv): Config['schema'] {
  return deepFreeze(readSchema(new Environment(variables)));
}

/** Reads the part of the configuration that the embedded Bigtable needs before there is a store to connect to. */
export function loadLocalConfig(variables: NodeJS.ProcessEnv): Config['local'] {
  return deepFreeze(readLocal(new Environment(variables)));
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
  const pollMs = readFilePolling(env);
  return {
    ...widened(DEFAULTS),
    bigtable: readBigtable(env),
    routing: { ...readRouting(env), topologyPollMs: pollMs },
    admission: readAdmission(env),
    ...readGuarantees(env, pollMs),
    audit: readAudit(env),
    orderCanary: readOrderCanary(env),
    http: readHttp(env),
    access: { ...readAccess(env), pollMs },
    admin: readAdmin(env),
    processes: readProcesses(env),
    events: readEvents(env),
    counts: readCounts(env),
    sketches: readSketches(env),
    campaigns: readCampaigns(env),
    campaignCounts: readCampaignCounts(env),
    lag: readLag(env),
    pacing: { ...readPacing(env), ...readController(env) },
    pubsub: readPubsub(env),
    schema: readSchema(env),
    local: readLocal(env),
    telemetry: readTelemetry(env),
  };
}

/** Reads the consistency guarantees of reads: the lifetime of tokens, the evidence, and the heartbeats. */
function readGuarantees(env: Environment, keysPollMs: number) {
  const tokens = readTokens(env);
  const consistency = readConsistency(env, { tokenLifetimeMs: tokens.lifetimeMs });
  return { tokens: { ...tokens, keysPollMs }, consistency, heartbeats: readHeartbeats(env, consistency) };
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
