import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TidemarkError } from '../../../src/errors';
import { exitCodeOf, tourCommand } from '../../../src/cli/tour/tour';
import { explainRead } from '../../../src/cli/tour/explain-read';
import type { StepResult } from '../../../src/cli/tour/step-result';
import type { RegionStore } from '../../../src/cli/tour/region-store';
import { terminalStyleFor, withoutColourOption } from '../../../src/platform/process/terminal-style';
import { TourSteps } from '../../../src/cli/tour/tour-steps';
import { EMPTY_TOKEN } from '../../../src/core/tokens/write-token';
import type { ReadEvidence } from '../../../src/core/consistency/consistency';
import { systemClock } from '../../../src/platform/time/clock';
import { runCli } from '../../support/run-cli';
import { runCommand } from '../../support/run-command';

interface TourOutput {
  readonly ok: boolean;
  readonly steps: readonly StepResult[];
}

describe('tidemark tour consistency', () => {
  let output: TourOutput;

  beforeAll(async () => {
    const { ended, stdout, stderr } = await runCli(['tour', 'consistency', '--json']);
    expect({ ended, stderr }).toEqual({ ended: 0, stderr: '' });
    output = JSON.parse(stdout) as TourOutput;
  });

  const reads = (title: string): StepResult[] =>
    output.steps.filter(({ title: stepTitle }) => stepTitle.endsWith(`, ${title}`));

  it('finds that every answer keeps its guarantee', () => {
    expect(output.steps.filter(({ ok }) => !ok)).toEqual([]);
    expect(output.ok).toBe(true);
    expect(JSON.stringify(output)).not.toContain('token":');
  });

  it('reads its own write in another region, and a moment later from the nearest replica alone', () => {
    const [first] = reads("with the write's token");
    expect(first).toMatchObject({ evidence: { met: true }, version: first!.newest });
    expect(reads('the same, a moment later')[0]).toMatchObject({ evidence: { tier: 'nearest', lookups: 1 } });
  });

  it('reads its own write from its origin while replication is slow, and an old version from the nearest replica', () => {
    const [, lagging] = reads("with the write's token");
    expect(lagging).toMatchObject({ evidence: { met: true, tier: 'origin' } });
    const stale = reads('eventual').filter(({ version, newest }) => version! < newest!);
    expect(stale.length).toBeGreaterThanOrEqual(2);
    expect(stale[0]).toMatchObject({ evidence: { tier: 'nearest', lookups: 1 } });
  });

  it('reads its own write from a third region while the link is cut', () => {
    const [, , cut] = reads("with the write's token");
    expect(cut).toMatchObject({ evidence: { met: true, tier: 'failover' }, clusters: ['asia-a'] });
  });

  it('fails a strict read that no replica can prove, or returns a stale answer if that is allowed', () => {
    expect(reads('strict').filter(({ error }) => error === 'consistency_unmet')).toHaveLength(1);
    expect(reads('strict, or else stale')[0]).toMatchObject({ evidence: { met: false } });
  });

  it('keeps the batch workload on the batch cluster', () => {
    const [read, reach] = output.steps.filter(({ kind }) => kind === 'check');
    expect(read).toMatchObject({ ok: true, clusters: ['us-batch'] });
    expect(reach).toMatchObject({
      ok: true,
      why: expect.stringContaining('cannot be used for batch') as string,
    });
  });
});

describe('The topology of a tour', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-tour-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const cluster = (region: string, role = 'serving') => ({ region, zone: `${region}-${role[0]}`, role });
  const fileOf = (clusters: Readonly<Record<string, object>>): string => {
    const file = join(folder, 'topology.json');
    const appProfiles = Object.fromEntries(
      Object.keys(clusters).map((id) => [`at-${id}`, { cluster: id, priority: 'low' }]),
    );
    writeFileSync(file, JSON.stringify({ instances: { demo: { clusters, appProfiles } } }));
    return file;
  };
  const TWO = { a: cluster('eu'), b: cluster('us') };

  it('may be another one; the tour prints text without colours when stdout is not a terminal', async () => {
    const regions = ['us-central1', 'europe-west1', 'asia-east1'];
    const serving = regions.map((region) => [region.slice(0, 4), cluster(region)] as const);
    const file = fileOf({ ...Object.fromEntries(serving), batch: cluster('us-central1', 'batch') });
    const { ended, stdout } = await runCommand(tourCommand(), ['consistency', '--topology', file], {
      env: {},
    });
    expect(ended).toBe(0);
    expect(stdout).not.toContain('\x1b[');
    expect(stdout).toContain('Every answer kept its guarantee.');
    const lines = stdout.split('\n');
    expect(lines.filter((line) => line.length > 110)).toEqual([]);
  });

  it.each([
    ['three regions with serving clusters that accept writes', { ...TWO, c: cluster('us', 'batch') }],
    ['a batch cluster', { ...TWO, c: cluster('asia') }],
  ])('must have %s', async (needed, clusters) => {
    const args = ['consistency', '--topology', fileOf(clusters)];
    expect(await runCommand(tourCommand(), args, { env: {} })).toEqual({
      ended: 1,
      stdout: '',
      stderr: `tidemark: --topology: must have ${needed} [invalid_argument]\n`,
    });
  });
});

describe('The steps of a tour', () => {
  const evidence: ReadEvidence = {
    level: 'strict',
    met: true,
    clusters: ['c'],
    tier: 'nearest',
    lookups: 1,
    stalenessMs: 0,
    token: EMPTY_TOKEN,
  };

  /** A store whose reads return the given answers, and whose writes are lost. */
  const store = (read: () => { version: number; evidence: ReadEvidence }): RegionStore => ({
    region: 'r',
    write: () => Promise.resolve({ token: EMPTY_TOKEN, encoded: 'abc', cluster: 'c' }),
    read: async () => read(),
    close: () => Promise.resolve(),
  });

  const resultOf = async (
    expected: StepResult['expected'] & string,
    read: () => { version: number; evidence: ReadEvidence },
  ): Promise<StepResult> => {
    const walk = new TourSteps({ clock: systemClock, onStep: () => Promise.resolve() });
    await walk.write(store(read));
    await walk.read(store(read), { title: 'strict', consistency: { level: 'strict' }, expected });
    return walk.results.at(-1)!;
  };

  const unmet = (): never => {
    throw new TidemarkError('consistency_unmet', 'no replica could prove it');
  };
  const unavailable = (): never => {
    throw new TidemarkError('store_unavailable', 'no replica answers');
  };

  it.each([
    ['the newest', () => ({ version: 1, evidence }), true],
    ['the newest', () => ({ version: 0, evidence }), false],
    ['the newest', () => ({ version: 1, evidence: { ...evidence, met: false } }), false],
    ['the newest', unmet, false],
    ['an answer', () => ({ version: 0, evidence }), true],
    ['an answer', unavailable, false],
    ['a stale answer, marked as unmet', () => ({ version: 0, evidence: { ...evidence, met: false } }), true],
    ['a stale answer, marked as unmet', () => ({ version: 0, evidence }), false],
    ['consistency_unmet', unmet, true],
    ['consistency_unmet', unavailable, false],
    ['consistency_unmet', () => ({ version: 1, evidence }), false],
  ] as const)('with the expected outcome "%s" fail on any other outcome (%#)', async (expected, read, ok) => {
    expect(await resultOf(expected, read)).toMatchObject({ ok, newest: 1 });
  });

  it('explain each tier in its own sentence, and name as the origin only the cluster that accepted the write', () => {
    const tiers = ['nearest', 'origin', 'failover', 'hedge'] as const;
    const explained = (tier: ReadEvidence['tier'], origin: string): string =>
      explainRead({
        consistency: { level: 'strict' },
        evidence: { ...evidence, tier },
        isNewest: true,
        origin,
      });
    expect(new Set(tiers.map((tier) => explained(tier, 'c'))).size).toBe(tiers.length);
    expect(explained('origin', 'c')).toContain('c, which accepted the write');
    expect(explained('origin', 'other')).not.toContain('which accepted the write');
  });

  it('lead to exit code 1 when a single step breaks a guarantee', async () => {
    const good = await resultOf('the newest', () => ({ version: 1, evidence }));
    const bad = await resultOf('the newest', () => ({ version: 0, evidence }));
    expect([exitCodeOf([good, good]), exitCodeOf([good, bad, good])]).toEqual([0, 1]);
  });
});

it('Only terminals get colours, and none with NO_COLOR, unless FORCE_COLOR decides', () => {
  expect(terminalStyleFor(true, {}).good('ok')).toBe('\x1b[32mok\x1b[39m');
  expect(terminalStyleFor(true, { NO_COLOR: '1' }).good('ok')).toBe('ok');
  expect(terminalStyleFor(false, {}).good('ok')).toBe('ok');
  expect(terminalStyleFor(true, { TERM: 'dumb' }).good('ok')).toBe('ok');
  expect(terminalStyleFor(false, { FORCE_COLOR: '1', NO_COLOR: '1' }).good('ok')).toBe('\x1b[32mok\x1b[39m');
  expect(terminalStyleFor(true, { FORCE_COLOR: '0' }).good('ok')).toBe('ok');
});

it('`--no-color` is accepted at any place before `--`, and sets NO_COLOR', () => {
  const env: NodeJS.ProcessEnv = { FORCE_COLOR: '1' };
  expect(withoutColourOption(['doctor', '--no-color', '--json'], env)).toEqual(['doctor', '--json']);
  expect(env).toEqual({ NO_COLOR: '1' });
  const untouched: NodeJS.ProcessEnv = {};
  expect(withoutColourOption(['count', '--', '--no-color'], untouched)).toEqual([
    'count',
    '--',
    '--no-color',
  ]);
  expect(untouched).toEqual({});
});
