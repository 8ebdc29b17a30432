import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckResult } from '../../../infra/verify/check';
import { CHECKS } from '../../../infra/verify/checks';
import { verifyCommand } from '../../../infra/verify/command';
import { runCommand } from '../../support/run-command';
import { CLUSTER_DIFFERENCES, DIFFERENCES, type Cluster } from '../../support/verify/differences';
import { createFakeKubectl, rightCluster, type FakeKubectl } from '../../support/verify/fake-kubectl';
import { seriesOf, startGoogleServer, type GoogleServer } from '../../support/verify/google-server';
import { ADDRESS, JOB, PROJECT, rightProject, SECRET } from '../../support/verify/google-world';

const TOKEN = 'token-of-the-test';
const BASE = ['--project', PROJECT, '--environment', 'prod', '--regions', 'us-central1'];

describe('npm run verify', () => {
  let google: GoogleServer;
  let kubectl: FakeKubectl;

  beforeAll(async () => {
    google = await startGoogleServer();
    kubectl = createFakeKubectl();
  });

  afterAll(async () => {
    kubectl.remove();
    await google.close();
  });

  const original: Partial<GoogleServer> = {};
  beforeEach(() => {
    original.onQuery ??= google.onQuery;
    google.world = rightProject(Date.now());
    google.onQuery = original.onQuery;
    google.isSilent = false;
    google.requests.length = 0;
    setCluster(rightCluster());
  });

  const setCluster = (cluster: Cluster): void => {
    for (const [kind, items] of Object.entries(cluster)) kubectl.set(kind, items);
  };

  const run = (...args: readonly string[]) =>
    runCommand(verifyCommand(), [...BASE, '--api-root', google.root, ...args], {
      env: { PATH: `${kubectl.folder}:${process.env['PATH']}`, CLOUDSDK_AUTH_ACCESS_TOKEN: TOKEN },
    });

  const verify = async (...args: readonly string[]) => {
    const { ended, stdout } = await run('--json', ...args);
    const { results } = JSON.parse(stdout) as { results: readonly CheckResult[] };
    return { ended, results };
  };

  it('finds no difference in a right project', async () => {
    const { ended, results } = await verify('--kubernetes');
    expect(results.filter(({ outcome }) => outcome !== 'holds')).toEqual([]);
    expect([ended, results.map(({ id }) => id)]).toEqual([0, CHECKS.map(({ id }) => id)]);
  });

  it('sends the token with each request, and only reads', async () => {
    await verify('--kubernetes');
    expect(google.requests.length).toBeGreaterThan(20);
    for (const request of google.requests) {
      expect(request).toMatch(/^(GET |POST \S+(:getIamPolicy|api\/v1\/query) )/);
      expect(request.endsWith(` ${PROJECT} Bearer ${TOKEN}`)).toBe(true);
    }
  });

  it.each(DIFFERENCES)('%s reports that %s', async (id, _what, change, problem) => {
    change(google.world);
    const { ended, results } = await verify('--only', id);
    expect(results).toEqual([{ id, outcome: 'differs', details: [expect.stringMatching(problem)] }]);
    expect(ended).toBe(1);
  });

  it.each(CLUSTER_DIFFERENCES)('%s reports %s', async (id, _what, change, problem) => {
    const cluster = rightCluster();
    change(cluster);
    setCluster(cluster);
    const { ended, results } = await verify('--kubernetes', '--only', id);
    expect(results).toEqual([{ id, outcome: 'differs', details: [expect.stringMatching(problem)] }]);
    expect(ended).toBe(1);
  });

  it('workload-identities reports an account that Kubernetes may not use', async () => {
    const address = Object.keys(google.world).find((each) => /prod-consumer@.*getIamPolicy/.test(each))!;
    google.world[address] = {};
    const { results } = await verify('--kubernetes', '--only', 'workload-identities');
    expect(results[0]!.details).toEqual([
      expect.stringMatching(/tidemark-consumer\] lacks roles\/iam\.workload/),
    ]);
  });

  it('alert-queries reports a query that Cloud Monitoring rejects', async () => {
    google.onQuery = (promql) =>
      promql.includes('[3d]') ? [400, { status: 'error', error: 'range too long' }] : [200, seriesOf()];
    const { ended, results } = await verify('--only', 'alert-queries');
    expect(ended).toBe(1);
    expect(results[0]!.details).toContainEqual(
      expect.stringMatching(/^AvailabilityBudgetExhausting: .* 400 range too long$/),
    );
  });

  it('metrics reports metrics that do not arrive, and labels that they lack', async () => {
    google.onQuery = (promql) => {
      if (promql.includes('"pacer"')) return [200, seriesOf()];
      if (promql.includes('cpu_load')) return [200, seriesOf({ instance: 'tidemark' })];
      return original.onQuery!(promql);
    };
    const { results } = await verify('--only', 'metrics');
    expect(results[0]!.details).toEqual([
      expect.stringMatching(/^no series: .*pacer/),
      expect.stringMatching(/^series without the label cluster: .*cpu_load/),
    ]);
  });

  it('reads all pages of a list', async () => {
    const page = google.world[ADDRESS.secrets]!;
    google.world[ADDRESS.secrets] = { next: page };
    google.world[ADDRESS.secretVersions] = {};
    const { results } = await verify('--only', 'secrets');
    expect(results[0]!.details).toEqual([expect.stringMatching(/has no enabled version/)]);
    expect(SECRET).toContain('token-keys');
  });

  it.each([
    ['a permission is missing', 403, 'The caller does not have permission'],
    ['an API is off', 403, 'Cloud Quotas API has not been used'],
    ['Google fails', 500, 'internal'],
  ])('a claim is unchecked, and not wrong, where %s', async (_why, code, message) => {
    google.world[ADDRESS.quota] = { error: { code, message } };
    const { ended, results } = await verify();
    const unchecked = results.filter(({ outcome }) => outcome === 'unchecked');
    expect(unchecked).toEqual([
      {
        id: 'cloud-run-quota',
        outcome: 'unchecked',
        details: [expect.stringContaining(`${code} ${message}`)],
      },
    ]);
    expect(ended).toBe(2);
  });

  it('services that are not found leave their claims unchecked', async () => {
    google.world[ADDRESS.services] = {};
    const { ended, results } = await verify('--only', 'cloud-run-ready');
    expect([ended, results[0]!.details]).toEqual([2, ['no service tidemark-prod-… in us-central1']]);
  });

  it('an API that does not answer in time leaves its claim unchecked', async () => {
    google.isSilent = true;
    const { ended, results } = await verify('--only', 'schedules', '--timeout', '50ms');
    expect([ended, results[0]]).toEqual([
      2,
      { id: 'schedules', outcome: 'unchecked', details: [expect.stringMatching(/no answer within 50 ms/)] },
    ]);
  });

  it('a cluster that cannot be read leaves its claims unchecked', async () => {
    const { ended, stdout } = await runCommand(
      verifyCommand(),
      [...BASE, '--api-root', google.root, '--kubernetes', '--only', 'gateway', '--json'],
      { env: { PATH: '/nowhere', CLOUDSDK_AUTH_ACCESS_TOKEN: TOKEN } },
    );
    expect([ended, stdout]).toEqual([2, expect.stringMatching(/"unchecked".*kubectl get gateways/)]);
  });

  it('prints a line for each check, and one for each difference', async () => {
    google.world[ADDRESS.schedules] = {};
    const { stdout } = await run('--only', 'enabled-apis,schedules');
    expect(stdout.split('\n')).toEqual([
      'ok         enabled-apis',
      'DIFFERS    schedules',
      `             ${JOB}: no schedule starts it`,
      '',
    ]);
  });

  it.each([
    ['a check that does not exist', ['--only', 'quota'], /--only: no check quota/],
    ['checks of a cluster without --kubernetes', ['--only', 'gateway'], /need --kubernetes/],
    ['checks of production for dev', ['--environment', 'dev', '--only', 'backups'], /of production/],
    ['a timeout without a unit', ['--timeout', '5'], /A duration has a unit/],
  ])('rejects %s', async (_what, args, problem) => {
    const { ended, stdout, stderr } = await run(...args);
    expect([ended, stdout + stderr]).toEqual([1, expect.stringMatching(problem)]);
  });

  it('has a difference for each check', () => {
    const own = ['alert-queries', 'metrics'];
    const tested = new Set([...DIFFERENCES, ...CLUSTER_DIFFERENCES].map(([id]) => id).concat(own));
    expect(CHECKS.map(({ id }) => id).filter((id) => !tested.has(id))).toEqual([]);
  });

  describe('docs/operations/unverified.md', () => {
    const page = readFileSync(join(__dirname, '../../../docs/operations/unverified.md'), 'utf8');

    it('has a claim for each check, and no other check', () => {
      const named = [...page.matchAll(/--only ([a-z-]+)`/g)].map(([, id]) => id!);
      expect([...new Set(named)].sort()).toEqual(CHECKS.map(({ id }) => id).sort());
    });

    it('has a source and a way to check each claim', () => {
      const rows = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (Claim|-)/.test(line));
      expect(rows.length).toBeGreaterThan(25);
      for (const row of rows) {
        const [claim = '', source = '', check = '', ...rest] = row.slice(2, -2).split(' | ');
        expect([row, rest, claim.trim() === '' || source.trim() === '']).toEqual([row, [], false]);
        expect(check).toMatch(/verify .*--only [a-z-]+`|below: \*\*|\]\(load-test\.md#objectives\)/);
      }
      // Rows that a formatter takes for a paragraph are no rows.
      expect(page.split('\n').filter((line) => / \| /.test(line) && !/^(\||```| {2}--)/.test(line))).toEqual(
        [],
      );
    });

    it('describes by hand what it refers to, and nothing else', () => {
      const [tables = '', byHand = ''] = page.split('## By hand');
      const referred = [...tables.matchAll(/below: \*\*([^*]+)\*\*/g)].map(([, name]) => name!);
      const described = [...byHand.matchAll(/^\*\*([^*]+)\.\*\*/gm)].map(([, name]) => name!);
      expect(described.sort()).toEqual(referred.sort());
    });
  });
});
