import { clusterName, instanceNameOf, timestampFromMs } from '../../catalog/definitions';
import { contentsOf, type TableCopy } from '../../catalog/table-copy';
import type { UnaryHandler } from '../../grpc/grpc-server';
import { admin, longrunning, wellKnown } from '../../encoding/proto';
import { invalidArgumentError } from '../../grpc/rpc-error';
import type { LocalDependencies } from '../../service/local-dependencies';
import { adminMethod } from '../admin-method';
import { backupInfo, finishedProgress } from './backup-definition';
import type { LongRunningOperations } from '../long-running-operations';
import { checkName } from '../resource-names';
import { checkTableId, checkTableRoom } from '../table-definition';

const { BACKUP } = admin.RestoreSourceType;

/**
 * Creates the method that restores a backup to a new table, also of another instance. Settings that protect or copy the
 * source table, and its change stream, are not restored.
 */
export function restoreTableMethod(
  dependencies: LocalDependencies,
  operations: LongRunningOperations,
): UnaryHandler {
  const { backups, clock } = dependencies;
  return adminMethod(dependencies, [admin.RestoreTableRequest, longrunning.Operation], async (request) => {
    const { parent, tableId } = request;
    checkName('instance', 'parent', parent);
    checkTableId(tableId);
    if (!request.backup) throw invalidArgumentError('backup is required');
    const info = backupInfo(backups.definition(request.backup, clock.nowMs()));
    const name = `${parent}/tables/${tableId}`;
    const response: admin.ITable = {
      ...backups.copy(request.backup).definition,
      name,
      deletionProtection: false,
      changeStreamConfig: null,
      automatedBackupPolicy: null,
      restoreInfo: { sourceType: BACKUP, backupInfo: info },
    };
    await createFrom(dependencies, backups.copy(request.backup), response);
    const progress = finishedProgress(timestampFromMs(clock.nowMs()));
    const optimization = isOptimized(dependencies, request)
      ? operations.add({
          resource: name,
          response: [wellKnown.Empty, {}],
          metadata: [admin.OptimizeRestoredTableMetadata, { name, progress }],
        })
      : undefined;
    const optimizeTableOperationName = optimization?.name ?? '';
    return operations.add({
      resource: name,
      response: [admin.Table, response],
      metadata: [
        admin.RestoreTableMetadata,
        { name, sourceType: BACKUP, backupInfo: info, optimizeTableOperationName, progress },
      ],
    });
  });
}

/** Returns whether production optimizes a restored table: the backup is on hard disks, and the table is not. */
function isOptimized(
  { catalog, instances }: LocalDependencies,
  { backup, parent }: admin.RestoreTableRequest,
): boolean {
  const isHdd = (cluster: string): boolean =>
    instances.definitions.cluster(cluster)?.defaultStorageType === admin.StorageType.HDD;
  const targets = [...catalog.instance(parent).clusters.keys()];
  return (
    isHdd((backup ?? '').split('/backups/')[0]!) && targets.some((id) => !isHdd(clusterName(parent, id)))
  );
}

/** Creates the method that restores a deleted table. Its change stream starts anew; views and policies are gone. */
export function undeleteTableMethod(
  dependencies: LocalDependencies,
  operations: LongRunningOperations,
): UnaryHandler {
  const { clock, deletedTables } = dependencies;
  return adminMethod(dependencies, [admin.UndeleteTableRequest, longrunning.Operation], async ({ name }) => {
    checkName('table', 'name', name);
    dependencies.catalog.checkFree(name);
    const startTime = timestampFromMs(clock.nowMs());
    const copy = deletedTables.find(name);
    const response = { ...copy.definition, name };
    dependencies.commits.checkWritable();
    const created = createFrom(dependencies, copy, response);
    deletedTables.forget(name);
    await created;
    const endTime = timestampFromMs(clock.nowMs());
    return operations.add({
      resource: name,
      response: [admin.Table, response],
      metadata: [admin.UndeleteTableMetadata, { name, startTime, endTime }],
    });
  });
}

/** Creates a table in the turn of the call. Throws before anything has changed. */
function createFrom(
  { catalog, tables }: LocalDependencies,
  copy: TableCopy,
  definition: admin.ITable,
): Promise<void> {
  const instance = catalog.instance(instanceNameOf(definition.name ?? ''));
  checkTableRoom(instance);
  return tables.createFromCopy({ ...copy, definition, contents: contentsOf(copy) }, instance);
}
