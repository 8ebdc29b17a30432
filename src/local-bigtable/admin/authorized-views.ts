import { viewDefinition, viewPrefix } from '../catalog/authorized-views';
import { authorizedViewChange } from '../catalog/definition-store';
import {
  abortedError,
  alreadyExistsError,
  failedPreconditionError,
  invalidArgumentError,
} from '../grpc/rpc-error';
import { BIGTABLE_LIMITS } from '../bigtable-limits';
import { admin, longrunning, wellKnown } from '../encoding/proto';
import type { LocalDependencies } from '../service/local-dependencies';
import { adminMethod, type MethodHandlers } from './admin-method';
import { applyFieldMask, maskPaths } from './field-mask';
import type { LongRunningOperations } from './long-running-operations';
import { paginate } from './pagination';
import { removeBelow } from './remove-below';
import { checkName } from './resource-names';

type View = admin.AuthorizedView;
const { ResponseView } = admin.AuthorizedView;

/** Creates the methods of BigtableTableAdmin for authorized views. */
export function authorizedViewMethods(
  dependencies: LocalDependencies,
  operations: LongRunningOperations,
): MethodHandlers {
  const { AuthorizedView } = admin;
  const { Operation } = longrunning;
  const { definitions } = dependencies.instances;
  return {
    CreateAuthorizedView: adminMethod(
      dependencies,
      [admin.CreateAuthorizedViewRequest, Operation],
      (request) => {
        const response = create(dependencies, request);
        return operations.add({
          resource: response.name,
          response: [AuthorizedView, response],
          metadata: [
            admin.CreateAuthorizedViewMetadata,
            { originalRequest: request, ...operations.timestamps() },
          ],
        });
      },
    ),
    GetAuthorizedView: adminMethod(
      dependencies,
      [admin.GetAuthorizedViewRequest, AuthorizedView],
      ({ name, view }) => partOf(viewDefinition(definitions, name), view || ResponseView.BASIC),
    ),
    ListAuthorizedViews: adminMethod(
      dependencies,
      [admin.ListAuthorizedViewsRequest, admin.ListAuthorizedViewsResponse],
      (request) => listViews(dependencies, request),
    ),
    UpdateAuthorizedView: adminMethod(
      dependencies,
      [admin.UpdateAuthorizedViewRequest, Operation],
      (request) => {
        const response = update(dependencies, request);
        return operations.add({
          resource: response.name,
          response: [AuthorizedView, response],
          metadata: [
            admin.UpdateAuthorizedViewMetadata,
            { originalRequest: request, ...operations.timestamps() },
          ],
        });
      },
    ),
    DeleteAuthorizedView: adminMethod(
      dependencies,
      [admin.DeleteAuthorizedViewRequest, wellKnown.Empty],
      (request) => {
        remove(dependencies, request);
        return {};
      },
    ),
  };
}

/** Throws FAILED_PRECONDITION when a view of the table has deletion protection, which covers the table. */
export function checkViewProtection({ instances }: LocalDependencies, table: string): void {
  const { definitions } = instances;
  const names = definitions.namesWithPrefix(viewPrefix(table));
  const view = names.find((name) => definitions.authorizedView(name)?.deletionProtection === true);
  if (view === undefined) return;
  throw failedPreconditionError(
    `The table ${table} cannot be deleted: its authorized view ${view} has deletion protection`,
  );
}

const UPDATABLE = {
  paths: [
    'etag',
    'deletion_protection',
    'subset_view',
    'subset_view.row_prefixes',
    'subset_view.family_subsets',
  ],
};
/** Meaning of the mask `*`. */
const ALL_PATHS = ['deletion_protection', 'subset_view'];

function create(
  dependencies: LocalDependencies,
  { parent, authorizedViewId, authorizedView }: admin.CreateAuthorizedViewRequest,
): View {
  checkName('table', 'parent', parent);
  dependencies.catalog.table(parent);
  if (!VIEW_ID.test(authorizedViewId)) {
    throw invalidArgumentError(`Invalid authorized view id: "${authorizedViewId}"`);
  }
  const name = `${viewPrefix(parent)}${authorizedViewId}`;
  const { definitions } = dependencies.instances;
  if (definitions.authorizedView(name) !== undefined) {
    throw alreadyExistsError(`Authorized view already exists: ${name}`);
  }
  const { subsetView = null, deletionProtection = false } = authorizedView ?? {};
  return store(dependencies, { name, subsetView, deletionProtection });
}

function listViews(
  { catalog, instances }: LocalDependencies,
  request: admin.ListAuthorizedViewsRequest,
): admin.IListAuthorizedViewsResponse {
  checkName('table', 'parent', request.parent);
  catalog.table(request.parent);
  const { definitions } = instances;
  const names = definitions
    .namesWithPrefix(viewPrefix(request.parent))
    .filter((name) => definitions.authorizedView(name) !== undefined);
  const page = paginate(names, request);
  const part = request.view || ResponseView.NAME_ONLY;
  const authorizedViews = page.names.map((name) => partOf(viewDefinition(definitions, name), part));
  return { authorizedViews, nextPageToken: page.nextPageToken };
}

function update(
  dependencies: LocalDependencies,
  { authorizedView, updateMask }: admin.UpdateAuthorizedViewRequest,
): View {
  const requested = authorizedView ?? {};
  const current = viewDefinition(dependencies.instances.definitions, requested.name ?? '');
  checkEtag(current, requested.etag);
  const paths = pathsOf(requested, updateMask);
  const next = applyFieldMask<admin.IAuthorizedView>(current, requested, paths);
  // The etag is derived.
  delete next.etag;
  return store(dependencies, next);
}

/** "If empty, all fields set in the request will be overwritten." */
function pathsOf(requested: admin.IAuthorizedView, mask: wellKnown.IFieldMask | null | undefined): string[] {
  if ((mask?.paths ?? []).includes('*')) return ALL_PATHS;
  const paths = maskPaths(mask, UPDATABLE).filter((path) => path !== 'etag');
  if ((mask?.paths ?? []).length > 0) return paths;
  return [
    ...(requested.subsetView ? ['subset_view'] : []),
    ...(requested.deletionProtection ? ['deletion_protection'] : []),
  ];
}

function remove(dependencies: LocalDependencies, { name, etag }: admin.DeleteAuthorizedViewRequest): void {
  const { definitions } = dependencies.instances;
  const current = viewDefinition(definitions, name);
  checkEtag(current, etag);
  if (current.deletionProtection === true) {
    throw failedPreconditionError(
      `The authorized view ${name} cannot be deleted: it has deletion protection`,
    );
  }
  definitions.write([name, undefined]);
  removeBelow(dependencies, name);
}

function store({ instances }: LocalDependencies, definition: admin.IAuthorizedView): View {
  checkSubset(definition.subsetView);
  instances.definitions.write(authorizedViewChange(definition));
  return viewDefinition(instances.definitions, definition.name ?? '');
}

function checkEtag(current: View, etag: string | null | undefined): void {
  if (!etag || etag === current.etag) return;
  throw abortedError(`The authorized view ${current.name} has changed: its etag is not ${etag}`);
}

function checkSubset(subset: admin.AuthorizedView.ISubsetView | null | undefined): void {
  if (!subset) throw invalidArgumentError('authorized_view must set subset_view');
  const families = Object.values<admin.AuthorizedView.IFamilySubsets | null>(subset.familySubsets ?? {});
  const columns = families.map(
    (family) => (family?.qualifiers ?? []).length + (family?.qualifierPrefixes ?? []).length,
  );
  const parameters = columns.reduce((sum, count) => sum + count, (subset.rowPrefixes ?? []).length);
  if (parameters <= BIGTABLE_LIMITS.authorizedViewParametersMax) return;
  throw invalidArgumentError(
    `subset_view has ${parameters} prefixes and qualifiers, over the limit of ` +
      `${BIGTABLE_LIMITS.authorizedViewParametersMax}`,
  );
}

function partOf(
  view: View,
  part: admin.AuthorizedView.ResponseView | keyof typeof ResponseView,
): admin.IAuthorizedView {
  const { name, etag, deletionProtection } = view;
  switch (part) {
    case ResponseView.NAME_ONLY:
      return { name };
    case ResponseView.FULL:
      return view;
    default:
      return { name, etag, deletionProtection };
  }
}

const VIEW_ID = new RegExp(`^[_a-zA-Z0-9][-_.a-zA-Z0-9]{0,${BIGTABLE_LIMITS.authorizedViewIdCharsMax - 1}}$`);
