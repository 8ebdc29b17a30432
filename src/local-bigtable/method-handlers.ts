import type { MethodHandlers } from './admin/admin-method';
import { appProfileMethods } from './admin/app-profiles';
import { authorizedViewMethods } from './admin/authorized-views';
import { backupMethods } from './admin/backups/backup-methods';
import { clusterMethods } from './admin/clusters';
import { createCheckConsistency, createGenerateConsistencyToken } from './admin/consistency';
import { createDropRowRange } from './admin/drop-row-range';
import { iamMethods } from './admin/iam';
import { instanceMethods } from './admin/instances';
import { createModifyColumnFamilies } from './admin/modify-column-families';
import { LongRunningOperations, operationMethods } from './admin/long-running-operations';
import { undeleteTableMethod } from './admin/backups/restore-table';
import { tableMethods } from './admin/tables';
import {
  emptyInstanceLists,
  emptyTableLists,
  UNSUPPORTED_INSTANCE_ADMIN,
  UNSUPPORTED_TABLE_ADMIN,
  unsupportedMethods,
} from './admin/unsupported';
import { updateTableMethod } from './admin/update-table';
import { controlMethods, CONTROL_SERVICE } from './control/control-methods';
import type { MethodHandler, StreamHandler, UnaryHandler } from './grpc/grpc-server';
import { createCheckAndMutateRow } from './service/check-and-mutate';
import type { LocalDependencies } from './service/local-dependencies';
import { createMutateRow, createMutateRows } from './service/mutate';
import { createPingAndWarm } from './service/ping-and-warm';
import {
  createGenerateInitialChangeStreamPartitions,
  createReadChangeStream,
} from './service/read-change-stream';
import { createReadModifyWriteRow } from './service/read-modify-write';
import { createReadRows } from './service/read-rows';
import { createSampleRowKeys } from './service/sample-row-keys';
import { lazyExecuteQuery, lazyPrepareQuery } from './service/sql-methods';

/**
 * Creates the handlers of all methods of Google's services, by path: those that the server implements, and those that
 * it rejects as unsupported.
 */
export function createHandlers(dependencies: LocalDependencies): Map<string, MethodHandler> {
  const operations = new LongRunningOperations(dependencies);
  return new Map([
    ...dataMethods(dependencies),
    ...service('google.bigtable.admin.v2.BigtableTableAdmin', tableAdmin(dependencies, operations)),
    ...service('google.bigtable.admin.v2.BigtableInstanceAdmin', instanceAdmin(dependencies, operations)),
    ...service('google.longrunning.Operations', operationMethods(dependencies, operations)),
    ...service(CONTROL_SERVICE, controlMethods(dependencies)),
  ]);
}

function dataMethods(dependencies: LocalDependencies): [string, MethodHandler][] {
  return [
    [`${DATA}/ReadRows`, stream(createReadRows(dependencies))],
    [`${DATA}/SampleRowKeys`, stream(createSampleRowKeys(dependencies))],
    [`${DATA}/MutateRow`, unary(createMutateRow(dependencies))],
    [`${DATA}/MutateRows`, stream(createMutateRows(dependencies))],
    [`${DATA}/CheckAndMutateRow`, unary(createCheckAndMutateRow(dependencies))],
    [`${DATA}/ReadModifyWriteRow`, unary(createReadModifyWriteRow(dependencies))],
    [`${DATA}/ReadChangeStream`, stream(createReadChangeStream(dependencies))],
    [
      `${DATA}/GenerateInitialChangeStreamPartitions`,
      stream(createGenerateInitialChangeStreamPartitions(dependencies)),
    ],
    [`${DATA}/PingAndWarm`, unary(createPingAndWarm(dependencies))],
    [`${DATA}/PrepareQuery`, unary(lazyPrepareQuery(dependencies))],
    [`${DATA}/ExecuteQuery`, stream(lazyExecuteQuery(dependencies))],
  ];
}

function tableAdmin(dependencies: LocalDependencies, operations: LongRunningOperations): MethodHandlers {
  return {
    ...tableMethods(dependencies),
    UpdateTable: updateTableMethod(dependencies, operations),
    ModifyColumnFamilies: createModifyColumnFamilies(dependencies),
    DropRowRange: createDropRowRange(dependencies),
    GenerateConsistencyToken: createGenerateConsistencyToken(dependencies),
    CheckConsistency: createCheckConsistency(dependencies),
    ...backupMethods(dependencies, operations),
    ...authorizedViewMethods(dependencies, operations),
    UndeleteTable: undeleteTableMethod(dependencies, operations),
    ...iamMethods(dependencies),
    ...emptyTableLists(dependencies),
    ...unsupportedMethods(UNSUPPORTED_TABLE_ADMIN),
  };
}

function instanceAdmin(dependencies: LocalDependencies, operations: LongRunningOperations): MethodHandlers {
  return {
    ...instanceMethods(dependencies, operations),
    ...clusterMethods(dependencies, operations),
    ...appProfileMethods(dependencies, operations),
    ...iamMethods(dependencies),
    ...emptyInstanceLists(dependencies),
    ...unsupportedMethods(UNSUPPORTED_INSTANCE_ADMIN),
  };
}

const unary = (handle: UnaryHandler): MethodHandler => ({ kind: 'unary', handle, reportsLatency: true });
const stream = (handle: StreamHandler): MethodHandler => ({ kind: 'stream', handle, reportsLatency: true });

function service(name: string, methods: MethodHandlers): [string, MethodHandler][] {
  return Object.entries(methods).map(([method, handle]) => [`/${name}/${method}`, { kind: 'unary', handle }]);
}

const DATA = '/google.bigtable.v2.Bigtable';
