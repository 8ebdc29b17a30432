import { delimiter } from 'node:path';
import { createClient } from '../client/client';
import type { DataTypeChoice, DefaultEvents, DefaultSchema, SchemaShape } from '../client/schema';
import { DEFAULTS } from '../config/defaults';
import { invalidArgument, TidemarkError } from '../errors';
import { createControlClient, type ControlClient } from './control-client';
import { createFaultControl } from './create-fault-control';
import { globalHooks } from './global-hooks';
import { startTidemarkProcess, type TidemarkProcess } from './tidemark-process';
import type { TestTidemark, TestTidemarkOptions } from './test-tidemark';

/**
 * Gives a test file a Tidemark of its own: starts the API with an embedded Bigtable in memory before the first test, applies the
 * schema, writes the events of the options, ends all faults after each test, and stops it after the last. It runs in a process
 * of its own, which ends with that of the tests. Call this at the top of the file.
 */
export function useTidemark<S extends SchemaShape = DefaultSchema>(
  options: TestTidemarkOptions<S> = {},
): TestTidemark<S> {
  const { beforeAll, afterEach, afterAll } = options.hooks ?? globalHooks();
  const timeoutMs = DEFAULTS.local.childStartTimeoutMs;
  let running: RunningTidemark<S> | undefined;
  beforeAll(async () => {
    running = await start<S>(options);
    await seed(running.handle, options);
  }, timeoutMs);
  afterEach(async () => running?.handle.faults.reset(), timeoutMs);
  afterAll(async () => {
    await running?.control.close();
    await running?.process.stop();
    running = undefined;
  }, timeoutMs);
  const started = (): TestTidemark<S> => {
    if (running !== undefined) return running.handle;
    throw new TidemarkError('not_ready', 'Tidemark runs only from beforeAll to afterAll');
  };
  return {
    get url() {
      return started().url;
    },
    get client() {
      return started().client;
    },
    get endpoint() {
      return started().endpoint;
    },
    get faults() {
      return started().faults;
    },
  };
}

interface RunningTidemark<S extends SchemaShape> {
  readonly process: TidemarkProcess;
  readonly control: ControlClient;
  readonly handle: TestTidemark<S>;
}

async function start<S extends SchemaShape>(options: TestTidemarkOptions<S>): Promise<RunningTidemark<S>> {
  const { protoPaths, topology, region, env } = options;
  const process = await startTidemarkProcess({
    topology,
    region,
    env: { ...(protoPaths !== undefined && { TIDEMARK_PROTO_PATH: protoPaths.join(delimiter) }), ...env },
  });
  const { url, endpoint } = process;
  const control = createControlClient(endpoint);
  const handle = { url, endpoint, client: createClient<S>({ url }), faults: createFaultControl(control) };
  return { process, control, handle };
}

/** Writes the events and other data. Throws `invalid_argument` that names the first invalid event. */
async function seed<S extends SchemaShape>(
  { client }: TestTidemark<S>,
  { events = [], seed: more }: TestTidemarkOptions<S>,
): Promise<void> {
  if (events.length > 0) {
    const batch = { events } as unknown as DataTypeChoice<S, DefaultEvents<S>> & {
      readonly events: typeof events;
    };
    const { errors } = await client.events.write(batch);
    const [first] = errors;
    if (first !== undefined) throw invalidArgument(`events[${first.index}]`, first.message);
  }
  await more?.(client);
}
