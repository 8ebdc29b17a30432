/** A store with a DataType in generations, on the embedded Bigtable. */
import { loadSchema, type SchemaRegistry } from '../../src/codec/declarations/schema-registry';
import { DEFAULTS } from '../../src/config/defaults';
import { loadConfig } from '../../src/config/index';
import { PIPELINE_FAMILY } from '../../src/core/pipelines/pipelines-table';
import type { DataType } from '../../src/core/schema/schema';
import {
  createCollectGenerations,
  type CollectGenerations,
} from '../../src/operations/generations/collect-generations';
import { GenerationDirectory } from '../../src/operations/generations/generation-directory';
import {
  createManageGenerations,
  type ManageGenerations,
} from '../../src/operations/generations/manage-generations';
import {
  createWriteGeneration,
  type WriteGeneration,
} from '../../src/operations/generations/write-generation';
import { systemRandom } from '../../src/platform/random';
import { createLogger } from '../../src/platform/telemetry/logger';
import { systemClock } from '../../src/platform/time/clock';
import { openServingStore, type ServingStore } from '../../src/store/open-store';
import { beginRunGenerations, type RunGenerations } from '../../src/operations/generations/run-generations';
import { acmeProto, dataTypeOptions } from './proto-text';

/** Proto file of DataTypes of the corpus `users`: `vectors` has generations, `tastes` has none. */
export const GENERATIONS_PROTO = acmeProto(
  `message Vector { ${dataTypeOptions({
    family: '"vectors"',
    retention: '{ versions_max: 2 }',
    lawful_basis: 'CONTRACT',
    readers: '["team"]',
    writers: '["team"]',
    generations: 'true',
  })} string text = 1; }
  message Taste { ${dataTypeOptions({ family: '"tastes"', lawful_basis: 'CONTRACT' })} string text = 1; }`,
);

export interface GenerationStores {
  readonly schema: SchemaRegistry;
  readonly store: ServingStore;
  readonly vectors: DataType;
  readonly directory: GenerationDirectory;
  readonly manage: ManageGenerations;
  readonly collect: CollectGenerations;
  readonly write: WriteGeneration;
  readonly begin: (runId: string) => Promise<RunGenerations>;
  /** Writes a complete generation, with the SubType `main` of each object. Returns its number. */
  readonly fill: (runId: string, ids: readonly string[]) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Values of a generation's objects. */
export const valueOf = (runId: string, id: string): string => `${runId} of ${id}`;

export function openGenerationStores(
  env: NodeJS.ProcessEnv,
  limits: Partial<Record<keyof typeof DEFAULTS.generations, number>> = {},
): GenerationStores {
  const config = loadConfig(env);
  const schema = loadSchema(config.schema);
  const logger = createLogger({ level: 'silent', service: 'test' });
  const store = openServingStore({ config, corpora: schema.corpora(), logger });
  const vectors = schema.dataType('users', 'vectors');
  const [clock, random] = [systemClock, systemRandom];
  const transactions = store.tables.transactionsOf(PIPELINE_FAMILY);
  const directory = new GenerationDirectory({ transactions, clock, random });
  const allLimits = { ...DEFAULTS.moves, ...DEFAULTS.generations, graceMs: 0, lateWritesMs: 0, ...limits };
  const common = {
    directory,
    clock,
    random,
    limits: allLimits,
    awaitTables: () => Promise.resolve(),
    followedUpToMs: () => Promise.resolve(undefined),
    tablesOf: (corpus: string) => [corpus],
  };
  const manage = createManageGenerations(common);
  const write = createWriteGeneration({ ...common, writer: store.writer });
  const codec = schema.codec(vectors);
  return {
    schema,
    store,
    vectors,
    directory,
    begin: (runId) =>
      beginRunGenerations(common, { dataTypes: [vectors], pipeline: 'test', runId, versionMs: Date.now() }),
    manage,
    write,
    collect: createCollectGenerations({ ...common, scanner: store.scanner, writer: store.writer }),
    async fill(runId, ids) {
      const versionMs = Date.now();
      const run = { dataTypes: [vectors], pipeline: 'test', runId, versionMs };
      const generations = await beginRunGenerations(common, run);
      const number = generations.numbers.get('vectors')!;
      const cells = ids.map((id) => ({
        id,
        subType: 'main',
        versionMs,
        value: codec.fromJson({ text: valueOf(runId, id) }),
      }));
      await write({ dataType: vectors, generation: number, states: ['building'] }, cells);
      await generations.confirm();
      await generations.complete();
      return number;
    },
    close: () => store.close(),
  };
}
