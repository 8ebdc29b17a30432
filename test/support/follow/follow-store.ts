import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import type { ServingStore } from '../../../src/store/open-store';
import { openServing } from '../../../src/cli/shared/connection';
import { loadConfig } from '../../../src/config/index';
import { PIPELINE_FAMILY } from '../../../src/core/pipelines/pipelines-table';
import { WITHOUT_KEYS } from '../../../src/operations/pipelines/follow/follow-rows';
import type { PositionCodec } from '../../../src/operations/pipelines/full-pass/position-codec';
import { FollowState } from '../../../src/operations/pipelines/follow/follow-state';
import { systemRandom } from '../../../src/platform/random';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import {
  startLocalBigtable,
  type LocalBigtable,
  type LocalBigtableOptions,
} from '../../../src/local-bigtable/index';
import { createApplySchema, createPlanSchema } from '../../../src/operations/schema/apply-schema';
import { createEnableChangeStream } from '../../../src/operations/schema/enable-change-stream';
import { createGetObject, ObjectNotFound } from '../../../src/operations/objects/get-object';
import { createPutObject } from '../../../src/operations/objects/put-object';
import { DEFAULTS } from '../../../src/config/defaults';
import { systemClock } from '../../../src/platform/time/clock';
import { startChildProcess, type StartedChildProcess } from '../child-process';
import { openTableAdmin } from '../table-admin';

const CLI = join(__dirname, '../../../src/cli/tidemark.ts');
const DAY_MS = 86_400_000;
const SCHEMA = loadSchema();
const PROFILES = SCHEMA.codec(SCHEMA.dataType('users', 'profile'));

/** Copies the first value of the embedding `in` to the profile `out`. Objects named `poison…` fail. */
const MODULE = `
module.exports = {
  name: 'copy',
  corpus: 'users',
  reads: ['embedding'],
  writes: ['profile'],
  process(object) {
    if (object.id.startsWith('poison')) throw new Error('poisoned');
    const input = object.get('embedding', 'in');
    if (input === undefined) return [];
    return [{ dataType: 'profile', subType: 'out', value: { interests: [{ topic: 'n', score: input.values[0] }] } }];
  },
};
`;

/** Writes the module of the pipeline into the folder, and returns its path. */
export function writeModule(folder: string): string {
  const path = join(folder, 'copy.js');
  writeFileSync(path, MODULE);
  return path;
}

/** Starts `tidemark pipeline follow`, and resolves when it looks at the partitions. */
export function startFollower(
  module: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): Promise<StartedChildProcess> {
  return startChildProcess(CLI, ['pipeline', 'follow', module, '--json', ...args], env);
}

/** Inputs and outputs of the pipeline, as serving writes and reads them. */
export class CopiedObjects {
  readonly #objects: ReturnType<typeof objectsOf>;

  constructor(store: ServingStore) {
    this.#objects = objectsOf(store);
  }

  async put(id: string, value: number, padding = ''): Promise<void> {
    const json = { modelVersion: padding, values: [value] };
    const body = { kind: 'json', value: json } as const;
    await this.#objects.put({ corpus: 'users', id, dataType: 'embedding', subType: 'in', body });
  }

  /** Returns the output of the pipeline; undefined if there is none. */
  async output(id: string): Promise<number | undefined> {
    const select = [{ dataType: 'profile', subTypes: ['out'] }];
    try {
      const { cells } = await this.#objects.get({ corpus: 'users', id, select, consistency: EVENTUAL });
      const value = PROFILES.toJson(cells[0]!.value) as { interests: { score: number }[] };
      return value.interests[0]!.score;
    } catch (error) {
      if (error instanceof ObjectNotFound) return undefined;
      throw error;
    }
  }
}

function objectsOf(store: ServingStore) {
  const common = { schema: SCHEMA, clock: systemClock, limits: DEFAULTS.objects };
  return {
    put: createPutObject({ ...common, cells: store.cells, checks: new Map() }),
    get: createGetObject({ ...common, reader: store.reader }),
  };
}

/** Embedded Bigtable with the schema and the change stream of users, and workers that follow it. */
export class FollowStore {
  readonly folder = mkdtempSync(join(tmpdir(), 'tidemark-follow-'));
  readonly module: string;
  readonly env: NodeJS.ProcessEnv;
  readonly store: ServingStore;
  readonly #server: LocalBigtable;
  readonly objects: CopiedObjects;

  private constructor(server: LocalBigtable) {
    this.#server = server;
    this.env = {
      BIGTABLE_EMULATOR_HOST: server.endpoint,
      TIDEMARK_PROJECT: 'p',
      TIDEMARK_INSTANCE: 'i',
      TIDEMARK_FOLLOW_LEASE_MS: '2000',
      TIDEMARK_LOG_LEVEL: 'error',
    };
    this.store = openServing(loadConfig(this.env)).store;
    this.objects = new CopiedObjects(this.store);
    this.module = writeModule(this.folder);
  }

  /** Opens a store whose change stream has these limits. */
  static async open(changeStreams: NonNullable<LocalBigtableOptions['changeStreams']>): Promise<FollowStore> {
    const server = await startLocalBigtable({ host: '127.0.0.1', port: 0, changeStreams });
    const { admin, close } = openTableAdmin({ endpoint: server.endpoint, project: 'p', instance: 'i' });
    const dependencies = { admin, schema: SCHEMA };
    await createApplySchema(dependencies)((await createPlanSchema(dependencies)()).steps);
    const limits = { enableTimeoutMs: 10_000, enablePollMs: 10 };
    await createEnableChangeStream({ admin, clock: systemClock, limits })('users', DAY_MS);
    await close();
    return new FollowStore(server);
  }

  /** Starts `tidemark pipeline follow`, and resolves when it looks at the partitions. */
  startWorker(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<StartedChildProcess> {
    return startFollower(this.module, { ...this.env, ...env }, ['--threads', '1', ...args]);
  }

  /** Returns the stored state of a followed pipeline. Default: without keys and tokens. */
  stateOf(pipeline: string, keys: PositionCodec = WITHOUT_KEYS): FollowState {
    const transactions = this.store.tables.transactionsOf(PIPELINE_FAMILY);
    const { scanner } = this.store.tables;
    const common = { clock: systemClock, random: systemRandom, keys, limits: DEFAULTS.follow };
    return new FollowState({ ...common, pipeline, scanner, transactions });
  }

  async close(): Promise<void> {
    await this.store.close();
    await this.#server.close();
    rmSync(this.folder, { recursive: true });
  }
}
