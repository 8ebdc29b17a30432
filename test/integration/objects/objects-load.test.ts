/** Loads of objects: rejected records, repetitions, and what users have chosen and erased. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadObjects } from '../../../src/operations/objects/load-objects';
import { TidemarkError } from '../../../src/errors';
import { rowKey } from '../../../src/core/rows/row-key';
import { setCell } from '../../../src/bigtable/write/mutations';
import { openServingStore } from '../../../src/store/open-store';
import { loadConfig } from '../../../src/config/index';
import { createLogger } from '../../../src/platform/telemetry/logger';
import {
  DATA,
  everySubject,
  expectedOf,
  hoursAgo,
  stateMutations,
  type DataName,
} from '../../support/consent-states';
import { embeddedEventStore, type EventStore } from '../../support/event-store';
import { dump, exportTo, loaderOf, loadFrom, profileOf, type Stored } from '../../support/object-files';

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

describe('A load', () => {
  const line = (fields: object): string =>
    `${JSON.stringify({ id: 'load-1', dataType: 'profile', subType: 'main', timestampMs: NOW_MS - 5_000, value: {}, ...fields })}\n`;

  it('rejects records with their line and field, and loads all others', async () => {
    const [file, rejectsPath] = [join(folder, 'mixed.ndjson'), join(folder, 'rejects.ndjson')];
    const lines = [
      line({}),
      '{"id"\n',
      line({ dataType: 'profil' }),
      line({ value: { locale: 5 } }),
      line({ subType: '' }),
      line({ timestampMs: NOW_MS + DAY_MS }),
      line({ timestampMs: 1 }),
      line({ id: 'load-2' }),
    ];
    writeFileSync(file, lines.join(''));
    const summary = await loadFrom(file, target, { rejectsPath });
    expect(summary).toMatchObject({ status: 'complete', records: 8, loaded: 2, rejected: 6 });
    const rejected = readFileSync(rejectsPath, 'utf8')
      .trim()
      .split('\n')
      .map((each) => JSON.parse(each) as { line: number; code: string; field: string; record: string });
    expect(rejected.map(({ line: at, code, field }) => [at, code, field])).toEqual([
      [2, 'malformed_body', 'record'],
      [3, 'unknown_data_type', 'dataType'],
      [4, 'invalid_argument', 'body.locale'],
      [5, 'invalid_argument', 'subType'],
      [6, 'invalid_argument', 'timestampMs'],
      [7, 'invalid_argument', 'timestampMs'],
    ]);
    expect(rejected[1]!.record).toBe(lines[2]!.trim());
    expect(await dump(target, { ids: { prefix: 'load-' } })).toHaveLength(2);
  });

  it('writes nothing in a dry run, and finds the same errors', async () => {
    const file = join(folder, 'dry.ndjson');
    writeFileSync(file, line({ id: 'dry-1' }) + line({ id: 'dry-1', value: { locale: 5 } }));
    const checkpointPath = join(folder, 'dry.checkpoint');
    const summary = await loadFrom(file, target, { dryRun: true, checkpointPath });
    expect(summary).toMatchObject({ status: 'complete', loaded: 1, rejected: 1 });
    expect(await dump(target, { ids: { prefix: 'dry-' } })).toEqual([]);
    expect(() => readFileSync(checkpointPath)).toThrow('ENOENT');
  });

  it('rejects versions that were deleted since, and does not restore them', async () => {
    const { cells } = target.store;
    const place = {
      table: 'users',
      key: rowKey('gone-1'),
      family: 'profile',
      qualifier: Buffer.from('main'),
    };
    await cells.put({ ...place, value: profileOf('old'), versionMs: NOW_MS - 5_000 });
    await cells.delete(place);
    const file = join(folder, 'gone.ndjson');
    writeFileSync(file, line({ id: 'gone-1' }));
    const summary = await loadFrom(file, target);
    expect(summary.reasons).toMatchObject([{ code: 'version_conflict', field: 'timestampMs', lines: [1] }]);
    expect(await dump(target, { ids: { prefix: 'gone-' } })).toEqual([]);
  });

  it('gives records without a version that of its first run, also when it resumes', async () => {
    const file = join(folder, 'now.ndjson');
    const count = 40;
    const lines = Array.from({ length: count }, (_, at) => line({ id: `now-${at}`, timestampMs: undefined }));
    writeFileSync(file, lines.join(''));
    const checkpointPath = join(folder, 'now.checkpoint');
    const stop = new AbortController();
    const interrupted = { checkpointPath, signal: stop.signal, onProgress: () => stop.abort() };
    const first = await loadFrom(file, target, interrupted);
    expect([first.status, first.loaded > 0]).toEqual(['interrupted', true]);
    const second = await loadFrom(file, target, { checkpointPath });
    expect(second).toMatchObject({ status: 'complete', loaded: count, resumedAt: first.records });
    const versions = (await dump(target, { ids: { prefix: 'now-' } })).map((each) => each.split(' ')[1]);
    expect([versions.length, new Set(versions).size]).toEqual([count, 1]);
  });

  it('repeats what the store could not do, and ends with its error when the time is over', async () => {
    const file = join(folder, 'retried.ndjson');
    writeFileSync(file, line({ id: 'retry-1' }) + line({ id: 'retry-2' }));
    const failure = new TidemarkError('store_unavailable', 'away');
    let calls = 0;
    const flaky: LoadObjects = async (corpus, objects, options) => {
      if (++calls === 1) throw failure;
      const outcomes = await loaderOf(target)(corpus, objects, options);
      return calls === 2 ? [failure, ...outcomes.slice(1)] : outcomes;
    };
    expect(await loadFrom(file, target, { load: flaky })).toMatchObject({ status: 'complete', loaded: 2 });
    expect(calls).toBe(3);
    const broken: LoadObjects = () => Promise.reject(new TidemarkError('store_rejected', 'no such table'));
    expect(await loadFrom(file, target, { load: broken })).toMatchObject({
      status: 'failed',
      error: { code: 'store_rejected' },
    });
  });
});

describe('Objects of users with choices and erasures', () => {
  const subjects = everySubject('privacy');
  const PURPOSES = ['ads_personalization'];
  let enforcing: Stored;

  beforeAll(async () => {
    const config = loadConfig({
      BIGTABLE_EMULATOR_HOST: source.endpoint,
      TIDEMARK_CONSENT_POLICY: 'enforce',
      TIDEMARK_CONSENT_CACHE_MS: '0',
    });
    const logger = createLogger({ level: 'silent', service: 'test' });
    const corpora = source.schema.corpora();
    enforcing = { schema: source.schema, store: openServingStore({ config, corpora, logger }) };
    for (const subject of subjects) {
      const data = Object.entries(DATA).map(([name, hours]) =>
        setCell('profile', Buffer.from(name), hoursAgo(hours) * 1_000, profileOf(name)),
      );
      const mutations = [...data, ...stateMutations(subject, PURPOSES)];
      await source.store.writer.mutateRow('users', { key: rowKey(subject.userId), mutations });
    }
  });
  afterAll(() => enforcing.store.close());

  const recordsIn = (file: string) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((text) => text !== '')
      .map((text) => JSON.parse(text) as { id: string; subType: string });

  it('are exported as far as reads show them, with and without the consent policy', async () => {
    const selection = { corpus: 'users', ids: { prefix: 'privacy-' } };
    for (const [from, isEnforced] of [
      [enforcing, true],
      [source, false],
    ] as const) {
      const output = join(folder, `privacy-${isEnforced}.ndjson`);
      await exportTo(output, from, { selection });
      const exported = recordsIn(output);
      for (const subject of subjects) {
        const found = exported.filter(({ id }) => id === subject.userId).map(({ subType }) => subType);
        expect([subject, found.sort()]).toEqual([subject, [...expectedOf(subject, isEnforced).shown].sort()]);
      }
    }
  });

  it('are not loaded where reads would hide them: each record gets its error', async () => {
    const file = join(folder, 'privacy-load.ndjson');
    const names = Object.keys(DATA) as DataName[];
    const records = subjects.flatMap(({ userId: id }) =>
      names.map((name) => ({
        id,
        dataType: 'profile',
        subType: name,
        timestampMs: hoursAgo(DATA[name]),
        value: {},
      })),
    );
    writeFileSync(file, records.map((each) => `${JSON.stringify(each)}\n`).join(''));
    const rejectsPath = join(folder, 'privacy-rejects.ndjson');
    await loadFrom(file, enforcing, { rejectsPath });
    const rejects = readFileSync(rejectsPath, 'utf8').trim().split('\n');
    const codes = new Map(
      rejects.map((text) => {
        const { code, record } = JSON.parse(text) as { code: string; record: string };
        const { id, subType } = JSON.parse(record) as { id: string; subType: string };
        return [`${id} ${subType}`, code];
      }),
    );
    for (const subject of subjects) {
      const { isOmitted, shown } = expectedOf(subject, true);
      for (const name of names) {
        const code = isOmitted ? 'no_consent' : shown.includes(name) ? undefined : 'version_conflict';
        expect([subject, name, codes.get(`${subject.userId} ${name}`)]).toEqual([subject, name, code]);
      }
    }
  });
});
