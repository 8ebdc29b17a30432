/** Exports of objects and their round trip into another store, by properties. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { ObjectFormat } from '../../../src/ingest/objects/object-record';
import type { ObjectScanSelection } from '../../../src/operations/objects/scan-objects';
import { TidemarkError } from '../../../src/errors';
import { rowKey } from '../../../src/core/rows/row-key';
import { setCell } from '../../../src/bigtable/write/mutations';
import { tidemark } from '../../gen/tidemark';
import { embeddedEventStore, type EventStore } from '../../support/event-store';
import { dump, exportTo, loadFrom, profileOf, type Stored } from '../../support/object-files';

const UNKNOWN_FIELD = [0xa2, 0x38, 1, 7];
const NOW_MS = Date.now();
const DAY_MS = 86_400_000;

let source: EventStore;
let target: EventStore;
let folder: string;

beforeAll(async () => {
  source = await embeddedEventStore();
  target = await embeddedEventStore();
  folder = mkdtempSync(join(tmpdir(), 'tidemark-objects-'));
});
afterAll(async () => {
  await Promise.all([source.close(), target.close()]);
  rmSync(folder, { recursive: true, force: true });
});

/** Puts or deletes of one of a few objects, so that they meet. */
const change = fc.record({
  id: fc.constantFrom<string>('a', 'b', 'ü/\u{1F600}', 'line\nbreak'),
  dataType: fc.constantFrom('profile', 'embedding'),
  subType: fc.constantFrom('main', 'm/1', 'ß'),
  version: fc.integer({ min: 1, max: 5 }),
  locale: fc.string({ unit: 'grapheme', maxLength: 5 }),
  hasUnknown: fc.boolean(),
  kind: fc.constantFrom('put', 'put', 'put', 'delete', 'delete version', 'delete DataType'),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

async function apply({ store }: Stored, { id, dataType, ...each }: Change): Promise<void> {
  const place = { table: 'users', key: rowKey(id), family: dataType };
  const qualifier = Buffer.from(each.subType);
  const versionMs = NOW_MS - DAY_MS + each.version;
  const value =
    dataType === 'profile'
      ? profileOf(each.locale, each.hasUnknown ? UNKNOWN_FIELD : [])
      : Buffer.from(tidemark.v1.Embedding.encode({ modelVersion: each.locale, values: [1, -0] }).finish());
  try {
    if (each.kind === 'put') await store.cells.put({ ...place, qualifier, value, versionMs });
    else if (each.kind === 'delete DataType') await store.cells.delete(place);
    else if (each.kind === 'delete') await store.cells.delete({ ...place, qualifier });
    else await store.cells.delete({ ...place, qualifier, versionMs });
  } catch (error) {
    // The version was deleted before.
    if (!(error instanceof TidemarkError && error.code === 'version_conflict')) throw error;
  }
}

describe('Objects that are exported and loaded into an empty store', () => {
  it.each<ObjectFormat>(['ndjson', 'protobuf'])(
    'are equal there byte by byte, and what was deleted stays away: %s',
    async (format) => {
      let runs = 0;
      const property = fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 14 }),
        async (changes) => {
          const prefix = `${format}-${runs++}-`;
          for (const each of changes) await apply(source, { ...each, id: prefix + each.id });
          const selection = { corpus: 'users', ids: { prefix } };
          const output = join(folder, `${prefix}.out`);
          const exported = await exportTo(output, source, { format, selection });
          const summary = await loadFrom(output, target, { format });
          const before = await dump(source, selection);
          expect(await dump(target, selection)).toEqual(before);
          expect([exported.cells, summary.loaded, summary.rejected]).toEqual([
            before.length,
            before.length,
            0,
          ]);
        },
      );
      await fc.assert(property, { numRuns: 25 });
      expect((await dump(source, { ids: { prefix: format } })).length).toBeGreaterThan(20);
    },
  );

  it('come from several files and workers like from one', async () => {
    const selection = { corpus: 'users', ids: { prefix: 'many-' } };
    for (let at = 0; at < 40; at++) {
      const place = { table: 'users', key: rowKey(`many-${at}`), family: 'profile' };
      await source.store.cells.put({
        ...place,
        qualifier: Buffer.from('main'),
        value: profileOf(String(at)),
      });
    }
    const output = join(folder, 'many.pb');
    const files: string[] = [];
    for (const index of [0, 1, 2]) {
      const worker = { index, count: 3 };
      const summary = await exportTo(output, source, { format: 'protobuf', selection, files: 7, worker });
      for (const file of summary.files) await loadFrom(file, target, { format: 'protobuf' });
      files.push(...summary.files);
    }
    expect(files).toEqual(Array.from({ length: 7 }, (_, at) => join(folder, `many-0000${at}-of-00007.pb`)));
    expect(await dump(target, selection)).toEqual(await dump(source, selection));
    expect(await dump(target, selection)).toHaveLength(40);
  });

  it('are selected by DataType, SubType, id and time', async () => {
    const put = (id: string, family: string, subType: string, versionMs: number) =>
      source.store.cells.put({
        table: 'users',
        key: rowKey(id),
        family,
        qualifier: Buffer.from(subType),
        value: Buffer.alloc(0),
        versionMs,
      });
    const [first, second, third] = [NOW_MS - 3_000, NOW_MS - 2_000, NOW_MS - 1_000];
    for (const at of [first, second, third]) await put('sel-1', 'profile', 'main', at);
    await put('sel-1', 'profile', 'other', second);
    await put('sel-2', 'embedding', 'main', second);
    const namesOf = async (selection: Partial<ObjectScanSelection>): Promise<string[]> =>
      (await dump(source, { ids: { prefix: 'sel-' }, ...selection })).map((line) => line.trim()).sort();
    const [main1, main2, main3] = [first, second, third].map((at) => `["sel-1","profile","main"] ${at}`);
    const other = `["sel-1","profile","other"] ${second}`;
    const vector = `["sel-2","embedding","main"] ${second}`;
    expect(await namesOf({})).toEqual([main1, main2, main3, other, vector]);
    expect(await namesOf({ select: [{ dataType: 'embedding' }] })).toEqual([vector]);
    expect(await namesOf({ select: [{ dataType: 'profile', subTypes: ['other'] }] })).toEqual([other]);
    expect(await namesOf({ ids: { from: 'sel-2', to: 'sel-3' } })).toEqual([vector]);
    expect(await namesOf({ fromMs: second, toMs: third })).toEqual([main2, other, vector]);
    expect(await namesOf({ toMs: third, versions: 1 })).toEqual([main2, other, vector]);
    await source.store.cells.delete({
      table: 'users',
      key: rowKey('sel-1'),
      family: 'profile',
      qualifier: Buffer.from('main'),
    });
    // The marker is later than the range, and hides what is in it.
    expect(await namesOf({ toMs: third })).toEqual([other, vector]);
  });

  it('have no versions beyond the retention, whatever range of time is selected', async () => {
    const mutations = [5, 4, 3, 2, 1].map((at) =>
      setCell('profile', Buffer.from('main'), (NOW_MS - at * 1_000) * 1_000, profileOf(String(at))),
    );
    await source.store.writer.mutateRow('users', { key: rowKey('old-1'), mutations });
    const selection = { ids: { prefix: 'old-' } };
    // The DataType keeps three versions.
    expect(await dump(source, selection)).toHaveLength(3);
    expect(await dump(source, { ...selection, toMs: NOW_MS - 2_000 })).toHaveLength(1);
    expect(await dump(source, { ...selection, toMs: NOW_MS - 3_000 })).toHaveLength(0);
  });
});
