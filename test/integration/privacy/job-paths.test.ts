/** Each path of jobs and of the typed client × each state of consent × each state of erasure. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setCell } from '../../../src/bigtable/write/mutations';
import { createClient, isTidemarkError, type Client, type DefaultSchema } from '../../../src/client/index';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { loadConfig } from '../../../src/config/index';
import { DEFAULTS } from '../../../src/config/defaults';
import { checkDefinition } from '../../../src/core/pipelines/check-definition';
import { hiddenEvents } from '../../../src/core/privacy/hidden-events';
import { isInternal } from '../../../src/operations/objects/object-rules';
import { StoredPipelineObject } from '../../../src/operations/pipelines/pipeline-object';
import { createReadObjectRow } from '../../../src/operations/pipelines/read-object-row';
import { createLogger } from '../../../src/platform/telemetry/logger';
import { systemClock } from '../../../src/platform/time/clock';
import { openServingStore, type Store as OpenStore } from '../../../src/store/open-store';
import { describeStores } from '../../support/bigtable-stores';
import {
  DATA,
  everySubject,
  expectedOf,
  hoursAgo,
  keyOf,
  START_MS,
  stateMutations,
  type DataName,
} from '../../support/consent-states';
import { AD_ACTION, adEvent, storedCells } from '../../support/events';
import { runCli } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';
import { applySchema, startApp, type RunningApp } from '../../support/running-app';

const POLICIES = ['enforce', 'off'] as const;
type Policy = (typeof POLICIES)[number];
/** Policies of paths that take a process of their own. */
const IN_PROCESSES: readonly Policy[] = ['enforce'];

const PURPOSES = ['ads_measurement', 'ads_personalization'];
const NAMES = Object.keys(DATA) as DataName[];
const SUBJECTS = everySubject('user');
const DEFINITION = {
  name: 'seen',
  corpus: 'users',
  reads: ['profile', { dataType: 'ad_action', windowDays: 30 }],
  writes: ['profile'],
  process: () => [],
};

/** Data that a path has shown of a user: SubTypes of the profile, and ads of events. */
interface Shown {
  readonly objects: readonly string[];
  readonly events: readonly string[];
}
const NOTHING: Shown = { objects: [], events: [] };

/** Returns the rows of a file. Reads it in a process of its own, since the library is an ES module. */
function parquetRows(path: string): readonly Record<string, unknown>[] {
  const script = `
    import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(process.argv[1]) });
    process.stdout.write(JSON.stringify(rows));`;
  const args = ['--input-type=module', '--eval', script, path];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Record<string, unknown>[];
}

const schema = loadSchema();
const call = { timeoutMs: 20_000 };
const isName = (name: string): boolean => NAMES.includes(name as DataName);

describeStores('Jobs and the client, by consent and erasure', (running) => {
  let project: string;
  let folder: string;
  const apps = {} as Record<Policy, RunningApp>;
  const stores = {} as Record<Policy, OpenStore>;
  const clients = {} as Record<Policy, Client<DefaultSchema>>;

  const envOf = (policy: Policy): NodeJS.ProcessEnv => ({
    BIGTABLE_EMULATOR_HOST: running().endpoint,
    TIDEMARK_PROJECT: project,
    TIDEMARK_INSTANCE: 'tidemark',
    TIDEMARK_CONSENT_POLICY: policy,
    TIDEMARK_LOG_LEVEL: 'silent',
  });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-job-paths-'));
    ({ project } = running().instance());
    await applySchema(running().endpoint, { project, instance: 'tidemark' });
    const logger = createLogger({ level: 'silent', service: 'test' });
    for (const policy of POLICIES) {
      apps[policy] = await startApp(envOf(policy));
      clients[policy] = createClient({ url: `http://127.0.0.1:${apps[policy].port}`, ...call });
      stores[policy] = openServingStore({
        config: loadConfig(envOf(policy)),
        corpora: schema.corpora(),
        logger,
      });
    }
    const profile = schema.codec(schema.dataType('users', 'profile'));
    for (const subject of SUBJECTS) {
      const { userId } = subject;
      const events = NAMES.map((name) =>
        adEvent({
          userId,
          action: 'impression',
          eventTimeMs: hoursAgo(DATA[name]),
          adId: `ad-${name}`,
          insertionId: `ins-${name}`,
        }),
      );
      const mutations = [
        ...storedCells(events).map(({ qualifier, timestampMicros, value }) =>
          setCell(AD_ACTION.family, qualifier as Buffer, timestampMicros, value as Buffer),
        ),
        ...NAMES.map((name) =>
          setCell(
            'profile',
            Buffer.from(name),
            hoursAgo(DATA[name]) * 1_000,
            profile.fromJson({ locale: name }),
          ),
        ),
        ...stateMutations(subject, PURPOSES),
      ];
      await stores.off.tables.writer.mutateRow('users', { key: keyOf(subject), mutations }, call);
    }
  });
  afterAll(async () => {
    for (const policy of POLICIES) {
      await apps[policy]?.app.drain();
      await stores[policy]?.close();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a command, and returns its standard output. */
  async function run(policy: Policy, ...args: readonly string[]): Promise<string> {
    const { ended, stdout, stderr } = await runCommandLine(args, { env: envOf(policy), cwd: folder });
    expect({ ended, stderr: ended === 0 ? '' : stderr }).toEqual({ ended: 0, stderr: '' });
    return stdout;
  }

  /** Returns the SubTypes of the objects in lines of NDJSON, by user. */
  function objectsIn(lines: string): ReadonlyMap<string, readonly string[]> {
    const byUser = new Map<string, string[]>();
    for (const line of lines.split('\n').filter((each) => each !== '')) {
      const { id, subType } = JSON.parse(line) as { readonly id: string; readonly subType: string };
      byUser.set(id, [...(byUser.get(id) ?? []), subType].sort());
    }
    return byUser;
  }

  /** Compares what a path has shown of all users with the model. */
  function expectShown(policy: Policy, shownOf: (userId: string) => Partial<Shown>): void {
    const shown = SUBJECTS.map((subject) => ({ ...subject, ...shownOf(subject.userId) }));
    expect(shown).toEqual(
      SUBJECTS.map((subject, at) => {
        const expected = expectedOf(subject, policy === 'enforce').shown;
        const { objects, events } = shown[at]!;
        return {
          ...subject,
          ...(objects === undefined ? {} : { objects: expected }),
          ...(events === undefined ? {} : { events: expected.map((name) => `ad-${name}`) }),
        };
      }),
    );
  }

  it.each(POLICIES)('a scan of objects prints only what reads show, policy %s', async (policy) => {
    const found = objectsIn(await run(policy, 'objects', 'scan', 'users', '--data-types', 'profile'));
    expectShown(policy, (userId) => ({ objects: found.get(userId) ?? [] }));
  });

  it.each(POLICIES)('an export of objects has only what reads show, policy %s', async (policy) => {
    const output = `${policy}.ndjson`;
    await run(policy, 'objects', 'export', 'users', '--output', output, '--data-types', 'profile');
    const found = objectsIn(readFileSync(join(folder, output), 'utf8'));
    expectShown(policy, (userId) => ({ objects: found.get(userId) ?? [] }));
  });

  it.each(POLICIES)('a list of objects has only what reads show, policy %s', async (policy) => {
    const printed = await run(policy, 'objects', 'list', 'users', '--json');
    const ids = new Set(
      printed.split('\n').flatMap((line) => {
        const { id } = (line === '' ? {} : JSON.parse(line)) as { readonly id?: string };
        return id === undefined ? [] : [id];
      }),
    );
    const isShown = (subject: (typeof SUBJECTS)[number]): boolean =>
      expectedOf(subject, policy === 'enforce').shown.length > 0;
    expect([...ids].sort()).toEqual(
      SUBJECTS.filter(isShown)
        .map(({ userId }) => userId)
        .sort(),
    );
  });

  it.each(IN_PROCESSES)(
    'a full pass of a pipeline receives only what reads show, policy %s',
    async (policy) => {
      const seen = join(folder, `${policy}.seen`);
      writeFileSync(seen, '');
      const { corpus, reads, writes } = DEFINITION;
      const file = join(folder, `seen-${policy}.cjs`);
      writeFileSync(
        file,
        `const { appendFileSync } = require('node:fs');
module.exports = { name: 'seen-${policy}', ...${JSON.stringify({ corpus, reads, writes })}, process(object) {
  const objects = object.cells('profile').map(({ subType }) => subType).sort();
  const events = [...object.events('ad_action')].map(({ dimensions }) => dimensions.adId).sort();
  appendFileSync(${JSON.stringify(seen)}, JSON.stringify({ id: object.id, objects, events }) + '\\n');
} };`,
      );
      const args = ['pipeline', 'run', file, '--dry-run', '--threads', '1', '--json'];
      const env = { ...process.env, ...envOf(policy) };
      expect(await runCli(args, { env, cwd: folder })).toMatchObject({ ended: 0 });
      const lines = readFileSync(seen, 'utf8').split('\n');
      const found = new Map(
        lines.flatMap((line): [string, Shown][] => {
          if (line === '') return [];
          const { id, ...shown } = JSON.parse(line) as Shown & { readonly id: string };
          return [[id, shown]];
        }),
      );
      expectShown(policy, (userId) => found.get(userId) ?? NOTHING);
    },
  );

  it.each(POLICIES)(
    'a worker that follows changes receives only what reads show, policy %s',
    async (policy) => {
      const pipeline = checkDefinition(DEFINITION, { corpora: schema.corpora(), isInternal });
      const limits = { ...DEFAULTS.counts, ...DEFAULTS.events };
      const read = createReadObjectRow({ reader: stores[policy].reader, clock: systemClock, limits });
      const found = new Map<string, Shown>();
      for (const subject of SUBJECTS) {
        const { row, privacy } = await read(pipeline, { key: keyOf(subject), runTimeMs: START_MS }, call);
        if (row === undefined) continue;
        const { userId: id } = subject;
        const hidden = (family: string) => hiddenEvents(privacy, family);
        const context = { pipeline, schema, runTimeMs: START_MS, eventCellsMax: 1_000 };
        const object = new StoredPipelineObject({ id, row, hidden }, context);
        const objects = object.cells('profile').map(({ subType }) => subType);
        const events = [...object.events('ad_action')].map(({ dimensions }) => String(dimensions['adId']));
        found.set(id, { objects: objects.sort(), events: events.sort() });
      }
      expectShown(policy, (userId) => found.get(userId) ?? NOTHING);
    },
  );

  it.each(POLICIES)('the typed client returns only what reads show, policy %s', async (policy) => {
    const { counts, objects } = clients[policy];
    const found = new Map<string, Shown>();
    for (const { userId } of SUBJECTS) {
      const query = { userId, actions: ['impression'], windows: ['7d'], entities: { ad: '*' } } as const;
      const { counts: byWindow } = await counts.query(query);
      const events = Object.keys(byWindow['7d']['ad'] ?? {}).sort();
      const select = { dataTypes: ['profile'] };
      const cells = await objects.get({ corpus: 'users', id: userId, ...select }).then(
        (answer) => answer.cells,
        (error: unknown) => {
          if (!isTidemarkError(error)) throw error;
          expect(['no_consent', 'object_not_found']).toContain(error.code);
          return [];
        },
      );
      found.set(userId, {
        objects: cells
          .map(({ subType }) => subType)
          .filter(isName)
          .sort(),
        events,
      });
    }
    expectShown(policy, (userId) => found.get(userId)!);
  });

  it.each(IN_PROCESSES)(
    'features exported for training are those of visible events, policy %s',
    async (policy) => {
      const asOf = START_MS;
      const records = SUBJECTS.flatMap(({ userId }) =>
        NAMES.map((name) => JSON.stringify({ userId, asOf, adId: `ad-${name}`, name })),
      );
      writeFileSync(join(folder, 'records.ndjson'), `${records.join('\n')}\n`);
      const spec = [
        '--level',
        'ad',
        '--action',
        'impression',
        '--window',
        '7d',
        '--half-life',
        '',
        '--scale',
        '',
      ];
      const output = `features-${policy}.parquet`;
      const files = ['records.ndjson', '--output', output, '--rejects', `rejects-${policy}.ndjson`];
      const args = ['features', 'export', ...files, ...spec, '--pass', 'name', '--json'];
      const env = { ...process.env, ...envOf(policy) };
      const { ended, stderr } = await runCli(args, { env, cwd: folder });
      expect([ended, ended === 1 ? stderr : '']).toEqual([0, '']);
      const found = new Map<string, string[]>();
      for (const row of parquetRows(join(folder, output))) {
        const [userId, adId] = [String(row['userId']), String(row['adId'])];
        if (row['ad.impression.count.7d'] === 1)
          found.set(userId, [...(found.get(userId) ?? []), adId].sort());
      }
      expectShown(policy, (userId) => ({ events: found.get(userId) ?? [] }));
    },
  );
});
