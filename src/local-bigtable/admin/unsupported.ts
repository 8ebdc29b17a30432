import { unimplementedError } from '../grpc/rpc-error';
import type { MethodHandlers } from './admin-method';

/** Methods that the server has on purpose not, by the reason that callers are told. */
export function unsupportedMethods(reasons: Readonly<Record<string, readonly string[]>>): MethodHandlers {
  return Object.fromEntries(
    Object.entries(reasons).flatMap(([reason, methods]) =>
      methods.map((method) => [
        method,
        () => {
          throw unimplementedError(`${method} is not supported: ${reason}`);
        },
      ]),
    ),
  );
}

/** The five methods that a kind of resource has. */
const allOf = (resource: string): string[] => [
  ...['Create', 'Get', 'Update', 'Delete'].map((verb) => `${verb}${resource}`),
  `List${resource}s`,
];

export const UNSUPPORTED_INSTANCE_ADMIN = {
  'logical views are for SQL, which is not spoken here': allOf('LogicalView'),
  'materialized views are kept by SQL queries, and SQL is not spoken here': allOf('MaterializedView'),
};

export const UNSUPPORTED_TABLE_ADMIN = {
  'there are no backups here; stop the server and copy its data folder instead': [
    ...allOf('Backup'),
    'CopyBackup',
    'RestoreTable',
  ],
  'snapshots are a private alpha of production that most customers do not have either': [
    'SnapshotTable',
    'GetSnapshot',
    'ListSnapshots',
    'DeleteSnapshot',
    'CreateTableFromSnapshot',
  ],
  'there are no authorized views here; read through the table': allOf('AuthorizedView'),
  'schema bundles are for SQL, which is not spoken here': allOf('SchemaBundle'),
  'a deleted table and its data are gone at once': ['UndeleteTable'],
};

export const UNSUPPORTED_DATA = {
  'SQL is not spoken here; use ReadRows with a filter': ['ExecuteQuery', 'PrepareQuery'],
};
