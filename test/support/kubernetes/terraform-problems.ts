/** Contracts between the Kubernetes manifests and the Terraform of the same environment. */
import { blocks, ofType, textOf, type Deployment } from '../../terraform/contracts/deployment';
import { roleOf } from '../../terraform/contracts/roles';
import type { Manifest } from './kustomize';
import { environmentValue, workloadsOf } from './workloads';

/** Annotation by which GKE's workload identity maps a service account of Kubernetes to one of Google. */
const ACTING_AS = 'iam.gke.io/gcp-service-account';

/** Returns what keeps the overlays of an environment from working with its Terraform: a sentence for each problem. */
export function terraformProblems(
  overlays: readonly (readonly Manifest[])[],
  deployment: Deployment,
): readonly string[] {
  const manifests = overlays.flat();
  return [
    ...new Set([
      ...identityProblems(manifests, deployment),
      ...streamProblems(manifests, deployment),
      ...accessLogProblems(manifests, deployment),
    ]),
  ];
}

/** An account may act as Google's only if Terraform grants it, and only as that of its own role. */
function identityProblems(manifests: readonly Manifest[], deployment: Deployment): string[] {
  const granted = ofType(deployment, 'google_service_account_iam_member')
    .filter(({ values }) => textOf(values, 'role') === 'roles/iam.workloadIdentityUser')
    .map(({ values }) => `${textOf(values, 'member')} as ${emailOf(textOf(values, 'service_account_id'))}`);
  const accounts = manifests.filter(({ kind }) => kind === 'ServiceAccount');
  const wanted = accounts.map((account) => `${memberOf(account)} as ${actingAs(account)}`);
  return [
    ...wanted
      .filter((pair) => !granted.includes(pair))
      .map((pair) => `Terraform does not let ${pair}: no roles/iam.workloadIdentityUser`),
    ...granted
      .filter((pair) => !wanted.includes(pair))
      .map((pair) => `Terraform lets ${pair}, which no manifest needs`),
    ...accounts
      .filter((account) => account.metadata.name !== `tidemark-${roleOf(deployment, actingAs(account))}`)
      .map((account) => `${account.metadata.name} acts as ${actingAs(account)}, the account of another role`),
  ];
}

const actingAs = ({ metadata }: Manifest): string => metadata.annotations?.[ACTING_AS] ?? '';
const emailOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** Member of Google's policies for a service account, in the identity pool of its account's project. */
function memberOf(account: Manifest): string {
  const [, project = ''] = /@([a-z0-9-]+)\.iam/.exec(actingAs(account)) ?? [];
  const { namespace = '', name } = account.metadata;
  return `serviceAccount:${project}.svc.id.goog[${namespace}/${name}]`;
}

/** Each stream has consumers, and each consumer reads a stream. */
function streamProblems(manifests: readonly Manifest[], deployment: Deployment): string[] {
  const subscriptions = ofType(deployment, 'google_pubsub_subscription');
  const streams = subscriptions
    .filter(({ values }) => blocks(values, 'dead_letter_policy').length > 0)
    .map(({ values }) => textOf(values, 'name'));
  const topics = ofType(deployment, 'google_pubsub_topic').map(({ values }) => textOf(values, 'name'));
  const consumers = workloadsOf(manifests)
    .filter(({ container }) => container.args?.[0] === 'consume')
    .map((workload) => ({
      name: workload.name,
      subscription: environmentValue(workload, 'TIDEMARK_PUBSUB_SUBSCRIPTION'),
      topic: environmentValue(workload, 'TIDEMARK_PUBSUB_DEAD_LETTER_TOPIC'),
    }));
  return [
    ...streams
      .filter((name) => !consumers.some(({ subscription }) => subscription === name))
      .map((name) => `no Deployment consumes the subscription ${name}`),
    ...consumers
      .filter(({ subscription }) => !streams.includes(subscription))
      .map(({ name, subscription }) => `${name} consumes ${subscription}, which Terraform does not create`),
    ...consumers
      .filter(({ topic }) => !topics.includes(topic))
      .map(({ name, topic }) => `${name} dead-letters to ${topic}, which Terraform does not create`),
  ];
}

/** The topic of the access log is one that Terraform creates. */
function accessLogProblems(manifests: readonly Manifest[], deployment: Deployment): string[] {
  const topics = ofType(deployment, 'google_pubsub_topic').map(({ values }) => textOf(values, 'name'));
  return workloadsOf(manifests)
    .map((workload) => ({
      name: workload.name,
      topic: environmentValue(workload, 'TIDEMARK_ACCESS_LOG_TOPIC'),
    }))
    .filter(({ topic }) => topic !== '' && !topics.includes(topic))
    .map(({ name, topic }) => `${name} logs accesses to ${topic}, which Terraform does not create`);
}
