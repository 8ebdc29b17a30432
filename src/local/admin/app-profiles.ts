import { GrpcStatus } from '../../platform/grpc';
import { appProfileName, idOf, instanceOf } from '../definitions';
import {
  alreadyExists,
  failedPrecondition,
  invalidArgument,
  notFound,
  resourceExhausted,
  RpcError,
} from '../grpc/rpc-error';
import { LIMITS } from '../limits';
import { admin, longrunning, wellKnown } from '../proto';
import { DEFAULT_APP_PROFILE } from '../routing';
import type { ServiceContext } from '../service/context';
import { adminMethod, type Methods } from './admin-method';
import { checkAppProfile, completeAppProfile, warnOfConflicts, withEtag } from './app-profile-definition';
import { maskPaths, merged } from './field-mask';
import { checkName, instancesOf } from './names';
import type { Operations } from './operations';
import { pageOf } from './pages';

/** The methods of BigtableInstanceAdmin that are about app profiles. */
export function appProfileMethods(context: ServiceContext, operations: Operations): Methods {
  const { AppProfile } = admin;
  return {
    CreateAppProfile: adminMethod(context, [admin.CreateAppProfileRequest, AppProfile], (request) =>
      create(context, request),
    ),
    GetAppProfile: adminMethod(context, [admin.GetAppProfileRequest, AppProfile], ({ name }) =>
      withEtag(definitionOf(context, name)),
    ),
    ListAppProfiles: adminMethod(
      context,
      [admin.ListAppProfilesRequest, admin.ListAppProfilesResponse],
      (request) => listed(context, request),
    ),
    UpdateAppProfile: adminMethod(
      context,
      [admin.UpdateAppProfileRequest, longrunning.Operation],
      (request) => {
        const response = updated(context, request);
        return operations.add({
          resource: response.name ?? '',
          response: [AppProfile, response],
          metadata: [admin.UpdateAppProfileMetadata, {}],
        });
      },
    ),
    DeleteAppProfile: adminMethod(context, [admin.DeleteAppProfileRequest, wellKnown.Empty], (request) => {
      remove(context, request);
      return {};
    }),
  };
}

const RULES = {
  paths: [
    ...['etag', 'description', 'priority'],
    ...['single_cluster_routing', 'single_cluster_routing.cluster_id'],
    'single_cluster_routing.allow_transactional_writes',
    ...['multi_cluster_routing_use_any', 'multi_cluster_routing_use_any.cluster_ids'],
    'multi_cluster_routing_use_any.row_affinity',
    ...['standard_isolation', 'standard_isolation.priority'],
    ...['data_boost_isolation_read_only', 'data_boost_isolation_read_only.compute_billing_owner'],
  ],
  oneofs: [
    ['singleClusterRouting', 'multiClusterRoutingUseAny'],
    ['priority', 'standardIsolation', 'dataBoostIsolationReadOnly'],
  ],
};
/** What a mask that names nothing means. */
const ALL_PATHS = RULES.paths.filter((path) => !path.includes('.'));

function create({ catalog, instances }: ServiceContext, request: admin.CreateAppProfileRequest) {
  const { parent, appProfileId, appProfile, ignoreWarnings } = request;
  checkName('instance', 'parent', parent);
  const instance = catalog.instance(parent);
  if (!APP_PROFILE_ID.test(appProfileId)) {
    throw invalidArgument(
      'app_profile_id must be letters, digits, underscores, dots and dashes, beginning with none of the last two: ' +
        `"${appProfileId}"`,
    );
  }
  const name = appProfileName(parent, appProfileId);
  if (instance.appProfiles.has(appProfileId)) throw alreadyExists(`App profile already exists: ${name}`);
  if (instance.appProfiles.size >= LIMITS.appProfilesPerInstanceMax) {
    throw resourceExhausted(
      `${parent} has ${LIMITS.appProfilesPerInstanceMax} app profiles, which is the limit`,
    );
  }
  const definition = completeAppProfile({ ...appProfile, name });
  checkAppProfile(instance, definition);
  if (!ignoreWarnings) warnOfConflicts(instance, definition);
  instances.setAppProfile(instance, definition);
  return withEtag(definition);
}

function definitionOf({ instances }: ServiceContext, name: string): admin.AppProfile {
  const definition = instances.resources.appProfile(name);
  if (definition === undefined) throw notFound(`App profile not found: ${name}`);
  return definition;
}

function listed(
  context: ServiceContext,
  request: admin.ListAppProfilesRequest,
): admin.IListAppProfilesResponse {
  const { catalog } = context;
  const parents = instancesOf(request.parent, catalog.instances.keys()) ?? [request.parent];
  const names = parents
    .flatMap((parent) =>
      [...catalog.instance(parent).appProfiles.keys()].map((id) => appProfileName(parent, id)),
    )
    .sort();
  const page = pageOf(names, request);
  const appProfiles = page.names.map((name) => withEtag(definitionOf(context, name)));
  return { appProfiles, nextPageToken: page.nextPageToken };
}

function updated(context: ServiceContext, request: admin.UpdateAppProfileRequest): admin.IAppProfile {
  const update = request.appProfile ?? {};
  const name = update.name ?? '';
  const present: admin.IAppProfile = definitionOf(context, name);
  if (update.etag && update.etag !== withEtag(present).etag) {
    throw new RpcError(GrpcStatus.ABORTED, `The app profile has changed: its etag is not ${update.etag}`);
  }
  const paths = maskPaths(request.updateMask, RULES);
  const definition = completeAppProfile(
    merged(present, update, paths.length === 0 ? ALL_PATHS : paths, RULES),
  );
  const instance = context.catalog.instance(instanceOf(name));
  checkAppProfile(instance, definition);
  if (!request.ignoreWarnings) warnOfConflicts(instance, definition);
  context.instances.setAppProfile(instance, definition);
  return withEtag(definition);
}

function remove(context: ServiceContext, { name, ignoreWarnings }: admin.DeleteAppProfileRequest): void {
  definitionOf(context, name);
  if (idOf(name) === DEFAULT_APP_PROFILE) {
    throw failedPrecondition('The default app profile cannot be deleted: requests that name none go by it');
  }
  // As production: https://github.com/hashicorp/terraform-provider-google/issues/5069
  if (!ignoreWarnings) {
    throw failedPrecondition(
      'Deleting an app profile will cause all requests using it to fail. Set ignore_warnings to do it all the same',
    );
  }
  context.instances.removeAppProfile(context.catalog.instance(instanceOf(name)), idOf(name));
}

const APP_PROFILE_ID = /^[_a-zA-Z0-9][-_.a-zA-Z0-9]*$/;
