import { createCheckConsistency, createGenerateConsistencyToken } from './admin/consistency';
import { createDropRowRange } from './admin/drop-row-range';
import { createModifyColumnFamilies } from './admin/modify-column-families';
import { createCreateTable, createDeleteTable, createGetTable, createListTables } from './admin/tables';
import type { Handler, StreamHandler, UnaryHandler } from './grpc/server';
import { data, decode, EMPTY_MESSAGE } from './proto';
import { createCheckAndMutateRow } from './service/check-and-mutate';
import type { ServiceContext } from './service/context';
import { createMutateRow, createMutateRows } from './service/mutate';
import { createReadModifyWriteRow } from './service/read-modify-write';
import { createReadRows } from './service/read-rows';
import { createSampleRowKeys } from './service/sample-row-keys';

/** Every method that the server implements, by path. */
export function createHandlers(context: ServiceContext): Map<string, Handler> {
  const unary = (handle: UnaryHandler): Handler => ({ kind: 'unary', handle });
  const stream = (handle: StreamHandler): Handler => ({ kind: 'stream', handle });
  return new Map([
    [`${DATA}/ReadRows`, stream(createReadRows(context))],
    [`${DATA}/SampleRowKeys`, stream(createSampleRowKeys(context))],
    [`${DATA}/MutateRow`, unary(createMutateRow(context))],
    [`${DATA}/MutateRows`, stream(createMutateRows(context))],
    [`${DATA}/CheckAndMutateRow`, unary(createCheckAndMutateRow(context))],
    [`${DATA}/ReadModifyWriteRow`, unary(createReadModifyWriteRow(context))],
    [`${DATA}/PingAndWarm`, unary(pingAndWarm)],
    [`${TABLE_ADMIN}/CreateTable`, unary(createCreateTable(context))],
    [`${TABLE_ADMIN}/ListTables`, unary(createListTables(context))],
    [`${TABLE_ADMIN}/GetTable`, unary(createGetTable(context))],
    [`${TABLE_ADMIN}/DeleteTable`, unary(createDeleteTable(context))],
    [`${TABLE_ADMIN}/ModifyColumnFamilies`, unary(createModifyColumnFamilies(context))],
    [`${TABLE_ADMIN}/DropRowRange`, unary(createDropRowRange(context))],
    [`${TABLE_ADMIN}/GenerateConsistencyToken`, unary(createGenerateConsistencyToken(context))],
    [`${TABLE_ADMIN}/CheckConsistency`, unary(createCheckConsistency(context))],
  ]);
}

const DATA = '/google.bigtable.v2.Bigtable';
const TABLE_ADMIN = '/google.bigtable.admin.v2.BigtableTableAdmin';

function pingAndWarm(bytes: Buffer): Buffer {
  decode(data.PingAndWarmRequest, bytes);
  return EMPTY_MESSAGE;
}
