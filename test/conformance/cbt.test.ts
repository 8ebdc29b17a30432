import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type LocalBigtable, startLocalBigtable } from '../../src/local/server';

const skipReason = findCbt();

/** Google's command, written in Go on another implementation of gRPC, unchanged against the embedded server. */
(skipReason === undefined ? describe : describe.skip)(
  `cbt on the embedded server${skipReason === undefined ? '' : ` (${skipReason})`}`,
  () => {
    let server: LocalBigtable;
    let home: string;

    beforeAll(async () => {
      server = await startLocalBigtable({ host: '127.0.0.1', port: 0 });
      home = mkdtempSync(join(tmpdir(), 'tidemark-cbt-'));
    });

    afterAll(async () => {
      await server.close();
      rmSync(home, { recursive: true });
    });

    const cbt = (...args: string[]): Promise<string> => cbtOf('i', ...args);

    async function cbtOf(instance: string, ...args: string[]): Promise<string> {
      const env = { ...process.env, HOME: home, BIGTABLE_EMULATOR_HOST: server.endpoint };
      const all = ['-project', 'p', '-instance', instance, ...args];
      return (await promisify(execFile)('cbt', all, { env })).stdout;
    }

    it('creates a table, sets, reads, counts, filters and deletes', async () => {
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
    }, 60_000);

    it('makes an instance with clusters and app profiles, goes by them, and deletes them', async () => {
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
    }, 120_000);
  },
);

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
