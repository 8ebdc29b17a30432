import { instanceNameOf } from '../../catalog/definitions';
import { contentsOf, copyAtCluster, sizeOf } from '../../catalog/table-copy';
import {
  alreadyExistsError,
  failedPreconditionError,
  invalidArgumentError,
  resourceExhaustedError,
} from '../../grpc/rpc-error';
import { BIGTABLE_LIMITS } from '../../bigtable-limits';
import { admin, longrunning, milliseconds, wellKnown } from '../../encoding/proto';
import type { LocalDependencies } from '../../service/local-dependencies';
import type { EmulatedCluster } from '../../replication/local-cluster';
import { adminMethod, type MethodHandlers } from '../admin-method';
import {
  backupInfo,
  checkBackupId,
  checkBackupType,
  checkExpireTime,
  finishedBackup,
  finishedProgress,
} from './backup-definition';
import { listBackups } from './list-backups';
import { maskPaths } from '../field-mask';
import type { LongRunningOperations } from '../long-running-operations';
import { checkName } from '../resource-names';
import { restoreTableMethod } from './restore-table';

/** Creates the backup methods of BigtableTableAdmin. */
export function backupMethods(
  dependencies: LocalDependencies,
  operations: LongRunningOperations,
): MethodHandlers {
  const { Backup } = admin;
  const { backups, clock } = dependencies;
  return {
    CreateBackup: adminMethod(dependencies, [admin.CreateBackupRequest, longrunning.Operation], (request) => {
      const response = create(dependencies, request);
      const { name, sourceTable, startTime = null, endTime = null } = response;
      return operations.add({
        resource: name,
        response: [Backup, response],
        metadata: [admin.CreateBackupMetadata, { name, sourceTable, startTime, endTime }],
      });
    }),
    CopyBackup: adminMethod(dependencies, [admin.CopyBackupRequest, longrunning.Operation], (request) => {
      const source = backups.definition(request.sourceBackup, clock.nowMs());
      const response = copy(dependencies, request);
      const progress = finishedProgress(response.startTime!);
      return operations.add({
        resource: response.name,
        response: [Backup, response],
        metadata: [
          admin.CopyBackupMetadata,
          { name: response.name, sourceBackupInfo: backupInfo(source), progress },
        ],
      });
    }),
    GetBackup: adminMethod(dependencies, [admin.GetBackupRequest, Backup], ({ name }) =>
      backups.definition(name, clock.nowMs()),
    ),
    UpdateBackup: adminMethod(dependencies, [admin.UpdateBackupRequest, Backup], (request) =>
      update(dependencies, request),
    ),
    DeleteBackup: adminMethod(dependencies, [admin.DeleteBackupRequest, wellKnown.Empty], ({ name }) => {
      backups.definition(name, clock.nowMs());
      backups.remove(name);
      return {};
    }),
    ListBackups: adminMethod(dependencies, [admin.ListBackupsRequest, admin.ListBackupsResponse], (request) =>
      listBackups(dependencies, request),
    ),
    RestoreTable: restoreTableMethod(dependencies, operations),
  };
}

const UPDATABLE = { paths: ['expire_time'] };

function create(dependencies: LocalDependencies, request: admin.CreateBackupRequest): admin.Backup {
  const { backups, catalog, clock } = dependencies;
  const requested = request.backup ?? {};
  checkName('cluster', 'parent', request.parent);
  checkBackupId(request.backupId);
  checkName('table', 'backup.source_table', requested.sourceTable ?? '');
  checkBackupType(requested);
  const nowMs = clock.nowMs();
  checkExpireTime(requested.expireTime, { sinceMs: nowMs, daysMax: BIGTABLE_LIMITS.backupDaysMax });
  const cluster = clusterNamed(dependencies, request.parent);
  const table = catalog.table(requested.sourceTable ?? '');
  if (table.instance.name !== instanceNameOf(request.parent)) {
    throw invalidArgumentError(`backup.source_table must be a table of ${instanceNameOf(request.parent)}`);
  }
  const name = freeName(dependencies, request);
  checkRoom(dependencies, request.parent, table.name);
  const copied = copyAtCluster(table, cluster);
  const sizeBytes = sizeOf(copied.contents);
  const { expireTime = null } = requested;
  const definition = finishedBackup({ name, sourceTable: table.name, expireTime, sizeBytes }, nowMs);
  backups.create(definition, copied);
  return definition;
}

function copy(dependencies: LocalDependencies, request: admin.CopyBackupRequest): admin.Backup {
  const { backups, clock } = dependencies;
  checkName('cluster', 'parent', request.parent);
  checkBackupId(request.backupId);
  clusterNamed(dependencies, request.parent);
  const nowMs = clock.nowMs();
  const source = backups.definition(request.sourceBackup, nowMs);
  // "Copying a copied backup is not allowed." Production's status for this is undocumented.
  if (source.sourceBackup) {
    throw failedPreconditionError(`${source.name} is a copy: copy its source ${source.sourceBackup} instead`);
  }
  const { expireTime = null } = request;
  checkExpireTime(expireTime, { sinceMs: nowMs, daysMax: BIGTABLE_LIMITS.copiedBackupDaysMax });
  const name = freeName(dependencies, request);
  checkRoom(dependencies, request.parent, source.sourceTable);
  const { sourceTable, sizeBytes, name: sourceBackup } = source;
  const definition = finishedBackup({ name, sourceTable, sourceBackup, expireTime, sizeBytes }, nowMs);
  const sourceCopy = backups.copy(request.sourceBackup);
  backups.create(definition, { ...sourceCopy, contents: contentsOf(sourceCopy) });
  return definition;
}

function update(
  { backups, clock }: LocalDependencies,
  { backup, updateMask }: admin.UpdateBackupRequest,
): admin.IBackup {
  const current = backups.definition(backup?.name ?? '', clock.nowMs());
  if (maskPaths(updateMask, UPDATABLE).length === 0) {
    throw invalidArgumentError('update_mask must not be empty');
  }
  const daysMax = current.sourceBackup ? BIGTABLE_LIMITS.copiedBackupDaysMax : BIGTABLE_LIMITS.backupDaysMax;
  checkExpireTime(backup?.expireTime, { sinceMs: milliseconds(current.startTime), daysMax });
  const definition = { ...current, expireTime: backup?.expireTime ?? null };
  backups.update(definition);
  return definition;
}

/** Returns the cluster of a resource name. Throws NOT_FOUND. */
function clusterNamed({ catalog }: LocalDependencies, name: string): EmulatedCluster {
  return catalog.instance(instanceNameOf(name)).cluster(name.slice(name.lastIndexOf('/') + 1));
}

/** Returns the name of a new backup. An expired backup of this name makes room for it. */
function freeName(
  { backups, clock }: LocalDependencies,
  { parent, backupId }: { readonly parent: string; readonly backupId: string },
): string {
  const name = `${parent}/backups/${backupId}`;
  const isPresent = backups.withPrefix(name, clock.nowMs()).some((backup) => backup.name === name);
  if (isPresent) throw alreadyExistsError(`Backup already exists: ${name}`);
  backups.remove(name);
  return name;
}

function checkRoom({ backups, clock }: LocalDependencies, cluster: string, table: string): void {
  const all = backups.withPrefix(`${cluster}/backups/`, clock.nowMs());
  if (all.filter(({ sourceTable }) => sourceTable === table).length < BIGTABLE_LIMITS.backupsPerTableMax)
    return;
  throw resourceExhaustedError(
    `${cluster} has ${BIGTABLE_LIMITS.backupsPerTableMax} backups of ${table}, which is the maximum`,
  );
}
