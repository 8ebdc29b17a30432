import { unimplementedError } from '../grpc/rpc-error';
import type { MethodHandlers } from './admin-method';

/** Creates handlers that reject unsupported methods with the reason. `reasons` maps a reason to its methods. */
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

/** Returns the five methods of a kind of resource. */
const allOf = (resource: string): string[] => [
  ...['Create', 'Get', 'Update', 'Delete'].map((verb) => `${verb}${resource}`),
  `List${resource}s`,
];

export const UNSUPPORTED_INSTANCE_ADMIN = {
  'logical views require SQL, which is not supported': allOf('LogicalView'),
  'materialized views require SQL, which is not supported': allOf('MaterializedView'),
};

export const UNSUPPORTED_TABLE_ADMIN = {
  'backups are not supported; stop the server and copy its data folder instead': [
    ...allOf('Backup'),
    'CopyBackup',
    'RestoreTable',
  ],
  'snapshots are a private alpha of production': [
    'SnapshotTable',
    'GetSnapshot',
    'ListSnapshots',
    'DeleteSnapshot',
    'CreateTableFromSnapshot',
  ],
  'authorized views are not supported; read through the table': allOf('AuthorizedView'),
  'schema bundles require SQL, which is not supported': allOf('SchemaBundle'),
  'a deleted table and its data are removed immediately': ['UndeleteTable'],
};

export const UNSUPPORTED_DATA = {
  'SQL is not supported; use ReadRows with a filter': ['ExecuteQuery', 'PrepareQuery'],
};
