/** Full passes as generations while workers follow changes, and are killed, in processes of their own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { openGenerations } from '../../../src/cli/pipeline/open-generations';
import { loadConfig } from '../../../src/config/index';
import { cellsOfGenerations } from '../../../src/core/generations/generation-column';
import { publishedOf } from '../../../src/core/generations/generation-record';
import { objectIdOf, rowKey } from '../../../src/core/rows/row-key';
import { familyIs } from '../../../src/bigtable/read/filters';
import { setCell } from '../../../src/bigtable/write/mutations';
import { seededRandom } from '../../../src/platform/random';
import { Resources } from '../../../src/platform/tasks/resources';
import { startLocalBigtable, type LocalBigtable } from '../../../src/local-bigtable/index';
import { createEnableChangeStream } from '../../../src/operations/schema/enable-change-stream';
import { systemClock } from '../../../src/platform/time/clock';
import { startFollower } from '../../support/follow/follow-store';
import { acmeProto, dataTypeOptions } from '../../support/proto-text';
import { runCli } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';
import { openTableAdmin } from '../../support/table-admin';
import { TEST_SEED } from '../../support/test-seed';
import { until } from '../../support/until';

/** Times that a worker is killed, each of them while another full pass runs. */
const KILLS = Number(process.env['TIDEMARK_TEST_FOLLOW_KILLS'] ?? 0);
const OBJECTS = 20;
const DAY_MS = 86_400_000;
const basis = { lawful_basis: 'CONTRACT' };
const PROTO = acmeProto(
  `message Copy { ${dataTypeOptions({ family: '"copies"', generations: 'true', ...basis })} uint32 n = 1; }
  message Input { ${dataTypeOptions({ family: '"inputs"', ...basis })} uint32 n = 1; }`,
);
const MODULE = `module.exports = {
  name: 'copy',
  corpus: 'users',
  reads: ['inputs'],
  writes: ['copies'],
  process: (user) => ['a', 'b'].map((subType) => ({ dataType: 'copies', subType, value: user.get('inputs', 'main') })),
};`;

describe('generations of a pipeline that follows changes', () => {
  let server: LocalBigtable;
  let folder: string;
  let env: NodeJS.ProcessEnv;
  const resources = new Resources();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-followed-'));
    writeFileSync(join(folder, 'acme.proto'), PROTO);
    writeFileSync(join(folder, 'copy.js'), MODULE);
    server = await startLocalBigtable({
      host: '127.0.0.1',
      port: 0,
      changeStreams: { partitionBytes: 8_000 },
    });
    env = {
      BIGTABLE_EMULATOR_HOST: server.endpoint,
      TIDEMARK_PROJECT: 'p',
      TIDEMARK_INSTANCE: 'i',
      TIDEMARK_PROTO_PATH: folder,
      TIDEMARK_FOLLOW_LEASE_MS: '2000',
      TIDEMARK_LOG_LEVEL: 'silent',
    };
    expect(await runCommandLine(['schema', 'apply'], { env })).toMatchObject({ ended: 0 });
    const { admin, close } = openTableAdmin({ endpoint: server.endpoint, project: 'p', instance: 'i' });
    const limits = { enableTimeoutMs: 10_000, enablePollMs: 10 };
    await createEnableChangeStream({ admin, clock: systemClock, limits })('users', DAY_MS);
    await close();
  }, 60_000);
  afterAll(async () => {
    await resources.release();
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it(
    `lack no change when they are published, although a worker is killed ${KILLS} times`,
    async () => {
      const config = loadConfig(env);
      const codec = loadSchema(config.schema);
      const inputs = codec.codec(codec.dataType('users', 'inputs'));
      const copies = codec.dataType('users', 'copies');
      const opened = openGenerations(config, resources, { graceMs: 0 });
      const { store: serving, manage } = opened;
      const random = seededRandom(TEST_SEED);
      const wanted = new Map<string, number>();
      let isOver = false;
      const write = async (id: string, n: number): Promise<void> => {
        const now = systemClock.nowMs() * 1_000;
        const mutations = [setCell('inputs', Buffer.from('main'), now, inputs.fromJson({ n }))];
        await serving.writer.mutateRow('users', { key: rowKey(id), mutations });
        wanted.set(id, n);
      };
      /** Returns the values of all objects in a generation. Both SubTypes of each must be of one change. */
      const valuesOf = async (generation: number): Promise<Map<string, number>> => {
        const values = new Map<string, number>();
        for await (const { key, cells } of serving.scanner.scan({
          table: 'users',
          filter: familyIs('copies'),
        })) {
          const found = cellsOfGenerations(cells, new Map([['copies', generation]]));
          const newest = ['a', 'b'].map((name) => {
            const cell = found.find((each) => each.family === 'copies' && each.qualifier.toString() === name);
            return cell === undefined ? 0 : (inputs.toJson(cell.value) as { n: number }).n;
          });
          expect(newest[0]).toBe(newest[1]);
          values.set(objectIdOf(key)!, newest[0]!);
        }
        return values;
      };
      for (let at = 0; at < OBJECTS; at++) await write(`user-${at}`, 1);
      const writing = (async () => {
        for (let n = 2; !isOver; n++) {
          await write(`user-${Math.floor(random() * OBJECTS)}`, n);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      })();
      const module = join(folder, 'copy.js');
      let worker = await startFollower(module, env, ['--threads', '1']);
      await until(() => worker.lines.some((line) => line.includes('"ownPartitions":1')));
      try {
        for (let pass = 0; pass <= KILLS; pass++) {
          const running = runCli(['pipeline', 'run', module, '--threads', '1'], { env });
          if (pass > 0) {
            await new Promise((resolve) => setTimeout(resolve, random() * 2_000));
            await worker.kill('SIGKILL');
            worker = await startFollower(module, env, ['--threads', '1']);
          }
          const { ended, stdout, stderr } = await running;
          expect([ended, ended === 0 ? '' : stdout + stderr]).toEqual([0, '']);
          const { generation, before } = await manage.publish(copies);
          const { begunAtMs, versionMs } = generation;
          expect(begunAtMs - versionMs).toBeGreaterThanOrEqual(config.generations.versionMarginMs);
          // Nothing but followers writes now, so what is read first is at most what is read later.
          const earlier = before === undefined ? new Map<string, number>() : await valuesOf(before);
          const later = await valuesOf(generation.number);
          for (const [id, value] of earlier) expect(later.get(id)).toBeGreaterThanOrEqual(value);
          // A DataType may have a limited number of generations that are not collected.
          if (before !== undefined) await opened.collectIn('users')(copies, { generations: [before] });
        }
      } catch (error) {
        await worker.kill('SIGKILL');
        throw error;
      } finally {
        isOver = true;
        await writing;
      }
      const { number } = publishedOf(await manage.list(copies))!;
      await until(async () => {
        const values = await valuesOf(number);
        return [...wanted].every(([id, value]) => values.get(id) === value);
      });
      expect(await worker.kill('SIGTERM')).toBe(0);
    },
    120_000 + KILLS * 40_000,
  );
});
