import { setCell } from '../../../src/bigtable/write/mutations';
import { loadSchema, type SchemaRegistry } from '../../../src/codec/declarations/schema-registry';
import { DEFAULTS } from '../../../src/config/defaults';
import { rowKey } from '../../../src/core/rows/row-key';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { createApplySchema, createPlanSchema } from '../../../src/operations/schema/apply-schema';
import {
  createBatchGetObjects,
  type BatchGetObjectsRequest,
} from '../../../src/operations/objects/batch-get-objects';
import { createDeleteObject, type DeleteObject } from '../../../src/operations/objects/delete-object';
import {
  createGetObject,
  type GetObjectAnswer,
  type GetObjectRequest,
} from '../../../src/operations/objects/get-object';
import {
  createPutObject,
  type PutObject,
  type PutObjectRequest,
} from '../../../src/operations/objects/put-object';
import { systemClock } from '../../../src/platform/time/clock';
import type { Store } from '../../../src/store/open-store';
import { createVersionedWriter } from '../../../src/consistency/write/versioned-writer';
import { describeStores, type StoreInstance } from '../../support/bigtable-stores';
import { decodeCells, type Decoded, type DecodedObjects } from '../../support/decode-cells';
import { openTestStore } from '../../support/open-test-store';
import { acmeProto, dataTypeOptions, protoFolder } from '../../support/proto-folder';
import { tidemarkError } from '../../support/tidemark-error';

const NOW_MS = Date.now();
const clock = { ...systemClock, nowMs: () => NOW_MS };
const { objects: limits } = DEFAULTS;

/** A second corpus with a long retention, so that only the reader can omit cells. */
function schemaOfTests(): SchemaRegistry {
  const notes = dataTypeOptions({
    family: '"notes"',
    corpus: '"pets"',
    retention: '{ versions_max: 2 }',
    value_bytes_max: '20',
  });
  const moods = dataTypeOptions({ family: '"moods"', corpus: '"pets"', retention: '{}' });
  const text = acmeProto(`message Note {${notes} string text = 1;} message Mood {${moods} int64 score = 1;}`);
  return loadSchema({ protoPaths: [protoFolder({ 'acme/v1/pets.proto': text })] });
}

const schema = schemaOfTests();

interface Objects {
  readonly instance: StoreInstance;
  readonly store: Store;
  readonly put: PutObject;
  readonly getStored: (request: Omit<GetObjectRequest, 'consistency'>) => Promise<GetObjectAnswer>;
  readonly get: (request: Omit<GetObjectRequest, 'consistency'>) => Promise<Decoded<GetObjectAnswer>>;
  readonly remove: DeleteObject;
  readonly batch: (request: Omit<BatchGetObjectsRequest, 'consistency'>) => Promise<DecodedObjects>;
}

async function objectsOn(instance: StoreInstance, store: Store, limits_ = limits): Promise<Objects> {
  const { reader, writer } = store;
  const cells = createVersionedWriter({
    reader,
    writer,
    clock,
    isReplicated: () => false,
    limits: { clockSkewMaxMs: 100, pointTimeoutMs: 5_000 },
  });
  const dependencies = { reader, cells, schema, clock, limits: limits_ };
  const admin = { admin: instance.admin, schema };
  await createApplySchema(admin)((await createPlanSchema(admin)()).steps);
  const [get, batch] = [createGetObject(dependencies), createBatchGetObjects(dependencies)];
  return {
    instance,
    store,
    put: createPutObject({ ...dependencies, checks: new Map() }),
    getStored: (request) => get({ ...request, consistency: EVENTUAL }),
    get: async (request) =>
      decodeCells(schema, request.corpus, await get({ ...request, consistency: EVENTUAL })),
    remove: createDeleteObject(dependencies),
    async batch(request) {
      const answer = await batch({ ...request, consistency: EVENTUAL });
      return { ...answer, objects: answer.objects.map((each) => decodeCells(schema, request.corpus, each)) };
    },
  };
}

const PROFILE = {
  locale: 'id-ID',
  interests: [{ topic: 'running', score: 0.8 }],
  updatedAtMs: '1795239300000',
};
const profile = { corpus: 'users', id: 'u1', dataType: 'profile', subType: 'main' };
const json = (value: unknown): PutObjectRequest['body'] => ({ kind: 'json', value });
const select = [{ dataType: 'profile', subTypes: ['main'] }];
const eventual = { level: 'eventual', met: true, clusters: ['default'], tier: 'nearest', lookups: 1 };

describeStores('Objects', (store) => {
  let objects: Objects;
  beforeEach(async () => {
    const instance = store().instance();
    const env = { BIGTABLE_EMULATOR_HOST: store().endpoint, TIDEMARK_PROJECT: instance.project };
    objects = await objectsOn(instance, openTestStore(env));
  });
  afterEach(() => objects.store.close());

  it('a cell is read as it was written, with the time of the write as its version', async () => {
    expect(await objects.put({ ...profile, body: json(PROFILE) })).toMatchObject({
      timestampMs: NOW_MS,
      token: { writes: [{}] },
    });
    expect(await objects.get({ corpus: 'users', id: 'u1', select })).toMatchObject({
      cells: [{ dataType: 'profile', subType: 'main', timestampMs: NOW_MS, value: PROFILE }],
      evidence: eventual,
    });
  });

  it('a cell is written as protobuf and read as bytes', async () => {
    const bytes = schema.codec(schema.dataType('users', 'profile')).fromJson(PROFILE);
    await objects.put({ ...profile, timestampMs: NOW_MS - 5, body: { kind: 'protobuf', bytes } });
    const { cells } = await objects.getStored({ corpus: 'users', id: 'u1', select });
    expect(cells).toEqual([{ dataType: 'profile', subType: 'main', timestampMs: NOW_MS - 5, value: bytes }]);
  });

  it('ids and SubTypes may be any Unicode up to 1,024 bytes', async () => {
    for (const name of ['a/b?c#d%', 'é'.repeat(512), '日本', 'a\u0000b', 'a.*b', ' ']) {
      await objects.put({ ...profile, id: name, subType: name, body: json({ locale: name.slice(0, 1) }) });
      const cells = [{ dataType: 'profile', subTypes: [name] }];
      const answer = await objects.get({ corpus: 'users', id: name, select: cells });
      expect(answer.cells.map(({ subType, value }) => [subType, value])).toEqual([
        [name, { locale: name.slice(0, 1) }],
      ]);
    }
  });

  it('the newest versions come first', async () => {
    for (const age of [3, 1, 2, 0]) {
      await objects.put({ ...profile, timestampMs: NOW_MS - age, body: json({ locale: `v${age}` }) });
    }
    const read = async (versions: number): Promise<unknown[]> =>
      (await objects.get({ corpus: 'users', id: 'u1', select, versions })).cells.map(({ value }) => value);
    expect(await read(1)).toEqual([{ locale: 'v0' }]);
    expect(await read(2)).toEqual([{ locale: 'v0' }, { locale: 'v1' }]);
    // The DataType keeps three versions.
    expect(await read(9)).toEqual([{ locale: 'v0' }, { locale: 'v1' }, { locale: 'v2' }]);
  });

  it('a write with an existing version overwrites it', async () => {
    const version = { ...profile, timestampMs: NOW_MS };
    for (const locale of ['a', 'b']) await objects.put({ ...version, body: json({ locale }) });
    const { cells } = await objects.get({ corpus: 'users', id: 'u1', select, versions: 9 });
    expect(cells.map(({ value }) => value)).toEqual([{ locale: 'b' }]);
  });

  it('several or all SubTypes of several DataTypes are read together', async () => {
    for (const subType of ['a', 'b', 'c']) {
      await objects.put({ ...profile, subType, body: json({ locale: subType }) });
      await objects.put({
        ...profile,
        dataType: 'embedding',
        subType,
        body: json({ modelVersion: subType }),
      });
    }
    const read = async (...selectors: { dataType: string; subTypes?: string[] }[]): Promise<string[]> => {
      const answer = await objects.get({ corpus: 'users', id: 'u1', select: selectors });
      return answer.cells.map(({ dataType, subType }) => `${dataType}/${subType}`).sort();
    };
    expect(await read({ dataType: 'profile', subTypes: ['a', 'c'] }, { dataType: 'embedding' })).toEqual([
      'embedding/a',
      'embedding/b',
      'embedding/c',
      'profile/a',
      'profile/c',
    ]);
    // Selected twice, returned once.
    expect(
      await read({ dataType: 'profile', subTypes: ['a'] }, { dataType: 'profile', subTypes: ['a', 'b'] }),
    ).toEqual(['profile/a', 'profile/b']);
    const [one, all] = [{ dataType: 'profile', subTypes: ['a'] }, { dataType: 'profile' }];
    expect(await read(one, all)).toHaveLength(3);
    expect(await read(all, one)).toHaveLength(3);
  });

  it('the right cells are returned when their names are too long for one filter', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `${index}-${'x'.repeat(900)}`);
    for (const subType of [...names, 'other']) {
      await objects.put({ ...profile, subType, body: json({ locale: subType.slice(0, 2) }) });
    }
    const cells = [{ dataType: 'profile', subTypes: names }];
    const answer = await objects.get({ corpus: 'users', id: 'u1', select: cells });
    expect(answer.cells.map(({ subType }) => subType).sort()).toEqual([...names].sort());
  });

  it('an object without cells is not found', async () => {
    await objects.put({ ...profile, subType: 'other', body: json(PROFILE) });
    const read = objects.get({ corpus: 'users', id: 'u1', select });
    await expect(read).rejects.toEqual(tidemarkError('object_not_found'));
  });

  it('expired cells are not returned while the store still has them', async () => {
    const keepAll = { kind: 'update', family: 'profile', definition: {} } as const;
    await objects.instance.admin.modifyColumnFamilies('users', [keepAll]);
    const old = NOW_MS - 15_552_000_000;
    const cell = (subType: string, timestampMs: number) =>
      setCell('profile', Buffer.from(subType), timestampMs * 1000, Buffer.alloc(0));
    const mutations = [cell('kept', old), cell('expired', old - 1)];
    await objects.instance.client.mutateRow('users', { key: rowKey('u1'), mutations });
    const all = [{ dataType: 'profile' }];
    const { cells } = await objects.get({ corpus: 'users', id: 'u1', select: all });
    expect(cells.map(({ subType }) => subType)).toEqual(['kept']);
  });

  it('a deletion removes the version, the SubType or the DataType', async () => {
    const note = { corpus: 'pets', id: 'p', dataType: 'moods' };
    for (const subType of ['a', 'b', 'c']) {
      for (const timestampMs of [1000, 2000]) {
        await objects.put({ ...note, subType, timestampMs, body: json({ score: timestampMs }) });
      }
    }
    const left = async (): Promise<string[]> => {
      const all = {
        corpus: 'pets',
        id: 'p',
        select: [{ dataType: 'moods' }],
        versions: 9,
      } as const;
      return (await objects.get(all)).cells.map(({ subType, timestampMs }) => `${subType}${timestampMs}`);
    };
    await objects.remove({ ...note, subType: 'a', timestampMs: 1000 });
    expect(await left()).toEqual(['a2000', 'b2000', 'b1000', 'c2000', 'c1000']);
    await objects.remove({ ...note, subType: 'b' });
    expect(await left()).toEqual(['a2000', 'c2000', 'c1000']);
    await objects.remove(note);
    await expect(left()).rejects.toEqual(tidemarkError('object_not_found'));
    await objects.remove(note);
  });

  it('the requested number of versions is returned although a deleted one arrived late', async () => {
    const mood = { corpus: 'pets', id: 'p', dataType: 'moods', subType: 'a' };
    for (const timestampMs of [1_000, 2_000, 3_000])
      await objects.put({ ...mood, timestampMs, body: json({ score: 1 }) });
    await objects.remove({ ...mood, timestampMs: 3_000 });
    const late = setCell('moods', Buffer.from('a'), 3_000_000, Buffer.alloc(0));
    await objects.instance.client.mutateRow('pets', { key: rowKey('p'), mutations: [late] });
    const moods = { id: 'p', select: [{ dataType: 'moods', subTypes: ['a'] }] };
    for (const versions of [1, 2, 3]) {
      const read = { corpus: 'pets', versions } as const;
      const { cells } = await objects.get({ ...read, ...moods });
      expect(cells.map(({ timestampMs }) => timestampMs)).toEqual([2_000, 1_000].slice(0, versions));
      expect((await objects.batch({ ...read, objects: [moods] })).objects[0]!.cells).toEqual(cells);
    }
  });

  describe('in a batch', () => {
    it('objects come in the order of the request, with missing cells listed', async () => {
      for (const id of ['u1', 'u2', 'u3']) await objects.put({ ...profile, id, body: json({ locale: id }) });
      await objects.put({
        ...profile,
        id: 'u1',
        dataType: 'embedding',
        subType: 'm',
        body: json({ values: [0.5] }),
      });
      const embedding = [{ dataType: 'embedding' }];
      const answer = await objects.batch({
        corpus: 'users',
        objects: [
          { id: 'u3', select },
          { id: 'unknown', select: [...select, ...embedding] },
          { id: 'u1', select: embedding },
          { id: 'u2', select: [{ dataType: 'profile', subTypes: ['main', 'other'] }] },
          { id: 'u3', select: embedding },
        ],
      });
      const main = (id: string): object => ({
        dataType: 'profile',
        subType: 'main',
        timestampMs: NOW_MS,
        value: { locale: id },
      });
      const vector = { dataType: 'embedding', subType: 'm', timestampMs: NOW_MS, value: { values: [0.5] } };
      expect(answer).toMatchObject({
        objects: [
          { id: 'u3', cells: [main('u3')], missing: [] },
          {
            id: 'unknown',
            cells: [],
            missing: [{ dataType: 'profile', subType: 'main' }, { dataType: 'embedding' }],
          },
          { id: 'u1', cells: [vector], missing: [] },
          { id: 'u2', cells: [main('u2')], missing: [{ dataType: 'profile', subType: 'other' }] },
          { id: 'u3', cells: [], missing: [{ dataType: 'embedding' }] },
        ],
        evidence: eventual,
      });
    });

    it('a batch has at most the configured number of objects', async () => {
      const ids = Array.from({ length: limits.batchMax }, (_, index) => `u${index}`);
      const key = Buffer.from('main');
      const rows = ids.map((id) => ({
        key: rowKey(id),
        mutations: [setCell('profile', key, NOW_MS * 1000, Buffer.alloc(0))],
      }));
      await objects.instance.client.mutateRows('users', rows);
      const many = ids.map((id) => ({ id, select }));
      const answer = await objects.batch({ corpus: 'users', objects: many });
      expect(answer.objects.map(({ id }) => id)).toEqual(ids);
      expect(answer.objects.every(({ cells, missing }) => cells.length === 1 && missing.length === 0)).toBe(
        true,
      );
    });

    it.each<[string, string, unknown]>([
      ['objects', 'no object', []],
      [
        'objects',
        'too many objects',
        Array.from({ length: limits.batchMax + 1 }, () => ({ id: 'u', select })),
      ],
      [
        'objects[1].id',
        'an empty id',
        [
          { id: 'u', select },
          { id: '', select },
        ],
      ],
      ['objects[0].select', 'no cells', [{ id: 'u', select: [] }]],
      [
        'objects[0].select[1].subTypes[0]',
        'an empty SubType',
        [{ id: 'u', select: [...select, { dataType: 'profile', subTypes: [''] }] }],
      ],
    ])('a batch is rejected at %s: %s', async (field, _what, batch) => {
      const request = { corpus: 'users', objects: batch as [] } as const;
      await expect(objects.batch(request)).rejects.toEqual(tidemarkError('invalid_argument', field));
    });
  });

  it('an answer over the byte limit is rejected without being buffered', async () => {
    const small = await objectsOn(objects.instance, objects.store, { ...limits, answerBytesMax: 10 });
    await small.put({ ...profile, body: json({ locale: '123456789' }) });
    await expect(small.get({ corpus: 'users', id: 'u1', select })).rejects.toEqual(
      tidemarkError('answer_too_large'),
    );
  });

  describe('Invalid writes are rejected and nothing is written', () => {
    const cases: readonly [string, Parameters<typeof tidemarkError>, Partial<PutObjectRequest>][] = [
      ['an unknown corpus', ['unknown_corpus', 'corpus'], { corpus: 'unknown' }],
      ['an unknown DataType', ['unknown_data_type', 'dataType'], { dataType: 'nothing' }],
      ['an event DataType', ['invalid_argument', 'dataType'], { dataType: 'ad_action' }],
      ['an empty id', ['invalid_argument', 'id'], { id: '' }],
      ['an id over 1 KB', ['invalid_argument', 'id'], { id: 'é'.repeat(513) }],
      ['an id that is no Unicode', ['invalid_argument', 'id'], { id: '\ud800' }],
      ['an empty SubType', ['invalid_argument', 'subType'], { subType: '' }],
      ['a SubType over 1 KB', ['invalid_argument', 'subType'], { subType: 'x'.repeat(1025) }],
      ['a negative timestamp', ['invalid_argument', 'timestampMs'], { timestampMs: -1 }],
      ['a fractional timestamp', ['invalid_argument', 'timestampMs'], { timestampMs: 1.5 }],
      ['a timestamp that is no number', ['invalid_argument', 'timestampMs'], { timestampMs: NaN }],
      ['a far future', ['invalid_argument', 'timestampMs'], { timestampMs: NOW_MS + 600_001 }],
      [
        'a timestamp of garbage',
        ['invalid_argument', 'timestampMs'],
        { timestampMs: NOW_MS - 15_552_000_001 },
      ],
      ['an unknown field', ['invalid_argument', 'body.nosuch'], { body: json({ nosuch: 1 }) }],
      [
        'a wrong type inside',
        ['invalid_argument', 'body.interests[1].score'],
        { body: json({ interests: [{}, { score: 'much' }] }) },
      ],
      [
        'malformed protobuf',
        ['malformed_body', 'body'],
        { body: { kind: 'protobuf', bytes: Buffer.from([0x0a, 9, 1]) } },
      ],
      [
        'JSON over the size',
        ['value_too_large', 'body'],
        { corpus: 'pets', dataType: 'notes', body: json({ text: 'x'.repeat(19) }) },
      ],
      [
        'protobuf over the size',
        ['value_too_large', 'body'],
        { corpus: 'pets', dataType: 'notes', body: { kind: 'protobuf', bytes: Buffer.alloc(21) } },
      ],
    ];

    it.each(cases)('a write with %s is rejected', async (_what, [code, field], overrides) => {
      const request = { ...profile, body: json(PROFILE), ...overrides };
      await expect(objects.put(request)).rejects.toEqual(tidemarkError(code, field));
      for (const table of ['users', 'pets']) {
        for await (const row of objects.instance.client.readRows({ table })) {
          throw new Error(`a row was written: ${row.key.toString()}`);
        }
      }
    });

    it('reads and deletions with invalid names are rejected', async () => {
      const get = (request: object): Promise<unknown> =>
        objects.get({ corpus: 'users', id: 'u1', select, ...request });
      const event = [{ dataType: 'ad_action' }];
      await expect(get({ select: event })).rejects.toEqual(
        tidemarkError('invalid_argument', 'select[0].dataType'),
      );
      await expect(get({ select: [{ dataType: 'x' }] })).rejects.toEqual(
        tidemarkError('unknown_data_type', 'select[0].dataType'),
      );
      await expect(get({ id: '' })).rejects.toEqual(tidemarkError('invalid_argument', 'id'));
      for (const versions of [0, 101, 1.5]) {
        await expect(get({ versions })).rejects.toEqual(tidemarkError('invalid_argument', 'versions'));
      }
      const remove = (request: object): Promise<unknown> => objects.remove({ ...profile, ...request });
      for (const subType of ['', '\u0000a']) {
        await expect(remove({ subType })).rejects.toEqual(tidemarkError('invalid_argument', 'subType'));
      }
      await expect(remove({ timestampMs: -1 })).rejects.toEqual(
        tidemarkError('invalid_argument', 'timestampMs'),
      );
      await expect(remove({ dataType: 'ad_action' })).rejects.toEqual(
        tidemarkError('invalid_argument', 'dataType'),
      );
    });
  });
});
