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

/** Every method of Google's services, by path: those that the server implements, and those that it has on purpose not. */
export function createHandlers(context: LocalServices): Map<string, MethodHandler> {
  const operations = new LongRunningOperations(context);
  return new Map([
    ...dataMethods(context),
    ...service('google.bigtable.v2.Bigtable', unsupportedMethods(UNSUPPORTED_DATA)),
    ...service('google.bigtable.admin.v2.BigtableTableAdmin', tableAdmin(context, operations)),
    ...service('google.bigtable.admin.v2.BigtableInstanceAdmin', instanceAdmin(context, operations)),
    ...service('google.longrunning.Operations', operationMethods(context, operations)),
    ...service(CONTROL_SERVICE, controlMethods(context)),
  ]);
}

function dataMethods(context: LocalServices): [string, MethodHandler][] {
  return [
    [`${DATA}/ReadRows`, stream(createReadRows(context))],
    [`${DATA}/SampleRowKeys`, stream(createSampleRowKeys(context))],
    [`${DATA}/MutateRow`, unary(createMutateRow(context))],
    [`${DATA}/MutateRows`, stream(createMutateRows(context))],
    [`${DATA}/CheckAndMutateRow`, unary(createCheckAndMutateRow(context))],
    [`${DATA}/ReadModifyWriteRow`, unary(createReadModifyWriteRow(context))],
    [`${DATA}/ReadChangeStream`, stream(createReadChangeStream(context))],
    [
      `${DATA}/GenerateInitialChangeStreamPartitions`,
      stream(createGenerateInitialChangeStreamPartitions(context)),
    ],
    [`${DATA}/PingAndWarm`, unary(createPingAndWarm(context))],
  ];
}

function tableAdmin(context: LocalServices, operations: LongRunningOperations): MethodHandlers {
  return {
    ...tableMethods(context),
    UpdateTable: updateTableMethod(context, operations),
    ModifyColumnFamilies: createModifyColumnFamilies(context),
    DropRowRange: createDropRowRange(context),
    GenerateConsistencyToken: createGenerateConsistencyToken(context),
    CheckConsistency: createCheckConsistency(context),
    ...iamMethods(context),
    ...unsupportedMethods(UNSUPPORTED_TABLE_ADMIN),
  };
}

function instanceAdmin(context: LocalServices, operations: LongRunningOperations): MethodHandlers {
  return {
    ...instanceMethods(context, operations),
    ...clusterMethods(context, operations),
    ...appProfileMethods(context, operations),
    ...iamMethods(context),
    ...unsupportedMethods(UNSUPPORTED_INSTANCE_ADMIN),
  };
}

const unary = (handle: UnaryHandler): MethodHandler => ({ kind: 'unary', handle });
const stream = (handle: StreamHandler): MethodHandler => ({ kind: 'stream', handle });

function service(name: string, methods: MethodHandlers): [string, MethodHandler][] {
  return Object.entries(methods).map(([method, handle]) => [`/${name}/${method}`, unary(handle)]);
}

const DATA = '/google.bigtable.v2.Bigtable';
