import type { LocalCore } from '../../../src/local-bigtable/core';
import { RpcError } from '../../../src/local-bigtable/grpc/rpc-error';
import { admin, type Encoder, iam, longrunning, wellKnown } from '../../../src/local-bigtable/encoding/proto';
import { FRAME_HEADER_BYTES } from '../../../src/platform/network/grpc';

interface ResponseType<T> {
  decode(bytes: Uint8Array): T;
}

export const INSTANCE_ADMIN = 'google.bigtable.admin.v2.BigtableInstanceAdmin';
const TABLE_ADMIN = 'google.bigtable.admin.v2.BigtableTableAdmin';
const OPERATIONS = 'google.longrunning.Operations';
const { Operation } = longrunning;
const { Empty } = wellKnown;

export const PROJECT = 'projects/project';
export const INSTANCE = `${PROJECT}/instances/instance-1`;
export const zone = (name: string): string => `${PROJECT}/locations/${name}`;
export const TWO_CLUSTERS: Record<string, admin.ICluster> = {
  'cluster-us': { location: zone('us-east1-b'), serveNodes: 3 },
  'cluster-eu': { location: zone('europe-west1-c'), serveNodes: 1 },
};

export type CheckedMode = Pick<
  admin.ICheckConsistencyRequest,
  'standardReadRemoteWrites' | 'dataBoostReadLocalWrites'
>;

/** Calls the methods of the admin services like a client, without a network. */
export class AdminCalls {
  constructor(readonly core: Pick<LocalCore, 'handlers'>) {}

  async call<Request, Response>(
    path: string,
    [requestType, responseType]: readonly [Encoder<Request>, ResponseType<Response>],
    request: Request,
  ): Promise<Response> {
    const handler = this.core.handlers.get(`/${path}`);
    if (handler?.kind !== 'unary') throw new Error(`there is no unary method ${path}`);
    const bytes = Buffer.from(requestType.encode(request).finish());
    const frame = await handler.handle(bytes, {});
    return responseType.decode(frame.subarray(FRAME_HEADER_BYTES));
  }

  createInstance(request: admin.ICreateInstanceRequest = {}) {
    return this.call(`${INSTANCE_ADMIN}/CreateInstance`, [admin.CreateInstanceRequest, Operation], {
      parent: PROJECT,
      instanceId: 'instance-1',
      clusters: TWO_CLUSTERS,
      instance: { displayName: 'The first' },
      ...request,
    });
  }

  getInstance(name = INSTANCE) {
    return this.call(`${INSTANCE_ADMIN}/GetInstance`, [admin.GetInstanceRequest, admin.Instance], { name });
  }

  listInstances(parent = PROJECT) {
    const types = [admin.ListInstancesRequest, admin.ListInstancesResponse] as const;
    return this.call(`${INSTANCE_ADMIN}/ListInstances`, types, { parent });
  }

  updateInstance(update: admin.IInstance) {
    return this.call(`${INSTANCE_ADMIN}/UpdateInstance`, [admin.Instance, admin.Instance], {
      name: INSTANCE,
      ...update,
    });
  }

  patchInstance(instance: admin.IInstance, paths: string[]) {
    const types = [admin.PartialUpdateInstanceRequest, Operation] as const;
    return this.call(`${INSTANCE_ADMIN}/PartialUpdateInstance`, types, {
      instance: { name: INSTANCE, ...instance },
      updateMask: { paths },
    });
  }

  deleteInstance(name = INSTANCE) {
    return this.call(`${INSTANCE_ADMIN}/DeleteInstance`, [admin.DeleteInstanceRequest, Empty], { name });
  }

  createCluster(clusterId: string, cluster: admin.ICluster, parent = INSTANCE) {
    return this.call(`${INSTANCE_ADMIN}/CreateCluster`, [admin.CreateClusterRequest, Operation], {
      parent,
      clusterId,
      cluster,
    });
  }

  getCluster(id: string) {
    return this.call(`${INSTANCE_ADMIN}/GetCluster`, [admin.GetClusterRequest, admin.Cluster], {
      name: `${INSTANCE}/clusters/${id}`,
    });
  }

  listClusters(parent = INSTANCE) {
    const types = [admin.ListClustersRequest, admin.ListClustersResponse] as const;
    return this.call(`${INSTANCE_ADMIN}/ListClusters`, types, { parent });
  }

  updateCluster(id: string, update: admin.ICluster) {
    return this.call(`${INSTANCE_ADMIN}/UpdateCluster`, [admin.Cluster, Operation], {
      name: `${INSTANCE}/clusters/${id}`,
      ...update,
    });
  }

  patchCluster(id: string, cluster: admin.ICluster, paths: string[]) {
    const types = [admin.PartialUpdateClusterRequest, Operation] as const;
    return this.call(`${INSTANCE_ADMIN}/PartialUpdateCluster`, types, {
      cluster: { name: `${INSTANCE}/clusters/${id}`, ...cluster },
      updateMask: { paths },
    });
  }

  deleteCluster(id: string) {
    return this.call(`${INSTANCE_ADMIN}/DeleteCluster`, [admin.DeleteClusterRequest, Empty], {
      name: `${INSTANCE}/clusters/${id}`,
    });
  }

  createProfile(appProfileId: string, appProfile: admin.IAppProfile, ignoreWarnings = false) {
    const types = [admin.CreateAppProfileRequest, admin.AppProfile] as const;
    return this.call(`${INSTANCE_ADMIN}/CreateAppProfile`, types, {
      parent: INSTANCE,
      appProfileId,
      appProfile,
      ignoreWarnings,
    });
  }

  getProfile(id: string) {
    return this.call(`${INSTANCE_ADMIN}/GetAppProfile`, [admin.GetAppProfileRequest, admin.AppProfile], {
      name: `${INSTANCE}/appProfiles/${id}`,
    });
  }

  listProfiles(request: admin.IListAppProfilesRequest = {}) {
    const types = [admin.ListAppProfilesRequest, admin.ListAppProfilesResponse] as const;
    return this.call(`${INSTANCE_ADMIN}/ListAppProfiles`, types, { parent: INSTANCE, ...request });
  }

  updateProfile(id: string, appProfile: admin.IAppProfile, paths: string[], ignoreWarnings = false) {
    const types = [admin.UpdateAppProfileRequest, Operation] as const;
    return this.call(`${INSTANCE_ADMIN}/UpdateAppProfile`, types, {
      updateMask: { paths },
      ignoreWarnings,
      appProfile: { name: `${INSTANCE}/appProfiles/${id}`, ...appProfile },
    });
  }

  deleteProfile(id: string, ignoreWarnings = true) {
    return this.call(`${INSTANCE_ADMIN}/DeleteAppProfile`, [admin.DeleteAppProfileRequest, Empty], {
      name: `${INSTANCE}/appProfiles/${id}`,
      ignoreWarnings,
    });
  }

  createTable(tableId: string, table: admin.ITable = {}, splits: string[] = []) {
    return this.call(`${TABLE_ADMIN}/CreateTable`, [admin.CreateTableRequest, admin.Table], {
      parent: INSTANCE,
      tableId,
      table,
      initialSplits: splits.map((key) => ({ key: Buffer.from(key) })),
    });
  }

  getTable(id: string, view: admin.Table.View = admin.Table.View.FULL) {
    return this.call(`${TABLE_ADMIN}/GetTable`, [admin.GetTableRequest, admin.Table], {
      name: `${INSTANCE}/tables/${id}`,
      view,
    });
  }

  updateTable(id: string, table: admin.ITable, paths: string[], ignoreWarnings = false) {
    return this.call(`${TABLE_ADMIN}/UpdateTable`, [admin.UpdateTableRequest, Operation], {
      updateMask: { paths },
      ignoreWarnings,
      table: { name: `${INSTANCE}/tables/${id}`, ...table },
    });
  }

  modifyFamilies(id: string, modifications: admin.ModifyColumnFamiliesRequest.IModification[]) {
    const types = [admin.ModifyColumnFamiliesRequest, admin.Table] as const;
    return this.call(`${TABLE_ADMIN}/ModifyColumnFamilies`, types, {
      name: `${INSTANCE}/tables/${id}`,
      modifications,
    });
  }

  deleteTable(id: string) {
    return this.call(`${TABLE_ADMIN}/DeleteTable`, [admin.DeleteTableRequest, Empty], {
      name: `${INSTANCE}/tables/${id}`,
    });
  }

  dropAllRows(id: string) {
    return this.call(`${TABLE_ADMIN}/DropRowRange`, [admin.DropRowRangeRequest, Empty], {
      name: `${INSTANCE}/tables/${id}`,
      deleteAllDataFromTable: true,
    });
  }

  createBackup(backupId: string, backup: admin.IBackup, cluster = 'cluster-us') {
    return this.call(`${TABLE_ADMIN}/CreateBackup`, [admin.CreateBackupRequest, Operation], {
      parent: `${INSTANCE}/clusters/${cluster}`,
      backupId,
      backup: { sourceTable: `${INSTANCE}/tables/t`, ...backup },
    });
  }

  copyBackup(request: admin.ICopyBackupRequest) {
    return this.call(`${TABLE_ADMIN}/CopyBackup`, [admin.CopyBackupRequest, Operation], request);
  }

  getBackup(name: string) {
    return this.call(`${TABLE_ADMIN}/GetBackup`, [admin.GetBackupRequest, admin.Backup], { name });
  }

  updateBackup(backup: admin.IBackup, paths = ['expire_time']) {
    return this.call(`${TABLE_ADMIN}/UpdateBackup`, [admin.UpdateBackupRequest, admin.Backup], {
      backup,
      updateMask: { paths },
    });
  }

  deleteBackup(name: string) {
    return this.call(`${TABLE_ADMIN}/DeleteBackup`, [admin.DeleteBackupRequest, Empty], { name });
  }

  listBackups(request: admin.IListBackupsRequest = {}) {
    return this.call(`${TABLE_ADMIN}/ListBackups`, [admin.ListBackupsRequest, admin.ListBackupsResponse], {
      parent: `${INSTANCE}/clusters/-`,
      ...request,
    });
  }

  restoreTable(tableId: string, backup: string, parent = INSTANCE) {
    return this.call(`${TABLE_ADMIN}/RestoreTable`, [admin.RestoreTableRequest, Operation], {
      parent,
      tableId,
      backup,
    });
  }

  undeleteTable(id: string) {
    return this.call(`${TABLE_ADMIN}/UndeleteTable`, [admin.UndeleteTableRequest, Operation], {
      name: `${INSTANCE}/tables/${id}`,
    });
  }

  createView(authorizedViewId: string, authorizedView: admin.IAuthorizedView) {
    const types = [admin.CreateAuthorizedViewRequest, Operation] as const;
    return this.call(`${TABLE_ADMIN}/CreateAuthorizedView`, types, {
      parent: `${INSTANCE}/tables/t`,
      authorizedViewId,
      authorizedView,
    });
  }

  getView(id: string) {
    const types = [admin.GetAuthorizedViewRequest, admin.AuthorizedView] as const;
    return this.call(`${TABLE_ADMIN}/GetAuthorizedView`, types, {
      name: `${INSTANCE}/tables/t/authorizedViews/${id}`,
      view: admin.AuthorizedView.ResponseView.FULL,
    });
  }

  deleteView(id: string) {
    return this.call(`${TABLE_ADMIN}/DeleteAuthorizedView`, [admin.DeleteAuthorizedViewRequest, Empty], {
      name: `${INSTANCE}/tables/t/authorizedViews/${id}`,
    });
  }

  updateView(authorizedView: admin.IAuthorizedView, paths: string[]) {
    const types = [admin.UpdateAuthorizedViewRequest, Operation] as const;
    return this.call(`${TABLE_ADMIN}/UpdateAuthorizedView`, types, {
      authorizedView: { name: `${INSTANCE}/tables/t/authorizedViews/v`, ...authorizedView },
      updateMask: { paths },
    });
  }

  getPolicy(resource: string) {
    return this.call(`${TABLE_ADMIN}/GetIamPolicy`, [iam.GetIamPolicyRequest, iam.Policy], { resource });
  }

  setPolicy(resource: string, policy: iam.IPolicy, paths: string[] = []) {
    return this.call(`${TABLE_ADMIN}/SetIamPolicy`, [iam.SetIamPolicyRequest, iam.Policy], {
      resource,
      policy,
      updateMask: { paths },
    });
  }

  async consistencyToken(name: string): Promise<string> {
    const types = [admin.GenerateConsistencyTokenRequest, admin.GenerateConsistencyTokenResponse] as const;
    return (await this.call(`${TABLE_ADMIN}/GenerateConsistencyToken`, types, { name })).consistencyToken;
  }

  async checkConsistency(name: string, consistencyToken: string, mode: CheckedMode = {}): Promise<boolean> {
    const types = [admin.CheckConsistencyRequest, admin.CheckConsistencyResponse] as const;
    const request = { name, consistencyToken, ...mode };
    return (await this.call(`${TABLE_ADMIN}/CheckConsistency`, types, request)).consistent;
  }

  testPermissions(resource: string, permissions: string[]) {
    const types = [iam.TestIamPermissionsRequest, iam.TestIamPermissionsResponse] as const;
    return this.call(`${INSTANCE_ADMIN}/TestIamPermissions`, types, { resource, permissions });
  }

  operation(method: 'GetOperation' | 'WaitOperation', name: string) {
    return this.call(`${OPERATIONS}/${method}`, [longrunning.GetOperationRequest, Operation], { name });
  }

  endOperation(method: 'CancelOperation' | 'DeleteOperation', name: string) {
    return this.call(`${OPERATIONS}/${method}`, [longrunning.DeleteOperationRequest, Empty], { name });
  }

  listOperations(request: longrunning.IListOperationsRequest) {
    const types = [longrunning.ListOperationsRequest, longrunning.ListOperationsResponse] as const;
    return this.call(`${OPERATIONS}/ListOperations`, types, request);
  }
}

/** Returns the status and message with which a call is rejected. */
export async function rejectionOf(call: Promise<unknown>): Promise<[status: number, message: string]> {
  try {
    await call;
  } catch (error) {
    if (error instanceof RpcError) return [error.status, error.message];
    throw error;
  }
  return [0, ''];
}

/** Returns the result of a finished operation. */
export function resultOf<T>(type: ResponseType<T>, operation: longrunning.IOperation): T {
  expect(operation.done).toBe(true);
  return type.decode(Buffer.from(operation.response?.value as Uint8Array));
}
