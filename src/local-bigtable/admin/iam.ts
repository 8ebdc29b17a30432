import { unimplementedError } from '../grpc/rpc-error';
import { iam } from '../encoding/proto';
import type { LocalDependencies } from '../service/local-dependencies';
import { adminMethod, type MethodHandlers } from './admin-method';
import { instanceNameOf } from '../catalog/definitions';

/**
 * Creates the IAM methods. The server has no access control, so every permission is reported as granted. A policy is
 * rejected, because it would not be enforced.
 */
export function iamMethods(dependencies: LocalDependencies): MethodHandlers {
  return {
    GetIamPolicy: adminMethod(dependencies, [iam.GetIamPolicyRequest, iam.Policy], ({ resource }) => {
      checkResource(dependencies, resource);
      return {};
    }),
    SetIamPolicy: adminMethod(dependencies, [iam.SetIamPolicyRequest, iam.Policy], () => {
      throw unimplementedError('SetIamPolicy is not supported: the embedded server has no access control');
    }),
    TestIamPermissions: adminMethod(
      dependencies,
      [iam.TestIamPermissionsRequest, iam.TestIamPermissionsResponse],
      ({ resource, permissions }) => {
        checkResource(dependencies, resource);
        return { permissions };
      },
    ),
  };
}

function checkResource({ catalog }: LocalDependencies, resource: string): void {
  catalog.instance(instanceNameOf(resource));
  if (resource.includes('/tables/')) catalog.table(resource);
}
