/** The commands of erasures, on the embedded Bigtable. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPairSync } from 'node:crypto';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { startStore } from '../../support/running-app';
import { runCommandLine } from '../../support/run-command';
import type { CliRun } from '../../support/run-cli';

interface Shown {
  readonly subjectId: string;
  readonly state: string;
  readonly certificate?: { readonly statement: object };
}

describe('tidemark erase', () => {
  let world: ConsistencyWorld;
  let folder: string;
  let keys: { readonly privateFile: string; readonly publicFile: string; readonly otherFile: string };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-erase-'));
    world = await startConsistencyWorld();
    const files = ['private.pem', 'public.pem', 'other.pem'].map((name) => join(folder, name));
    const [privateFile = '', publicFile = '', otherFile = ''] = files;
    const [pair, other] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
    writeFileSync(privateFile, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writeFileSync(publicFile, pair.publicKey.export({ type: 'spki', format: 'pem' }));
    writeFileSync(otherFile, other.publicKey.export({ type: 'spki', format: 'pem' }));
    keys = { privateFile, publicFile, otherFile };
  });
  afterAll(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<CliRun> =>
    runCommandLine(['erase', ...args], {
      env: {
        ...world.env('eu'),
        TIDEMARK_ERASURE_DERIVED_WRITE_MAX_MS: '100',
        TIDEMARK_CLOCK_SKEW_MAX_MS: '20',
        TIDEMARK_PRIVACY_SIGNING_KEY_FILE: keys.privateFile,
        ...more,
      },
    });
  const shownBy = ({ stdout }: CliRun): readonly Shown[] =>
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Shown);

  it('erases the users of a file, and certifies it', async () => {
    const file = join(folder, 'users.txt');
    const checkpoint = join(folder, 'users.done');
    writeFileSync(file, 'ann\nbob\n');
    const erased = await run(['--file', file, '--checkpoint', checkpoint, '--json']);
    expect(erased).toMatchObject({ ended: 0 });
    expect(shownBy(erased).map(({ subjectId, state }) => [subjectId, state])).toEqual(
      expect.arrayContaining([
        ['ann', 'hidden'],
        ['bob', 'hidden'],
      ]),
    );
    const work = await run(['work', '--until-done']);
    expect(work.ended).toBe(0);
    const lines = work.stdout.trim().split('\n');
    expect(lines.filter((line, index) => line === lines[index - 1])).toEqual([]);
    expect(lines.at(-1)).toMatch(/ certified, 0 waiting$/);
    const status = await run(['status', 'ann', 'bob', '--json']);
    expect(shownBy(status).map(({ state }) => state)).toEqual(['certified', 'certified']);
    // The erasures of others are shown beside a user without one.
    const one = await run(['status', 'never', 'ann']);
    expect(one).toMatchObject({ ended: 1, stdout: expect.stringContaining('certified') as string });
    expect(one.stderr).toContain('no erasure of "never" was requested');
    const certificate = join(folder, 'ann.json');
    writeFileSync(certificate, JSON.stringify(shownBy(status)[0]));
    const verified = await run(['verify', certificate, '--public-key', keys.publicFile]);
    expect(verified).toMatchObject({ ended: 0, stdout: expect.stringContaining('valid: erasure') as string });
    const noKey = await run(['verify', certificate, '--public-key', file]);
    expect(noKey).toMatchObject({
      ended: 1,
      stderr: expect.stringContaining('users.txt has no public key in PEM') as string,
    });
    const byOther = await run(['verify', certificate, '--public-key', keys.otherFile]);
    expect(byOther).toMatchObject({ ended: 1, stderr: expect.stringContaining('another key') as string });
    writeFileSync(certificate, JSON.stringify(shownBy(status)[0]).replace('"cells":0', '"cells":1'));
    const forged = await run(['verify', certificate]);
    expect(forged).toMatchObject({ ended: 1, stderr: expect.stringContaining('signature') as string });
  });

  it('certifies erasures of a store without batch clusters', async () => {
    const bigtable = await startStore();
    const alone = {
      BIGTABLE_EMULATOR_HOST: bigtable.endpoint,
      TIDEMARK_TOPOLOGY: '',
      TIDEMARK_REGION: '',
    };
    try {
      expect(await run(['ann'], alone)).toMatchObject({ ended: 0 });
      expect(await run(['work', '--until-done'], alone)).toMatchObject({ ended: 0 });
      const [shown] = shownBy(await run(['status', 'ann', '--json'], alone));
      expect(shown).toMatchObject({ state: 'certified' });
    } finally {
      await bigtable.close();
    }
  });

  it('counts what a replay would change', async () => {
    const { ended, stdout } = await run(['replay', '--dry-run', '--json']);
    expect(ended).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ erased: 0, withdrawn: 0, dryRun: true });
  });

  it.each([
    [[], 'ids: are required: give ids'],
    [['status', 'never'], '[erasure_not_found]'],
    [['verify', '/nowhere.json'], '/nowhere.json'],
    [['work', '--worker', '3/2'], 'Must be one of'],
  ])('rejects %j', async (args, message) => {
    const { ended, stderr } = await run(args);
    expect(ended).toBe(1);
    expect(stderr).toContain(message);
  });

  it('rejects keys that are missing or of another kind', async () => {
    const { ended, stderr } = await run(['work'], { TIDEMARK_PRIVACY_SIGNING_KEY_FILE: '/nowhere.pem' });
    expect([ended, stderr]).toEqual([1, expect.stringContaining('TIDEMARK_PRIVACY_SIGNING_KEY_FILE')]);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const file = join(folder, 'ec.pem');
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    expect((await run(['work'], { TIDEMARK_PRIVACY_SIGNING_KEY_FILE: file })).stderr).toContain('Ed25519');
  });
});
