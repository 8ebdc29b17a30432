import { google } from '@google-cloud/bigtable/build/protos/protos';
import { BIGTABLE_LIMITS } from '../../../../src/local-bigtable/bigtable-limits';
import { createMutateRow } from '../../../../src/local-bigtable/service/mutate';
import { createReadModifyWriteRow } from '../../../../src/local-bigtable/service/read-modify-write';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import {
  type CoreWithTable,
  LOCAL_TABLE,
  openCoreWithTable,
} from '../../../support/local-bigtable/local-core';

const { MutateRowRequest, ReadModifyWriteRowRequest } = google.bigtable.v2;
const key = Buffer.from('k');

describe('a row at its size limit', () => {
  let bigtable: CoreWithTable;
  const mutate = (...mutations: google.bigtable.v2.IMutation[]): unknown =>
    createMutateRow(bigtable.core.dependencies)(
      MutateRowRequest.encode({ tableName: LOCAL_TABLE, rowKey: key, mutations }).finish() as Buffer,
      {},
    );
  const set = (qualifier: string) => ({
    setCell: { familyName: 'f', columnQualifier: Buffer.from(qualifier), value: Buffer.from('value') },
  });
  const append = () =>
    createReadModifyWriteRow(bigtable.core.dependencies)(
      ReadModifyWriteRowRequest.encode({
        tableName: LOCAL_TABLE,
        rowKey: key,
        rules: [{ familyName: 'f', columnQualifier: Buffer.from('q'), appendValue: Buffer.from('value') }],
      }).finish() as Buffer,
      {},
    );

  beforeAll(async () => {
    bigtable = await openCoreWithTable({ families: [{ name: 'f' }] });
    // Cells share one value, so that the row takes little memory.
    const value = 'x'.repeat(BIGTABLE_LIMITS.rowBytesMax / 4 - 1);
    const cells = ['1', '2', '3', '4'].map(
      (qualifier) => ({ kind: 'set', family: 'f', qualifier, timestampMs: 0, value }) as const,
    );
    bigtable.table.replicated.base.apply('k', cells, 0);
  });

  afterAll(() => bigtable.core.close());

  it.each([
    ['a set', () => mutate(set('q'))],
    ['an append', () => append()],
  ])('the row rejects %s and stays unchanged', (_, write) => {
    const status = GrpcStatus.FAILED_PRECONDITION;
    expect(write).toThrow(expect.objectContaining({ status }) as Error);
    expect(bigtable.table.replicated.base.row('k')?.cells).toHaveLength(4);
  });

  it('the row accepts a mutation that frees the space it needs', () => {
    mutate({ deleteFromColumn: { familyName: 'f', columnQualifier: Buffer.from('1') } }, set('q'));
    expect(bigtable.table.replicated.base.row('k')?.cells).toHaveLength(4);
    void append();
    expect(bigtable.table.replicated.base.row('k')?.latest('f', 'q')?.value).toBe('valuevalue');
  });
});
