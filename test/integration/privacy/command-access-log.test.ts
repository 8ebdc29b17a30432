/** The access log of commands, on the embedded Bigtable. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../../src/config/index';
import type { AccessLine } from '../../../src/core/privacy/access-record';
import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { ledgerKeysOf } from '../../../src/store/privacy-keys';
import type { CliRun } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';
import { startStore } from '../../support/running-app';

describe('The access log of commands', () => {
  let bigtable: LocalBigtable;
  let folder: string;
  let file: string;
  const env = () => ({ BIGTABLE_EMULATOR_HOST: bigtable.endpoint, TIDEMARK_ACCESS_LOG_FILE: file });

  beforeAll(async () => {
    bigtable = await startStore();
  });
  afterAll(() => bigtable.close());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-command-log-'));
    file = join(folder, 'access.ndjson');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = (...args: readonly string[]): Promise<CliRun> =>
    runCommandLine(args, { env: { ...env() }, cwd: folder });
  const lines = (): readonly AccessLine[] =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as AccessLine)
      : [];
  const period = ['--from', '2026-11-20T00:00:00Z', '--to', '2026-11-21T00:00:00Z', '--yes'];

  it.each([
    [['subjects', 'export', 'ann'], 'exportSubject', 'read'],
    [['consent', 'get', 'ann'], 'getConsent', 'read'],
    [['consent', 'set', 'ann', '--grant', 'ads_personalization'], 'putConsent', 'change'],
    [['erase', 'ann'], 'deleteSubject', 'change'],
    [['events', 'delete', '--user', 'ann', ...period], 'deleteEvents', 'change'],
  ])('has a line of %j', async (args, operation, access) => {
    expect(await run(...args)).toMatchObject({ ended: 0 });
    const { subject, keyId } = ledgerKeysOf(loadConfig(env()).privacy)!.nameOf('ann');
    const caller = `command:${userInfo().username}`;
    const line = { operation, access, caller, subject, keyId, decision: 'allowed', status: 200 };
    expect(lines()).toEqual([expect.objectContaining(line)]);
    expect(lines()[0]!.dataTypes).toContain('users/ad_action');
    expect(readFileSync(file, 'utf8')).not.toContain('ann');
  });

  it('has a line of each command for one object, with its DataTypes', async () => {
    writeFileSync(join(folder, 'profile.json'), '{"locale":"fr"}');
    await run('objects', 'put', 'users', 'ann', 'profile/main', 'profile.json');
    await run('objects', 'get', 'users', 'ann', 'profile', 'embedding');
    await run('objects', 'delete', 'users', 'ann', 'profile/main');
    await run('objects', 'delete', 'users', 'ann', '--yes');
    await run('objects', 'get', 'users', 'ann', 'profile');
    const { subject } = ledgerKeysOf(loadConfig(env()).privacy)!.nameOf('ann');
    const both = expect.arrayContaining(['users/profile', 'users/embedding']) as unknown;
    expect(lines()).toMatchObject([
      { operation: 'putObject', access: 'change', subject, dataTypes: ['users/profile'], status: 200 },
      { operation: 'getObject', access: 'read', subject, dataTypes: both, status: 200 },
      { operation: 'deleteObject', access: 'change', subject, dataTypes: ['users/profile'], status: 200 },
      { operation: 'deleteWholeObject', access: 'change', subject, dataTypes: both, status: 200 },
      { operation: 'getObject', access: 'read', subject, dataTypes: ['users/profile'], status: 404 },
    ]);
  });

  it('has one line of each job for many users, with the number of its records', async () => {
    const event = { userId: 'cid', action: 'click', eventTime: '2026-11-20T10:00:00Z', viewType: 'home' };
    const ids = { adId: 'a', campaignId: 'c', insertionId: 'i' };
    writeFileSync(join(folder, 'events.ndjson'), JSON.stringify({ ...event, ...ids }));
    expect(await run('import', 'events.ndjson')).toMatchObject({ ended: 0 });
    const object = {
      id: 'cid',
      dataType: 'profile',
      subType: 'main',
      timestampMs: Date.now(),
      value: { locale: 'fr' },
    };
    writeFileSync(join(folder, 'objects.ndjson'), JSON.stringify(object));
    expect(await run('objects', 'load', 'users', 'objects.ndjson')).toMatchObject({ ended: 0 });
    await run('objects', 'export', 'users', '--output', 'out.ndjson', '--data-types', 'profile');
    await run('events', 'delete', '--all-users', ...period);
    expect(lines()).toMatchObject([
      {
        operation: 'importEvents',
        access: 'change',
        records: 1,
        dataTypes: ['users/ad_action'],
        status: 200,
      },
      { operation: 'loadObjects', access: 'change', records: 1, status: 200 },
      { operation: 'exportObjects', access: 'read', records: 1, dataTypes: ['users/profile'], status: 200 },
      {
        operation: 'deleteEvents',
        access: 'change',
        records: 1,
        dataTypes: ['users/ad_action'],
        status: 200,
      },
    ]);
    expect(lines().filter((line) => 'subject' in line)).toEqual([]);
  });

  it('has a line of each decision of an import', async () => {
    const decisions = 'subjectId,purpose,granted,at\nann,ads_personalization,true,2026-11-20T10:00:00Z\n';
    writeFileSync(join(folder, 'decisions.csv'), decisions);
    await run('consent', 'import', 'decisions.csv', '--dry-run');
    await run('consent', 'import', 'decisions.csv');
    const { subject } = ledgerKeysOf(loadConfig(env()).privacy)!.nameOf('ann');
    expect(lines()).toMatchObject([{ operation: 'putConsent', access: 'change', subject, status: 200 }]);
  });

  it('has what fails, with its code, and nothing of a dry run', async () => {
    expect(await run('consent', 'set', 'ann', '--grant', 'none')).toMatchObject({ ended: 1 });
    expect(lines()).toEqual([expect.objectContaining({ status: 400, code: 'invalid_argument' })]);
    await run('events', 'delete', '--all-users', '--dry-run', ...period);
    await run('events', 'delete', '--user', 'ann', '--dry-run', ...period);
    expect(lines()).toHaveLength(1);
  });

  it('is rejected with an unknown DataType before anything is read', async () => {
    const wrong = { ...env(), TIDEMARK_ACCESS_LOG_SHARES: 'users/none=full' };
    const { ended, stderr } = await runCommandLine(['subjects', 'export', 'ann'], { env: wrong });
    expect([ended, stderr]).toEqual([1, expect.stringContaining('TIDEMARK_ACCESS_LOG_SHARES')]);
  });
});
