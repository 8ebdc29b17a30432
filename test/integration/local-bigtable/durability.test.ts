import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../../../src/platform/random';
import { RawBigtable } from '../../conformance/raw-bigtable';
import { type StartedChildProcess, startChildProcess } from '../../support/child-process';
import { Administrator, Site, Writer } from '../../support/load-under-kill';
import { ResourceKeeper } from '../../support/resources-under-kill';
import { until } from '../../support/until';
import { TEST_SEED } from '../../support/test-seed';

const KILLS = Number(process.env['TIDEMARK_TEST_KILLS'] ?? 8);
const SERVER = join(__dirname, '../../support/local-bigtable/local-bigtable-process.ts');
const WRITERS = 6;
/** Minimum number of acknowledged changes of rows and tables in each round. */
const ROUND_WRITES = 8;
const ROUND_TABLES = 2;
const SUM = {
  valueType: { aggregateType: { inputType: { int64Type: { encoding: { bigEndianBytes: {} } } }, sum: {} } },
};

// With slow commits every kill hits changes that are only in memory, so an early answer would be detected.
const SETTINGS = [
  { clusters: 0, commitDelayMs: 0 },
  { clusters: 0, commitDelayMs: 5 },
  { clusters: 3, commitDelayMs: 0 },
  { clusters: 3, commitDelayMs: 5 },
];

describe(`kill -9 under load, ${KILLS} times, TIDEMARK_TEST_SEED=${TEST_SEED}`, () => {
  let folder: string;
  let child: StartedChildProcess | undefined;
  let bigtable: RawBigtable;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-kill-'));
  });

  afterEach(async () => {
    bigtable.close();
    await child?.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  /** Returns the sites of a server just started: one per cluster. */
  const start = async ({ clusters, commitDelayMs }: (typeof SETTINGS)[number]): Promise<Site[]> => {
    child = await startChildProcess(SERVER, [folder, String(commitDelayMs), String(clusters)]);
    bigtable = new RawBigtable(child.firstLine);
    const profiles = Array.from({ length: clusters }, (_, index) => `at-c${index}`);
    return (clusters === 0 ? [''] : profiles).map((profile) => new Site(bigtable, profile));
  };

  it.each(SETTINGS)(
    'no acknowledged write is lost at any cluster, and none is applied partially or twice: %j',
    async (setting) => {
      const random = seededRandom(TEST_SEED);
      const writers = Array.from({ length: WRITERS }, (_, index) => new Writer(`w${index}`));
      const administrator = new Administrator();
      const keeper = new ResourceKeeper();
      const acknowledged = (): number => writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
      let sites = await start(setting);
      await bigtable.createTable('t', { f: { gcRule: { maxNumVersions: 1 } }, s: SUM });
      for (let round = 0; round < KILLS / SETTINGS.length; round++) {
        const load = [
          ...writers.map((writer, index) => writer.write(sites[index % sites.length]!, sites[0]!)),
          administrator.administer(sites),
          keeper.keep(bigtable),
        ];
        // Each round has something to lose on any machine, and the kill happens at any moment after that.
        const owed = acknowledged() + ROUND_WRITES;
        const owedTables = administrator.acknowledged + ROUND_TABLES;
        const owedResources = keeper.acknowledged + 1;
        await until(
          () =>
            acknowledged() >= owed &&
            administrator.acknowledged >= owedTables &&
            keeper.acknowledged >= owedResources,
        );
        await new Promise((resolve) => setTimeout(resolve, random() * 150));
        await child?.kill('SIGKILL');
        await Promise.all(load);
        bigtable.close();
        sites = await start(setting);
        await check(sites, writers);
        // At another cluster than before, if there are several.
        await Promise.all(writers.map((writer, index) => writer.repeat(sites[(index + 1) % sites.length]!)));
        await administrator.check(sites);
        await keeper.check(bigtable);
      }
    },
    600_000,
  );
});

/** Checks that all clusters show the same, because a restart is long enough for everything to arrive. */
async function check(sites: readonly Site[], writers: readonly Writer[]): Promise<void> {
  const [rows = [], ...others] = await Promise.all(sites.map((site) => site.read('t')));
  for (const other of others) expect(other).toEqual(rows);
  for (const writer of writers) writer.check(rows);
}
