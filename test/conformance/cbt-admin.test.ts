import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type LocalBigtable, startLocalBigtable } from '../../src/local/server';

const skipReason = findCbt();

/** What Google's command administers, unchanged against the embedded server. */
(skipReason === undefined ? describe : describe.skip)(
  `cbt administers the embedded server${skipReason === undefined ? '' : ` (${skipReason})`}`,
  () => {
    let server: LocalBigtable;
    let home: string;

    beforeAll(async () => {
      server = await startLocalBigtable({ host: '127.0.0.1', port: 0 });
      home = mkdtempSync(join(tmpdir(), 'tidemark-cbt-'));
      writeFileSync(join(home, 'none.json'), '{}');
      await cbt('createinstance', INSTANCE, 'The shop', 'shop-c1', 'europe-west1-b', '3', 'SSD');
      await cbt('createcluster', 'shop-c2', 'us-east1-b', '1', 'HDD');
    }, 60_000);

    afterAll(async () => {
      await server.close();
      rmSync(home, { recursive: true });
    });

    async function cbt(...args: string[]): Promise<string> {
      const env = { ...process.env, HOME: home, BIGTABLE_EMULATOR_HOST: server.endpoint };
      // Without any, even useless ones, it starts gcloud to ask for credentials, which takes a second each time.
      const all = ['-creds', join(home, 'none.json'), '-project', 'p', '-instance', INSTANCE, ...args];
      return (await promisify(execFile)('cbt', all, { env })).stdout;
    }

    it('resizes clusters, and refuses two in a zone', async () => {
      await cbt('updatecluster', 'shop-c2', 'num-nodes=5');
      expect(await cbt('listclusters')).toMatch(/shop-c2\s+us-east1-b\s+READY \(5 serve nodes\)/);
      await expect(cbt('createcluster', 'shop-c3', 'us-east1-b', '1', 'SSD')).rejects.toThrow(
        'Cannot create multiple clusters in the same zone',
      );
    }, 60_000);

    it('changes where an app profile routes to', async () => {
      await cbt('createappprofile', INSTANCE, 'moving', 'to any', 'route-any');
      expect(await cbt('getappprofile', INSTANCE, 'moving')).toContain('Description: to any');
      await cbt('updateappprofile', INSTANCE, 'moving', 'to one', 'route-to=shop-c2');
      const moved = await cbt('getappprofile', INSTANCE, 'moving');
      expect(moved).toContain('Description: to one');
      expect(moved).toMatch(/cluster_id:\s*"shop-c2"/);
      await expect(cbt('deletecluster', 'shop-c2')).rejects.toThrow(/route to it: moving/);
      await cbt('deleteappprofile', INSTANCE, 'moving');
      await expect(cbt('getappprofile', INSTANCE, 'moving')).rejects.toThrow('NotFound');
    }, 60_000);

    it('allows transactions through one cluster', async () => {
      await cbt(
        'createappprofile',
        INSTANCE,
        'tx',
        'transactions',
        'route-to=shop-c1',
        'transactional-writes=true',
      );
      expect(await cbt('getappprofile', INSTANCE, 'tx')).toMatch(/allow_transactional_writes:\s*true/);
    }, 60_000);

    it('makes split tables, changes families and their rules, adds up, imports, waits for replication', async () => {
      await cbt('createtable', 'ads', 'families=sums:never:intsum,info:maxversions=2', 'splits=m,t');
      await cbt('createfamily', 'ads', 'more');
      await cbt('setgcpolicy', 'ads', 'more', 'maxage=10d', 'or', 'maxversions=3');
      const families = await cbt('ls', 'ads');
      expect(families).toMatch(/more\s+\(age\(\) > 10d \|\| versions\(\) > 3\)/);
      await cbt('addtocell', 'ads', 'ad#1', 'sums:clicks=3@1000');
      await cbt('addtocell', 'ads', 'ad#1', 'sums:clicks=4@1000');
      expect(await cbt('read', 'ads', 'columns=sums:clicks')).toContain('\\a"');
      const file = join(home, 'ads.csv');
      writeFileSync(file, ',info,\n,name,price\nad#2,Boots,7\nad#3,Hats,8\n');
      await cbt('import', 'ads', file);
      expect(await cbt('count', 'ads', 'prefix=ad')).toBe('3\n');
      expect(await cbt('read', 'ads', 'prefix=ad#3', 'columns=info:name')).toContain('"Hats"');
      expect(await cbt('waitforreplication', 'ads')).toContain('to be replicated');
      await cbt('deletefamily', 'ads', 'sums');
      await cbt('deletecolumn', 'ads', 'ad#2', 'info', 'name');
      await cbt('deleteallrows', 'ads');
      expect(await cbt('count', 'ads')).toBe('0\n');
    }, 120_000);
  },
);

const INSTANCE = 'shop-2';

function findCbt(): string | undefined {
  try {
    execFileSync('cbt', ['help'], { stdio: 'ignore' });
    return undefined;
  } catch {
    const reason = 'cbt was not found (gcloud components install cbt)';
    if (process.env['CI']) throw new Error(`${reason}, and CI is set`);
    return reason;
  }
}
