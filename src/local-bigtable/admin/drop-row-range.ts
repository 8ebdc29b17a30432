import { invalidArgumentError } from '../grpc/rpc-error';
import type { UnaryHandler } from '../grpc/grpc-server';
import { admin, byteString, wellKnown } from '../encoding/proto';
import type { LocalDependencies } from '../service/local-dependencies';
import { prefixSpan } from '../store/key-span';
import { adminMethod } from './admin-method';

/** Creates a method that removes the rows with a prefix, or all rows. */
export function createDropRowRange(dependencies: LocalDependencies): UnaryHandler {
  return adminMethod(dependencies, [admin.DropRowRangeRequest, wellKnown.Empty], async (request) => {
    const table = dependencies.catalog.table(request.name);
    const prefix = byteString(request.rowKeyPrefix);
    if (request.deleteAllDataFromTable !== true && prefix === '') {
      throw invalidArgumentError('Either row_key_prefix or delete_all_data_from_table must be set');
    }
    const span = request.deleteAllDataFromTable === true ? { start: '', end: undefined } : prefixSpan(prefix);
    await dependencies.commits.whenCommitted(table.replicated.removeRows(span));
    return {};
  });
}
