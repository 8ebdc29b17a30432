import { google as official } from '@google-cloud/bigtable/build/protos/protos';
import { google } from '../../../src/gen/bigtable';

describe('the codecs generated for the data path', () => {
  const mutations = [
    {
      setCell: {
        familyName: 'f',
        columnQualifier: Buffer.from('q'),
        timestampMicros: 1_763_700_000_123_000,
        value: Buffer.from([0, 255]),
      },
    },
    {
      addToCell: {
        familyName: 'sum',
        columnQualifier: { rawValue: Buffer.from('q') },
        timestamp: { rawTimestampMicros: 1_000 },
        input: { intValue: -1 },
      },
    },
    { deleteFromColumn: { familyName: 'f', columnQualifier: Buffer.from('q'), timeRange: {} } },
  ];

  it('encode requests as the codecs of the official client do', () => {
    const request = { tableName: 't', rowKey: Buffer.from('k'), mutations };
    const bytes = google.bigtable.v2.MutateRowRequest.encode(request).finish();
    expect(bytes).toEqual(official.bigtable.v2.MutateRowRequest.encode(request).finish());
    const filter = {
      interleave: {
        filters: [
          { columnRangeFilter: { familyName: 'f', startQualifierClosed: Buffer.from('a') } },
          {
            chain: {
              filters: [{ timestampRangeFilter: { startTimestampMicros: 5_000 } }, { passAllFilter: true }],
            },
          },
        ],
      },
    };
    expect(google.bigtable.v2.RowFilter.encode(filter).finish()).toEqual(
      official.bigtable.v2.RowFilter.encode(filter).finish(),
    );
  });

  it('read 64-bit integers of answers as numbers', () => {
    const row = {
      key: Buffer.from('k'),
      families: [{ name: 'f', columns: [{ cells: [{ timestampMicros: 1_763_700_000_123_000 }] }] }],
    };
    const bytes = official.bigtable.v2.ReadModifyWriteRowResponse.encode({ row }).finish();
    const decoded = google.bigtable.v2.ReadModifyWriteRowResponse.decode(bytes).row;
    expect(decoded?.families?.[0]?.columns?.[0]?.cells?.[0]?.timestampMicros).toBe(1_763_700_000_123_000);
  });

  it('omit messages that the data path does not use', () => {
    expect(Object.keys(google.bigtable.admin.v2)).not.toContain('CreateTableRequest');
    expect(Object.keys(google.bigtable.v2)).not.toContain('ExecuteQueryRequest');
  });
});
