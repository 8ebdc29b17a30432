import { timestampFromMs } from '../../catalog/definitions';
import { failedPreconditionError, invalidArgumentError, unimplementedError } from '../../grpc/rpc-error';
import { BIGTABLE_LIMITS } from '../../bigtable-limits';
import { admin, milliseconds, type wellKnown } from '../../encoding/proto';
import type { LocalDependencies } from '../../service/local-dependencies';

const { BackupType, State } = admin.Backup;

/** Throws INVALID_ARGUMENT for an invalid id of a backup. */
export function checkBackupId(id: string): void {
  if (!BACKUP_ID.test(id)) throw invalidArgumentError(`Invalid backup id: "${id}"`);
}

/** Throws the status of production for a kind of backup that is invalid or not supported. */
export function checkBackupType({ backupType, hotToStandardTime }: admin.IBackup): void {
  if (backupType === BackupType.HOT) {
    throw unimplementedError(
      'Hot backups are not supported: they speed up the reads of a restored table, which is always fast here. Create ' +
        'a standard backup',
    );
  }
  if (hotToStandardTime) throw invalidArgumentError('hot_to_standard_time requires a hot backup');
}

/** Throws INVALID_ARGUMENT unless the backup lives for 6 hours to this number of days after a time. */
export function checkExpireTime(
  expireTime: wellKnown.ITimestamp | null | undefined,
  { sinceMs, daysMax }: { readonly sinceMs: number; readonly daysMax: number },
): void {
  if (!expireTime) throw invalidArgumentError('expire_time is required');
  const hours = (milliseconds(expireTime) - sinceMs) / HOUR_MS;
  if (hours >= BIGTABLE_LIMITS.backupHoursMin && hours <= daysMax * 24) return;
  throw invalidArgumentError(
    `expire_time must be ${BIGTABLE_LIMITS.backupHoursMin} hours to ${daysMax} days after the creation of the backup, ` +
      `not ${hours.toFixed(1)} hours`,
  );
}

/** Throws FAILED_PRECONDITION for a cluster or instance that contains backups. `prefix` begins their names. */
export function checkNoBackups({ backups, clock }: LocalDependencies, prefix: string): void {
  const [backup] = backups.withPrefix(prefix, clock.nowMs());
  if (backup === undefined) return;
  throw failedPreconditionError(`Delete the backups first, such as ${backup.name}`);
}

/** Returns the definition of a finished backup. */
export function finishedBackup(
  definition: Pick<admin.IBackup, 'name' | 'sourceTable' | 'sourceBackup' | 'expireTime' | 'sizeBytes'>,
  nowMs: number,
): admin.Backup {
  return admin.Backup.create({
    ...definition,
    startTime: timestampFromMs(nowMs),
    endTime: timestampFromMs(nowMs),
    state: State.READY,
    backupType: BackupType.STANDARD,
    encryptionInfo: { encryptionType: admin.EncryptionInfo.EncryptionType.GOOGLE_DEFAULT_ENCRYPTION },
  });
}

/** Returns what operations and restored tables report of a backup. */
export function backupInfo(backup: admin.Backup): admin.IBackupInfo {
  const { name, startTime = null, endTime = null, sourceTable, sourceBackup } = backup;
  return { backup: name, startTime, endTime, sourceTable, sourceBackup };
}

/** Returns the progress of an operation that has finished. */
export function finishedProgress(time: wellKnown.ITimestamp): admin.IOperationProgress {
  return { progressPercent: 100, startTime: time, endTime: time };
}

const BACKUP_ID = new RegExp(`^[_a-zA-Z0-9][-_.a-zA-Z0-9]{0,${BIGTABLE_LIMITS.backupIdCharsMax - 1}}$`);
const HOUR_MS = 3_600_000;
