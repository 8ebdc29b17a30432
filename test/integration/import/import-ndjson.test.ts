import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importFixture } from '../../support/import-fixture';
import { runCli, type CliRun } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';

const fixture = importFixture();
const NOW_MS = Date.now();

const LINES = [
  { user: 'u1', type: 'IMP', at: NOW_MS - 2_000, insertionId: 'i1', ad: { id: 'a1' } },
  { user: 'u1', type: 'CLK', at: NOW_MS - 1_000, insertionId: 'i1', ad: { id: 'a1' } },
];
const OPTIONS = ['--column', 'userId=user', '--column', 'action=type', '--column', 'eventTime=at'];
const VALUES = ['--map', 'action=IMP:impression,CLK:click'];

function fileOf(lines: readonly object[]): string {
  const file = join(fixture.folder, 'events.ndjson');
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

const importOf = (args: readonly string[]): Promise<CliRun> =>
  runCommandLine(['import', ...args], { env: { BIGTABLE_EMULATOR_HOST: fixture.store.endpoint } });

async function countOf(adId: string): Promise<unknown> {
  const { counts } = await fixture.store.countActions({
    userId: 'u1',
    actions: ['impression', 'click'],
    entities: { ad: [adId] },
    windows: ['1d'],
  });
  return counts['1d']!.ad;
}

describe('The import of NDJSON', () => {
  it('reads nested columns, and replaces values', async () => {
    const file = fileOf(LINES);
    const { ended, stderr } = await importOf([file, ...OPTIONS, '--column', 'adId=ad.id', ...VALUES]);
    expect({ ended, stderr }).toMatchObject({ ended: 0 });
    expect(await countOf('a1')).toEqual({ a1: 2 });
  });

  it('refuses a mapped column that no line has before it writes anything', async () => {
    const file = fileOf(LINES);
    const args = [...OPTIONS, '--column', 'adId=ad.ID', ...VALUES, '--ignore-unknown'];
    const { ended, stderr } = await importOf([file, ...args]);
    expect(ended).toBe(1);
    expect(stderr).toContain(
      '--column: adId=ad.ID: no line has this column; there are user, type, at, insertionId, ad.id',
    );
    expect(await countOf('a1')).toEqual({ a1: 0 });
  });

  it('refuses it at the end of standard input, which can be read only once', async () => {
    const stdin = LINES.map((line) => `${JSON.stringify(line)}\n`).join('');
    const args = [...OPTIONS, '--column', 'adId=ad.ID', ...VALUES, '--ignore-unknown'];
    const env = { BIGTABLE_EMULATOR_HOST: fixture.store.endpoint };
    const { ended, stderr } = await runCli(['import', '-', ...args], { env, stdin });
    expect([ended, stderr]).toEqual([1, expect.stringContaining('no line has this column')]);
  });

  it('reports an ignored column that resembles a dimension', async () => {
    const file = fileOf(
      LINES.slice(0, 1).map(({ ad, ...line }) => ({ ...line, ad_id: ad.id, adGroupId: 'g' })),
    );
    const { ended, stdout } = await importOf([file, ...OPTIONS, ...VALUES, '--ignore-unknown']);
    expect(ended).toBe(0);
    expect(stdout).toContain('hint: adId was not read, but there is a column ad_id: --column adId=ad_id');
  });

  it('checks everything in a dry run, and writes neither events nor a checkpoint', async () => {
    const file = fileOf([...LINES, { ...LINES[0], type: 'OTHER' }, { ...LINES[0], at: 1 }]);
    const args = [file, ...OPTIONS, '--column', 'adId=ad.id', ...VALUES, '--dry-run', '--json'];
    const { ended, stdout } = await importOf(args);
    expect(ended).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      dryRun: true,
      accepted: 2,
      rejected: 2,
      reasons: [
        { code: 'unknown_action', field: 'action', lines: [3] },
        { code: 'event_too_old', field: 'eventTime', lines: [4] },
      ],
    });
    expect(existsSync(`${file}.tidemark-checkpoint`)).toBe(false);
    expect(await countOf('a1')).toEqual({ a1: 0 });
  });

  it.each(['action', 'action=IMP', 'action=:x', '=a:b'])('rejects the values %s', async (text) => {
    expect(await importOf([fileOf(LINES), '--map', text])).toMatchObject({ ended: 1 });
  });

  it('rejects values of an unknown field, and of the time', async () => {
    for (const field of ['acton', 'eventTime']) {
      const { ended, stderr } = await importOf([fileOf(LINES), '--map', `${field}=a:b`]);
      expect([ended, stderr]).toEqual([1, expect.stringContaining(`--map: "${field}" is not a field`)]);
    }
  });
});
