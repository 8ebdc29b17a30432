import { adminMethod } from '../admin/admin-method';
import { checkName } from '../admin/names';
import type { UnaryHandler } from '../grpc/server';
import { data } from '../proto';
import { DEFAULT_APP_PROFILE } from '../routing';
import type { LocalServices } from './context';

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
