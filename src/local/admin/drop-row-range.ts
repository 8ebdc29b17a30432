import { invalidArgument } from '../grpc/rpc-error';
import { admin, byteString, decode, EMPTY_MESSAGE } from '../proto';
import type { ServiceContext } from '../service/context';
import { prefixEnd } from '../store/row-set';

/** Removes the rows with a prefix, or all rows. */
export function createDropRowRange(context: ServiceContext) {
  return async (bytes: Buffer): Promise<Buffer> => {
    const request = decode(admin.DropRowRangeRequest, bytes);
    const table = context.catalog.table(request.name);
    const prefix = byteString(request.rowKeyPrefix);
    if (request.deleteAllDataFromTable !== true && prefix === '') {
      throw invalidArgument('Either row_key_prefix or delete_all_data_from_table must be set');
    }
    const span =
      request.deleteAllDataFromTable === true
        ? { start: '', end: undefined }
        : { start: prefix, end: prefixEnd(prefix) };
    await context.commits.whenCommitted(table.replicated.removeRows(span));
    return EMPTY_MESSAGE;
  };
}
