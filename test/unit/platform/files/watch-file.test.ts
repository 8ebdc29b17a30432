import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchFile, type FileContents, type WatchedFile } from '../../../../src/platform/files/watch-file';
import { VirtualClock } from '../../../support/virtual-clock';

describe('A watched file', () => {
  let folder: string;
  let file: string;
  let clock: VirtualClock;
  let polls: (() => void | Promise<void>)[];
  let changes: string[];
  let watched: WatchedFile<string>;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-watch-'));
    file = join(folder, 'file');
    [clock, polls, changes] = [new VirtualClock(), [], []];
    writeFileSync(file, 'first');
    watched = watchFile({
      file,
      intervalMs: 1_000,
      onError: () => undefined,
      clock: { ...clock, schedule: (_delayMs, task) => (polls.push(task), () => undefined) },
      parse: (contents: FileContents) => ('text' in contents ? contents.text : 'unreadable'),
      onChange: (text) => changes.push(text),
    });
  });
  afterEach(() => {
    watched.stop();
    rmSync(folder, { recursive: true });
  });

  it('is polled without blocking the event loop', async () => {
    writeFileSync(file, 'second');
    const polled = polls[0]!();
    expect(changes).toEqual([]);
    await polled;
    expect(changes).toEqual(['second']);
    expect(polls).toHaveLength(2);
  });

  it('is read immediately on request', () => {
    writeFileSync(file, 'second');
    watched.readNow();
    expect(changes).toEqual(['second']);
  });

  it('reports nothing from a poll that was in flight when the watch was stopped or the file was read', async () => {
    writeFileSync(file, 'second');
    const stopped = polls[0]!();
    watched.stop();
    await stopped;
    expect([changes, polls.length]).toEqual([[], 1]);
    const late = polls[0]!();
    watched.readNow();
    await late;
    // `readNow` has scheduled the next poll, and the overtaken one schedules none.
    expect([changes, polls.length]).toEqual([['second'], 2]);
  });
});
