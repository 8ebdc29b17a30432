import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectTableAdmin } from '../../bigtable/client/connect';
import { cellsPerColumnLimit, chain, familyIs } from '../../bigtable/read/filters';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { DEFAULTS } from '../../config/defaults';
import { loadConfig, processEnvironment, type Config } from '../../config/index';
import { EVENTUAL, type Consistency } from '../../core/consistency/consistency';
import { eventFromNamed } from '../../core/events/event';
import { parseGenerationColumn } from '../../core/generations/generation-column';
import type { FollowProgress } from '../../core/lag/follow-progress';
import type { DataType } from '../../core/schema/schema';
import { startLocalBigtable } from '../../local-bigtable/index';
import { createIngestion } from '../../operations/events/create-ingestion';
import type { ManageGenerations } from '../../operations/generations/manage-generations';
import { GenerationPointers } from '../../operations/generations/served-generations';
import { createGetObject, ObjectNotFound, type GetObject } from '../../operations/objects/get-object';
import { readFollowProgress } from '../../operations/pipelines/follow/read-follow-progress';
import { createEnableChangeStream } from '../../operations/schema/enable-change-stream';
import { systemRandom } from '../../platform/random';
import { acquireAll, type Resources } from '../../platform/tasks/resources';
import { createLogger } from '../../platform/telemetry/logger';
import { systemClock } from '../../platform/time/clock';
import type { ServingStore } from '../../store/open-store';
import { currentTopology } from '../../store/topology-source';
import { openGenerations } from '../pipeline/open-generations';
import { openServing, tableAdmins } from '../shared/connection';
import { applySchema } from './apply-schema';
import { TASTE, TASTE_SUB_TYPES, writeTastePipeline } from './taste-pipeline';
import { startTourChild, type TourChild } from './tour-child';

const CALL = { timeoutMs: 10_000 };
const DAY_MS = 86_400_000;

/** Object of a user as a reader sees it. */
export interface SeenTaste {
  readonly generation: number | undefined;
  /** Number of clicks by SubType. Empty without an object. */
  readonly clicks: readonly number[];
}

interface Parts {
  readonly env: NodeJS.ProcessEnv;
  readonly module: string;
  readonly schema: SchemaRegistry;
  readonly store: ServingStore;
  readonly manage: ManageGenerations;
  readonly getObject: GetObject;
  readonly ingestion: ReturnType<typeof createIngestion>;
  readonly resources: Resources;
}

/** An embedded Bigtable in memory with a pipeline, and the store of a serving process. Pipelines run as processes of their own. */
export class PipelinesEnvironment {
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  static open(): Promise<PipelinesEnvironment> {
    return acquireAll(async (resources) => {
      const folder = mkdtempSync(join(tmpdir(), 'tidemark-tour-'));
      resources.defer(() => rmSync(folder, { recursive: true, force: true }));
      const { protos, module } = writeTastePipeline(folder);
      const { endpoint } = resources.add(await startLocalBigtable({ host: '127.0.0.1', port: 0 }), (each) =>
        each.close(),
      );
      const env = {
        PATH: processEnvironment()['PATH'],
        BIGTABLE_EMULATOR_HOST: endpoint,
        TIDEMARK_PROTO_PATH: protos,
        TIDEMARK_DATA_DIR: folder,
        TIDEMARK_LOG_LEVEL: 'silent',
        // Short, so that another worker takes over within seconds.
        TIDEMARK_FOLLOW_LEASE_MS: '2000',
      };
      const config = loadConfig(env);
      await prepareTables(config);
      const { schema, store } = openServing(config, { resources });
      store.start();
      const pointers = new GenerationPointers({
        reader: store.reader,
        dataTypes: schema.dataTypes(),
        clock: systemClock,
        random: systemRandom,
        logger: createLogger({ level: 'silent', service: 'tour' }),
        limits: config.generations,
      });
      pointers.start();
      resources.defer(() => pointers.stop());
      const common = { schema, clock: systemClock, limits: DEFAULTS.objects };
      const getObject = createGetObject({ ...common, reader: store.reader, generations: pointers });
      const ingestion = resources.add(createIngestion({ store, schema, config: DEFAULTS }), (each) =>
        each.close(),
      );
      const { manage } = openGenerations(config, resources);
      return new PipelinesEnvironment({
        env,
        module,
        schema,
        store,
        manage,
        getObject,
        ingestion,
        resources,
      });
    });
  }

  get manage(): ManageGenerations {
    return this.#parts.manage;
  }

  get dataType(): DataType {
    return this.#parts.schema.dataType(TASTE.corpus, TASTE.family);
  }

  /** Writes one click of each user on the campaign. */
  async click(users: readonly string[], campaignId: string): Promise<void> {
    const { schema, ingestion } = this.#parts;
    const dataType = schema.eventDataType();
    const inputs = users.map((userId) => {
      const ids = { campaignId, adId: campaignId };
      const named = { userId, action: 'click', eventTimeMs: systemClock.nowMs(), ids };
      return { event: eventFromNamed(dataType.events, named), dataType };
    });
    const { outcomes } = await ingestion.ingestEvents(inputs, CALL);
    for (const outcome of outcomes) if ('error' in outcome) throw outcome.error;
  }

  /** Starts `tidemark pipeline` with these arguments behind the subcommand and the module. */
  startPipeline(
    subcommand: 'run' | 'follow',
    args: readonly string[],
    env: NodeJS.ProcessEnv = {},
  ): TourChild {
    const child = startTourChild(['pipeline', subcommand, this.#parts.module, ...args], {
      ...this.#parts.env,
      ...env,
    });
    this.#parts.resources.defer(async () => {
      child.kill('SIGKILL');
      await child.ended.catch(() => undefined);
    });
    return child;
  }

  /** Reads the object of a user, of the published generation or a named one. */
  async read(
    userId: string,
    {
      generation,
      consistency = EVENTUAL,
    }: { readonly generation?: number; readonly consistency?: Consistency } = {},
  ): Promise<SeenTaste> {
    const { getObject, schema } = this.#parts;
    const { corpus, family } = TASTE;
    const select = [{ dataType: family, subTypes: [...TASTE_SUB_TYPES] }];
    const generations = generation === undefined ? undefined : { [family]: generation };
    const codec = schema.codec(this.dataType);
    try {
      const answer = await getObject({ corpus, id: userId, select, generations, consistency }, CALL);
      const clicks = answer.cells.map(
        ({ value }) => (codec.toJson(value) as { readonly clicks: number }).clicks,
      );
      return { generation: answer.generations?.[family], clicks };
    } catch (error) {
      if (!(error instanceof ObjectNotFound)) throw error;
      return { generation: error.generations?.[family], clicks: [] };
    }
  }

  /** Returns the number of users with cells of a generation, published or not. */
  async usersWith(generation: number): Promise<number> {
    const scan = { table: TASTE.corpus, filter: chain(familyIs(TASTE.family), cellsPerColumnLimit(1)) };
    let users = 0;
    for await (const { cells } of this.#parts.store.scanner.scan(scan, CALL))
      if (cells.some(({ qualifier }) => parseGenerationColumn(qualifier)?.generation === generation))
        users += 1;
    return users;
  }

  /** Returns how far the pipeline has processed changes; undefined if it follows none. */
  async followed(): Promise<FollowProgress | undefined> {
    const [progress] = await readFollowProgress(this.#parts.store.scanner, CALL);
    return progress;
  }

  close(): Promise<void> {
    return this.#parts.resources.release();
  }
}

async function prepareTables(config: Config): Promise<void> {
  await applySchema(config);
  const topology = currentTopology(config);
  const connection = connectTableAdmin(config.bigtable);
  try {
    const admin = tableAdmins(connection, () => topology)(TASTE.corpus);
    await createEnableChangeStream({ admin, clock: systemClock, limits: config.schema })(
      TASTE.corpus,
      DAY_MS,
    );
  } finally {
    await connection.close();
  }
}
