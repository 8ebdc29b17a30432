import { adminMethod } from '../admin/admin-method';
import { checkName } from '../admin/resource-names';
import type { UnaryHandler } from '../grpc/grpc-server';
import { data } from '../encoding/proto';
import { DEFAULT_APP_PROFILE } from '../catalog/default-app-profile';
import { clientRegionOf } from './data-method';
import type { LocalDependencies } from './local-dependencies';
import { responseParamsOf } from './response-params';

/**
 * Creates a method that checks whether the instance and app profile exist; there is nothing to warm up. A missing
 * instance is not an error unless a profile is named, because it is created with its first table, and clients warm up
 * before that.
 */
export function createPingAndWarm(dependencies: LocalDependencies): UnaryHandler {
  const { catalog } = dependencies;
  const types = [data.PingAndWarmRequest, data.PingAndWarmResponse] as const;
  return adminMethod(dependencies, types, (request, headers, answer) => {
    const { name, appProfileId } = request;
    checkName('instance', 'name', name);
    const cluster = catalog.reachedCluster(name, appProfileId, {
      access: 'read',
      clientRegion: clientRegionOf(headers, dependencies),
    });
    if (cluster !== undefined) answer?.addTrailers(responseParamsOf(cluster));
    const isToCome = !catalog.instances.has(name) && ['', DEFAULT_APP_PROFILE].includes(appProfileId);
    if (!isToCome) catalog.instance(name).appProfile(appProfileId);
    return {};
  });
}
