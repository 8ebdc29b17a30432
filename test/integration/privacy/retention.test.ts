/**
 * Every path that reads users' data, on tables without garbage collection: a user with cells past their retention gets the
 * same answers as a user without them.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../../src/app';
import { setCell } from '../../../src/bigtable/write/mutations';
import type { Mutation } from '../../../src/bigtable/client/types';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { DEFAULTS } from '../../../src/config/defaults';
import { loadConfig } from '../../../src/config/index';
import { dayAt } from '../../../src/core/time/calendar-day';
import { parseBlockColumn, DAY } from '../../../src/core/blocks/block-column';
import { packCells } from '../../../src/core/compaction/pack-cells';
import { eventQualifier } from '../../../src/core/events/dedup-key';
import { checkDefinition } from '../../../src/core/pipelines/check-definition';
import { rowKey } from '../../../src/core/rows/row-key';
import { createCompact } from '../../../src/operations/compaction/compact';
import { createCountOperations } from '../../../src/operations/counts/create-count-operations';
import { createExportFeatures } from '../../../src/operations/features/export-features';
import { isInternal } from '../../../src/operations/objects/object-rules';
import { StoredPipelineObject } from '../../../src/operations/pipelines/pipeline-object';
import { createReadObjectRow } from '../../../src/operations/pipelines/read-object-row';
import { createRecountDay } from '../../../src/operations/reconcile/recount-day';
import { FeatureSpecCache } from '../../../src/core/features/feature-spec-cache';
import { parseFatigueQuery } from '../../../src/core/features/parse-fatigue-query';
import { systemClock } from '../../../src/platform/time/clock';
import { systemRandom } from '../../../src/platform/random';
import { NO_TRACING } from '../../../src/platform/telemetry/tracing';
import type { Store } from '../../../src/store/open-store';
import { describeStores, type StoreInstance } from '../../support/bigtable-stores';
import { campaignId } from '../../support/campaigns';
import { CAMPAIGN_ACTION, DAY_MS } from '../../support/events';
import { send, sendJson, type Answer } from '../../support/http-server';
import { openTestStore } from '../../support/open-test-store';
import { campaignEvent, userId } from '../../support/reconcile';
import { runCommandLine } from '../../support/run-command';
import { startApp } from '../../support/running-app';
import { createTablesWithoutGc } from '../../support/tables-without-gc';
import { tidemarkError } from '../../support/tidemark-error';

const schema = loadSchema();
const PROFILE = schema.dataType('users', 'profile');
const { events: TYPE } = CAMPAIGN_ACTION;
const NOW_MS = Date.now();
/** Events are kept for 90 days, and profiles for 180 days and in three versions. */
const EXPIRED_MS = NOW_MS - 200 * DAY_MS;
const FRESH_MS = NOW_MS - 10 * DAY_MS;

/** Users whose fresh data is the same. Only the second has expired data, too, and the third has nothing else. */
const [FRESH, BOTH, EXPIRED] = [1, 2, 3];

type Row = readonly Mutation[];

const profile = (timeMs: number, locale: string, subType = 'main'): Mutation =>
  setCell('profile', Buffer.from(subType), timeMs * 1_000, schema.codec(PROFILE).fromJson({ locale }));

function event(user: number, timeMs: number): { qualifier: Buffer; timestampMicros: number; value: Buffer } {
  const view = campaignEvent(user, 1, timeMs);
  const action = TYPE.actions.find(({ name }) => name === view.action)!;
  const value = schema.eventCodec(CAMPAIGN_ACTION).toStored(view);
  return { qualifier: eventQualifier(view, action), timestampMicros: timeMs * 1_000, value };
}

const put = ({ qualifier, timestampMicros, value }: ReturnType<typeof event>): Mutation =>
  setCell('campaign_action', qualifier, timestampMicros, value);

/** A block of one day with an event an hour, as compaction has made it when the day was over. */
function block(user: number, dayMs: number): Row {
  const cells = Array.from({ length: 24 }, (_, hour) => event(user, dayMs + hour * 3_600_000));
  const period = { startSeconds: dayMs / 1_000, days: DAY } as const;
  return packCells({ period, cells }, TYPE, DEFAULTS.compaction).blocks.map((each) =>
    put({ ...each, qualifier: Buffer.from(each.qualifier), value: Buffer.from(each.value) }),
  );
}

const startOfDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

const freshData = (user: number): Row => [
  ...['v0', 'v1', 'v2'].map((locale, i) => profile(FRESH_MS - i * 1_000, locale)),
  put(event(user, FRESH_MS)),
  ...block(user, startOfDay(FRESH_MS) - 5 * DAY_MS),
];

const expiredData = (user: number): Row => [
  profile(FRESH_MS - 3_000, 'v3'),
  profile(EXPIRED_MS, 'old'),
  profile(EXPIRED_MS, 'old', 'old'),
  put(event(user, EXPIRED_MS)),
  ...block(user, startOfDay(EXPIRED_MS) - 5 * DAY_MS),
];

/** Returns the answer without what differs between any two answers or users. */
function contentOf({ status, body }: Answer): string {
  const text = body.toString().replaceAll(userId(BOTH), userId(FRESH));
  return `${status} ${text}`
    .replace(/"(consistency)":\{[^}]*\}/g, '')
    .replace(/"(requestId|exportedAt|asOf|asOfMs|readAt|evaluatedAt)":("[^"]*"|\d+)/g, '');
}

const withoutUsers = (value: unknown): string =>
  JSON.stringify(value).replaceAll(userId(BOTH), userId(FRESH));

interface Path {
  readonly path: string;
  readonly ask: (port: number, user: string) => Promise<Answer>;
}

const OBJECT = '/v1/corpora/users/objects';
const EVENTS = { dataType: 'campaign_action' };

const PATHS: readonly Path[] = [
  { path: 'a cell', ask: (port, user) => send(port, { path: `${OBJECT}/${user}/profile/main` }) },
  {
    path: 'an expired cell',
    ask: (port, user) => send(port, { path: `${OBJECT}/${user}/profile/old` }),
  },
  {
    path: 'the versions of a cell',
    ask: (port, user) => send(port, { path: `${OBJECT}/${user}/profile/main?versions=9` }),
  },
  { path: 'an object', ask: (port, user) => send(port, { path: `${OBJECT}/${user}?versions=9` }) },
  {
    path: 'a batch of objects',
    ask: (port, user) =>
      sendJson(port, `${OBJECT}:batchGet`, {
        objects: [{ id: user, select: [{ dataType: 'profile' }] }],
        versions: 9,
      }),
  },
  {
    path: 'counts',
    ask: (port, user) =>
      sendJson(port, '/v1/counts:query', {
        ...EVENTS,
        userId: user,
        actions: ['view'],
        windows: ['1d', '300d'],
      }),
  },
  {
    path: 'counts of a batch',
    ask: (port, user) =>
      sendJson(port, '/v1/counts:batchQuery', {
        ...EVENTS,
        users: [user],
        actions: ['view'],
        windows: ['300d'],
      }),
  },
  {
    path: 'a check of caps',
    ask: (port, user) =>
      sendJson(port, '/v1/caps:check', {
        ...EVENTS,
        userId: user,
        candidates: [{ id: 'one', campaignId: campaignId(1) }],
        rules: [{ level: 'campaign', actions: ['view'], window: '300d', maximum: 1 }],
      }),
  },
  {
    path: 'features',
    ask: (port, user) =>
      sendJson(port, '/v1/features:fatigue', {
        ...EVENTS,
        userId: user,
        candidates: [{ campaignId: campaignId(1) }],
        actions: ['view'],
        levels: ['campaign'],
        windows: ['300d'],
        asOf: NOW_MS,
      }),
  },
  {
    path: 'an export of the user',
    ask: (port, user) => send(port, { path: `/v1/subjects/${user}/export` }),
  },
];

describeStores('Retention', (stores) => {
  let instance: StoreInstance;
  let store: Store;
  let app: App;
  let port: number;

  beforeAll(async () => {
    instance = stores().instance();
    await createTablesWithoutGc(instance.admin, schema);
    const env = { BIGTABLE_EMULATOR_HOST: stores().endpoint, TIDEMARK_PROJECT: instance.project };
    store = openTestStore(env);
    ({ app, port } = await startApp({ ...env, TIDEMARK_LOG_LEVEL: 'silent' }));
    const write = (user: number, mutations: Row): Promise<unknown> =>
      instance.client.mutateRow('users', { key: rowKey(userId(user)), mutations });
    await write(FRESH, freshData(FRESH));
    await write(BOTH, [...freshData(BOTH), ...expiredData(BOTH)]);
    // Without newer versions, the first one is within the limit of versions.
    await write(EXPIRED, expiredData(EXPIRED).slice(1));
  });

  afterAll(async () => {
    await app.drain();
    await store.close();
  });

  async function storedCells(user: number): Promise<readonly string[]> {
    const row = await instance.client.readRow({ table: 'users', key: rowKey(userId(user)) });
    return row!.cells.map(({ family, qualifier, timestampMicros }) =>
      [family, parseBlockColumn(qualifier) === undefined ? 'cell' : 'block', timestampMicros].join(' '),
    );
  }

  it.each(PATHS)(
    'the answer for $path is the same for a user with expired cells and one without',
    async ({ ask }) => {
      const [fresh, both] = [await ask(port, userId(FRESH)), await ask(port, userId(BOTH))];
      expect(contentOf(both)).toEqual(contentOf(fresh));
      expect([200, 404]).toContain(fresh.status);
    },
  );

  it('the answers have the data that is not expired', async () => {
    const byPath = new Map<string, string>();
    for (const { path, ask } of PATHS) byPath.set(path, contentOf(await ask(port, userId(BOTH))));
    expect(byPath.get('the versions of a cell')).toMatch(/"v0".*"v1".*"v2"/);
    expect(byPath.get('an expired cell')).toContain('object_not_found');
    expect(byPath.get('counts')).toContain('25');
    expect(byPath.get('counts of a batch')).toContain('25');
    expect(byPath.get('a check of caps')).toContain('"count":25');
    expect(byPath.get('features')).toContain('25');
    expect(byPath.get('an export of the user')!.match(/"type":"event"/g)).toHaveLength(25);
  });

  it.each([
    ['scan', ['--data-types', 'profile', '--versions', '9'], 3],
    ['export', ['--data-types', 'profile', '--output', 'objects.ndjson'], 3],
    ['list', ['--json'], 1],
  ] as const)(
    '`objects %s` has the same of a user with expired cells and one without',
    async (command, flags, lines) => {
      const folder = mkdtempSync(join(tmpdir(), 'tidemark-retention-'));
      const env = { BIGTABLE_EMULATOR_HOST: stores().endpoint, TIDEMARK_PROJECT: instance.project };
      const run = await runCommandLine(['objects', command, 'users', ...flags], { env, cwd: folder });
      expect(run).toMatchObject({ ended: 0 });
      const file = join(folder, 'objects.ndjson');
      const text = command === 'export' ? readFileSync(file, 'utf8') : run.stdout;
      rmSync(folder, { recursive: true });
      const linesOf = (user: number): readonly string[] =>
        text.split('\n').filter((line) => line.includes(userId(user)));
      expect(linesOf(FRESH)).toHaveLength(lines);
      expect(linesOf(BOTH).map((line) => line.replace(userId(BOTH), userId(FRESH)))).toEqual(linesOf(FRESH));
      expect(linesOf(EXPIRED)).toEqual([]);
    },
  );

  it('a pipeline receives the same of a user with expired cells and one without', async () => {
    const reads = ['profile', { dataType: 'campaign_action', windowDays: 90 }];
    const definition = { name: 'seen', corpus: 'users', reads, writes: ['profile'], process: () => [] };
    const pipeline = checkDefinition(definition, { corpora: schema.corpora(), isInternal });
    const limits = { ...DEFAULTS.counts, ...DEFAULTS.events };
    const read = createReadObjectRow({ reader: store.reader, clock: systemClock, limits });
    const receivedOf = async (user: number): Promise<unknown> => {
      const { row } = await read(pipeline, { key: rowKey(userId(user)), runTimeMs: NOW_MS });
      if (row === undefined) return undefined;
      const context = { pipeline, schema, runTimeMs: NOW_MS, eventCellsMax: 1_000 };
      const object = new StoredPipelineObject({ id: 'any', row, hidden: () => undefined }, context);
      return { cells: object.cells('profile'), events: [...object.events('campaign_action')] };
    };
    const fresh = (await receivedOf(FRESH)) as { readonly events: readonly unknown[] };
    expect(fresh.events).toHaveLength(25);
    expect(withoutUsers(await receivedOf(BOTH))).toEqual(withoutUsers(fresh));
    expect(await receivedOf(EXPIRED)).toBeUndefined();
  });

  it('an export of features leaves out expired events', async () => {
    const config = loadConfig({ BIGTABLE_EMULATOR_HOST: stores().endpoint });
    const exportFeatures = createExportFeatures(
      createCountOperations({ reader: store.reader, clock: systemClock, config }),
    );
    const limits = { ...config.events, ...config.counts, ...config.features };
    const eventDataType = schema.eventDataType.bind(schema);
    const prepared = new FeatureSpecCache({ ...limits, eventDataType }, 1).get({
      ...EVENTS,
      actions: ['view'],
      levels: ['campaign'],
      windows: ['300d'],
    });
    const queries = [FRESH, BOTH].map((user) =>
      parseFatigueQuery(
        { userId: userId(user), candidates: [{ campaignId: campaignId(1) }], asOf: NOW_MS },
        prepared,
        { ...limits, nowMs: NOW_MS },
      ),
    );
    const [fresh, both] = await exportFeatures(queries, prepared);
    expect(fresh).toMatchObject({ truncated: true });
    expect(both).toEqual(fresh);
  });

  it('a recount rejects a day past the retention', async () => {
    const recount = createRecountDay({
      scanner: store.scanner,
      clock: systemClock,
      limits: DEFAULTS.reconciliation,
    });
    const job = {
      dataType: CAMPAIGN_ACTION,
      sketch: TYPE.sketches[0]!,
      day: dayAt(EXPIRED_MS, TYPE.sketches[0]!.timeZone),
      worker: { index: 0, count: 1 },
      signal: new AbortController().signal,
    };
    await expect(recount(job)).rejects.toEqual(tidemarkError('invalid_argument', 'day', 'retention'));
  });

  it('counts of campaigns reject a day past the retention', async () => {
    const day = new Date(EXPIRED_MS).toISOString().slice(0, 10);
    for (const days of [[day], [day, new Date(FRESH_MS).toISOString().slice(0, 10)]]) {
      const answer = await sendJson(port, '/v1/campaigns:counts', { campaigns: [campaignId(1)], days });
      expect([answer.status, answer.json['field']]).toEqual([400, 'days']);
    }
  });

  it('compaction packs no expired event', async () => {
    const before = await storedCells(BOTH);
    const compact = createCompact({
      ...store,
      clock: systemClock,
      random: systemRandom,
      tracing: NO_TRACING,
      limits: {
        ...DEFAULTS.compaction,
        ...DEFAULTS.bigtable,
        replicationLagMaxMs: DEFAULTS.consistency.replicationLagMaxMs,
      },
      rate: { reserve: () => 0 },
    });
    const signal = new AbortController().signal;
    const worker = { index: 0, count: 1 };
    const summary = await compact({ dataType: CAMPAIGN_ACTION, worker, dryRun: false, signal });
    expect(summary).toMatchObject({ status: 'complete', rowsFailed: 0 });
    const isExpired = (cell: string): boolean => Number(cell.split(' ')[2]) / 1_000 < NOW_MS - 100 * DAY_MS;
    expect((await storedCells(BOTH)).filter(isExpired)).toEqual(before.filter(isExpired));
  });
});
