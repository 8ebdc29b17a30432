import { unimplementedError } from '../grpc/rpc-error';
import type { Decoder, Encoder } from '../encoding/proto';
import { admin } from '../encoding/proto';
import { instanceNameOf } from '../catalog/definitions';
import type { LocalDependencies } from '../service/local-dependencies';
import { adminMethod, type MethodHandlers } from './admin-method';
import { checkName } from './resource-names';

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

/** Creates the methods of BigtableInstanceAdmin that list what cannot be created. */
export function emptyInstanceLists(dependencies: LocalDependencies): MethodHandlers {
  return {
    ListLogicalViews: emptyList(dependencies, 'instance', [
      admin.ListLogicalViewsRequest,
      admin.ListLogicalViewsResponse,
    ]),
    ListMaterializedViews: emptyList(dependencies, 'instance', [
      admin.ListMaterializedViewsRequest,
      admin.ListMaterializedViewsResponse,
    ]),
  };
}

/** Creates the methods of BigtableTableAdmin that list what cannot be created. */
export function emptyTableLists(dependencies: LocalDependencies): MethodHandlers {
  return {
    ListSnapshots: emptyList(dependencies, 'cluster', [
      admin.ListSnapshotsRequest,
      admin.ListSnapshotsResponse,
    ]),
    ListSchemaBundles: emptyList(dependencies, 'table', [
      admin.ListSchemaBundlesRequest,
      admin.ListSchemaBundlesResponse,
    ]),
  };
}

function emptyList<Request extends { readonly parent: string }, Response>(
  dependencies: LocalDependencies,
  kind: 'instance' | 'cluster' | 'table',
  [request, response]: readonly [Decoder<Request>, Encoder<Response>],
) {
  return adminMethod(dependencies, [request, response as Encoder<object>], ({ parent }) => {
    checkName(kind, 'parent', parent);
    if (kind === 'table') dependencies.catalog.table(parent);
    else dependencies.catalog.instance(instanceNameOf(parent));
    return {};
  });
}

/** Returns the methods of a kind of resource that do not list it. */
const changesOf = (resource: string): string[] =>
  ['Create', 'Get', 'Update', 'Delete'].map((verb) => `${verb}${resource}`);

export const UNSUPPORTED_INSTANCE_ADMIN = {
  'SQL queries can read tables only': changesOf('LogicalView'),
  'SQL results are computed for each query': changesOf('MaterializedView'),
};

export const UNSUPPORTED_TABLE_ADMIN = {
  'snapshots are a private alpha of production; use backups': [
    'SnapshotTable',
    'GetSnapshot',
    'DeleteSnapshot',
    'CreateTableFromSnapshot',
  ],
  'SQL does not decode protobuf values': changesOf('SchemaBundle'),
};
