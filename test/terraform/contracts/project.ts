/** Contracts about the project: labels identify owner and cost centre, and the APIs in use are enabled. */
import { ofType } from './deployment';
import type { Contract, Deployment, Resource } from './deployment';

const labelsOf = ({ values }: Resource): Readonly<Record<string, unknown>> | undefined =>
  (values['effective_labels'] ?? values['user_labels']) as Readonly<Record<string, unknown>> | undefined;

const labelled = ({ resources }: Deployment): readonly Resource[] =>
  resources.filter((resource) => 'effective_labels' in resource.values || 'user_labels' in resource.values);

export const resourcesAreLabelled: Contract = (deployment) =>
  labelled(deployment)
    .filter((resource) => labelsOf(resource)?.['environment'] !== deployment.environment)
    .map(({ address }) => `${address}: no label environment = ${deployment.environment}`);

/** Nothing can be made before the API is on. */
export const neededApisAreEnabled: Contract = (deployment) => {
  const on = ofType(deployment, 'google_project_service').map(({ values }) => values['service']);
  const used = new Set(deployment.resources.map(({ type }) => type.split('_')[1] ?? ''));
  return Object.entries(APIS)
    .filter(([product, api]) => used.has(product) && !on.includes(api))
    .map(([product, api]) => `google_${product}_… is used, but no google_project_service turns ${api} on`);
};

/** Accounts are impersonated: by operators for identity tokens, and by identities of other providers. */
export const accountsCanBeImpersonated: Contract = (deployment) => {
  const on = ofType(deployment, 'google_project_service').map(({ values }) => values['service']);
  return ['iamcredentials.googleapis.com', 'sts.googleapis.com']
    .filter((api) => !on.includes(api))
    .map((api) => `no google_project_service turns ${api} on, which impersonation needs`);
};

const APIS: Readonly<Record<string, string>> = {
  artifact: 'artifactregistry.googleapis.com',
  bigtable: 'bigtableadmin.googleapis.com',
  cloud: 'run.googleapis.com',
  compute: 'compute.googleapis.com',
  kms: 'cloudkms.googleapis.com',
  logging: 'logging.googleapis.com',
  org: 'orgpolicy.googleapis.com',
  monitoring: 'monitoring.googleapis.com',
  pubsub: 'pubsub.googleapis.com',
  secret: 'secretmanager.googleapis.com',
  service: 'iam.googleapis.com',
};
