import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalBigtable, startLocalBigtable } from '../../../src/local/server';
import { RawBigtable } from '../../conformance/raw-bigtable';

const disk = mkdtempSync(join(tmpdir(), 'tidemark-full-'));

/** Makes the disk, or makes it larger; false where that is not allowed. */
function mount(...options: string[]): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const isMounted = process.platform === 'linux' && mount('size=3m');
const describeIfMounted = isMounted ? describe : describe.skip;

describeIfMounted(`A full disk (needs the right to mount one)`, () => {
  let server: LocalBigtable;
  let bigtable: RawBigtable;

  const start = async (): Promise<void> => {
    server = await startLocalBigtable({ host: '127.0.0.1', port: 0, dataDir: join(disk, 'data') });
    bigtable = new RawBigtable(server.endpoint);
  };
  const stop = async (): Promise<void> => {
    bigtable.close();
    await server.close();
  };

  afterAll(async () => {
    execFileSync('umount', [disk]);
    await rm(disk, { recursive: true });
  });

  it('fails writes clearly, from the first that does not fit on, and keeps all that were acknowledged', async () => {
    await start();
    await bigtable.createTable('t', { f: {} });
    const acknowledged: string[] = [];
    const fill = async (): Promise<void> => {
      for (let row = 1_000; ; row++) {
        await bigtable.set('t', `row-${row}`, [['f', 'q', 0, 'x'.repeat(50_000)]]);
        acknowledged.push(`row-${row}`);
      }
    };
    const NO_SPACE = /UNAVAILABLE: the data folder cannot be written: .*No space left on device/;
    await expect(fill()).rejects.toThrow(NO_SPACE);
    expect(acknowledged.length).toBeGreaterThan(10);
    await expect(bigtable.set('t', 'small', [['f', 'q', 0, '']])).rejects.toThrow(NO_SPACE);
    await stop();
    await expect(start()).rejects.toThrow(/cannot be opened: .*No space left on device/);
    mount('remount', 'size=64m');
    await start();
    const keys = (await bigtable.read('t')).map(({ key }) => key);
    expect(keys.slice(0, acknowledged.length)).toEqual(acknowledged);
    // The write that failed may have reached the disk as a whole.
    expect(keys.length - acknowledged.length).toBeLessThanOrEqual(1);
    await stop();
  });
});
