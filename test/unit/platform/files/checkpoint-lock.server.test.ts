import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheckpointLock } from '../../../../src/platform/files/checkpoint-lock';
import { tidemarkError } from '../../../support/tidemark-error';

let folder: string;
let checkpoint: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-lock-'));
  checkpoint = join(folder, 'checkpoint');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const leaveLock = (text: string): void => writeFileSync(`${checkpoint}.lock`, text);
const heldBy = (pid: number, host = hostname()): string => JSON.stringify({ pid, host });
const inUse = (pid: number): Error =>
  tidemarkError('invalid_argument', 'checkpoint', `is in use by process ${pid}`);

describe('A checkpoint lock', () => {
  it('is held until it is released', () => {
    const lock = new CheckpointLock(checkpoint, 'checkpoint');
    expect(() => new CheckpointLock(checkpoint, 'checkpoint')).toThrow(inUse(process.pid));
    lock.release();
    expect(existsSync(`${checkpoint}.lock`)).toBe(false);
    new CheckpointLock(checkpoint, 'checkpoint').release();
  });

  it('is rejected while a process of this machine holds it', () => {
    leaveLock(heldBy(process.ppid));
    expect(() => new CheckpointLock(checkpoint, 'checkpoint')).toThrow(inUse(process.ppid));
  });

  it('is rejected while a process of another machine may hold it', () => {
    leaveLock(heldBy(1, 'elsewhere'));
    expect(() => new CheckpointLock(checkpoint, 'checkpoint')).toThrow(
      tidemarkError('invalid_argument', 'checkpoint', 'is in use by process 1 on elsewhere'),
    );
  });

  it('is taken over from a process that has ended, also from one with the id of this process', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    for (const text of [heldBy(pid), heldBy(process.pid)]) {
      leaveLock(text);
      new CheckpointLock(checkpoint, 'checkpoint').release();
    }
  });

  it('is rejected while its file is unreadable, since another process may be writing it', () => {
    leaveLock('{"pid":');
    expect(() => new CheckpointLock(checkpoint, 'checkpoint')).toThrow(
      tidemarkError('invalid_argument', 'checkpoint', 'is unreadable: delete it'),
    );
  });

  it('is rejected with the reason when its file cannot be written', () => {
    expect(() => new CheckpointLock(join(folder, 'nowhere', 'checkpoint'), 'checkpoint')).toThrow(
      tidemarkError('invalid_argument', 'checkpoint', 'cannot be written: ENOENT'),
    );
  });
});
