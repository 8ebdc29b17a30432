import { adminMethod } from '../admin/admin-method';
import { checkName } from '../admin/resource-names';
import type { UnaryHandler } from '../grpc/grpc-server';
import { data } from '../encoding/proto';
import { DEFAULT_APP_PROFILE } from '../catalog/default-app-profile';
import type { LocalDependencies } from './local-dependencies';

/**
 * Creates a method that checks whether the instance and app profile exist; there is nothing to warm up. A missing
 * instance is not an error unless a profile is named, because it is created with its first table, and clients warm up
 * before that.
 */
export function createPingAndWarm(dependencies: LocalDependencies): UnaryHandler {
  const { catalog } = dependencies;
  return adminMethod(dependencies, [data.PingAndWarmRequest, data.PingAndWarmResponse], (request) => {
    const { name, appProfileId } = request;
    checkName('instance', 'name', name);
    const isToCome = !catalog.instances.has(name) && ['', DEFAULT_APP_PROFILE].includes(appProfileId);
    if (!isToCome) catalog.instance(name).appProfile(appProfileId);
    return {};
  });
}
