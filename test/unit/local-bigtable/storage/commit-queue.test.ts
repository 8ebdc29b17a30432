import { CommitQueue } from '../../../../src/local-bigtable/storage/commit-queue';
import type { UnwritableError } from '../../../../src/local-bigtable/storage/unwritable-error';
import { VirtualClock } from '../../../support/virtual-clock';
import type { CommitStorage, StorageRecord } from '../../../../src/local-bigtable/storage/commit-storage';

/** Storage whose commits end when the test decides. */
class ManualStorage implements CommitStorage {
  readonly commits: { records: readonly StorageRecord[]; end: (error?: Error) => void }[] = [];
  async load(): Promise<number> {
    return 0;
  }
  async close(): Promise<void> {}
  commit(records: readonly StorageRecord[]): Promise<void> {
    return new Promise((resolve, reject) =>
      this.commits.push({ records, end: (error) => (error ? reject(error) : resolve()) }),
    );
  }
}

/** Storage whose failed commits can be retried. */
class RepairableStorage extends ManualStorage {
  readonly retries: ((error?: Error) => void)[] = [];
  retry(): Promise<void> {
    return new Promise((resolve, reject) =>
      this.retries.push((error) => (error ? reject(error) : resolve())),
    );
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
const write = (queue: CommitQueue, table: number): number => {
  const version = queue.nextVersion();
  queue.append({ kind: 'drop', table });
  return version;
};

describe('CommitQueue', () => {
  it('a change is committed immediately without storage', () => {
    const queue = new CommitQueue(undefined);
    expect(queue.whenCommitted(write(queue, 1))).toBeUndefined();
  });

  it('changes that arrive during a commit share the next one, in order', async () => {
    const storage = new ManualStorage();
    const queue = new CommitQueue(storage);
    const settled: string[] = [];
    const first = write(queue, 1);
    void queue.whenCommitted(first)?.then(() => settled.push('first'));
    await turn();
    const [second, third] = [write(queue, 2), write(queue, 3)];
    void queue.whenCommitted(third)?.then(() => settled.push('third'));
    void queue.whenCommitted(second)?.then(() => settled.push('second'));
    void queue.whenCommitted(first)?.then(() => settled.push('first again'));
    await turn();
    expect(storage.commits).toHaveLength(1);
    expect(settled).toEqual([]);
    storage.commits[0]?.end();
    await turn();
    expect(settled).toEqual(['first', 'first again']);
    expect(storage.commits[1]?.records.map(({ table }) => table)).toEqual([2, 3]);
    storage.commits[1]?.end();
    await turn();
    expect(settled.slice(2).sort()).toEqual(['second', 'third']);
    expect(queue.whenCommitted(third)).toBeUndefined();
  });

  it('all commits after a failed one fail, and further writes are rejected', async () => {
    const storage = new ManualStorage();
    const queue = new CommitQueue(storage);
    const version = write(queue, 1);
    const waiting = expect(queue.whenCommitted(version)).rejects.toThrow(/disk full/);
    await turn();
    write(queue, 2);
    storage.commits[0]?.end(new Error('disk full'));
    await waiting;
    await expect(queue.whenCommitted(version)).rejects.toThrow(/disk full/);
    expect(() => queue.nextVersion()).toThrow(/disk full/);
    expect(storage.commits).toHaveLength(1);
    await queue.close();
  });

  it('a failed commit is retried until it succeeds, and no change is accepted before', async () => {
    const storage = new RepairableStorage();
    const clock = new VirtualClock();
    const observed: unknown[] = [];
    const observer = {
      onUnwritable: ({ isDiskFull, message }: UnwritableError) => observed.push([isDiskFull, message]),
      onWritable: (outageMs: number) => observed.push(outageMs),
    };
    const queue = new CommitQueue(storage, { clock, retryMs: 1_000, observer });
    const first = write(queue, 1);
    const rejected = expect(queue.whenCommitted(first)).rejects.toThrow(/its disk is full/);
    let isDurable = false;
    void queue.whenDurable(first)?.then(() => (isDurable = true));
    await turn();
    const second = write(queue, 2);
    storage.commits[0]?.end(new Error('IO error: 3.log: No space left on device'));
    await rejected;
    await clock.advance(999);
    expect(storage.retries).toHaveLength(0);
    await clock.advance(1);
    storage.retries[0]?.(new Error('IO error: 5.ldb: Disk quota exceeded'));
    await turn();
    expect(() => queue.nextVersion()).toThrow(/its disk is full: .*quota/);
    await clock.advance(1_000);
    expect(isDurable).toBe(false);
    storage.retries[1]?.();
    await turn();
    expect(isDurable).toBe(true);
    expect(queue.whenCommitted(first)).toBeUndefined();
    const afterwards = queue.whenCommitted(write(queue, 3));
    // Records that were queued when the commit failed follow it.
    expect(storage.commits[1]?.records.map(({ table }) => table)).toEqual([2]);
    storage.commits[1]?.end();
    await turn();
    expect(queue.whenCommitted(second)).toBeUndefined();
    storage.commits[2]?.end();
    await afterwards;
    const message =
      'the data folder cannot be written: its disk is full: IO error: 3.log: No space left on device';
    expect(observed).toEqual([[true, message], 2_000]);
  });

  it('the queue closes while storage fails', async () => {
    const storage = new RepairableStorage();
    const clock = new VirtualClock();
    const queue = new CommitQueue(storage, { clock, retryMs: 1_000 });
    const rejected = expect(queue.whenCommitted(write(queue, 1))).rejects.toThrow(/EIO/);
    await turn();
    storage.commits[0]?.end(new Error('EIO'));
    await rejected;
    await queue.close();
    expect([storage.retries.length, clock.pending]).toEqual([0, 0]);
  });

  it('the queue closes after the last commit', async () => {
    const storage = new ManualStorage();
    const queue = new CommitQueue(storage);
    write(queue, 1);
    let closed = false;
    const closing = queue.close().then(() => (closed = true));
    await turn();
    expect(closed).toBe(false);
    storage.commits[0]?.end();
    await closing;
  });
});
