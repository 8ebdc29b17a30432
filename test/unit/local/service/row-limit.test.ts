import { google } from '@google-cloud/bigtable/build/protos/protos';
import { DEFAULTS } from '../../../../src/defaults';
import { Catalog } from '../../../../src/local/catalog';
import { LIMITS } from '../../../../src/local/limits';
import type { ServiceContext } from '../../../../src/local/service/context';
import { EncodingCache } from '../../../../src/local/service/encoding-cache';
import { createMutateRow } from '../../../../src/local/service/mutate';
import { createReadModifyWriteRow } from '../../../../src/local/service/read-modify-write';
import { CommitQueue } from '../../../../src/local/storage/commit-queue';
import { Table } from '../../../../src/local/store/table';
import { Tables } from '../../../../src/local/tables';
import { systemClock } from '../../../../src/platform/clock';
import { GrpcStatus } from '../../../../src/platform/grpc';

const { MutateRowRequest, ReadModifyWriteRowRequest } = google.bigtable.v2;
const NAME = 'projects/p/instances/i/tables/t';
const key = Buffer.from('k');

describe('A row at its size limit', () => {
  const rows = new Table([{ name: 'f' }]);
  const catalog = new Catalog();
  catalog.add({ name: NAME, number: 1, definition: {}, rows });
  const commits = new CommitQueue(undefined);
  const context: ServiceContext = {
    catalog,
    commits,
    tables: new Tables(catalog, commits, 1),
    clock: systemClock,
    random: () => 0.5,
    reading: DEFAULTS.local.reading,
    encodings: new EncodingCache(0),
  };
  const mutate = (...mutations: google.bigtable.v2.IMutation[]): unknown =>
    createMutateRow(context)(
      MutateRowRequest.encode({ tableName: NAME, rowKey: key, mutations }).finish() as Buffer,
    );
  const set = (qualifier: string) => ({
    setCell: { familyName: 'f', columnQualifier: Buffer.from(qualifier), value: Buffer.from('value') },
  });
  const append = () =>
    createReadModifyWriteRow(context)(
      ReadModifyWriteRowRequest.encode({
        tableName: NAME,
        rowKey: key,
        rules: [{ familyName: 'f', columnQualifier: Buffer.from('q'), appendValue: Buffer.from('value') }],
      }).finish() as Buffer,
    );

  beforeAll(() => {
    // Cells share one value, so that the row takes little memory.
    const value = 'x'.repeat(LIMITS.rowBytesMax / 4 - 1);
    const cells = ['1', '2', '3', '4'].map(
      (qualifier) => ({ kind: 'set', family: 'f', qualifier, timestampMs: 0, value }) as const,
    );
    rows.apply('k', cells, commits.nextVersion());
  });

  it.each([
    ['a set', () => mutate(set('q'))],
    ['an append', () => append()],
  ])('takes no more by %s, and stays as it is', (_, write) => {
    const status = GrpcStatus.FAILED_PRECONDITION;
    expect(write).toThrow(expect.objectContaining({ status }) as Error);
    expect(rows.row('k')?.cells).toHaveLength(4);
  });

  it('takes what makes its own room', () => {
    mutate({ deleteFromColumn: { familyName: 'f', columnQualifier: Buffer.from('1') } }, set('q'));
    expect(rows.row('k')?.cells).toHaveLength(4);
    void append();
    expect(rows.row('k')?.latest('f', 'q')?.value).toBe('valuevalue');
  });
});
