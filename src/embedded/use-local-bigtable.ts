import { DEFAULTS } from '../config/defaults';
import { TidemarkError } from '../errors';
import { instanceId, loadTopology, parseTopology } from '../routing/topology/topology-file';
import { globalHooks } from './global-hooks';
import type { LocalBigtable } from './local-bigtable';
import { createTables, writeSeedRows } from './seed-tables';
import { startLocalBigtable } from './start-local-bigtable';
import type { TestBigtable, TestBigtableOptions } from './test-bigtable';

/** Variable by which Google's client libraries find an emulator. */
const EMULATOR = 'BIGTABLE_EMULATOR_HOST';

/**
 * Gives a test file an embedded Bigtable of its own: starts it before the first test, with the tables and rows of the options,
 * ends all faults after each test, and stops it after the last. BIGTABLE_EMULATOR_HOST names it meanwhile, so create clients
 * in tests or in `beforeAll`. Call this at the top of the file.
 */
export function useLocalBigtable(options: TestBigtableOptions = {}): TestBigtable {
  const { beforeAll, afterEach, afterAll } = options.hooks ?? globalHooks();
  const names = namesOf(options);
  const timeoutMs = DEFAULTS.local.childStartTimeoutMs;
  let running: LocalBigtable | undefined;
  let before: string | undefined;
  beforeAll(async () => {
    running = await startLocalBigtable(options);
    const target = { endpoint: running.endpoint, ...names };
    await createTables(target, options.tables ?? {});
    await writeSeedRows(target, options.rows ?? {});
    await options.seed?.(running);
    before = setEmulator(running.endpoint);
  }, timeoutMs);
  afterEach(async () => running?.faults.reset(), timeoutMs);
  afterAll(async () => {
    if (running !== undefined) setEmulator(before);
    await running?.stop();
    running = undefined;
  }, timeoutMs);
  const started = (): LocalBigtable => {
    if (running !== undefined) return running;
    throw new TidemarkError('not_ready', 'the embedded Bigtable runs only from beforeAll to afterAll');
  };
  return {
    ...names,
    get endpoint() {
      return started().endpoint;
    },
    get faults() {
      return started().faults;
    },
  };
}

/** Returns the instance of the tables: the first of the topology, or one that the first table creates. */
function namesOf({ topology, project, instance }: TestBigtableOptions) {
  const parsed = typeof topology === 'string' ? loadTopology(topology) : topology && parseTopology(topology);
  const [first] = parsed?.instances ?? [];
  const [, inTopology] = first?.name.split('/') ?? [];
  return {
    project: project ?? inTopology ?? 'tidemark',
    instance: instance ?? (first === undefined ? 'test' : instanceId(first.name)),
  };
}

/** Sets or deletes the variable. Returns its former value. */
function setEmulator(endpoint: string | undefined): string | undefined {
  // oxlint-disable-next-line no-restricted-properties -- the clients of the test, not this package, read the variable
  const { env } = process;
  const former = env[EMULATOR];
  if (endpoint === undefined) delete env[EMULATOR];
  else env[EMULATOR] = endpoint;
  return former;
}
