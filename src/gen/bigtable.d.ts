// Generated from @google-cloud/bigtable by `npm run generate`. Do not edit.
import type { google as api } from '@google-cloud/bigtable/build/protos/protos';

export declare const google: {
  readonly bigtable: {
    readonly v2: {
      readonly CheckAndMutateRowRequest: Pick<typeof api.bigtable.v2.CheckAndMutateRowRequest, 'encode'>;
      readonly CheckAndMutateRowResponse: Pick<typeof api.bigtable.v2.CheckAndMutateRowResponse, 'decode'>;
      readonly FeatureFlags: Pick<typeof api.bigtable.v2.FeatureFlags, 'encode'>;
      readonly GenerateInitialChangeStreamPartitionsRequest: Pick<typeof api.bigtable.v2.GenerateInitialChangeStreamPartitionsRequest, 'encode'>;
      readonly GenerateInitialChangeStreamPartitionsResponse: Pick<typeof api.bigtable.v2.GenerateInitialChangeStreamPartitionsResponse, 'decode'>;
      readonly MutateRowRequest: Pick<typeof api.bigtable.v2.MutateRowRequest, 'encode'>;
      readonly MutateRowResponse: Pick<typeof api.bigtable.v2.MutateRowResponse, 'decode'>;
      readonly MutateRowsRequest: {
        readonly Entry: Pick<typeof api.bigtable.v2.MutateRowsRequest.Entry, 'encode'>;
      };
      readonly MutateRowsResponse: Pick<typeof api.bigtable.v2.MutateRowsResponse, 'decode'>;
      readonly ReadChangeStreamRequest: Pick<typeof api.bigtable.v2.ReadChangeStreamRequest, 'encode'>;
      readonly ReadChangeStreamResponse: Pick<typeof api.bigtable.v2.ReadChangeStreamResponse, 'decode'>;
      readonly ReadModifyWriteRowRequest: Pick<typeof api.bigtable.v2.ReadModifyWriteRowRequest, 'encode'>;
      readonly ReadModifyWriteRowResponse: Pick<typeof api.bigtable.v2.ReadModifyWriteRowResponse, 'decode'>;
      readonly ResponseParams: Pick<typeof api.bigtable.v2.ResponseParams, 'decode'>;
      readonly RowFilter: Pick<typeof api.bigtable.v2.RowFilter, 'encode'>;
      readonly SampleRowKeysRequest: Pick<typeof api.bigtable.v2.SampleRowKeysRequest, 'encode'>;
      readonly SampleRowKeysResponse: Pick<typeof api.bigtable.v2.SampleRowKeysResponse, 'decode'>;
    };
    readonly admin: {
      readonly v2: {
        readonly ListAppProfilesRequest: Pick<typeof api.bigtable.admin.v2.ListAppProfilesRequest, 'encode'>;
        readonly ListAppProfilesResponse: Pick<typeof api.bigtable.admin.v2.ListAppProfilesResponse, 'decode'>;
        readonly ListClustersRequest: Pick<typeof api.bigtable.admin.v2.ListClustersRequest, 'encode'>;
        readonly ListClustersResponse: Pick<typeof api.bigtable.admin.v2.ListClustersResponse, 'decode'>;
        readonly ListInstancesRequest: Pick<typeof api.bigtable.admin.v2.ListInstancesRequest, 'encode'>;
        readonly ListInstancesResponse: Pick<typeof api.bigtable.admin.v2.ListInstancesResponse, 'decode'>;
      };
    };
  };
  readonly protobuf: {
    readonly Duration: Pick<typeof api.protobuf.Duration, 'decode'>;
  };
  readonly rpc: {
    readonly Status: Pick<typeof api.rpc.Status, 'decode'>;
  };
};
