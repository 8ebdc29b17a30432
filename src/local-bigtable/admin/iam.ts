import { etagOf } from '../catalog/etag';
import { instanceNameOf } from '../catalog/definitions';
import { viewDefinition } from '../catalog/authorized-views';
import { policyChange } from '../catalog/definition-store';
import { abortedError, invalidArgumentError } from '../grpc/rpc-error';
import { BIGTABLE_LIMITS } from '../bigtable-limits';
import { iam } from '../encoding/proto';
import type { LocalDependencies } from '../service/local-dependencies';
import { adminMethod, type MethodHandlers } from './admin-method';
import { applyFieldMask, maskPaths } from './field-mask';

/**
 * Creates the IAM methods of instances, tables, backups and authorized views. Policies are stored and returned, and not
 * enforced: the server has no access control, so every permission is reported as granted.
 */
export function iamMethods(dependencies: LocalDependencies): MethodHandlers {
  return {
    GetIamPolicy: adminMethod(dependencies, [iam.GetIamPolicyRequest, iam.Policy], ({ resource }) => {
      checkResource(dependencies, resource);
      return currentPolicy(dependencies, resource);
    }),
    SetIamPolicy: adminMethod(dependencies, [iam.SetIamPolicyRequest, iam.Policy], (request) =>
      setPolicy(dependencies, request),
    ),
    TestIamPermissions: adminMethod(
      dependencies,
      [iam.TestIamPermissionsRequest, iam.TestIamPermissionsResponse],
      ({ resource, permissions }) => {
        checkResource(dependencies, resource);
        const wildcard = permissions.find((permission) => permission.includes('*'));
        if (wildcard !== undefined) {
          throw invalidArgumentError(`permissions must not contain wildcards: "${wildcard}"`);
        }
        return { permissions };
      },
    ),
  };
}

const UPDATABLE = { paths: ['bindings', 'etag', 'version', 'audit_configs'] };
/** "If no mask is provided, the following default mask is used", and the version, which belongs to the bindings. */
const DEFAULT_PATHS = ['bindings', 'version'];
const VERSIONS = [0, 1, 3];
const CONDITIONAL_VERSION = 3;

function setPolicy(dependencies: LocalDependencies, request: iam.SetIamPolicyRequest): iam.IPolicy {
  const { resource } = request;
  checkResource(dependencies, resource);
  const requested = request.policy ?? {};
  const current = currentPolicy(dependencies, resource);
  const given = Buffer.from((requested.etag ?? '') as Uint8Array);
  if (given.length > 0 && !given.equals(current.etag as Buffer)) {
    throw abortedError(
      `The policy of ${resource} has changed: its etag is not "${given.toString('latin1')}"`,
    );
  }
  const paths = maskPaths(request.updateMask, UPDATABLE);
  const stored = applyFieldMask(current, requested, paths.length === 0 ? DEFAULT_PATHS : paths);
  // The etag is derived.
  delete stored.etag;
  checkPolicy(stored);
  dependencies.instances.definitions.write(policyChange(resource, stored));
  return currentPolicy(dependencies, resource);
}

/** Returns the policy of a resource with its etag; one without bindings if none was set. */
function currentPolicy({ instances }: LocalDependencies, resource: string): iam.IPolicy {
  const policy = instances.definitions.policy(resource) ?? iam.Policy.create();
  return { ...policy, etag: Buffer.from(etagOf(iam.Policy.encode(policy).finish())) };
}

/** Throws NOT_FOUND unless the resource exists. */
function checkResource(dependencies: LocalDependencies, resource: string): void {
  const { catalog, backups, instances, clock } = dependencies;
  catalog.instance(instanceNameOf(resource));
  const collection = resource.split('/').at(-2);
  if (collection === 'backups') backups.definition(resource, clock.nowMs());
  else if (collection === 'authorizedViews') viewDefinition(instances.definitions, resource);
  else if (collection === 'tables') catalog.table(resource);
  else catalog.instance(resource);
}

function checkPolicy({ version, bindings }: iam.IPolicy): void {
  if (!VERSIONS.includes(version ?? 0)) {
    throw invalidArgumentError(`policy.version must be 0, 1 or 3, not ${version}`);
  }
  const members = (bindings ?? []).reduce((sum, binding) => sum + (binding.members ?? []).length, 0);
  if (members > BIGTABLE_LIMITS.policyMembersMax) {
    throw invalidArgumentError(
      `policy.bindings has ${members} members, over the limit of ${BIGTABLE_LIMITS.policyMembersMax}`,
    );
  }
  for (const [index, binding] of (bindings ?? []).entries()) checkBinding(binding, index, version ?? 0);
}

function checkBinding({ role, members, condition }: iam.IBinding, index: number, version: number): void {
  const place = `policy.bindings[${index}]`;
  if (!ROLE.test(role ?? ''))
    throw invalidArgumentError(`${place}.role is not the name of a role: "${role}"`);
  const invalid = (members ?? []).find((member) => !MEMBER.test(member));
  if (invalid !== undefined) {
    throw invalidArgumentError(
      `${place}.members contains "${invalid}", which has no type, as in user:ada@example.com`,
    );
  }
  if (condition && version !== CONDITIONAL_VERSION) {
    throw invalidArgumentError(`${place}.condition requires policy.version ${CONDITIONAL_VERSION}`);
  }
}

const ROLE = /^(?:(?:projects|organizations)\/[^/]+\/)?roles\/[\w.]+$/;
const MEMBER = /^(?:allUsers|allAuthenticatedUsers|[A-Za-z]+:.+)$/;
