import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalBigtable, type LocalBigtable } from '../../../src/local-bigtable/index';
import { acmeProto, dataTypeOptions, protoFolder } from '../../support/proto-folder';
import type { CliRun } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';

const pets = (options: Parameters<typeof dataTypeOptions>[0] = {}, fields = 'string name = 1;'): string =>
  protoFolder({ 'acme/v1/pets.proto': acmeProto(`message Pets { ${dataTypeOptions(options)} ${fields} }`) });

describe('tidemark schema', () => {
  let bigtable: LocalBigtable;
  let cwd: string;

  beforeEach(async () => {
    bigtable = await startLocalBigtable({ host: '127.0.0.1', port: 0 });
    cwd = mkdtempSync(join(tmpdir(), 'tidemark-cli-'));
  });

  afterEach(async () => {
    await bigtable.close();
    rmSync(cwd, { recursive: true, force: true });
  });

  function schema(args: string, protoPath?: string): Promise<CliRun> {
    const env = {
      BIGTABLE_EMULATOR_HOST: bigtable.endpoint,
      ...(protoPath !== undefined && { TIDEMARK_PROTO_PATH: protoPath }),
    };
    return runCommandLine(['schema', ...args.split(' ')], { cwd, env });
  }

  it('shows the plan, applies it, and has nothing to do the second time', async () => {
    const planned = await schema('apply --dry-run');
    expect(planned).toMatchObject({ ended: 0, stderr: '' });
    expect(planned.stdout).toMatch(
      /\+ create table users with families\n {4}ad_action .*\n[^]*Nothing was changed/,
    );
    expect((await schema('apply')).stdout).toMatch(/create table users[^]*Applied\.\n$/);
    expect(await schema('apply')).toMatchObject({
      ended: 0,
      stdout: 'The store matches the proto files: nothing to do.\n',
    });
  });

  it('requires --yes before it changes a GC rule', async () => {
    await schema('apply', pets());
    const shorter = pets({ retention: '{ max_age_seconds: 60 }' });
    const refused = await schema('apply', shorter);
    expect(refused.ended).toBe(1);
    expect(refused.stdout).toMatch(
      /~ change the GC rule of users\/pets from age > 1d or versions > 2 to age > 1m/,
    );
    expect(refused.stderr).toMatch(/--yes: must confirm/);
    const applied = await schema('apply --yes --json', shorter);
    expect(JSON.parse(applied.stdout)).toMatchObject({
      applied: true,
      plan: { steps: [{ kind: 'update-gc-rule' }] },
    });
    expect(JSON.parse((await schema('apply --json', shorter)).stdout)).toMatchObject({ plan: { steps: [] } });
  });

  it('locks compatible changes, rejects incompatible ones, and checks both', async () => {
    expect((await schema('check')).stderr).toMatch(/--lock: protos\/schema\.lock\.json does not exist/);
    const lock = '--lock schema.lock.json';
    const [before, added] = [pets(), pets({}, 'string name = 1; int64 age = 2;')];
    expect((await schema(`lock ${lock}`, before)).stdout).toMatch(
      /Added to schema\.lock\.json:[^]*DataType users\/pets/,
    );
    expect(await schema(`check --no-store ${lock}`, before)).toMatchObject({
      ended: 0,
      stdout: 'The schema is compatible and locked.\n',
    });
    const unlocked = await schema(`check --no-store ${lock}`, added);
    expect(unlocked).toMatchObject({
      ended: 1,
      stdout: expect.stringContaining('acme.v1.Pets: field age = 2') as string,
    });
    expect(await schema(`lock ${lock}`, added)).toMatchObject({ ended: 0 });
    const reused = pets({}, 'string name = 1; int64 weight = 2;');
    for (const command of ['check --no-store', 'lock']) {
      const refused = await schema(`${command} ${lock}`, reused);
      expect(refused.ended).toBe(1);
      expect(refused.stdout).toMatch(
        /acme\.v1\.Pets: field number 2 is reused: it was age and is now weight/,
      );
    }
    expect(await schema(`check --no-store ${lock}`, added)).toMatchObject({ ended: 0 });
    expect((await schema(`check ${lock}`)).stdout).toMatch(/DataType users\/pets is removed/);
  });

  it('finds differences between the store and the proto files', async () => {
    await schema('lock --lock schema.lock.json');
    const drifted = await schema('check --json --lock schema.lock.json');
    expect(drifted.ended).toBe(1);
    expect(JSON.parse(drifted.stdout)).toMatchObject({
      ok: false,
      drift: {
        steps: ['campaign_counts', 'campaigns', 'users', 'privacy_ledger', 'pipelines'].map((table) => ({
          kind: 'create-table',
          table,
        })),
      },
    });
    await schema('apply');
    expect(await schema('check --lock schema.lock.json')).toMatchObject({
      ended: 0,
      stdout: 'The schema is compatible and locked, and matches the store.\n',
    });
  });

  it('rejects a file that is not a lock', async () => {
    for (const text of ['not JSON', '{}', 'null', '{"version":2}']) {
      writeFileSync(join(cwd, 'bad.json'), text);
      expect(await schema('check --no-store --lock bad.json')).toMatchObject({
        ended: 1,
        stderr: expect.stringMatching(/bad\.json.*\[invalid_argument\]/) as string,
      });
    }
  });

  it('shows the DataTypes as a table and as JSON, with those of the user', async () => {
    const shown = await schema('show', pets());
    expect(shown.stdout).toMatch(
      /users +pets +acme\.v1\.Pets +objects +pet-team +pet_care +consent +age > 1d or versions > 2 +1048576/,
    );
    const { corpora } = JSON.parse((await schema('show --json')).stdout) as { corpora: unknown[] };
    expect(corpora).toMatchObject(['campaign_counts', 'campaigns', 'users'].map((name) => ({ name })));
  });

  it('names every problem of a declaration', async () => {
    const failed = await schema('show', pets({ owner: undefined, family: '"a b"' }));
    expect(failed.ended).toBe(1);
    expect(failed.stderr).toMatch(/acme\.v1\.Pets, option .*\.family: "a b"[^]*\.owner: missing/);
  });
});
