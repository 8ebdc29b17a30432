/** Processes that build, publish and collect generations, killed at random moments, on the embedded Bigtable. */
import { join } from 'node:path';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { parseGenerationColumn } from '../../../src/core/generations/generation-column';
import { DEFAULTS } from '../../../src/config/defaults';
import { startLocalBigtable, type LocalBigtable } from '../../../src/local-bigtable/index';
import { GenerationPointers } from '../../../src/operations/generations/served-generations';
import { createBatchGetObjects } from '../../../src/operations/objects/batch-get-objects';
import { seededRandom, systemRandom } from '../../../src/platform/random';
import { createLogger } from '../../../src/platform/telemetry/logger';
import { systemClock } from '../../../src/platform/time/clock';
import { startChildProcess } from '../../support/child-process';
import {
  GENERATIONS_PROTO,
  openGenerationStores,
  type GenerationStores,
} from '../../support/generation-world';
import { protoFolder } from '../../support/proto-folder';
import { applySchema } from '../../support/running-app';
import { TEST_SEED } from '../../support/test-seed';

/** Times that a process is killed. */
const KILLS = Number(process.env['TIDEMARK_TEST_GENERATION_KILLS'] ?? 2);
/** Longest life of a process, in milliseconds: a collection takes more than two seconds. */
const LIFE_MS_MAX = 4_000;
const OBJECTS = 40;
/** Pause after each read, in milliseconds: some hundred reads meet the life of a process. */
const READ_PAUSE_MS = 10;
const IDS = Array.from({ length: OBJECTS }, (_, at) => `user-${at}`);
const CHILD = join(__dirname, '../../support/generation-child.ts');

describe('A process that is killed while it writes, publishes or collects generations', () => {
  let bigtable: LocalBigtable;
  let stores: GenerationStores;
  let pointers: GenerationPointers;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    const protoPath = protoFolder({ 'acme/v1/vectors.proto': GENERATIONS_PROTO });
    bigtable = await startLocalBigtable({ host: '127.0.0.1', port: 0 });
    env = { BIGTABLE_EMULATOR_HOST: bigtable.endpoint, TIDEMARK_PROTO_PATH: protoPath };
    await applySchema(bigtable.endpoint, undefined, loadSchema({ protoPaths: [protoPath] }));
    stores = openGenerationStores(env);
    pointers = new GenerationPointers({
      reader: stores.store.reader,
      dataTypes: [stores.vectors],
      clock: systemClock,
      random: systemRandom,
      logger: createLogger({ level: 'silent', service: 'test' }),
      limits: { ...DEFAULTS.generations, pollIntervalMs: 200, answerAgeMaxMs: 1_500, repeatsMax: 100 },
    });
    pointers.start();
  });
  afterAll(async () => {
    await pointers.stop();
    await stores.close();
    await bigtable.close();
  });

  const startChild = () => startChildProcess(CHILD, [String(OBJECTS), '4'], env);

  it(
    `leaves each reader with whole generations, ${KILLS} times`,
    async () => {
      const random = seededRandom(TEST_SEED);
      const batchGet = createBatchGetObjects({
        ...stores,
        reader: stores.store.reader,
        generations: pointers,
        clock: systemClock,
        limits: DEFAULTS.objects,
      });
      const objects = IDS.map((id) => ({ id, select: [{ dataType: 'vectors' }] }));
      const codec = stores.schema.codec(stores.vectors);
      let isOver = false;
      let reads = 0;
      const reading = (async () => {
        while (!isOver) {
          const answer = await batchGet({ corpus: 'users', objects, consistency: EVENTUAL });
          const generation = answer.generations?.['vectors'];
          if (generation === undefined) {
            await new Promise((resolve) => setTimeout(resolve, READ_PAUSE_MS));
            continue;
          }
          const { runId } = (await stores.manage.list(stores.vectors)).generations.find(
            ({ number }) => number === generation,
          )!;
          const read = answer.objects.map(({ id, cells }) => [
            id,
            cells.map(({ value }) => codec.toJson(value)),
          ]);
          const whole = IDS.map((id) => [id, [{ text: `${runId} of ${id}` }]]);
          expect({ generation, read }).toEqual({ generation, read: whole });
          reads += 1;
          await new Promise((resolve) => setTimeout(resolve, READ_PAUSE_MS));
        }
      })();
      let next = startChild();
      for (let kill = 0; kill < KILLS; kill++) {
        const child = await next;
        next = startChild();
        child.process.kill('SIGUSR2');
        await new Promise((resolve) => setTimeout(resolve, random() * LIFE_MS_MAX));
        expect(await child.kill('SIGKILL')).toBe('SIGKILL');
      }
      const last = await next;
      last.process.kill('SIGUSR2');
      expect(await last.ended).toBe(0);
      isOver = true;
      await reading;
      expect(reads).toBeGreaterThan(KILLS);
      const { generations } = await stores.manage.list(stores.vectors);
      const left = new Set(
        generations.filter(({ state }) => state !== 'collected').map(({ number }) => number),
      );
      const found = new Set<number | undefined>();
      const scan = { table: 'users', filter: { passAllFilter: true } };
      for await (const { cells } of stores.store.scanner.scan(scan))
        for (const { family, qualifier } of cells)
          if (family === 'vectors') found.add(parseGenerationColumn(qualifier)?.generation);
      expect([...found].filter((number) => !left.has(number!))).toEqual([]);
    },
    60_000 + KILLS * 20_000,
  );
});
