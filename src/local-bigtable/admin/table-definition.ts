import { countOf } from '../../core/shared/count-of';
import type { Instance } from '../catalog/instance';
import { invalidArgumentError, resourceExhaustedError } from '../grpc/rpc-error';
import { BIGTABLE_LIMITS } from '../bigtable-limits';
import { admin, byteString, int64, type wellKnown } from '../encoding/proto';
import { checkFamilyName, normalizeFamilies } from './column-family';

/**
 * Returns the definition of a new table with production's defaults. Throws the status of production for an invalid
 * request.
 */
export function completeTable(name: string, requested: admin.ITable): admin.ITable {
  const columnFamilies = normalizeFamilies(requested.columnFamilies);
  Object.keys(columnFamilies).forEach(checkFamilyName);
  const { changeStreamConfig, automatedBackupPolicy, rowKeySchema } = requested;
  const definition: admin.ITable = {
    name,
    columnFamilies,
    granularity: admin.Table.TimestampGranularity.MILLIS,
    deletionProtection: requested.deletionProtection ?? false,
    changeStreamConfig: changeStreamConfig ?? null,
    automatedBackupPolicy: automatedBackupPolicy ?? null,
    rowKeySchema: rowKeySchema ?? null,
  };
  checkTableConfig(definition);
  return definition;
}

/** Throws INVALID_ARGUMENT for an invalid id of a table. */
export function checkTableId(id: string): void {
  if (!TABLE_ID.test(id)) throw invalidArgumentError(`Invalid table id: "${id}"`);
}

/** Throws RESOURCE_EXHAUSTED when the instance has the maximum number of tables. */
export function checkTableRoom({ name, tables }: Instance): void {
  if (tables.size < BIGTABLE_LIMITS.tablesPerInstanceMax) return;
  throw resourceExhaustedError(
    `${name} has ${BIGTABLE_LIMITS.tablesPerInstanceMax} tables, which is the maximum`,
  );
}

/** Throws INVALID_ARGUMENT for invalid settings of a table. */
export function checkTableConfig(definition: admin.ITable): void {
  const { changeStreamConfig, automatedBackupPolicy, rowKeySchema, columnFamilies } = definition;
  if (changeStreamConfig) {
    const { retentionPeriod } = changeStreamConfig;
    checkDays('change_stream_config.retention_period', retentionPeriod, CHANGE_STREAM_RETENTION_DAYS);
  }
  if (automatedBackupPolicy) {
    const { retentionPeriod, frequency } = automatedBackupPolicy;
    checkDays('automated_backup_policy.retention_period', retentionPeriod, BACKUP_RETENTION_DAYS);
    checkDays('automated_backup_policy.frequency', frequency, BACKUP_FREQUENCY_DAYS);
  }
  if (rowKeySchema) checkRowKeySchema(rowKeySchema, new Set(Object.keys(columnFamilies ?? {})));
}

/** Returns the split keys of a new table, sorted and without duplicates. */
export function splitKeys(splits: readonly admin.CreateTableRequest.ISplit[]): string[] {
  const keys = splits.map(({ key }) => byteString(key));
  for (const key of keys) {
    if (key === '' || key.length > BIGTABLE_LIMITS.rowKeyBytesMax) {
      throw invalidArgumentError(
        `initial_splits contains a key of ${key.length} bytes; keys must have 1 to ${BIGTABLE_LIMITS.rowKeyBytesMax}`,
      );
    }
  }
  return [...new Set(keys)].sort((a, b) => (a < b ? -1 : 1));
}

interface Days {
  readonly min: number;
  readonly max: number;
}

function checkDays(field: string, period: wellKnown.IDuration | null | undefined, { min, max }: Days): void {
  const seconds = int64(period?.seconds) + (period?.nanos ?? 0) / 1e9;
  if (seconds >= min * DAY_SECONDS && seconds <= max * DAY_SECONDS) return;
  const allowed = min === max ? days(min) : `${min} to ${days(max)}`;
  throw invalidArgumentError(`${field} must be ${allowed}, not ${seconds} s`);
}

const days = (count: number): string => countOf(count, 'day');

/** Checks the numbered invariants in the comment of Table.row_key_schema. */
function checkRowKeySchema({ fields }: admin.Type.IStruct, families: ReadonlySet<string>): void {
  for (const { fieldName, type } of fields ?? []) {
    const name = fieldName ?? '';
    if (name === '') throw invalidArgumentError('row_key_schema contains a field without a name');
    if (RESERVED.has(name) || families.has(name)) {
      throw invalidArgumentError(
        `row_key_schema contains a field with a reserved or duplicate name: ${name}`,
      );
    }
    const kind = (type as admin.Type | null | undefined)?.kind;
    if (kind === undefined || NOT_SCALAR.has(kind)) {
      throw invalidArgumentError(`row_key_schema contains a field of a non-scalar type: ${name}`);
    }
  }
}

const TABLE_ID = new RegExp(`^[_a-zA-Z0-9][-_.a-zA-Z0-9]{0,${BIGTABLE_LIMITS.tableIdCharsMax - 1}}$`);
const DAY_SECONDS = 24 * 60 * 60;
const CHANGE_STREAM_RETENTION_DAYS = { min: 1, max: 7 };
/** Both: "the only supported value at this time". */
const BACKUP_RETENTION_DAYS = { min: 3, max: 3 };
const BACKUP_FREQUENCY_DAYS = { min: 1, max: 1 };
const RESERVED = new Set(['_key', '_timestamp']);
const NOT_SCALAR = new Set(['arrayType', 'mapType', 'aggregateType', 'structType']);
