import { loadSchema } from '../../../../../src/codec/declarations/schema-registry';
import type { RowMutations } from '../../../../../src/bigtable/client/types';
import type { ReadEvidence } from '../../../../../src/core/consistency/consistency';
import { checkDefinition } from '../../../../../src/core/pipelines/check-definition';
import { objectIdOf, rowKey } from '../../../../../src/core/rows/row-key';
import { EMPTY_TOKEN } from '../../../../../src/core/tokens/write-token';
import { TidemarkError } from '../../../../../src/errors';
import { isInternal } from '../../../../../src/operations/objects/object-rules';
import { createProcessBatch } from '../../../../../src/operations/pipelines/follow/process-batch';
import type { RejectedObject } from '../../../../../src/operations/pipelines/follow/process-changed-page';
import type { ProcessObjects } from '../../../../../src/operations/pipelines/threads/process-objects';
import { ThreadFailedError } from '../../../../../src/operations/pipelines/threads/thread-pool';
import { sleep } from '../../../../../src/platform/time/clock';
import { readerAt } from '../../../../../src/operations/pipelines/follow/reader-at';
import type { RowAnswer } from '../../../../../src/consistency/store';
import { tidemarkError } from '../../../../support/tidemark-error';
import { VirtualClock } from '../../../../support/virtual-clock';

const definition = {
  name: 'p',
  corpus: 'users',
  reads: ['embedding'],
  writes: ['profile'],
  process: () => [],
};
const pipeline = checkDefinition(definition, { corpora: loadSchema().corpora(), isInternal });
const OUTPUT = { family: 'profile', subType: 'out', value: Buffer.from('v') };

interface Parts {
  readonly read?: (id: string) => number[] | undefined;
  /** Returns the output or the error of an object, or throws the error of its thread. */
  readonly process?: (id: string) => readonly (typeof OUTPUT)[] | TidemarkError;
  /** Time that a thread takes for an object, in milliseconds. */
  readonly processMs?: (id: string) => number;
  /** Time for which a page waits for a thread, in milliseconds. */
  readonly threadWaitMs?: number;
  readonly pageBytesMax?: number;
  readonly write?: (row: RowMutations) => TidemarkError | undefined;
}

/** Runs a batch of objects whose rows have cells with these timestamps. */
function batchOf({
  read = () => [5_000],
  process = () => [OUTPUT],
  processMs = () => 0,
  threadWaitMs = 0,
  pageBytesMax = Infinity,
  write = () => undefined,
}: Parts) {
  const clock = new VirtualClock(1_000_000);
  const pages: string[] = [];
  const processObjects: ProcessObjects = async (objects) => {
    const ids = objects.map(({ row }) => objectIdOf(row.key)!);
    pages.push(ids.join());
    const tookMs = ids.reduce((sum, id) => sum + processMs(id), 0);
    if (tookMs + threadWaitMs > 0) await sleep(clock, tookMs + threadWaitMs);
    return { results: ids.map(process), tookMs };
  };
  const rows: RowMutations[] = [];
  const rejected: RejectedObject[] = [];
  const run = createProcessBatch({
    pipeline,
    readAt:
      () =>
      async (_, { key }) => {
        const times = read(key.toString('utf8', 3));
        const cells = times?.map((timestampMicros) => ({
          family: 'embedding',
          qualifier: Buffer.from('in'),
          timestampMicros,
          value: Buffer.alloc(0),
          labels: [],
        }));
        return { row: cells === undefined ? undefined : { key, cells }, privacy: undefined };
      },
    processObjects,
    writer: {
      async mutateRows(_, all) {
        rows.push(...all);
        return all.map((row) => write(row) ?? { token: EMPTY_TOKEN, cluster: 'c' });
      },
    },
    clock,
    limits: {
      objectsInFlight: 2,
      pageObjects: 4,
      pageBytesMax,
      pagesInFlight: 1,
      threadAttemptsMax: 2,
      derivedWriteMaxMs: 60_000,
    },
    onRejected: (object) => rejected.push(object),
  });
  const objects = (...ids: string[]) => ids.map((id) => ({ key: rowKey(id), commitMicros: 7_001 }));
  return { clock, rows, rejected, pages, run: (...ids: string[]) => run(objects(...ids), 'c', {}) };
}

const versionOf = (row: RowMutations | undefined): number =>
  Number(row?.mutations[0]?.setCell?.timestampMicros);

describe('a batch of changed objects', () => {
  it('the version of the output is the newest input: of the commit times and of the cells', async () => {
    const byCommit = batchOf({});
    expect(await byCommit.run('a')).toEqual({ processed: 1, rejected: 0, withheld: 0 });
    expect(versionOf(byCommit.rows[0])).toBe(8_000);
    const byCell = batchOf({ read: () => [5_000, 90_000_000] });
    await byCell.run('a');
    expect(versionOf(byCell.rows[0])).toBe(90_000_000);
  });

  it('the version of the output is never ahead of the clock, or an erasure meanwhile would not hide it', async () => {
    const ahead = batchOf({ read: () => [90_000_000, 1_000_000_001, 9e15] });
    await ahead.run('a');
    expect(versionOf(ahead.rows[0])).toBe(90_000_000);
  });

  it('an object that fails is reported, and the others are written', async () => {
    const batch = batchOf({
      read: (id) => {
        if (id === 'large') throw new TidemarkError('answer_too_large', 'too large');
        return id === 'empty' ? undefined : [5_000];
      },
      process: (id) => (id === 'poison' ? new TidemarkError('pipeline_failed', 'poisoned') : [OUTPUT]),
      write: ({ key }) =>
        key.equals(rowKey('rejected')) ? new TidemarkError('value_too_large', 'no') : undefined,
    });
    const outcome = await batch.run('a', 'poison', 'large', 'empty', 'rejected', 'b');
    expect(outcome).toEqual({ processed: 3, rejected: 3, withheld: 0 });
    expect(batch.rejected.map(({ id, error }) => [id, error.code]).sort()).toEqual([
      ['large', 'answer_too_large'],
      ['poison', 'pipeline_failed'],
      ['rejected', 'value_too_large'],
    ]);
    expect(batch.rows.map(({ key }) => key)).toEqual(['a', 'rejected', 'b'].map(rowKey));
  });

  it('an object that ends its thread each time is found and reported, and the others are written', async () => {
    const batch = batchOf({
      process: (id) => {
        if (id === 'deadly') throw new ThreadFailedError('a thread is stuck', undefined);
        return [OUTPUT];
      },
    });
    expect(await batch.run('a', 'deadly', 'b')).toEqual({ processed: 2, rejected: 1, withheld: 0 });
    expect(batch.pages).toEqual(['a,deadly,b', 'a', 'deadly', 'deadly', 'b']);
    expect(batch.rejected).toMatchObject([{ id: 'deadly', error: { code: 'pipeline_failed' } }]);
    expect(batch.rows.map(({ key }) => key)).toEqual(['a', 'b'].map(rowKey));
  });

  it('an object whose thread fails once is processed', async () => {
    let failures = 0;
    const batch = batchOf({
      process: () => {
        if (failures++ === 0) throw new ThreadFailedError('a thread ended', undefined);
        return [OUTPUT];
      },
    });
    expect(await batch.run('a')).toEqual({ processed: 1, rejected: 0, withheld: 0 });
  });

  it('large rows are processed in smaller pages', async () => {
    const batch = batchOf({ pageBytesMax: 1 });
    expect(await batch.run('a', 'b', 'c', 'd', 'e')).toEqual({ processed: 5, rejected: 0, withheld: 0 });
    // Two rows are read at the same time.
    expect(batch.pages).toEqual(['a,b', 'c,d', 'e']);
  });

  it('no object is rejected when all threads have failed, so that a later worker processes it', async () => {
    const failed = new TidemarkError('pipeline_failed', 'a thread ended');
    const batch = batchOf({
      process: () => {
        throw failed;
      },
    });
    await expect(batch.run('a')).rejects.toBe(failed);
    expect(batch.rejected).toEqual([]);
  });

  it('nothing is written that is derived from a row that was read too long ago', async () => {
    const slow = batchOf({ processMs: (id) => (id === 'slow' ? 31_000 : 1_000) });
    const running = slow.run('a', 'slow', 'b');
    await slow.clock.advance(100_000);
    expect(await running).toEqual({ processed: 2, rejected: 1, withheld: 0 });
    expect(slow.rejected).toMatchObject([{ id: 'slow', error: { code: 'deadline_exceeded' } }]);
    expect(slow.rows.map(({ key }) => key)).toEqual(['a', 'b'].map(rowKey));
  });

  it('a page whose rows waited too long for a thread is read again, and no object is rejected', async () => {
    const waiting = batchOf({ threadWaitMs: 60_000 });
    const running = expect(waiting.run('a')).rejects.toThrow(tidemarkError('deadline_exceeded'));
    await waiting.clock.advance(60_000);
    await running;
    expect([waiting.rows, waiting.rejected]).toEqual([[], []]);
  });

  it('an error of the store rejects the batch, so that it is repeated', async () => {
    const unavailable = new TidemarkError('store_unavailable', 'away');
    const reading = batchOf({
      read: () => {
        throw unavailable;
      },
    });
    await expect(reading.run('a')).rejects.toBe(unavailable);
    const writing = batchOf({ write: () => unavailable });
    await expect(writing.run('a', 'b')).rejects.toBe(unavailable);
    expect(writing.rejected).toEqual([]);
  });
});

describe('a reader for the cluster of a change stream', () => {
  const answer = (...clusters: string[]): RowAnswer => ({
    row: undefined,
    evidence: { clusters } as unknown as ReadEvidence,
  });
  const read = (...clusters: string[]) =>
    readerAt({
      reader: { readRow: () => Promise.resolve(answer(...clusters)) },
      cluster: 'one/batch',
      instanceOf: (cluster) => cluster.split('/')[0],
    }).readRow({ table: 't', key: rowKey('a'), filter: {} }, { level: 'eventual' });

  it('an answer of another cluster of the instance is rejected, since it may lack the change', async () => {
    await expect(read('one/other')).rejects.toMatchObject({ code: 'store_unavailable' });
    await expect(read('one/other', 'two/batch')).rejects.toMatchObject({ code: 'store_unavailable' });
  });

  it('an answer of the cluster, or of the instance of another placement, is passed on', async () => {
    expect(await read('one/batch')).toEqual(answer('one/batch'));
    expect(await read('one/batch', 'two/batch')).toEqual(answer('one/batch', 'two/batch'));
    expect(await read('two/batch')).toEqual(answer('two/batch'));
  });
});
