import { timestampFromMs } from '../catalog/definitions';
import { invalidArgumentError, unimplementedError } from '../grpc/rpc-error';
import type { UnaryHandler } from '../grpc/grpc-server';
import { admin, longrunning } from '../encoding/proto';
import type { LocalDependencies } from '../service/local-dependencies';
import { adminMethod } from './admin-method';
import { maskPaths, applyFieldMask } from './field-mask';
import type { LongRunningOperations } from './long-running-operations';
import { checkTableConfig } from './table-definition';

/** Creates a method that changes a table's settings, families excluded. */
export function updateTableMethod(
  dependencies: LocalDependencies,
  operations: LongRunningOperations,
): UnaryHandler {
  return adminMethod(dependencies, [admin.UpdateTableRequest, longrunning.Operation], async (request) => {
    const startTime = timestampFromMs(dependencies.clock.nowMs());
    const response = await update(dependencies, request);
    const name = response.name ?? '';
    const endTime = timestampFromMs(dependencies.clock.nowMs());
    return operations.add({
      resource: name,
      response: [admin.Table, response],
      metadata: [admin.UpdateTableMetadata, { name, startTime, endTime }],
    });
  });
}

const UPDATABLE = {
  paths: [
    'deletion_protection',
    'row_key_schema',
    'change_stream_config',
    'change_stream_config.retention_period',
    'automated_backup_policy',
    'automated_backup_policy.retention_period',
    'automated_backup_policy.frequency',
  ],
};

async function update(
  dependencies: LocalDependencies,
  request: admin.UpdateTableRequest,
): Promise<admin.ITable> {
  const change = request.table ?? {};
  const table = dependencies.catalog.table(change.name ?? '');
  if (/(^|,)column_?[fF]amilies/.test((request.updateMask?.paths ?? []).join())) {
    throw unimplementedError('UpdateTable cannot change column_families: use ModifyColumnFamilies');
  }
  const paths = maskPaths(request.updateMask, UPDATABLE);
  if (paths.length === 0) throw invalidArgumentError('update_mask must not be empty');
  const definition = applyFieldMask(table.definition, change, paths);
  checkTableConfig(definition);
  if (paths.includes('row_key_schema')) {
    checkSchemaChange(table.definition.rowKeySchema, definition.rowKeySchema, request.ignoreWarnings);
  }
  await dependencies.tables.redefine(table, definition);
  return definition;
}

type Schema = admin.Type.IStruct | null | undefined;

/**
 * Checks a schema change: as the comment of Table.row_key_schema specifies, a schema can be set and, after a warning,
 * removed, but not changed.
 */
function checkSchemaChange(current: Schema, next: Schema, ignoreWarnings: boolean): void {
  if (!current) return;
  if (!next && !ignoreWarnings) {
    throw invalidArgumentError(
      'Removing the row_key_schema may break queries; set ignore_warnings to override',
    );
  }
  if (next && !encoded(current).equals(encoded(next))) {
    throw invalidArgumentError('The row_key_schema of a table can be removed, but not changed');
  }
}

const encoded = (schema: admin.Type.IStruct): Buffer =>
  Buffer.from(admin.Type.Struct.encode(schema).finish());
