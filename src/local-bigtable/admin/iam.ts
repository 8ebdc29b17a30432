import { unimplementedError } from '../grpc/rpc-error';
import { iam } from '../encoding/proto';
import type { LocalServices } from '../service/local-services';
import { adminMethod, type MethodHandlers } from './admin-method';
import { instanceNameOf } from '../catalog/definitions';

/**
 * Creates the IAM methods. The server has no access control, so every permission is reported as granted. A policy is
 * rejected, because it would not be enforced.
 */
export function iamMethods(services: LocalServices): MethodHandlers {
  return {
    GetIamPolicy: adminMethod(services, [iam.GetIamPolicyRequest, iam.Policy], ({ resource }) => {
      checkResource(services, resource);
      return {};
    }),
    SetIamPolicy: adminMethod(services, [iam.SetIamPolicyRequest, iam.Policy], () => {
      throw unimplementedError('SetIamPolicy is not supported: the embedded server has no access control');
    }),
    TestIamPermissions: adminMethod(
      services,
      [iam.TestIamPermissionsRequest, iam.TestIamPermissionsResponse],
      ({ resource, permissions }) => {
        checkResource(services, resource);
        return { permissions };
      },
    ),
  };
}

function checkResource({ catalog }: LocalServices, resource: string): void {
  catalog.instance(instanceNameOf(resource));
  if (resource.includes('/tables/')) catalog.table(resource);
}
