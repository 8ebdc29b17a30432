import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalBigtable, startLocalBigtable } from '../../../src/local-bigtable/server';
import type { UnwritableError } from '../../../src/local-bigtable/storage/unwritable-error';
import { RawBigtable } from '../../conformance/raw-bigtable';
import { until } from '../../support/until';

const disk = mkdtempSync(join(tmpdir(), 'tidemark-full-'));

/** Creates the disk or enlarges it. Returns false where that is not allowed. */
function mount(...options: string[]): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const DISK_BYTES = 3 * 1024 * 1024;
const PAGE_BYTES = 4_096;
const isMounted = process.platform === 'linux' && mount('size=3m');
const describeIfMounted = isMounted ? describe : describe.skip;

describeIfMounted(`A full disk (needs the right to mount one)`, () => {
  let server: LocalBigtable;
  let bigtable: RawBigtable;
  let observed: string[] = [];
  const storageObserver = {
    onUnwritable: ({ isDiskFull }: UnwritableError) => observed.push(isDiskFull ? 'full' : 'unwritable'),
    onWritable: () => observed.push('writable'),
  };

  const start = async (): Promise<void> => {
    const dataDir = join(disk, 'data');
    server = await startLocalBigtable({ host: '127.0.0.1', port: 0, dataDir, storageObserver });
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

  const fill = async (acknowledged: string[]): Promise<void> => {
    for (let row = 1_000; ; row++) {
      await bigtable.set('t', `row-${row}`, [['f', 'q', 0, 'x'.repeat(50_000)]]);
      acknowledged.push(`row-${row}`);
    }
  };
  const NO_SPACE =
    /UNAVAILABLE: the data folder cannot be written: its disk is full: .*No space left on device/;

  beforeEach(async () => {
    mount('remount', 'size=3m');
    await rm(join(disk, 'data'), { recursive: true, force: true });
    observed = [];
  });

  it('writes fail until there is space, and then succeed without a restart', async () => {
    await start();
    await bigtable.createTable('t', { f: {} });
    const acknowledged: string[] = [];
    await expect(fill(acknowledged)).rejects.toThrow(NO_SPACE);
    expect(() => server.checkWritable()).toThrow(/its disk is full/);
    const [first = ''] = acknowledged;
    // Durable data is readable all the time.
    expect(await bigtable.read('t', { rows: { rowKeys: [Buffer.from(first)] } })).toHaveLength(1);
    await expect(bigtable.set('t', 'refused', [['f', 'q', 0, '']])).rejects.toThrow(NO_SPACE);
    mount('remount', 'size=64m');
    await until(() => observed.includes('writable'));
    expect(server.checkWritable()).toBeUndefined();
    await bigtable.set('t', 'row-after', [['f', 'q', 0, '']]);
    const unknown = `row-${1_000 + acknowledged.length}`;
    const keysNow = (await bigtable.read('t')).map(({ key }) => key);
    expect(keysNow).toEqual([...acknowledged, unknown, 'row-after']);
    await stop();
    await start();
    expect((await bigtable.read('t')).map(({ key }) => key)).toEqual(keysNow);
    await stop();
    expect(observed).toEqual(['full', 'writable']);
  });

  it('a start that is stopped at any page corrupts nothing: the next one with space succeeds', async () => {
    const ballast = join(disk, 'ballast');
    const outcomes: string[] = [];
    for (let freePages = 0; freePages < 24; freePages++) {
      await writeFile(ballast, Buffer.alloc(DISK_BYTES - freePages * PAGE_BYTES));
      const outcome = await start().then(
        () => 'started',
        (error: Error) => error.message,
      );
      outcomes.push(outcome);
      if (outcome === 'started') await stop();
      await rm(ballast);
      await start();
      await stop();
      await rm(join(disk, 'data'), { recursive: true });
    }
    expect(outcomes.filter((outcome) => /corrupted|changed|format/.test(outcome))).toEqual([]);
    expect(outcomes.filter((outcome) => outcome === 'started')).not.toEqual([]);
    expect(outcomes.filter((outcome) => /no space left/i.test(outcome)).length).toBeGreaterThan(3);
  });

  it('writes fail clearly from the first that does not fit, and all acknowledged ones remain', async () => {
    await start();
    await bigtable.createTable('t', { f: {} });
    const acknowledged: string[] = [];
    await expect(fill(acknowledged)).rejects.toThrow(NO_SPACE);
    expect(acknowledged.length).toBeGreaterThan(10);
    await expect(bigtable.set('t', 'small', [['f', 'q', 0, '']])).rejects.toThrow(NO_SPACE);
    await stop();
    await expect(start()).rejects.toThrow(/cannot be opened: .*No space left on device/);
    mount('remount', 'size=64m');
    await start();
    const keys = (await bigtable.read('t')).map(({ key }) => key);
    expect(keys.slice(0, acknowledged.length)).toEqual(acknowledged);
    // The failed write may have reached the disk completely.
    expect(keys.length - acknowledged.length).toBeLessThanOrEqual(1);
    await stop();
  });
});
