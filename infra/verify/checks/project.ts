/** Claims about the project: its APIs, secrets, keys and grants. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check, VerifyContext } from '../check';
import { at, listAt, shortName, textAt, type Json } from '../json';

/** The APIs that Terraform lists are on, `iamcredentials` for identity tokens among them. */
export const enabledApis: Check = {
  id: 'enabled-apis',
  async run({ google, project, environment, repository }) {
    const file = join(repository, 'terraform/environments', environment, 'project.tf');
    const wanted = [...readFileSync(file, 'utf8').matchAll(/"([a-z]+\.googleapis\.com)"/g)].map(
      ([, api]) => api!,
    );
    const services = await google.list(
      `serviceusage.googleapis.com/v1/projects/${project}/services?filter=state:ENABLED&pageSize=200`,
      'services',
    );
    const enabled = services.map((service) => textAt(service, 'config.name'));
    return wanted.filter((api) => !enabled.includes(api)).map((api) => `${api} is not enabled`);
  },
};

/** Policies on locations allow where secrets are stored, and each secret has a version. */
export const secrets: Check = {
  id: 'secrets',
  async run(context) {
    const { google, project, environment } = context;
    const all = await google.list(`secretmanager.googleapis.com/v1/projects/${project}/secrets`, 'secrets');
    const own = all.filter((secret) => shortName(secret).startsWith(`tidemark-${environment}-`));
    if (own.length === 0) return [`no secret tidemark-${environment}-…`];
    const isRestricted = await hasLocationPolicy(context);
    const found = await Promise.all(
      own.map(async (secret) => {
        const versions = await google.list(
          `secretmanager.googleapis.com/v1/${textAt(secret, 'name')}/versions?filter=state:ENABLED`,
          'versions',
        );
        const isAnywhere = at(secret, 'replication.automatic') !== undefined;
        return [
          ...(versions.length > 0 ? [] : [`${shortName(secret)}: has no enabled version`]),
          ...(isRestricted && isAnywhere
            ? [
                `${shortName(secret)}: is replicated anywhere, and a policy restricts locations: set secret_regions`,
              ]
            : []),
        ];
      }),
    );
    return found.flat();
  },
};

async function hasLocationPolicy({ google, project }: VerifyContext): Promise<boolean> {
  const policy = await google.get(
    `orgpolicy.googleapis.com/v2/projects/${project}/policies/gcp.resourceLocations:getEffectivePolicy`,
  );
  return listAt(policy, 'spec.rules').some(
    (rule) => at(rule, 'values') !== undefined || at(rule, 'denyAll') === true,
  );
}

/** Google's own account of Bigtable may use the keys of clusters: the grant has propagated, and is of that account. */
export const kmsKeys: Check = {
  id: 'kms-keys',
  async run(context) {
    const { google, project } = context;
    const clusters = await google.list(
      `bigtableadmin.googleapis.com/v2/projects/${project}/instances/-/clusters`,
      'clusters',
    );
    const keys = new Set(clusters.map((each) => textAt(each, 'encryptionConfig.kmsKeyName')).filter(Boolean));
    const agent = `serviceAccount:service-${await numberOf(context)}@gcp-sa-bigtable.iam.gserviceaccount.com`;
    const found = await Promise.all(
      [...keys].map(async (key) => {
        const [policy, state] = await Promise.all([
          google.get(`cloudkms.googleapis.com/v1/${key}:getIamPolicy`),
          google.get(`cloudkms.googleapis.com/v1/${key}`),
        ]);
        return [
          ...(isGranted(policy, { role: 'roles/cloudkms.cryptoKeyEncrypterDecrypter', member: agent })
            ? []
            : [`${key}: ${agent} may not use it`]),
          ...(textAt(state, 'primary.state') === 'ENABLED'
            ? []
            : [`${key}: its primary version is not enabled`]),
        ];
      }),
    );
    return [
      ...clusters
        .filter((cluster) => textAt(cluster, 'state') !== 'READY')
        .map((cluster) => `cluster ${shortName(cluster)} is ${textAt(cluster, 'state')}`),
      ...found.flat(),
    ];
  },
};

async function numberOf({ google, project }: VerifyContext): Promise<string> {
  const answer = await google.get(`cloudresourcemanager.googleapis.com/v3/projects/${project}`);
  return shortName(answer);
}

const isGranted = (policy: Json, { role, member }: { role: string; member: string }): boolean =>
  listAt(policy, 'bindings').some((binding) => {
    const members = at(binding, 'members');
    return textAt(binding, 'role') === role && Array.isArray(members) && members.includes(member);
  });

/** Google's own account of Pub/Sub exists, and may move messages to the dead-letter topics. */
export const deadLetterGrants: Check = {
  id: 'dead-letter-grants',
  async run(context) {
    const { google, project, environment } = context;
    const all = await google.list(
      `pubsub.googleapis.com/v1/projects/${project}/subscriptions`,
      'subscriptions',
    );
    const own = all.filter(
      (each) =>
        shortName(each).startsWith(`tidemark-${environment}-`) &&
        textAt(each, 'deadLetterPolicy.deadLetterTopic') !== '',
    );
    if (own.length === 0) return [`no subscription tidemark-${environment}-… with a dead-letter topic`];
    const member = `serviceAccount:service-${await numberOf(context)}@gcp-sa-pubsub.iam.gserviceaccount.com`;
    const grants = own.flatMap((each) => [
      { name: textAt(each, 'deadLetterPolicy.deadLetterTopic'), role: 'roles/pubsub.publisher' },
      { name: textAt(each, 'name'), role: 'roles/pubsub.subscriber' },
    ]);
    const found = await Promise.all(
      grants.map(async ({ name, role }) => {
        const policy = await google.get(`pubsub.googleapis.com/v1/${name}:getIamPolicy`);
        return isGranted(policy, { role, member }) ? [] : [`${name}: ${member} lacks ${role}`];
      }),
    );
    return found.flat();
  },
};

/** The roles of Kubernetes may act as Google's accounts, as `kubernetes.tfvars` lists them. */
export const workloadIdentities: Check = {
  id: 'workload-identities',
  needsKubernetes: true,
  async run({ google, project, environment, kubernetes }) {
    const accounts = await kubernetes('serviceaccounts');
    const own = accounts.filter((account) => textAt(account, 'metadata.name').startsWith('tidemark-'));
    if (own.length === 0) return ['no service account tidemark-… in the namespace tidemark'];
    const found = await Promise.all(
      own.map(async (account) => {
        const name = textAt(account, 'metadata.name');
        const role = name.replace('tidemark-', '');
        const email = `tidemark-${environment}-${role}@${project}.iam.gserviceaccount.com`;
        const annotations = at(account, 'metadata.annotations') as Json | undefined;
        const member = `serviceAccount:${project}.svc.id.goog[tidemark/${name}]`;
        const policy = await google.serviceAccountPolicy(project, email);
        return [
          ...(annotations?.['iam.gke.io/gcp-service-account'] === email
            ? []
            : [`${name}: does not act as ${email}`]),
          ...(isGranted(policy, { role: 'roles/iam.workloadIdentityUser', member })
            ? []
            : [`${email}: ${member} lacks roles/iam.workloadIdentityUser`]),
        ];
      }),
    );
    return found.flat();
  },
};
