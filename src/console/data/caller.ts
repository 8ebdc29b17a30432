import { isTidemarkError } from '../../client';
import { useClient } from './client';
import { useResource } from './resource';

/**
 * Returns whether the caller has a scope, or undefined while that is unknown. A caller that may not read its own rights is
 * offered everything: the server decides.
 */
export function useScope(scope: string): boolean | undefined {
  const client = useClient();
  const { data, error } = useResource((signal) => client.server.caller({ signal }), [client]);
  if (isTidemarkError(error, 'permission_denied')) return true;
  return data?.scopes.some((each) => each === scope);
}
