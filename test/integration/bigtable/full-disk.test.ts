import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TidemarkProcess } from '../../support/tidemark-process';
import { until } from '../../support/until';

const disk = mkdtempSync(join(tmpdir(), 'tidemark-full-'));

function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const isMounted = process.platform === 'linux' && mount();
const describeIfMounted = isMounted ? describe : describe.skip;

describeIfMounted('tidemark start on a disk that becomes full (needs the right to mount one)', () => {
  const ballast = join(disk, 'ballast');
  let service: TidemarkProcess;
  let url: string;

  beforeAll(async () => {
    const env = { PORT: '0', TIDEMARK_LOCAL_PORT: '0', TIDEMARK_PACING: 'off' };
    service = new TidemarkProcess(['start', '--no-demo'], { cwd: disk, env });
    url = /API +(http:\S+)/.exec(await service.untilPrinted(/API +http.*\n/))![1]!;
  });

  afterAll(async () => {
    service.kill('SIGKILL');
    await service.finished;
    execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  });

  const fill = (): void => {
    const file = openSync(ballast, 'w');
    const chunk = Buffer.alloc(4_096);
    try {
      for (;;) writeSync(file, chunk);
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
    } finally {
      closeSync(file);
    }
  };
  const write = async (): Promise<number> => {
    const { status } = await fetch(`${url}/v1/corpora/users/objects/u/profile/main`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-request-timeout-ms': '1000' },
      body: JSON.stringify({ locale: 'de' }),
    });
    return status;
  };
  const readiness = async (): Promise<{ status: number; body: object }> => {
    const response = await fetch(`${url}/readyz`);
    return { status: response.status, body: (await response.json()) as object };
  };

  it('a full disk is reported in /readyz and once on standard error, and writes resume when there is space', async () => {
    expect([await write(), (await readiness()).status]).toEqual([200, 200]);
    fill();
    await until(async () => (await write()) === 503);
    expect(await readiness()).toMatchObject({
      status: 503,
      body: {
        code: 'not_ready',
        detail: 'the disk of the data folder is full: writes fail until there is space',
      },
    });
    expect(await write()).toBe(503);
    rmSync(ballast);
    await until(async () => (await readiness()).status === 200);
    await until(async () => (await write()) === 200);
    service.kill('SIGTERM');
    const { code, stderr } = await service.finished;
    expect(code).toBe(0);
    const errorLines = stderr.split('\n').filter((line) => line.startsWith('tidemark:'));
    expect(errorLines).toEqual([
      expect.stringMatching(
        /^tidemark: the data folder cannot be written: its disk is full: .*\. Writes fail until/,
      ),
      expect.stringMatching(/^tidemark: the data folder can be written again, after \d+ s\.$/),
    ]);
  });
});
