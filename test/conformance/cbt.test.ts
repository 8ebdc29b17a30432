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

    async function cbt(...args: string[]): Promise<string> {
      const env = { ...process.env, HOME: home, BIGTABLE_EMULATOR_HOST: server.endpoint };
      const { stdout } = await promisify(execFile)('cbt', ['-project', 'p', '-instance', 'i', ...args], {
        env,
      });
      return stdout;
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
