/**
 * Generates codecs from the definitions that `@google-cloud/bigtable` ships: src/gen/bigtable.js, of the messages that the data
 * path encodes and decodes, src/gen/bigtable-admin.js, of those of the table-admin API, and src/gen/bigtable-server.js, of those of
 * the embedded Bigtable. That package's own codecs cover
 * all Bigtable APIs in one module of 7 MB, which costs each process 100 ms and 25 MB. The types are still those of the package:
 * the .d.ts files refer to them.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const protobuf = require('protobufjs');

const PACKAGE = '@google-cloud/bigtable/build/protos';

/** Operations that src/bigtable needs for each message, by full name. Messages in their fields are included automatically. */
const MESSAGES = {
  'google.bigtable.v2.CheckAndMutateRowRequest': ['encode'],
  'google.bigtable.v2.CheckAndMutateRowResponse': ['decode'],
  'google.bigtable.v2.FeatureFlags': ['encode'],
  'google.bigtable.v2.GenerateInitialChangeStreamPartitionsRequest': ['encode'],
  'google.bigtable.v2.GenerateInitialChangeStreamPartitionsResponse': ['decode'],
  'google.bigtable.v2.MutateRowRequest': ['encode'],
  'google.bigtable.v2.MutateRowResponse': ['decode'],
  'google.bigtable.v2.MutateRowsRequest.Entry': ['encode'],
  'google.bigtable.v2.MutateRowsResponse': ['decode'],
  'google.bigtable.v2.ReadChangeStreamRequest': ['encode'],
  'google.bigtable.v2.ReadChangeStreamResponse': ['decode'],
  'google.bigtable.v2.ReadModifyWriteRowRequest': ['encode'],
  'google.bigtable.v2.ReadModifyWriteRowResponse': ['decode'],
  'google.bigtable.v2.ResponseParams': ['decode'],
  'google.bigtable.v2.RowFilter': ['encode'],
  'google.bigtable.v2.SampleRowKeysRequest': ['encode'],
  'google.bigtable.v2.SampleRowKeysResponse': ['decode'],
  'google.bigtable.admin.v2.ListAppProfilesRequest': ['encode'],
  'google.bigtable.admin.v2.ListAppProfilesResponse': ['decode'],
  'google.bigtable.admin.v2.ListClustersRequest': ['encode'],
  'google.bigtable.admin.v2.ListClustersResponse': ['decode'],
  'google.bigtable.admin.v2.ListInstancesRequest': ['encode'],
  'google.bigtable.admin.v2.ListInstancesResponse': ['decode'],
  'google.protobuf.Duration': ['decode'],
  'google.rpc.Status': ['decode'],
};

/** Operations that src/bigtable needs for each message of the table-admin API, which only commands call. */
const TABLE_ADMIN_MESSAGES = {
  'google.bigtable.admin.v2.CheckConsistencyRequest': ['encode'],
  'google.bigtable.admin.v2.CheckConsistencyResponse': ['decode'],
  'google.bigtable.admin.v2.CreateTableRequest': ['encode'],
  'google.bigtable.admin.v2.DeleteTableRequest': ['encode'],
  'google.bigtable.admin.v2.DropRowRangeRequest': ['encode'],
  'google.bigtable.admin.v2.GenerateConsistencyTokenRequest': ['encode'],
  'google.bigtable.admin.v2.GenerateConsistencyTokenResponse': ['decode'],
  'google.bigtable.admin.v2.GetTableRequest': ['encode'],
  'google.bigtable.admin.v2.ListBackupsRequest': ['encode'],
  'google.bigtable.admin.v2.ListBackupsResponse': ['decode'],
  'google.bigtable.admin.v2.ListTablesRequest': ['encode'],
  'google.bigtable.admin.v2.ListTablesResponse': ['decode'],
  'google.bigtable.admin.v2.ModifyColumnFamiliesRequest': ['encode'],
  'google.bigtable.admin.v2.Table': ['decode', 'View'],
  'google.bigtable.admin.v2.UpdateTableRequest': ['encode'],
};

/** Messages that the embedded Bigtable receives, sends and stores, by full name. */
const SERVED = [
  'google.bigtable.admin.v2.AppProfile',
  'google.bigtable.admin.v2.AuthorizedView',
  'google.bigtable.admin.v2.Backup',
  'google.bigtable.admin.v2.CheckConsistencyRequest',
  'google.bigtable.admin.v2.CheckConsistencyResponse',
  'google.bigtable.admin.v2.Cluster',
  'google.bigtable.admin.v2.CopyBackupMetadata',
  'google.bigtable.admin.v2.CopyBackupRequest',
  'google.bigtable.admin.v2.CreateAppProfileRequest',
  'google.bigtable.admin.v2.CreateAuthorizedViewMetadata',
  'google.bigtable.admin.v2.CreateAuthorizedViewRequest',
  'google.bigtable.admin.v2.CreateBackupMetadata',
  'google.bigtable.admin.v2.CreateBackupRequest',
  'google.bigtable.admin.v2.CreateClusterMetadata',
  'google.bigtable.admin.v2.CreateClusterRequest',
  'google.bigtable.admin.v2.CreateInstanceMetadata',
  'google.bigtable.admin.v2.CreateInstanceRequest',
  'google.bigtable.admin.v2.CreateTableRequest',
  'google.bigtable.admin.v2.DeleteAppProfileRequest',
  'google.bigtable.admin.v2.DeleteAuthorizedViewRequest',
  'google.bigtable.admin.v2.DeleteBackupRequest',
  'google.bigtable.admin.v2.DeleteClusterRequest',
  'google.bigtable.admin.v2.DeleteInstanceRequest',
  'google.bigtable.admin.v2.DeleteTableRequest',
  'google.bigtable.admin.v2.DropRowRangeRequest',
  'google.bigtable.admin.v2.EncryptionInfo',
  'google.bigtable.admin.v2.GcRule',
  'google.bigtable.admin.v2.GenerateConsistencyTokenRequest',
  'google.bigtable.admin.v2.GenerateConsistencyTokenResponse',
  'google.bigtable.admin.v2.GetAppProfileRequest',
  'google.bigtable.admin.v2.GetAuthorizedViewRequest',
  'google.bigtable.admin.v2.GetBackupRequest',
  'google.bigtable.admin.v2.GetClusterRequest',
  'google.bigtable.admin.v2.GetInstanceRequest',
  'google.bigtable.admin.v2.GetTableRequest',
  'google.bigtable.admin.v2.Instance',
  'google.bigtable.admin.v2.ListAppProfilesRequest',
  'google.bigtable.admin.v2.ListAppProfilesResponse',
  'google.bigtable.admin.v2.ListAuthorizedViewsRequest',
  'google.bigtable.admin.v2.ListAuthorizedViewsResponse',
  'google.bigtable.admin.v2.ListBackupsRequest',
  'google.bigtable.admin.v2.ListBackupsResponse',
  'google.bigtable.admin.v2.ListClustersRequest',
  'google.bigtable.admin.v2.ListClustersResponse',
  'google.bigtable.admin.v2.ListHotTabletsRequest',
  'google.bigtable.admin.v2.ListHotTabletsResponse',
  'google.bigtable.admin.v2.ListInstancesRequest',
  'google.bigtable.admin.v2.ListInstancesResponse',
  'google.bigtable.admin.v2.ListLogicalViewsRequest',
  'google.bigtable.admin.v2.ListLogicalViewsResponse',
  'google.bigtable.admin.v2.ListMaterializedViewsRequest',
  'google.bigtable.admin.v2.ListMaterializedViewsResponse',
  'google.bigtable.admin.v2.ListSchemaBundlesRequest',
  'google.bigtable.admin.v2.ListSchemaBundlesResponse',
  'google.bigtable.admin.v2.ListSnapshotsRequest',
  'google.bigtable.admin.v2.ListSnapshotsResponse',
  'google.bigtable.admin.v2.ListTablesRequest',
  'google.bigtable.admin.v2.ListTablesResponse',
  'google.bigtable.admin.v2.ModifyColumnFamiliesRequest',
  'google.bigtable.admin.v2.OptimizeRestoredTableMetadata',
  'google.bigtable.admin.v2.PartialUpdateClusterMetadata',
  'google.bigtable.admin.v2.PartialUpdateClusterRequest',
  'google.bigtable.admin.v2.PartialUpdateInstanceRequest',
  'google.bigtable.admin.v2.RestoreSourceType',
  'google.bigtable.admin.v2.RestoreTableMetadata',
  'google.bigtable.admin.v2.RestoreTableRequest',
  'google.bigtable.admin.v2.StorageType',
  'google.bigtable.admin.v2.Table',
  'google.bigtable.admin.v2.Type',
  'google.bigtable.admin.v2.UndeleteTableMetadata',
  'google.bigtable.admin.v2.UndeleteTableRequest',
  'google.bigtable.admin.v2.UpdateAppProfileMetadata',
  'google.bigtable.admin.v2.UpdateAppProfileRequest',
  'google.bigtable.admin.v2.UpdateAuthorizedViewMetadata',
  'google.bigtable.admin.v2.UpdateAuthorizedViewRequest',
  'google.bigtable.admin.v2.UpdateBackupRequest',
  'google.bigtable.admin.v2.UpdateClusterMetadata',
  'google.bigtable.admin.v2.UpdateInstanceMetadata',
  'google.bigtable.admin.v2.UpdateTableMetadata',
  'google.bigtable.admin.v2.UpdateTableRequest',
  'google.bigtable.v2.CheckAndMutateRowRequest',
  'google.bigtable.v2.CheckAndMutateRowResponse',
  'google.bigtable.v2.ExecuteQueryRequest',
  'google.bigtable.v2.ExecuteQueryResponse',
  'google.bigtable.v2.GenerateInitialChangeStreamPartitionsRequest',
  'google.bigtable.v2.GenerateInitialChangeStreamPartitionsResponse',
  'google.bigtable.v2.MutateRowRequest',
  'google.bigtable.v2.MutateRowsRequest',
  'google.bigtable.v2.MutateRowsResponse',
  'google.bigtable.v2.Mutation',
  'google.bigtable.v2.PingAndWarmRequest',
  'google.bigtable.v2.PingAndWarmResponse',
  'google.bigtable.v2.PrepareQueryRequest',
  'google.bigtable.v2.PrepareQueryResponse',
  'google.bigtable.v2.ProtoRows',
  'google.bigtable.v2.ReadChangeStreamRequest',
  'google.bigtable.v2.ReadChangeStreamResponse',
  'google.bigtable.v2.ReadModifyWriteRowRequest',
  'google.bigtable.v2.ReadModifyWriteRowResponse',
  'google.bigtable.v2.ReadModifyWriteRule',
  'google.bigtable.v2.ReadRowsRequest',
  'google.bigtable.v2.ReadRowsResponse',
  'google.bigtable.v2.ResponseParams',
  'google.bigtable.v2.RowFilter',
  'google.bigtable.v2.SampleRowKeysRequest',
  'google.bigtable.v2.SampleRowKeysResponse',
  'google.bigtable.v2.Value',
  'google.iam.v1.GetIamPolicyRequest',
  'google.iam.v1.Policy',
  'google.iam.v1.SetIamPolicyRequest',
  'google.iam.v1.TestIamPermissionsRequest',
  'google.iam.v1.TestIamPermissionsResponse',
  'google.longrunning.CancelOperationRequest',
  'google.longrunning.DeleteOperationRequest',
  'google.longrunning.GetOperationRequest',
  'google.longrunning.ListOperationsRequest',
  'google.longrunning.ListOperationsResponse',
  'google.longrunning.Operation',
  'google.longrunning.WaitOperationRequest',
  'google.protobuf.Empty',
  'google.rpc.Status',
];

/** Returns the definitions of the client's messages and of all that they refer to, as input for pbjs. */
export function bigtableDefinitions() {
  return definitionsOf(Object.keys(MESSAGES));
}

/** Returns the definitions of the table-admin API's messages and of all that they refer to, as input for pbjs. */
export function bigtableAdminDefinitions() {
  return definitionsOf(Object.keys(TABLE_ADMIN_MESSAGES));
}

/** Returns the definitions of the embedded Bigtable's messages and of all that they refer to, as input for pbjs. */
export function bigtableServerDefinitions() {
  return definitionsOf(SERVED);
}

function definitionsOf(names) {
  const root = protobuf.Root.fromJSON(require(`${PACKAGE}/protos.json`));
  root.resolveAll();
  const wanted = new Set();
  for (const name of names) addWithReferences(root.lookupTypeOrEnum(name), wanted);
  prune(root, wanted);
  return JSON.stringify(root.toJSON(), (key, value) => (key === 'options' ? undefined : value));
}

/** Adds a type and all types in its fields. */
export function addWithReferences(type, wanted) {
  if (wanted.has(type)) return;
  wanted.add(type);
  for (const field of type.fieldsArray ?? [])
    if (field.resolvedType !== null) addWithReferences(field.resolvedType, wanted);
}

/** Removes definitions that are neither needed nor contain a needed one. A message that is only a container keeps no field. */
export function prune(namespace, wanted) {
  for (const child of [...(namespace.nestedArray ?? [])]) {
    if (child instanceof protobuf.Namespace) prune(child, wanted);
    if (wanted.has(child)) continue;
    const isEmpty = (child.nestedArray ?? []).length === 0;
    if (isEmpty || child instanceof protobuf.Service) namespace.remove(child);
    else if (child instanceof protobuf.Type) for (const each of child.fieldsArray) child.remove(each);
  }
}

/** Declares each message of the data path with its methods, nested as in the package. */
export const bigtableTypes = () => typesOf(MESSAGES);

/** Declares each message of the table-admin API with its methods. */
export const bigtableAdminTypes = () => typesOf(TABLE_ADMIN_MESSAGES);

function typesOf(messages) {
  const tree = {};
  for (const name of Object.keys(messages)) {
    const path = name.split('.');
    let node = tree;
    for (const part of path.slice(0, -1)) node = node[part] ??= {};
    const methods = messages[name].map((method) => `'${method}'`).join(' | ');
    node[path.at(-1)] = `Pick<typeof ${name.replace(/^google/, 'api')}, ${methods}>`;
  }
  return [
    `import type { google as api } from '${PACKAGE}/protos';`,
    '',
    `export declare const google: ${declarationOf(tree.google, '')};`,
    '',
  ].join('\n');
}

/** Declares the package's namespace. What is not generated is missing at run time: add its message to `SERVED`. */
export function bigtableServerTypes() {
  return `export { google } from '${PACKAGE}/protos';\n`;
}

function declarationOf(node, indent) {
  if (typeof node === 'string') return node;
  const inner = `${indent}  `;
  const entries = Object.entries(node).map(
    ([name, child]) => `${inner}readonly ${name}: ${declarationOf(child, inner)};`,
  );
  return `{\n${entries.join('\n')}\n${indent}}`;
}
