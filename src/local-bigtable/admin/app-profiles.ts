import { appProfileName, resourceId, instanceNameOf } from '../catalog/definitions';
import {
  abortedError,
  alreadyExistsError,
  failedPreconditionError,
  invalidArgumentError,
  notFoundError,
  resourceExhaustedError,
} from '../grpc/rpc-error';
import { BIGTABLE_LIMITS } from '../bigtable-limits';
import { admin, longrunning, wellKnown } from '../encoding/proto';
import { DEFAULT_APP_PROFILE } from '../catalog/default-app-profile';
import type { LocalDependencies } from '../service/local-dependencies';
import { adminMethod, type MethodHandlers } from './admin-method';
import {
  checkAppProfile,
  completeAppProfile,
  checkTransactionConflicts,
  withEtag,
} from './app-profile-definition';
import { maskPaths, applyFieldMask } from './field-mask';
import { checkName, expandInstanceWildcard } from './resource-names';
import type { LongRunningOperations } from './long-running-operations';
import { paginate } from './pagination';

/** Creates the app profile methods of BigtableInstanceAdmin. */
export function appProfileMethods(
  dependencies: LocalDependencies,
  operations: LongRunningOperations,
): MethodHandlers {
  const { AppProfile } = admin;
  return {
    CreateAppProfile: adminMethod(dependencies, [admin.CreateAppProfileRequest, AppProfile], (request) =>
      create(dependencies, request),
    ),
    GetAppProfile: adminMethod(dependencies, [admin.GetAppProfileRequest, AppProfile], ({ name }) =>
      withEtag(definitionOf(dependencies, name)),
    ),
    ListAppProfiles: adminMethod(
      dependencies,
      [admin.ListAppProfilesRequest, admin.ListAppProfilesResponse],
      (request) => listAppProfiles(dependencies, request),
    ),
    UpdateAppProfile: adminMethod(
      dependencies,
      [admin.UpdateAppProfileRequest, longrunning.Operation],
      (request) => {
        const response = applyUpdate(dependencies, request);
        return operations.add({
          resource: response.name ?? '',
          response: [AppProfile, response],
          metadata: [admin.UpdateAppProfileMetadata, {}],
        });
      },
    ),
    DeleteAppProfile: adminMethod(
      dependencies,
      [admin.DeleteAppProfileRequest, wellKnown.Empty],
      (request) => {
        remove(dependencies, request);
        return {};
      },
    ),
  };
}

const RULES = {
  paths: [
    'etag',
    'description',
    'priority',
    'single_cluster_routing',
    'single_cluster_routing.cluster_id',
    'single_cluster_routing.allow_transactional_writes',
    'multi_cluster_routing_use_any',
    'multi_cluster_routing_use_any.cluster_ids',
    'multi_cluster_routing_use_any.row_affinity',
    'standard_isolation',
    'standard_isolation.priority',
    'data_boost_isolation_read_only',
    'data_boost_isolation_read_only.compute_billing_owner',
  ],
  oneofs: [
    ['singleClusterRouting', 'multiClusterRoutingUseAny'],
    ['priority', 'standardIsolation', 'dataBoostIsolationReadOnly'],
  ],
};
/** Meaning of an empty field mask. */
const ALL_PATHS = RULES.paths.filter((path) => !path.includes('.'));

function create({ catalog, instances }: LocalDependencies, request: admin.CreateAppProfileRequest) {
  const { parent, appProfileId, appProfile, ignoreWarnings } = request;
  checkName('instance', 'parent', parent);
  const instance = catalog.instance(parent);
  if (!APP_PROFILE_ID.test(appProfileId)) {
    throw invalidArgumentError(
      'app_profile_id must consist of letters, digits, underscores, dots and dashes, and must not begin with a dot or dash: ' +
        `"${appProfileId}"`,
    );
  }
  const name = appProfileName(parent, appProfileId);
  if (instance.appProfiles.has(appProfileId)) throw alreadyExistsError(`App profile already exists: ${name}`);
  if (instance.appProfiles.size >= BIGTABLE_LIMITS.appProfilesPerInstanceMax) {
    throw resourceExhaustedError(
      `${parent} has ${BIGTABLE_LIMITS.appProfilesPerInstanceMax} app profiles, which is the maximum`,
    );
  }
  const definition = completeAppProfile({ ...appProfile, name });
  checkAppProfile(instance, definition);
  if (!ignoreWarnings) checkTransactionConflicts(instance, definition);
  instances.setAppProfile(instance, definition);
  return withEtag(definition);
}

function definitionOf({ instances }: LocalDependencies, name: string): admin.AppProfile {
  const definition = instances.definitions.appProfile(name);
  if (definition === undefined) throw notFoundError(`App profile not found: ${name}`);
  return definition;
}

function listAppProfiles(
  dependencies: LocalDependencies,
  request: admin.ListAppProfilesRequest,
): admin.IListAppProfilesResponse {
  const { catalog } = dependencies;
  const parents = expandInstanceWildcard(request.parent, catalog.instances.keys()) ?? [request.parent];
  const names = parents
    .flatMap((parent) =>
      [...catalog.instance(parent).appProfiles.keys()].map((id) => appProfileName(parent, id)),
    )
    .sort();
  const page = paginate(names, request);
  const appProfiles = page.names.map((name) => withEtag(definitionOf(dependencies, name)));
  return { appProfiles, nextPageToken: page.nextPageToken };
}

function applyUpdate(
  dependencies: LocalDependencies,
  request: admin.UpdateAppProfileRequest,
): admin.IAppProfile {
  const update = request.appProfile ?? {};
  const name = update.name ?? '';
  const current: admin.IAppProfile = definitionOf(dependencies, name);
  if (update.etag && update.etag !== withEtag(current).etag) {
    throw abortedError(`The app profile has changed: its etag is not ${update.etag}`);
  }
  const paths = maskPaths(request.updateMask, RULES);
  const definition = completeAppProfile(
    applyFieldMask(current, update, paths.length === 0 ? ALL_PATHS : paths, RULES),
  );
  const instance = dependencies.catalog.instance(instanceNameOf(name));
  checkAppProfile(instance, definition);
  if (!request.ignoreWarnings) checkTransactionConflicts(instance, definition);
  dependencies.instances.setAppProfile(instance, definition);
  return withEtag(definition);
}

function remove(
  dependencies: LocalDependencies,
  { name, ignoreWarnings }: admin.DeleteAppProfileRequest,
): void {
  definitionOf(dependencies, name);
  if (resourceId(name) === DEFAULT_APP_PROFILE) {
    throw failedPreconditionError(
      'The default app profile cannot be deleted: requests without an app profile use it',
    );
  }
  // As in production: https://github.com/hashicorp/terraform-provider-google/issues/5069
  if (!ignoreWarnings) {
    throw failedPreconditionError(
      'Deleting an app profile will cause all requests using it to fail. Set ignore_warnings to override',
    );
  }
  dependencies.instances.removeAppProfile(
    dependencies.catalog.instance(instanceNameOf(name)),
    resourceId(name),
  );
}

const APP_PROFILE_ID = /^[_a-zA-Z0-9][-_.a-zA-Z0-9]*$/;
