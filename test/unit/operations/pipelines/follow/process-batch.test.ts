import { loadSchema } from '../../../../../src/codec/declarations/schema-registry';
import type { RowMutations } from '../../../../../src/bigtable/client/types';
import type { ReadEvidence } from '../../../../../src/core/consistency/consistency';
import { checkDefinition } from '../../../../../src/core/pipelines/check-definition';
import type { PipelineObject } from '../../../../../src/core/pipelines/definition';
import { rowKey } from '../../../../../src/core/rows/row-key';
import { EMPTY_TOKEN } from '../../../../../src/core/tokens/write-token';
import { TidemarkError } from '../../../../../src/errors';
import { isInternal } from '../../../../../src/operations/objects/object-rules';
import { createProcessBatch } from '../../../../../src/operations/pipelines/follow/process-batch';
import type { RejectedObject } from '../../../../../src/operations/pipelines/follow/process-batch';
import { readerAt } from '../../../../../src/operations/pipelines/follow/reader-at';
import type { RowAnswer } from '../../../../../src/consistency/store';
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
  readonly process?: (object: Pick<PipelineObject, 'id'>) => Promise<readonly (typeof OUTPUT)[]>;
  readonly write?: (row: RowMutations) => TidemarkError | undefined;
}

/** Runs a batch of objects whose rows have cells with these timestamps. */
function batchOf({ read = () => [5_000], process = async () => [OUTPUT], write = () => undefined }: Parts) {
  const clock = new VirtualClock(1_000_000);
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
    process,
    writer: {
      async mutateRows(_, all) {
        rows.push(...all);
        return all.map((row) => write(row) ?? { token: EMPTY_TOKEN, cluster: 'c' });
      },
    },
    context: {
      logger: { info: () => undefined, warn: () => undefined },
      signal: new AbortController().signal,
      shared: undefined,
    },
    clock,
    limits: { objectsInFlight: 2, objectTimeoutMs: 1_000, futureToleranceMs: 60_000 },
    onRejected: (object) => rejected.push(object),
  });
  const objects = (...ids: string[]) => ids.map((id) => ({ key: rowKey(id), commitMicros: 7_001 }));
  return { clock, rows, rejected, run: (...ids: string[]) => run(objects(...ids), 'c', {}) };
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
    const inFuture = batchOf({ read: () => [9e15] });
    await inFuture.run('a');
    expect(versionOf(inFuture.rows[0])).toBe((1_000_000 + 60_000) * 1_000);
  });

  it('an object that fails is reported, and the others are written', async () => {
    const batch = batchOf({
      read: (id) => {
        if (id === 'large') throw new TidemarkError('answer_too_large', 'too large');
        return id === 'empty' ? undefined : [5_000];
      },
      process: async ({ id }) => {
        if (id === 'poison') throw new Error('poisoned');
        return [OUTPUT];
      },
      write: ({ key }) =>
        key.equals(rowKey('rejected')) ? new TidemarkError('value_too_large', 'no') : undefined,
    });
    const outcome = await batch.run('a', 'poison', 'large', 'empty', 'rejected', 'b');
    expect(outcome).toEqual({ processed: 3, rejected: 3, withheld: 0 });
    expect(batch.rejected.map(({ id, error }) => [id, error.code])).toEqual([
      ['poison', 'invalid_argument'],
      ['large', 'answer_too_large'],
      ['rejected', 'value_too_large'],
    ]);
    expect(batch.rows.map(({ key }) => key)).toEqual(['a', 'rejected', 'b'].map(rowKey));
  });

  it('a process that does not end is reported after its time limit', async () => {
    const batch = batchOf({ process: () => new Promise(() => undefined) });
    const running = batch.run('a');
    await batch.clock.advance(1_001);
    expect(await running).toMatchObject({ rejected: 1 });
    expect(batch.rejected[0]!.error.code).toBe('deadline_exceeded');
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
