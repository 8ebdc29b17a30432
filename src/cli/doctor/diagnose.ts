/** The checks of `tidemark doctor`, and what they look at. */
import { tmpdir } from 'node:os';
import { loadSchema, type SchemaRegistry } from '../../codec/declarations/schema-registry';
import { loadSchemaConfig, type Config } from '../../config/index';
import { DEFAULTS } from '../../config/defaults';
import { declaredTables } from '../../core/schema/schema-plan';
import { processMemory } from '../../platform/process/process-memory';
import type { Clock } from '../../platform/time/clock';
import { instanceForTable, type StoreTopology } from '../../routing/topology/store-topology';
import { currentTopology } from '../../store/topology-source';
import { skipped, type Check, type CheckResult, type CheckFinding } from './check';
import { checkClocks } from './checks/clocks';
import { checkAccess, checkKeys } from './checks/keys';
import { checkPorts } from './checks/ports';
import { checkDisk, checkMemory, checkNode, freeSpaceOf, type FreeSpace } from './checks/process';
import { checkPubSub } from './checks/pubsub';
import { checkLock, checkSchema } from './checks/schema';
import { checkProfiles, checkStore, type CheckedStore } from './checks/store';
import { checkTopology } from './checks/topology';
import { examineEnvironment, type ExaminedEnvironment } from './environment';
import { runChecks, type CheckLimits } from './run-checks';

export interface DiagnoseOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** Default: that of this project. */
  readonly lockFile?: string;
  /** Version of Node.js. Default: that of this process. */
  readonly nodeVersion?: string;
  /** Default: that of the operating system. */
  readonly freeSpace?: FreeSpace;
  /** Default: those of the configuration. */
  readonly limits?: CheckLimits;
}

/** Runs all checks on an environment. Changes nothing. */
export async function diagnose(options: DiagnoseOptions): Promise<readonly CheckResult[]> {
  const { env, clock, limits = DEFAULTS.doctor } = options;
  const examined = examineEnvironment(env);
  const nodeVersion = options.nodeVersion ?? process.versions.node;
  const checks: Check[] = [
    { name: 'node', remedy: 'install Node.js 24', run: () => [checkNode(nodeVersion)] },
    { name: 'variables', remedy: 'correct the variables', run: () => examined.findings },
    ...checksOfConfig(examined, options),
  ];
  return runChecks(checks, { clock, limits });
}

/** Returns the checks that need a configuration. With invalid values they would look at something else than is meant. */
function checksOfConfig(examined: ExaminedEnvironment, options: DiagnoseOptions): readonly Check[] {
  const { config, hasInvalidValues, source } = examined;
  const { env, clock, freeSpace = freeSpaceOf, lockFile = DEFAULTS.schema.lockFile } = options;
  if (config === undefined || hasInvalidValues) {
    return REST.map((name) => ({ name, remedy: '', run: () => [INVALID] }));
  }
  const schema = onceOrThrow(() => loadSchema(loadSchemaConfig(env)));
  const topology = onceOrThrow(() => currentTopology(config));
  const store = onceOrThrow(() => checkedStore(config, { schema: schema(), topology: topology(), clock }));
  const withStore = (run: () => readonly CheckFinding[] | Promise<readonly CheckFinding[]>) =>
    source === undefined ? [WITHOUT_STORE] : run();
  const { dataDir } = config.local;
  return [
    {
      name: 'topology',
      remedy: 'correct the topology file',
      run: () =>
        source === undefined ? [WITHOUT_STORE] : checkTopology(config, schema(), orUndefined(topology)),
    },
    {
      name: 'store',
      remedy: REACH,
      run: (call) => (source === undefined ? [NO_STORE] : checkStore(store(), call)),
    },
    { name: 'profiles', remedy: REACH, run: (call) => withStore(() => checkProfiles(store(), call)) },
    { name: 'schema', remedy: REACH, run: (call) => withStore(() => checkSchema(config, schema(), call)) },
    {
      name: 'lock',
      remedy: 'correct the proto files, or the lock',
      run: () => checkLock(lockFile, config.schema, schema()),
    },
    {
      name: 'keys',
      remedy: 'correct the keys; docs/operations/keys.md has their format',
      run: () => (source === undefined ? [WITHOUT_STORE] : checkKeys(config, orUndefined(topology))),
    },
    {
      name: 'access',
      remedy: 'correct the access file; docs/security.md has its format',
      run: () => checkAccess(config, clock),
    },
    { name: 'clocks', remedy: REACH, run: (call) => withStore(() => checkClocks(store(), call)) },
    {
      name: 'pubsub',
      remedy: 'check the credentials, the network, and PUBSUB_EMULATOR_HOST',
      run: (call) => checkPubSub(config, call),
    },
    {
      name: 'disk',
      remedy: 'use another folder',
      run: () => [
        checkDisk(dataDir, 'the data of a local instance', freeSpace),
        checkDisk('.', 'checkpoints', freeSpace),
        checkDisk(tmpdir(), 'temporary files', freeSpace),
      ],
    },
    {
      name: 'ports',
      remedy: 'change PORT, TIDEMARK_ADMIN_PORT or TIDEMARK_LOCAL_PORT',
      run: () => checkPorts(config, source === undefined ? undefined : config.bigtable.emulatorHost),
    },
    {
      name: 'memory',
      remedy: 'give the process more memory',
      run: () => [checkMemory(processMemory(env), config.processes.workers)],
    },
  ];
}

const REACH = 'check the address, the credentials, the network, and whether the server runs';

/** Names of the checks that need a configuration. */
const REST = [
  'topology',
  'store',
  'profiles',
  'schema',
  'lock',
  'keys',
  'access',
  'clocks',
  'pubsub',
  'disk',
  'ports',
  'memory',
];

const INVALID = skipped('the variables are invalid', 'correct them first');

const WITHOUT_STORE = skipped('there is no store');

const NO_STORE = skipped(
  'no store is configured, and no local instance runs here',
  'run `npx tidemark start`, or set TIDEMARK_TOPOLOGY, TIDEMARK_PROJECT and TIDEMARK_INSTANCE, or BIGTABLE_EMULATOR_HOST',
);

interface StoreParts {
  readonly schema: SchemaRegistry;
  readonly topology: StoreTopology;
  readonly clock: Clock;
}

function checkedStore(config: Config, { schema, topology, clock }: StoreParts): CheckedStore {
  const declared = declaredTables(schema.corpora(), topology.placements);
  const tables = declared.map(({ table }) => ({ table, instance: instanceForTable(topology, table) }));
  return { config, topology, tables, clock };
}

/** Returns a function that computes a value at its first call, and each time throws the error of that. */
function onceOrThrow<T>(compute: () => T): () => T {
  let result: { readonly value: T } | { readonly error: unknown } | undefined;
  return () => {
    result ??= attempt(compute);
    if ('error' in result) throw result.error;
    return result.value;
  };
}

function attempt<T>(compute: () => T): { readonly value: T } | { readonly error: unknown } {
  try {
    return { value: compute() };
  } catch (error) {
    return { error };
  }
}

function orUndefined<T>(compute: () => T): T | undefined {
  const result = attempt(compute);
  return 'value' in result ? result.value : undefined;
}
