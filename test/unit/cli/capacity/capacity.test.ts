import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { capacityCommand } from '../../../../src/cli/capacity/capacity';
import { parseFleet } from '../../../../src/cli/capacity/fleet-file';
import { TidemarkError } from '../../../../src/errors';
import { loadTopology } from '../../../../src/routing/topology/topology-file';
import { runCommand } from '../../../support/run-command';

const ROOT = resolve(__dirname, '../../../..');
const FILE = 'infra/examples/capacity/four-continents.json';

const run = (...args: readonly string[]) => runCommand(capacityCommand(), args, { env: {}, cwd: ROOT });

const given = (): Record<string, never> =>
  JSON.parse(readFileSync(join(ROOT, FILE), 'utf8')) as Record<string, never>;

interface Planned {
  readonly clusters: readonly {
    readonly id: string;
    readonly heartbeats: number;
    readonly heartbeatReads: number;
  }[];
  readonly totals: { readonly nodes: number; readonly monthly: Record<string, number> };
}

async function planned(...args: readonly string[]): Promise<Planned> {
  const { ended, stdout } = await run(FILE, '--json', ...args);
  expect(ended).toBe(0);
  return JSON.parse(stdout) as Planned;
}

it('The command plans for the clusters of the topology, and --set replaces figures of the file', async () => {
  const usual = await planned();
  expect(usual.clusters).toHaveLength(20);
  const rare = await planned('--set', 'traffic.reads.counts.perSecond=1e5', '--set', 'prices.nodeHour=0');
  expect(rare.totals.nodes).toBeLessThan(usual.totals.nodes);
  expect(rare.totals.monthly).toMatchObject({ nodes: 0, storage: usual.totals.monthly['storage'] });
});

it('The plan is of the named instance, if the topology has several', () => {
  const topology = loadTopology(join(ROOT, 'infra/examples/topologies/residency.json'));
  const regionShares = { 'europe-west1': 0.5, 'europe-north1': 0.5 };
  const traffic: Readonly<Record<string, unknown>> = given()['traffic']!;
  const fleet = { ...given(), traffic: { ...traffic, regionShares } };
  const clusters = parseFleet({ ...fleet, instance: 'tidemark-eu' }, () => topology).clusters;
  expect(clusters.map(({ id }) => id)).toEqual(['eu-west', 'eu-north', 'eu-batch']);
  const rejected = (message: RegExp) =>
    expect.objectContaining({
      field: 'instance',
      message: expect.stringMatching(message) as string,
    }) as Error;
  expect(() => parseFleet(fleet, () => topology)).toThrow(
    rejected(/is required.* tidemark-us, tidemark-eu, tidemark-directory/),
  );
  expect(() => parseFleet({ ...fleet, instance: 'tidemark-de' }, () => topology)).toThrow(
    rejected(/"tidemark-de" is not in the topology/),
  );
});

it('The plan counts writes and reads of heartbeats by the evidence and the interval', async () => {
  const heartbeatLoad = async (evidence: string, intervalMs: number): Promise<readonly number[]> => {
    const { clusters } = await planned(
      ...['--set', `heartbeats.evidence=${evidence}`, '--set', `heartbeats.intervalMs=${intervalMs}`],
    );
    return [clusters[0]!.heartbeats, clusters[0]!.heartbeatReads];
  };
  const [usual] = (await planned()).clusters;
  expect(await heartbeatLoad('row', 30_000)).toEqual([usual!.heartbeats, usual!.heartbeatReads]);
  const [writes, reads] = await heartbeatLoad('row+shard', 1_000);
  expect(writes).toBeGreaterThan(20 * usual!.heartbeats);
  expect(reads).toBeGreaterThan(40 * usual!.heartbeatReads);
  // Heartbeats of distant clusters are read less often when they prove nothing.
  const [sameWrites, fewerReads] = await heartbeatLoad('row', 1_000);
  expect(sameWrites).toBe(writes);
  expect(fewerReads).toBeLessThan(0.7 * reads!);
  expect(await heartbeatLoad('row', 0)).toEqual([0, 0]);
});

it.each(['nodeReadsPerSecond', 'nodeWritesPerSecond', 'nodeScanBytesPerSecond', 'processMemoryGib'])(
  'A limit %s that is so small that no number of nodes suffices is rejected',
  (name) => {
    const limits = { ...(given()['limits'] as unknown as object), [name]: 5e-324 };
    const topology = loadTopology(join(ROOT, 'infra/examples/topologies/four-continents.json'));
    expect(() => parseFleet({ ...given(), limits }, () => topology)).toThrow(
      /must be a number from 0\.000001/,
    );
  },
);

it.each([
  ['heartbeats.interval=5000', 'heartbeats.interval'],
  ['limits.nodeUtilisation=2', 'limits.nodeUtilisation'],
  ['traffic.regionShares.us-central1=0.5', 'traffic.regionShares'],
  ['topology=3', 'config'],
  ['heartbeats=3', 'heartbeats'],
  ['heartbeats.intervalMs=off', 'heartbeats.intervalMs'],
  ['heartbeats.intervalMs=1e-300', 'heartbeats.intervalMs'],
  ['heartbeats.evidence=shard', 'heartbeats.evidence'],
])('The option --set %s is rejected, and the error names the field', async (replacement, field) => {
  const { ended, stderr } = await run(FILE, '--json', '--set', replacement);
  expect(ended).toBe(1);
  expect((JSON.parse(stderr) as { error: unknown }).error).toMatchObject({ code: 'invalid_argument', field });
});

it('Heartbeats that prove answers cannot be turned off', async () => {
  const off = ['--set', 'heartbeats.intervalMs=0', '--set', 'heartbeats.evidence=row+shard'];
  const { ended, stderr } = await run(FILE, '--json', ...off);
  expect(ended).toBe(1);
  expect(JSON.parse(stderr)).toMatchObject({ error: { field: 'heartbeats.intervalMs' } });
});

it('A replacement without a value, a missing file and a file that is not JSON are rejected', async () => {
  expect(await run(FILE, '--set', 'heartbeats.intervalMs')).toMatchObject({ ended: 1 });
  expect((await run('nowhere.json')).stderr).toContain('fleet: cannot be read');
  expect((await run(__filename)).stderr).toContain('fleet: is not JSON');
});

it.each([
  ['prices', undefined],
  ['limits.nodes', 3],
  ['traffic.reads.counts.rowBytes', undefined],
  ['traffic.reads.counts.perSecond', -1],
  ['traffic.regionShares.mars', 0],
])('An error names the field %s when its value is %s', (field, value) => {
  const fleet = given();
  const names = field.split('.');
  const parent = names.slice(0, -1).reduce((at, name) => at[name]!, fleet) as Record<string, unknown>;
  parent[names.at(-1)!] = value;
  if (value === undefined) delete parent[names.at(-1)!];
  const topology = loadTopology(join(ROOT, 'infra/examples/topologies/four-continents.json'));
  const parse = (): unknown => parseFleet(fleet, () => topology);
  expect(parse).toThrow(TidemarkError);
  expect(parse).toThrow(expect.objectContaining({ field }) as Error);
});

/** The page shows commands with their output. */
it('The commands of docs/operations/capacity.md print the output of the page', async () => {
  const page = readFileSync(join(ROOT, 'docs/operations/capacity.md'), 'utf8');
  const shown = [...page.matchAll(/```sh\nnpx tidemark capacity ([^\n]+)\n```\n\n```text\n([^]*?)```/g)];
  expect(shown.length).toBeGreaterThanOrEqual(2);
  for (const [, args, text] of shown) {
    const { stdout } = await run(...args!.split(' '));
    // An ellipsis on the page stands for omitted lines.
    for (const part of text!.split('…\n')) expect(stdout).toContain(part);
  }
});
