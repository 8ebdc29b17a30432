import { adminMethod } from '../admin/admin-method';
import { checkName } from '../admin/resource-names';
import type { UnaryHandler } from '../grpc/grpc-server';
import { data } from '../encoding/proto';
import { DEFAULT_APP_PROFILE } from '../catalog/choose-cluster';
import type { LocalServices } from './local-services';

/**
 * There is nothing to warm up, but clients learn from it whether what they are configured with is there. An instance
 * that is not there is no error, unless a profile is named: it comes into being with its first table, and clients warm
 * up before they make it.
 */
export function createPingAndWarm(context: LocalServices): UnaryHandler {
  const { catalog } = context;
  return adminMethod(context, [data.PingAndWarmRequest, data.PingAndWarmResponse], (request) => {
    const { name, appProfileId } = request;
    checkName('instance', 'name', name);
    const isToCome = !catalog.instances.has(name) && ['', DEFAULT_APP_PROFILE].includes(appProfileId);
    if (!isToCome) catalog.instance(name).appProfile(appProfileId);
    return {};
  });
}
