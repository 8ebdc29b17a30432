/** A full pass that writes a generation, on the embedded Bigtable. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setCell } from '../../../src/bigtable/write/mutations';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { rowKey } from '../../../src/core/rows/row-key';
import { startLocalBigtable, type LocalBigtable } from '../../../src/local-bigtable/index';
import {
  GENERATIONS_PROTO,
  openGenerationStores,
  type GenerationStores,
} from '../../support/generation-world';
import { protoFolder } from '../../support/proto-folder';
import { runCli } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';
import { applySchema } from '../../support/running-app';

const IDS = ['ann', 'bob'];

describe('A full pass over DataTypes in generations', () => {
  let bigtable: LocalBigtable;
  let stores: GenerationStores;
  let env: NodeJS.ProcessEnv;
  let folder: string;

  beforeAll(async () => {
    const protoPath = protoFolder({ 'acme/v1/vectors.proto': GENERATIONS_PROTO });
    folder = mkdtempSync(join(tmpdir(), 'tidemark-run-generations-'));
    bigtable = await startLocalBigtable({ host: '127.0.0.1', port: 0 });
    env = { BIGTABLE_EMULATOR_HOST: bigtable.endpoint, TIDEMARK_PROTO_PATH: protoPath };
    const schema = loadSchema({ protoPaths: [protoPath] });
    await applySchema(bigtable.endpoint, undefined, schema);
    stores = openGenerationStores(env);
    const value = schema.codec(schema.dataType('users', 'tastes')).fromJson({ text: 'tea' });
    const mutations = [setCell('tastes', Buffer.from('main'), (Date.now() - 60_000) * 1_000, value)];
    await stores.store.writer.mutateRows(
      'users',
      IDS.map((id) => ({ key: rowKey(id), mutations })),
    );
  });
  afterAll(async () => {
    await stores.close();
    await bigtable.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = async (...args: readonly string[]): Promise<string> => {
    // Worker threads of a command need a process that loads TypeScript.
    const { ended, stdout, stderr } =
      args[1] === 'run' ? await runCli(args, { env }) : await runCommandLine(args, { env });
    expect([ended, stderr]).toEqual([0, stderr]);
    return stdout;
  };

  it('begins and completes a generation, which is served once it is published', async () => {
    const file = join(folder, 'vectors.js');
    const body = `[{ dataType: 'vectors', subType: 'main', value: { text: 'v' + context.generation } }]`;
    writeFileSync(
      file,
      `module.exports = { name: 'vectors', corpus: 'users', reads: ['tastes'], writes: ['vectors'],
        process: (object, context) => ${body} };`,
    );
    for (const runId of ['one', 'two']) {
      await run('pipeline', 'run', file, '--run-id', runId, '--threads', '1');
      const { generations } = await stores.manage.list(stores.vectors);
      expect(generations.at(-1)).toMatchObject({ state: 'building', pipeline: 'vectors', runId });
      expect(generations.at(-1)!.completedAtMs).toBeGreaterThan(0);
      await run('pipeline', 'publish', 'users/vectors');
    }
    const textOf = async (...more: readonly string[]) => {
      const text = await run('objects', 'get', 'users', 'ann', 'vectors', '--json', ...more);
      return (JSON.parse(text) as { cells: { value: { text: string } }[] }).cells.map(
        ({ value }) => value.text,
      );
    };
    expect(await textOf()).toEqual(['v2']);
    expect(await textOf('--generations', 'vectors=1')).toEqual(['v1']);
    await run('pipeline', 'rollback', 'users/vectors');
    expect(await textOf()).toEqual(['v1']);
  }, 120_000);

  it('is scanned, listed and exported: the published generation, or one that is named', async () => {
    const textsOf = (lines: string) =>
      lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { id: string; dataType: string; value: { text: string } })
        .map(({ id, dataType, value }) => `${id} ${dataType} ${value.text}`)
        .sort();
    const scanned = async (...more: readonly string[]) =>
      textsOf(await run('objects', 'scan', 'users', ...more));
    const only = ['--data-types', 'vectors'];
    expect(await scanned(...only)).toEqual(['ann vectors v1', 'bob vectors v1']);
    expect(await scanned(...only, '--generations', 'vectors=2')).toEqual([
      'ann vectors v2',
      'bob vectors v2',
    ]);
    expect(await scanned()).toEqual(expect.arrayContaining(['ann tastes tea', 'ann vectors v1']));
    expect(await run('objects', 'list', 'users', ...only, '--prefix', 'ann')).toBe('ann  vectors\n');
    const output = join(folder, 'vectors.ndjson');
    const exported = async (...more: readonly string[]) =>
      JSON.parse(
        await run('objects', 'export', 'users', ...only, '--output', output, '--json', ...more),
      ) as object;
    expect(await exported()).toMatchObject({ cells: 2, generations: { vectors: 1 } });
    expect(textsOf(readFileSync(output, 'utf8'))).toEqual(['ann vectors v1', 'bob vectors v1']);
    const shared = ['objects', 'export', 'users', '--output', output, '--worker', '1/2'];
    const unnamed = await runCommandLine(shared, { env });
    expect([unnamed.ended, unnamed.stderr]).toEqual([1, expect.stringContaining('--generations: must name')]);
    const named = await runCommandLine([...shared, '--generations', 'vectors=2', '--json'], { env });
    expect(JSON.parse(named.stdout)).toMatchObject({ status: 'complete', generations: { vectors: 2 } });
  });
});
