import { unimplemented } from '../grpc/rpc-error';
import { iam } from '../proto';
import type { ServiceContext } from '../service/context';
import { adminMethod, type Methods } from './admin-method';
import { instanceOf } from '../definitions';

/**
 * Access is not controlled here: everybody may do everything, and so is told. A policy that would not be enforced is
 * refused rather than kept.
 */
export function iamMethods(context: ServiceContext): Methods {
  return {
    GetIamPolicy: adminMethod(context, [iam.GetIamPolicyRequest, iam.Policy], ({ resource }) => {
      checkResource(context, resource);
      return {};
    }),
    SetIamPolicy: adminMethod(context, [iam.SetIamPolicyRequest, iam.Policy], () => {
      throw unimplemented('SetIamPolicy is not supported: access is not controlled here');
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

function checkResource({ catalog }: ServiceContext, resource: string): void {
  catalog.instance(instanceOf(resource));
  if (resource.includes('/tables/')) catalog.table(resource);
}
