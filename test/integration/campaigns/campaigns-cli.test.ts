import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { campaignsCommand } from '../../../src/cli/campaigns/campaigns';
import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { campaignBody, campaignId } from '../../support/campaigns';
import { runCli, type CliRun } from '../../support/run-cli';
import { runCommand } from '../../support/run-command';
import { startStore } from '../../support/running-app';

describe('tidemark campaigns', () => {
  let store: LocalBigtable;
  let folder: string;

  beforeAll(async () => {
    store = await startStore();
    folder = mkdtempSync(join(tmpdir(), 'tidemark-campaigns-'));
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const options = () => ({ env: { BIGTABLE_EMULATOR_HOST: store.endpoint }, cwd: folder });
  const campaigns = (args: readonly string[]): Promise<CliRun> =>
    runCommand(campaignsCommand(), args, options());
  const put = (text: string, ...flags: readonly string[]): Promise<CliRun> => {
    writeFileSync(join(folder, 'campaigns'), text);
    return campaigns(['put', 'campaigns', ...flags]);
  };
  const body = (n: number, over: object = {}) => ({ id: campaignId(n), ...campaignBody(over) });
  const lines = (...all: readonly object[]): string =>
    all.map((each) => `${JSON.stringify(each)}\n`).join('');
  const listed = async (): Promise<readonly { id: string; name?: string; paused: boolean }[]> => {
    const { stdout } = await campaigns(['list', '--json']);
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { id: string; paused: boolean });
  };

  it('puts the campaigns of a file in each of the three forms', async () => {
    writeFileSync(join(folder, 'one.json'), JSON.stringify(body(1, { name: 'one' }), null, 2));
    writeFileSync(join(folder, 'array.json'), JSON.stringify([body(2), body(3)]));
    expect(await campaigns(['put', 'one.json'])).toMatchObject({ ended: 0, stdout: '1 written\n' });
    expect(await campaigns(['put', 'array.json'])).toMatchObject({ stdout: '2 written\n' });
    const more = Array.from({ length: 40 }, (_, i) => body(4 + i));
    expect(await put(`${lines(...more)}\n`)).toMatchObject({ stdout: '40 written\n' });
    expect(await listed()).toHaveLength(43);
  });

  it('puts the output of its list from standard input, and reports failures as JSON', async () => {
    const all = (await listed()).map((each) => ({ ...each, paused: true }));
    const inProcess = (stdin: string) => runCli(['campaigns', 'put', '--json'], { ...options(), stdin });
    const { ended, stdout } = await inProcess(lines(...all));
    expect([ended, stdout.trim().split('\n').length]).toEqual([0, all.length]);
    expect((await listed()).every((each) => each.paused)).toBe(true);
    const refused = await inProcess('42');
    expect(refused).toMatchObject({ ended: 1, stdout: '' });
    expect(JSON.parse(refused.stderr)).toMatchObject({ error: { field: 'campaign' } });
  });

  it('writes no campaign when one is invalid, and names the line and the field', async () => {
    const before = await listed();
    const wrong = { flights: [{ firstDay: '2026-11-22', lastDay: '2026-11-22', unitsPerDay: -1 }] };
    const run = await put(lines(body(90), body(91, wrong)));
    expect(run).toMatchObject({ ended: 1, stdout: '' });
    expect(run.stderr).toMatch(/^tidemark: line 2\.flights\[0\]\.unitsPerDay: .*\[invalid_argument\]\n$/);
    expect(await listed()).toEqual(before);
  });

  it.each<[string, string, string]>([
    ['an empty file', '', 'file'],
    ['text that is not JSON', '{"id":1}\nnonsense', 'line 2'],
    ['a campaign without an id', lines({ ...body(90), id: undefined }), 'id'],
    [
      'the same campaign twice',
      lines(body(90), { ...body(90), id: campaignId(90).toUpperCase() }),
      'line 2.id',
    ],
    ['an undeclared action', lines(body(90), body(91, { action: 'like' })), 'line 2.action'],
    ['a number', '42', 'campaign'],
  ])('rejects %s, with the error as JSON', async (_, text, field) => {
    const { ended, stderr } = await put(text, '--json');
    expect(ended).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({ error: { field } });
  });

  it('checks campaigns without writing them', async () => {
    expect(await put(lines(body(92)), '--dry-run')).toMatchObject({
      ended: 0,
      stdout: '1 checked, none written\n',
    });
    expect((await listed()).map(({ id }) => id)).not.toContain(campaignId(92));
  });

  it('shows a campaign with its flights', async () => {
    await put(lines(body(93, { name: 'Tea', policy: 'threshold', thresholdShare: 0.9 })));
    const { stdout } = await campaigns(['get', campaignId(93).toUpperCase()]);
    expect(stdout).toContain(`${campaignId(93)}: Tea, billed by view, priority 50, threshold at 0.9\n`);
    expect(stdout).toMatch(/^2026-11-20 +2026-11-22 +16000$/m);
    expect(stdout).toMatch(/^eventual: default /m);
    const { stdout: json } = await campaigns(['get', campaignId(93), '--json']);
    expect(JSON.parse(json)).toMatchObject({ campaign: { name: 'Tea' }, consistency: { level: 'eventual' } });
  });

  it('lists the campaigns of a day by priority, with the units of that day', async () => {
    const day = (firstDay: string, unitsPerDay: number) => ({ firstDay, lastDay: firstDay, unitsPerDay });
    const flights = [day('2027-01-01', 5), day('2027-01-02', 7)];
    await put(lines(body(94, { flights, priority: 9 }), body(95, { flights, priority: 3 })));
    const { stdout } = await campaigns(['list', '--active-on', '2027-01-02']);
    const rows = stdout.trim().split('\n').slice(2);
    expect(rows.map((row) => row.split(/ +/))).toEqual([
      [campaignId(95), 'view', '3', '2027-01-02', '2027-01-02', '7'],
      [campaignId(94), 'view', '9', '2027-01-02', '2027-01-02', '7'],
    ]);
    expect((await campaigns(['list', '--active-on', 'today'])).stderr).toContain(
      '--active-on: must be a date',
    );
  });

  it('deletes campaigns, and reports an id without a campaign', async () => {
    const { stdout } = await campaigns(['delete', campaignId(94), campaignId(95)]);
    expect(stdout).toBe(`${campaignId(94)}  deleted\n${campaignId(95)}  deleted\n`);
    const again = await campaigns(['delete', campaignId(94)]);
    expect(again).toMatchObject({
      ended: 0,
      stdout: `${campaignId(94)}  not found\n`,
    });
    const asJson = await campaigns(['delete', campaignId(95), '--json']);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ id: campaignId(95), existed: false });
    const { ended, stderr } = await campaigns(['get', campaignId(94)]);
    expect([ended, stderr]).toEqual([1, expect.stringContaining('[campaign_not_found]')]);
    expect(await campaigns(['delete', campaignId(93), 'autumn'])).toMatchObject({ ended: 1 });
    expect((await campaigns(['get', campaignId(93)])).ended).toBe(0);
  });
});
