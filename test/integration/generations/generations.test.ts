/** Generations in the store and in the API, on the embedded Bigtable. */
import { rowKey } from '../../../src/core/rows/row-key';
import { generationMutation } from '../../../src/operations/generations/write-generation';
import { setCell } from '../../../src/bigtable/write/mutations';
import { DEFAULTS } from '../../../src/config/defaults';
import { OBJECTS_ERASED, PRIVACY_FAMILY } from '../../../src/core/privacy/privacy-family';
import { createSweepSubject } from '../../../src/operations/privacy/sweep-subject';
import { systemRandom } from '../../../src/platform/random';
import { systemClock } from '../../../src/platform/time/clock';
import { runCommandLine } from '../../support/run-command';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { startLocalBigtable } from '../../../src/local-bigtable/index';
import { ApiContract, type OpenApiDocument } from '../../support/api-contract';
import {
  GENERATIONS_PROTO,
  openGenerationStores,
  valueOf,
  type GenerationStores,
} from '../../support/generation-world';
import { send as sendTo, type Answer } from '../../support/http-server';
import { protoFolder } from '../../support/proto-folder';
import { applySchema, startApp, type RunningApp } from '../../support/running-app';
import { tidemarkError } from '../../support/tidemark-error';
import { until } from '../../support/until';

const OBJECT = '/v1/corpora/{corpus}/objects/{id}';
const CELL = `${OBJECT}/{dataType}/{subType}`;

describe('Objects in generations', () => {
  let bigtable: LocalBigtable;
  let stores: GenerationStores;
  let running: RunningApp;
  let contract: ApiContract;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    const protoPath = protoFolder({ 'acme/v1/vectors.proto': GENERATIONS_PROTO });
    bigtable = await startLocalBigtable({ host: '127.0.0.1', port: 0 });
    env = {
      BIGTABLE_EMULATOR_HOST: bigtable.endpoint,
      TIDEMARK_PROTO_PATH: protoPath,
      TIDEMARK_TOKEN_KEYS: `1:${Buffer.alloc(32, 'key').toString('base64url')}`,
    };
    await applySchema(bigtable.endpoint, undefined, loadSchema({ protoPaths: [protoPath] }));
    stores = openGenerationStores(env);
    running = await startApp(env);
    contract = new ApiContract((await send('GET', '/openapi.json')).json as unknown as OpenApiDocument);
  });
  afterAll(async () => {
    await running.app.drain();
    await stores.close();
    await bigtable.close();
  });

  const send = (method: string, path: string, body?: object): Promise<Answer> =>
    sendTo(running.port, {
      method,
      path,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });

  const ask = async (method: string, template: string, path: string, body?: object): Promise<Answer> => {
    const answer = await send(method, path, body);
    contract.check(method, template, answer);
    return answer;
  };

  const pathOf = (id: string): string => `/v1/corpora/users/objects/${id}/vectors/main`;
  const read = (id: string, query = ''): Promise<Answer> => ask('GET', CELL, `${pathOf(id)}${query}`);

  /** Waits until reads use the generation. */
  const served = (id: string, generation: number): Promise<unknown> =>
    until(async () => (await read(id)).headers['tidemark-generations'] === `vectors=${generation}`);

  it('are visible at once after the publication, and those of other generations never', async () => {
    const first = await stores.fill('run-a', ['u-1', 'u-2']);
    expect((await read('u-1')).status).toBe(404);
    await stores.manage.publish(stores.vectors);
    await served('u-1', first);
    const second = await stores.fill('run-b', ['u-1']);
    expect((await read('u-1')).json['cells']).toMatchObject([{ value: { text: valueOf('run-a', 'u-1') } }]);
    await stores.manage.publish(stores.vectors, second);
    await served('u-1', second);
    expect((await read('u-1')).json).toMatchObject({
      cells: [{ subType: 'main', value: { text: valueOf('run-b', 'u-1') } }],
      generations: { vectors: second },
    });
    expect((await read('u-2')).status).toBe(404);
    expect((await read('u-2')).json['generations']).toEqual({ vectors: second });
  });

  it('are read from a generation that the request names', async () => {
    const [first, second] = [1, 2];
    const named = await read('u-2', `?generations=vectors=${first}`);
    expect(named.json).toMatchObject({
      cells: [{ value: { text: valueOf('run-a', 'u-2') } }],
      generations: { vectors: first },
    });
    const objects = [{ id: 'u-2', select: [{ dataType: 'vectors' }, { dataType: 'profile' }] }];
    const batch = (generations?: object): Promise<Answer> =>
      ask('POST', '/v1/corpora/{corpus}/objects:batchGet', '/v1/corpora/users/objects:batchGet', {
        objects,
        generations,
      });
    expect((await batch({ vectors: first })).json).toMatchObject({
      objects: [{ cells: [{ value: { text: valueOf('run-a', 'u-2') } }] }],
      generations: { vectors: first },
    });
    expect((await batch()).json).toMatchObject({
      objects: [{ cells: [] }],
      generations: { vectors: second },
    });
    const whole = await ask('GET', OBJECT, '/v1/corpora/users/objects/u-1?dataTypes=vectors');
    expect(whole.json).toMatchObject({ generations: { vectors: second } });
  });

  it.each([
    ['vectors=99', 404, 'generation_not_found', 'generations.vectors'],
    ['vectors=0', 400, 'invalid_argument', 'generations.vectors'],
    ['vectors', 400, 'invalid_argument', 'generations'],
    ['vectors=1,vectors=2', 400, 'invalid_argument', 'generations'],
    ['profile=1', 400, 'invalid_argument', 'generations.profile'],
  ])('are not read for generations=%s', async (text, status, code, field) => {
    const answer = await read('u-1', `?generations=${text}`);
    expect([answer.status, answer.json['code'], answer.json['field']]).toEqual([status, code, field]);
  });

  it('are not written or deleted by the API', async () => {
    const expected = [400, 'invalid_argument', 'dataType'];
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? { text: 'x' } : undefined;
      const { status, json } = await ask(method, CELL, pathOf('u-1'), body);
      expect([status, json['code'], json['field']]).toEqual(expected);
    }
    const whole = await ask('DELETE', OBJECT, '/v1/corpora/users/objects/u-1');
    expect([whole.status, whole.json['code'], whole.json['field']]).toEqual([
      400,
      'invalid_argument',
      'corpus',
    ]);
  });

  it('are those of the earlier generation after a rollback, for a token at once', async () => {
    const { generation, token } = await stores.manage.rollback(stores.vectors);
    expect(generation.number).toBe(1);
    const text = stores.store.tokens.encode(token);
    const answer = await sendTo(running.port, {
      path: pathOf('u-2'),
      headers: { 'tidemark-token': text },
    });
    expect(answer.json).toMatchObject({ generations: { vectors: 1 } });
  });

  it('are listed, published, rolled back and collected by commands', async () => {
    const run = async (...args: readonly string[]): Promise<Record<string, unknown>> => {
      const { ended, stdout, stderr } = await runCommandLine(['pipeline', ...args, '--json'], { env });
      expect([ended, stderr]).toEqual([0, '']);
      return JSON.parse(stdout) as Record<string, unknown>;
    };
    const listed = await run('generations');
    expect(listed).toMatchObject({
      dataTypes: [
        {
          dataType: 'users/vectors',
          generations: [
            { number: 1, state: 'published', runId: 'run-a' },
            { number: 2, state: 'retired', runId: 'run-b' },
          ],
        },
      ],
    });
    const rollback = ['rollback', 'users/vectors', '--generation', '2'];
    expect(await run(...rollback, '--dry-run')).toMatchObject({ generation: 2, before: 1, dryRun: true });
    expect(await run('generations')).toEqual(listed);
    expect(await run(...rollback)).toMatchObject({ generation: 2, before: 1, dryRun: false });
    expect(await run('rollback', 'users/vectors')).toMatchObject({ generation: 1, before: 2 });
    expect(await run('collect', 'users/vectors', '--keep', '0', '--dry-run')).toMatchObject({
      collected: [{ generation: 2, deleted: 0 }],
    });
    const text = await runCommandLine(['pipeline', 'generations', 'users/vectors'], { env });
    expect(text.stdout).toMatch(/users\/vectors +2 +retired +test +run-b/);
  });

  it.each([
    [['publish', 'users/vectors'], 'no complete generation'],
    [['publish', 'users/vectors', '--generation', '99'], '--generation: generation 99 does not exist'],
    [['publish', 'users/profile'], 'data-type: profile is not stored in generations'],
    [['publish', 'vectors'], 'data-type: "vectors" is not <corpus>/<DataType>'],
    [['collect', '--generation', '2'], '--generation: requires a DataType'],
  ])('are not changed by tidemark pipeline %j', async (args, message) => {
    const { ended, stderr } = await runCommandLine(['pipeline', ...args], { env });
    expect([ended, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  it('of all stored generations are in an export of the user', async () => {
    const { body } = await send('GET', '/v1/subjects/u-1/export');
    const lines = body
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ dataType }) => dataType === 'vectors');
    const exported = lines.map(({ subType, generation, value }) => ({ subType, generation, value }));
    expect(exported).toEqual(
      ['run-a', 'run-b'].map((runId, at) => ({
        subType: 'main',
        generation: at + 1,
        value: { text: valueOf(runId, 'u-1') },
      })),
    );
  });

  it('of all stored generations are hidden and swept by an erasure', async () => {
    const { store, schema, manage, vectors } = stores;
    await stores.fill('run-erased', ['u-5']);
    const { generation } = await manage.publish(vectors);
    await served('u-5', generation.number);
    const erased = setCell(PRIVACY_FAMILY, OBJECTS_ERASED, (Date.now() + 1_000) * 1_000, Buffer.alloc(0));
    await store.writer.mutateRow('users', { key: rowKey('u-5'), mutations: [erased] });
    expect((await read('u-5')).status).toBe(404);
    const sweep = createSweepSubject({
      ...store,
      corpora: schema.corpora(),
      clock: systemClock,
      random: systemRandom,
      limits: { ...DEFAULTS.compaction, ...DEFAULTS.privacy },
    });
    expect((await sweep('u-5')).cells).toBe(1);
    const { number } = (await manage.rollback(vectors, 1)).generation;
    await served('u-2', number);
    expect(await stores.collect(vectors, { generations: [generation.number] })).toEqual([
      { generation: generation.number, deleted: 0, isEmpty: true },
    ]);
  });

  it('show nothing that is erased after a later publication, and after a rollback', async () => {
    const { store, manage, vectors, begin, write, schema } = stores;
    const before = await manage.publish(vectors, await stores.fill('run-rolled-back', ['u-6', 'u-7']));
    // A full pass that has read the users before one of them is erased, and writes after it.
    const late = await begin('run-late');
    const erased = setCell(PRIVACY_FAMILY, OBJECTS_ERASED, (Date.now() + 1_000) * 1_000, Buffer.alloc(0));
    await store.writer.mutateRow('users', { key: rowKey('u-6'), mutations: [erased] });
    const generation = late.numbers.get('vectors')!;
    const { versionMs } = late.targets.get('vectors')!;
    const value = schema.codec(vectors).fromJson({ text: 'derived' });
    const cells = ['u-6', 'u-7'].map((id) => ({ id, subType: 'main', versionMs, value }));
    await write({ dataType: vectors, generation, states: ['building'] }, cells);
    await late.confirm();
    await late.complete();
    await manage.publish(vectors, generation);
    await served('u-7', generation);
    expect((await read('u-6')).status).toBe(404);
    expect((await read('u-6', `?generations=vectors=${before.generation.number}`)).status).toBe(404);
    await manage.rollback(vectors, before.generation.number);
    await served('u-7', before.generation.number);
    expect((await read('u-6')).status).toBe(404);
    expect((await read('u-6', `?generations=vectors=${generation}`)).status).toBe(404);
    await manage.rollback(vectors, 1);
    await served('u-2', 1);
    await stores.collect(vectors, { generations: [before.generation.number, generation] });
  });

  it('are deleted by a collection, and only those of collected generations', async () => {
    const dryRun = await stores.collect(stores.vectors, { keep: 0, dryRun: true });
    expect(dryRun).toEqual([{ generation: 2, deleted: 0, isEmpty: false }]);
    expect(await stores.collect(stores.vectors, { keep: 0 })).toEqual([
      { generation: 2, deleted: 1, isEmpty: true },
    ]);
    expect(await stores.collect(stores.vectors, { keep: 0 })).toEqual([]);
    expect((await read('u-1')).json).toMatchObject({ generations: { vectors: 1 } });
    await until(async () => (await read('u-1', '?generations=vectors=2')).status === 404);
    await expect(stores.collect(stores.vectors, { generations: [1] })).rejects.toThrow(
      tidemarkError('generation_conflict'),
    );
  });

  it('that a paused worker writes are rejected, or found by the next collection', async () => {
    const { vectors, store } = stores;
    const patient = openGenerationStores(env, { lateWritesMs: 3_600_000 });
    const generations = await stores.begin('paused');
    const number = generations.numbers.get('vectors')!;
    const target = { dataType: vectors, generation: number, states: ['building'] } as const;
    const cell = { id: 'u-9', subType: 'main', versionMs: Date.now(), value: Buffer.alloc(0) };
    await stores.write(target, [cell]);
    const collected = await patient.collect(vectors, { generations: [number] });
    expect(collected).toEqual([{ generation: number, deleted: 1, isEmpty: false }]);
    await expect(stores.write(target, [cell])).rejects.toThrow(tidemarkError('generation_conflict'));
    await expect(generations.confirm()).rejects.toThrow(tidemarkError('generation_conflict'));
    const mutations = [generationMutation({ family: 'vectors', generation: number }, cell)];
    await store.writer.mutateRows('users', [{ key: rowKey('u-9'), mutations }]);
    expect(await patient.collect(vectors)).toEqual([{ generation: number, deleted: 1, isEmpty: false }]);
    expect(await stores.collect(vectors)).toEqual([{ generation: number, deleted: 0, isEmpty: true }]);
    await patient.close();
  });
});
