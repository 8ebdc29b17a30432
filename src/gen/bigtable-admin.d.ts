// Generated from @google-cloud/bigtable by `npm run generate`. Do not edit.
import type { google as api } from '@google-cloud/bigtable/build/protos/protos';

export declare const google: {
  readonly bigtable: {
    readonly admin: {
      readonly v2: {
        readonly CheckConsistencyRequest: Pick<typeof api.bigtable.admin.v2.CheckConsistencyRequest, 'encode'>;
        readonly CheckConsistencyResponse: Pick<typeof api.bigtable.admin.v2.CheckConsistencyResponse, 'decode'>;
        readonly CreateTableRequest: Pick<typeof api.bigtable.admin.v2.CreateTableRequest, 'encode'>;
        readonly DeleteTableRequest: Pick<typeof api.bigtable.admin.v2.DeleteTableRequest, 'encode'>;
        readonly DropRowRangeRequest: Pick<typeof api.bigtable.admin.v2.DropRowRangeRequest, 'encode'>;
        readonly GenerateConsistencyTokenRequest: Pick<typeof api.bigtable.admin.v2.GenerateConsistencyTokenRequest, 'encode'>;
        readonly GenerateConsistencyTokenResponse: Pick<typeof api.bigtable.admin.v2.GenerateConsistencyTokenResponse, 'decode'>;
        readonly GetTableRequest: Pick<typeof api.bigtable.admin.v2.GetTableRequest, 'encode'>;
        readonly ListBackupsRequest: Pick<typeof api.bigtable.admin.v2.ListBackupsRequest, 'encode'>;
        readonly ListBackupsResponse: Pick<typeof api.bigtable.admin.v2.ListBackupsResponse, 'decode'>;
        readonly ListTablesRequest: Pick<typeof api.bigtable.admin.v2.ListTablesRequest, 'encode'>;
        readonly ListTablesResponse: Pick<typeof api.bigtable.admin.v2.ListTablesResponse, 'decode'>;
        readonly ModifyColumnFamiliesRequest: Pick<typeof api.bigtable.admin.v2.ModifyColumnFamiliesRequest, 'encode'>;
        readonly Table: Pick<typeof api.bigtable.admin.v2.Table, 'decode' | 'View'>;
        readonly UpdateTableRequest: Pick<typeof api.bigtable.admin.v2.UpdateTableRequest, 'encode'>;
      };
    };
  };
};
