import { notFoundError } from '../grpc/rpc-error';
import { type admin, byteString } from '../encoding/proto';
import type { AuthorizedView } from '../replication/view-replica';
import { ViewSubset } from '../store/view-subset';
import type { DefinitionStore } from './definition-store';
import { etagOf } from './etag';

/** Returns the prefix of the names of a table's authorized views. */
export const viewPrefix = (table: string): string => `${table}/authorizedViews/`;

/** Returns the name of a view's table. */
export const tableOfView = (view: string): string => view.split('/').slice(0, TABLE_NAME_PARTS).join('/');

/** Returns the authorized view of a name. Throws NOT_FOUND. */
export function viewNamed(definitions: DefinitionStore, name: string): AuthorizedView {
  const definition = viewDefinition(definitions, name);
  return { name, etag: etagOf(definitions.bytes(name)!), subset: subsetOf(definition.subsetView ?? {}) };
}

/** Returns the stored definition of an authorized view, with its etag. Throws NOT_FOUND. */
export function viewDefinition(definitions: DefinitionStore, name: string): admin.AuthorizedView {
  const definition = definitions.authorizedView(name);
  if (definition === undefined) throw notFoundError(`Authorized view not found: ${name}`);
  definition.etag = etagOf(definitions.bytes(name)!);
  return definition;
}

function subsetOf({ rowPrefixes, familySubsets }: admin.AuthorizedView.ISubsetView): ViewSubset {
  const families = Object.entries<admin.AuthorizedView.IFamilySubsets | null>(familySubsets ?? {});
  return new ViewSubset(
    (rowPrefixes ?? []).map(byteString),
    new Map(
      families.map(([name, subset]) => [
        name,
        {
          qualifiers: (subset?.qualifiers ?? []).map(byteString),
          qualifierPrefixes: (subset?.qualifierPrefixes ?? []).map(byteString),
        },
      ]),
    ),
  );
}

const TABLE_NAME_PARTS = 6;
