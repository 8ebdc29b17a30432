import type { MethodHandlers } from './admin/admin-method';
import { appProfileMethods } from './admin/app-profiles';
import { clusterMethods } from './admin/clusters';
import { createCheckConsistency, createGenerateConsistencyToken } from './admin/consistency';
import { createDropRowRange } from './admin/drop-row-range';
import { iamMethods } from './admin/iam';
import { instanceMethods } from './admin/instances';
import { createModifyColumnFamilies } from './admin/modify-column-families';
import { LongRunningOperations, operationMethods } from './admin/long-running-operations';
import { tableMethods } from './admin/tables';
import {
  UNSUPPORTED_DATA,
  UNSUPPORTED_INSTANCE_ADMIN,
  UNSUPPORTED_TABLE_ADMIN,
  unsupportedMethods,
} from './admin/unsupported';
import { updateTableMethod } from './admin/update-table';
import { controlMethods, CONTROL_SERVICE } from './control/control-methods';
import type { MethodHandler, StreamHandler, UnaryHandler } from './grpc/grpc-server';
import { createCheckAndMutateRow } from './service/check-and-mutate';
import type { LocalServices } from './service/local-services';
import { createMutateRow, createMutateRows } from './service/mutate';
import { createPingAndWarm } from './service/ping-and-warm';
import {
  createGenerateInitialChangeStreamPartitions,
  createReadChangeStream,
} from './service/read-change-stream';
import { createReadModifyWriteRow } from './service/read-modify-write';
import { createReadRows } from './service/read-rows';
import { createSampleRowKeys } from './service/sample-row-keys';

/**
 * Creates the handlers of all methods of Google's services, by path: those that the server implements, and those that
 * it rejects as unsupported.
 */
export function createHandlers(services: LocalServices): Map<string, MethodHandler> {
  const operations = new LongRunningOperations(services);
  return new Map([
    ...dataMethods(services),
    ...service('google.bigtable.v2.Bigtable', unsupportedMethods(UNSUPPORTED_DATA)),
    ...service('google.bigtable.admin.v2.BigtableTableAdmin', tableAdmin(services, operations)),
    ...service('google.bigtable.admin.v2.BigtableInstanceAdmin', instanceAdmin(services, operations)),
    ...service('google.longrunning.Operations', operationMethods(services, operations)),
    ...service(CONTROL_SERVICE, controlMethods(services)),
  ]);
}

function dataMethods(services: LocalServices): [string, MethodHandler][] {
  return [
    [`${DATA}/ReadRows`, stream(createReadRows(services))],
    [`${DATA}/SampleRowKeys`, stream(createSampleRowKeys(services))],
    [`${DATA}/MutateRow`, unary(createMutateRow(services))],
    [`${DATA}/MutateRows`, stream(createMutateRows(services))],
    [`${DATA}/CheckAndMutateRow`, unary(createCheckAndMutateRow(services))],
    [`${DATA}/ReadModifyWriteRow`, unary(createReadModifyWriteRow(services))],
    [`${DATA}/ReadChangeStream`, stream(createReadChangeStream(services))],
    [
      `${DATA}/GenerateInitialChangeStreamPartitions`,
      stream(createGenerateInitialChangeStreamPartitions(services)),
    ],
    [`${DATA}/PingAndWarm`, unary(createPingAndWarm(services))],
  ];
}

function tableAdmin(services: LocalServices, operations: LongRunningOperations): MethodHandlers {
  return {
    ...tableMethods(services),
    UpdateTable: updateTableMethod(services, operations),
    ModifyColumnFamilies: createModifyColumnFamilies(services),
    DropRowRange: createDropRowRange(services),
    GenerateConsistencyToken: createGenerateConsistencyToken(services),
    CheckConsistency: createCheckConsistency(services),
    ...iamMethods(services),
    ...unsupportedMethods(UNSUPPORTED_TABLE_ADMIN),
  };
}

function instanceAdmin(services: LocalServices, operations: LongRunningOperations): MethodHandlers {
  return {
    ...instanceMethods(services, operations),
    ...clusterMethods(services, operations),
    ...appProfileMethods(services, operations),
    ...iamMethods(services),
    ...unsupportedMethods(UNSUPPORTED_INSTANCE_ADMIN),
  };
}

const unary = (handle: UnaryHandler): MethodHandler => ({ kind: 'unary', handle });
const stream = (handle: StreamHandler): MethodHandler => ({ kind: 'stream', handle });

function service(name: string, methods: MethodHandlers): [string, MethodHandler][] {
  return Object.entries(methods).map(([method, handle]) => [`/${name}/${method}`, unary(handle)]);
}

const DATA = '/google.bigtable.v2.Bigtable';
