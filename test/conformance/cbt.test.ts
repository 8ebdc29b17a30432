import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type LocalBigtable, startLocalBigtable } from '../../src/local-bigtable/server';

const skipReason = findCbt();

/** Runs Google's command, written in Go with another implementation of gRPC, unchanged against the embedded server. */
(skipReason === undefined ? describe : describe.skip)(
  `cbt on the embedded server${skipReason === undefined ? '' : ` (${skipReason})`}`,
  () => {
    let server: LocalBigtable;
    let home: string;

    beforeAll(async () => {
      server = await startLocalBigtable({ host: '127.0.0.1', port: 0 });
      home = mkdtempSync(join(tmpdir(), 'tidemark-cbt-'));
      writeFileSync(join(home, 'none.json'), '{}');
    });

    afterAll(async () => {
      await server.close();
      rmSync(home, { recursive: true });
    });

    const cbt = (...args: string[]): Promise<string> => cbtOf('i', ...args);

    async function cbtOf(instance: string, ...args: string[]): Promise<string> {
      const env = { ...process.env, HOME: home, BIGTABLE_EMULATOR_HOST: server.endpoint };
      // Without credentials, even invalid ones, it starts gcloud to get some, which takes a second each time.
      const all = ['-creds', join(home, 'none.json'), '-project', 'p', '-instance', instance, ...args];
      return (await promisify(execFile)('cbt', all, { env })).stdout;
    }

    it('cbt creates a table, sets, reads, counts, filters and deletes', async () => {
      await cbt('createtable', 'users', 'families=stats:maxversions=2,info');
      expect(await cbt('ls')).toBe('users\n');
      expect(await cbt('ls', 'users')).toMatch(/stats\s+versions\(\) > 2/);
      await cbt('set', 'users', 'u#1', 'stats:clicks=three', 'info:name=Ada');
      await cbt('set', 'users', 'u#2', 'stats:clicks=one');
      expect(await cbt('lookup', 'users', 'u#1')).toMatch(/info:name.*\n\s+"Ada"/);
      const filtered = await cbt('read', 'users', 'regex=u.2', 'columns=stats:clicks');
      expect(filtered).toMatch(/u#2\n\s+stats:clicks.*\n\s+"one"/);
      expect(filtered).not.toContain('u#1');
      await cbt('deleterow', 'users', 'u#2');
      expect(await cbt('count', 'users')).toBe('1\n');
      await cbt('deletetable', 'users');
      expect(await cbt('ls')).toBe('');
    });

    it('cbt creates an instance with clusters and app profiles, uses them, and deletes them', async () => {
      const shop = (...args: string[]): Promise<string> => cbtOf('shop-1', ...args);
      await shop('createinstance', 'shop-1', 'My shop', 'shop-c1', 'europe-west1-b', '3', 'SSD');
      expect(await shop('listinstances')).toMatch(/shop-1\s+My shop/);
      await shop('createcluster', 'shop-c2', 'us-east1-b', '1', 'SSD');
      const clusters = await shop('listclusters');
      expect(clusters).toMatch(/shop-c1\s+europe-west1-b\s+READY \(3 serve nodes\)/);
      expect(clusters).toMatch(/shop-c2\s+us-east1-b\s+READY \(1 serve nodes\)/);
      await shop('createappprofile', 'shop-1', 'batch', 'Batch', 'route-to=shop-c2');
      expect(await shop('getappprofile', 'shop-1', 'batch')).toMatch(/cluster_id:\s*"shop-c2"/);
      expect(await shop('listappprofile', 'shop-1')).toContain('appProfiles/default');
      await shop('createtable', 'users', 'families=info');
      await shop('set', 'users', 'u#1', 'app-profile=batch', 'info:name=Ada');
      expect(await shop('read', 'users', 'app-profile=batch')).toContain('"Ada"');
      await expect(shop('read', 'users', 'app-profile=nope')).rejects.toThrow('NotFound');
      await shop('deleteappprofile', 'shop-1', 'batch');
      await shop('deletecluster', 'shop-c2');
      await shop('deleteinstance', 'shop-1');
      expect(await shop('listinstances')).not.toContain('shop-1');
    });

    it('the command that an error suggests creates the missing app profile', async () => {
      await cbt('createtable', 'hinted', 'families=f');
      const error = await cbt('read', 'hinted', 'app-profile=near').catch((each: Error) => each.message);
      const [, command = ''] = /for example: cbt (.*)$/m.exec(error) ?? [];
      const args = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
      expect(args.slice(0, 4)).toEqual(['-project', 'p', '-instance', 'i']);
      await cbtOf('other', ...args);
      expect(await cbt('read', 'hinted', 'app-profile=near')).toBe('');
    });

    describe('with two clusters', () => {
      const shop = (...args: string[]): Promise<string> => cbtOf(SHOP, ...args);

      beforeAll(async () => {
        await shop('createinstance', SHOP, 'The shop', 'shop-c1', 'europe-west1-b', '3', 'SSD');
        await shop('createcluster', 'shop-c2', 'us-east1-b', '1', 'HDD');
      });

      it('cbt resizes clusters, and two clusters in a zone are rejected', async () => {
        await shop('updatecluster', 'shop-c2', 'num-nodes=5');
        expect(await shop('listclusters')).toMatch(/shop-c2\s+us-east1-b\s+READY \(5 serve nodes\)/);
        await expect(shop('createcluster', 'shop-c3', 'us-east1-b', '1', 'SSD')).rejects.toThrow(
          'Cannot create multiple clusters in the same zone',
        );
      });

      it('cbt changes the routing of an app profile', async () => {
        await shop('createappprofile', SHOP, 'moving', 'to any', 'route-any');
        expect(await shop('getappprofile', SHOP, 'moving')).toContain('Description: to any');
        await shop('updateappprofile', SHOP, 'moving', 'to one', 'route-to=shop-c2');
        const moved = await shop('getappprofile', SHOP, 'moving');
        expect(moved).toContain('Description: to one');
        expect(moved).toMatch(/cluster_id:\s*"shop-c2"/);
        await expect(shop('deletecluster', 'shop-c2')).rejects.toThrow(/route to it: moving/);
        await shop('deleteappprofile', SHOP, 'moving');
        await expect(shop('getappprofile', SHOP, 'moving')).rejects.toThrow('NotFound');
      });

      it('cbt allows transactions through one cluster', async () => {
        await shop(
          'createappprofile',
          SHOP,
          'tx',
          'transactions',
          'route-to=shop-c1',
          'transactional-writes=true',
        );
        expect(await shop('getappprofile', SHOP, 'tx')).toMatch(/allow_transactional_writes:\s*true/);
      });

      it('cbt creates split tables, changes families and rules, adds to aggregates, imports, and waits for replication', async () => {
        await shop('createtable', 'ads', 'families=sums:never:intsum,info:maxversions=2', 'splits=m,t');
        await shop('createfamily', 'ads', 'more');
        await shop('setvaluetype', 'ads', 'more', 'stringutf8bytes');
        await shop('setgcpolicy', 'ads', 'more', 'maxage=10d', 'or', 'maxversions=3');
        const families = await shop('ls', 'ads');
        expect(families).toMatch(/more\s+\(age\(\) > 10d \|\| versions\(\) > 3\)/);
        await shop('addtocell', 'ads', 'ad#1', 'sums:clicks=3@1000');
        await shop('addtocell', 'ads', 'ad#1', 'sums:clicks=4@1000');
        expect(await shop('read', 'ads', 'columns=sums:clicks')).toContain('\\a"');
        const file = join(home, 'ads.csv');
        writeFileSync(file, ',info,\n,name,price\nad#2,Boots,7\nad#3,Hats,8\n');
        await shop('import', 'ads', file);
        expect(await shop('count', 'ads', 'prefix=ad')).toBe('3\n');
        expect(await shop('read', 'ads', 'prefix=ad#3', 'columns=info:name')).toContain('"Hats"');
        expect(await shop('waitforreplication', 'ads')).toContain('to be replicated');
        await shop('deletefamily', 'ads', 'sums');
        await shop('deletecolumn', 'ads', 'ad#2', 'info', 'name');
        await shop('deleteallrows', 'ads');
        expect(await shop('count', 'ads')).toBe('0\n');
      });
    });
  },
);

const SHOP = 'shop-2';

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
