import { unimplementedError } from '../grpc/rpc-error';
import { iam } from '../encoding/proto';
import type { LocalServices } from '../service/local-services';
import { adminMethod, type MethodHandlers } from './admin-method';
import { instanceNameOf } from '../catalog/definitions';

/**
 * Access is not controlled here: everybody may do everything, and so is told. A policy that would not be enforced is
 * refused rather than kept.
 */
export function iamMethods(context: LocalServices): MethodHandlers {
  return {
    GetIamPolicy: adminMethod(context, [iam.GetIamPolicyRequest, iam.Policy], ({ resource }) => {
      checkResource(context, resource);
      return {};
    }),
    SetIamPolicy: adminMethod(context, [iam.SetIamPolicyRequest, iam.Policy], () => {
      throw unimplementedError('SetIamPolicy is not supported: access is not controlled here');
    }),
    TestIamPermissions: adminMethod(
      context,
      [iam.TestIamPermissionsRequest, iam.TestIamPermissionsResponse],
      ({ resource, permissions }) => {
        checkResource(context, resource);
        return { permissions };
      },
    ),
  };
}

function checkResource({ catalog }: LocalServices, resource: string): void {
  catalog.instance(instanceNameOf(resource));
  if (resource.includes('/tables/')) catalog.table(resource);
}
