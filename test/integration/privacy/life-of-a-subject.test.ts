/** Consent, export, deletions and erasure of one user by the API and the commands, on both Bigtables. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { passAll } from '../../../src/bigtable/read/filters';
import { loadConfig } from '../../../src/config/index';
import { verifyCertificate } from '../../../src/core/privacy/certificate';
import { rowKey } from '../../../src/core/rows/row-key';
import { describeStores } from '../../support/bigtable-stores';
import { send, sendJson, type Answer } from '../../support/http-server';
import { openPrivacyStores, type PrivacyStores } from '../../support/privacy-world';
import { runCommandLine } from '../../support/run-command';
import type { CliRun } from '../../support/run-cli';
import { applySchema, startApp, type RunningApp } from '../../support/running-app';
import { until } from '../../support/until';

const CALL = { timeoutMs: 10_000 };
const HOUR_MS = 3_600_000;
const PURPOSES = ['ads_measurement', 'ads_personalization'];
const isEmpty = (list: unknown): boolean => Array.isArray(list) && list.length === 0;

describeStores('The life of a subject', (running) => {
  let env: NodeJS.ProcessEnv;
  let app: RunningApp;
  let stores: PrivacyStores;
  let folder: string;

  beforeAll(async () => {
    const { project } = running().instance();
    await applySchema(running().endpoint, { project, instance: 'tidemark' });
    env = {
      BIGTABLE_EMULATOR_HOST: running().endpoint,
      TIDEMARK_PROJECT: project,
      TIDEMARK_INSTANCE: 'tidemark',
      TIDEMARK_LOG_LEVEL: 'silent',
      TIDEMARK_CONSENT_POLICY: 'enforce',
      TIDEMARK_CONSENT_CACHE_MS: '0',
      TIDEMARK_ERASURE_DERIVED_WRITE_MAX_MS: '100',
      TIDEMARK_CLOCK_SKEW_MAX_MS: '20',
    };
    app = await startApp(env);
    stores = openPrivacyStores(loadConfig(env));
    stores.serving.start();
    stores.batch.start();
    await stores.serving.warmUp(CALL);
    folder = mkdtempSync(join(tmpdir(), 'tidemark-subject-'));
  });
  afterAll(async () => {
    await stores?.close();
    await app?.app.drain();
    rmSync(folder, { recursive: true, force: true });
  });

  const decide = (id: string, granted: boolean, atMs?: number): Promise<Answer> => {
    const decision = { granted, at: atMs === undefined ? undefined : new Date(atMs).toISOString() };
    const purposes = Object.fromEntries(PURPOSES.map((purpose) => [purpose, decision]));
    return sendJson(app.port, `/v1/subjects/${id}/consent`, { purposes }, 'PUT');
  };
  const addEvent = (id: string, adId: string, atMs: number): Promise<Answer> => {
    const event = { userId: id, action: 'click', adId, insertionId: `i-${adId}`, eventTime: atMs };
    return sendJson(app.port, '/v1/events', { events: [event] });
  };
  const profilePath = (id: string): string => `/v1/corpora/users/objects/${id}/profile/main`;
  const putProfile = (id: string): Promise<Answer> =>
    sendJson(app.port, profilePath(id), { locale: 'de-DE' }, 'PUT');
  /** Adds a user with consent, an event on each ad, and a profile. */
  async function addUser(id: string, ...ads: readonly string[]): Promise<void> {
    expect((await decide(id, true, Date.now() - 2 * HOUR_MS)).status).toBe(200);
    for (const adId of ads)
      expect((await addEvent(id, adId, Date.now() - HOUR_MS)).json['errors']).toEqual([]);
    expect((await putProfile(id)).status).toBe(200);
  }
  async function clicks(id: string): Promise<readonly string[]> {
    const query = { userId: id, actions: ['click'], windows: ['7d'], entities: { ad: '*' } };
    const { status, json } = await sendJson(app.port, '/v1/counts:query', query);
    expect(status).toBe(200);
    const { '7d': window } = json['counts'] as Record<string, { readonly ad: Record<string, unknown> }>;
    return Object.keys(window!.ad).sort();
  }
  const profileStatus = async (id: string): Promise<number> =>
    (await send(app.port, { path: profilePath(id) })).status;
  async function exported(id: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const { status, body } = await send(app.port, { path: `/v1/subjects/${id}/export` });
    expect(status).toBe(200);
    const lines = body.toString().trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  }
  const typesOf = async (id: string): Promise<readonly unknown[]> =>
    (await exported(id)).map(({ type }) => type);
  /** Families of the cells that are stored of the user. */
  async function storedFamilies(id: string): Promise<readonly string[]> {
    const read = { table: 'users', key: rowKey(id), filter: passAll() };
    const { row } = await stores.serving.tables.reader.readRow(read, { level: 'eventual' }, CALL);
    return [...new Set((row?.cells ?? []).map(({ family }) => family))].filter(
      (name) => !name.startsWith('_'),
    );
  }
  const run = (...args: readonly string[]): Promise<CliRun> => runCommandLine(args, { env, cwd: folder });

  it('uses no data before consent is granted', async () => {
    expect((await addEvent('new', 'a', Date.now())).json['errors']).toHaveLength(1);
    expect((await putProfile('new')).status).toBe(403);
    await addUser('new');
    // Missing consent is cached for a moment.
    await until(async () => isEmpty((await addEvent('new', 'a', Date.now() - HOUR_MS)).json['errors']));
    expect(await clicks('new')).toEqual(['a']);
    expect(await profileStatus('new')).toBe(200);
  });

  it('hides the data of a withdrawal at once, deletes it, and certifies that', async () => {
    await addUser('ann', 'a');
    expect((await decide('ann', false)).status).toBe(200);
    expect(await clicks('ann')).toEqual([]);
    expect(await profileStatus('ann')).toBe(403);
    expect(await stores.work()).toMatchObject({ failed: 0, remaining: 0 });
    expect(await storedFamilies('ann')).toEqual([]);
    const entries = await stores.ledger.find('ann', CALL);
    expect(entries.map(({ kind, state }) => [kind, state])).toEqual(
      PURPOSES.map(() => ['withdrawal', 'certified']),
    );
  });

  it('has an export of everything that is stored, by the API and the command', async () => {
    await addUser('bob', 'a', 'b');
    const lines = await exported('bob');
    expect(lines.filter(({ type }) => type === 'event')).toHaveLength(2);
    expect(lines.filter(({ type }) => type === 'object')).toHaveLength(1);
    expect(lines.filter(({ type }) => type === 'consent')).toHaveLength(2);
    expect(lines.at(-1)).toMatchObject({ type: 'complete' });
    expect(await run('subjects', 'export', 'bob', '--out', 'bob.ndjson')).toMatchObject({ ended: 0 });
    const file = readFileSync(join(folder, 'bob.ndjson'), 'utf8').trimEnd().split('\n');
    expect(file).toHaveLength(lines.length);
  });

  it('has a deletion of an object that leaves events and consent', async () => {
    await addUser('cid', 'a');
    const { status } = await send(app.port, { method: 'DELETE', path: '/v1/corpora/users/objects/cid' });
    expect(status).toBe(204);
    expect(await profileStatus('cid')).toBe(404);
    expect(await clicks('cid')).toEqual(['a']);
    expect(await typesOf('cid')).not.toContain('object');
  });

  it('has a deletion of events by a filter, after which they do not come back', async () => {
    const atMs = Date.now() - HOUR_MS;
    await addUser('dan', 'a');
    expect((await addEvent('dan', 'wrong', atMs)).json['errors']).toEqual([]);
    const period = ['--from', String(atMs - 1_000), '--to', String(Date.now())];
    const args = ['--user', 'dan', '--where', 'adId=wrong', ...period, '--yes', '--json'];
    const { ended, stdout, stderr } = await run('events', 'delete', ...args);
    expect({ ended, stderr }).toMatchObject({ ended: 0 });
    expect(JSON.parse(stdout.trim().split('\n').at(-1)!)).toMatchObject({ status: 'complete', events: 1 });
    expect(await clicks('dan')).toEqual(['a']);
    await addEvent('dan', 'wrong', atMs);
    expect(await clicks('dan')).toEqual(['a']);
  });

  it('ends with an erasure, which hides at once, deletes, and sticks when events arrive again', async () => {
    const atMs = Date.now() - HOUR_MS;
    await addUser('eve', 'b');
    await addEvent('eve', 'a', atMs);
    const { status, json } = await send(app.port, { method: 'DELETE', path: '/v1/subjects/eve' });
    expect([status, json['state']]).toEqual([202, 'hidden']);
    expect(await profileStatus('eve')).toBe(403);
    expect((await typesOf('eve')).filter((type) => type === 'event' || type === 'object')).toEqual([]);
    expect(await stores.work()).toMatchObject({ failed: 0, remaining: 0 });
    expect(await storedFamilies('eve')).toEqual([]);
    const { certificate } = await stores.getErasure('eve', CALL);
    const { isValid, statement } = verifyCertificate(certificate!);
    expect([isValid, statement.evidence.every(({ cells }) => cells === 0)]).toEqual([true, true]);
    // The user returns and consents. The time of the erasure is ahead of now by what events of before may be dated ahead.
    expect((await decide('eve', true)).status).toBe(200);
    expect((await addEvent('eve', 'c', Date.now() + 1_000)).json['errors']).toEqual([]);
    expect(await storedFamilies('eve')).toEqual(['ad_action']);
    expect(await clicks('eve')).toEqual([]);
  });
});
