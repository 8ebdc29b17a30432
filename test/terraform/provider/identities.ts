import type { ObjectValue, Value } from './values';

/** The number of the project that all rehearsals pretend to be in. */
export const PROJECT_NUMBER = '100000000001';

/** `{project}` and the like are the resource's arguments. */
const IDS: Readonly<Record<string, string>> = {
  google_artifact_registry_repository: 'projects/{project}/locations/{location}/repositories/{repository_id}',
  google_bigtable_app_profile: 'projects/{project}/instances/{instance}/appProfiles/{app_profile_id}',
  google_bigtable_instance: 'projects/{project}/instances/{name}',
  google_bigtable_table: 'projects/{project}/instances/{instance_name}/tables/{name}',
  google_cloud_run_v2_job: 'projects/{project}/locations/{location}/jobs/{name}',
  google_cloud_run_v2_service: 'projects/{project}/locations/{location}/services/{name}',
  google_cloud_scheduler_job: 'projects/{project}/locations/{region}/jobs/{name}',
  google_kms_crypto_key: '{key_ring}/cryptoKeys/{name}',
  google_kms_key_ring: 'projects/{project}/locations/{location}/keyRings/{name}',
  google_monitoring_alert_policy: 'projects/{project}/alertPolicies/{display_name}',
  google_monitoring_notification_channel: 'projects/{project}/notificationChannels/{display_name}',
  google_project_iam_custom_role: 'projects/{project}/roles/{role_id}',
  google_pubsub_schema: 'projects/{project}/schemas/{name}',
  google_pubsub_subscription: 'projects/{project}/subscriptions/{name}',
  google_pubsub_topic: 'projects/{project}/topics/{name}',
  google_secret_manager_secret: 'projects/{project}/secrets/{secret_id}',
  google_service_account: 'projects/{project}/serviceAccounts/{account_id}@{project}.iam.gserviceaccount.com',
};

/** Read-only attributes that others refer to. */
const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  google_cloud_run_v2_service: { uri: 'https://{name}-{project}.{location}.run.app' },
  google_monitoring_alert_policy: { name: 'projects/{project}/alertPolicies/{display_name}' },
  google_monitoring_notification_channel: { name: 'projects/{project}/notificationChannels/{display_name}' },
  google_project: { number: PROJECT_NUMBER, project_id: '{project}' },
  google_project_iam_custom_role: { name: 'projects/{project}/roles/{role_id}' },
  google_secret_manager_secret: { name: `projects/${PROJECT_NUMBER}/secrets/{secret_id}` },
  google_secret_manager_secret_version: { name: '{secret}/versions/1', version: '1' },
  google_service_account: {
    name: 'projects/{project}/serviceAccounts/{account_id}@{project}.iam.gserviceaccount.com',
    unique_id: '{account_id}',
  },
};

/** A name that the real provider would know once the resource exists. */
export function nameAfterApply(type: string, attribute: string, values: ObjectValue): Value | undefined {
  const fill = (template: string) => template.replace(/\{(\w+)\}/g, (_, name: string) => text(values[name]));
  const template = ATTRIBUTES[type]?.[attribute];
  if (template !== undefined) return fill(template);
  const base = type.replace(/_iam_member$/, '');
  const id = IDS[type] ?? `${base}/{project}/{location}{region}/{name}{role}/{member}`;
  if (attribute === 'id' || attribute === 'self_link') return fill(id);
  return undefined;
}

/** Values that Google's provider knows before a service account exists, since they follow from the arguments. */
export function nameWhenPlanned(type: string, attribute: string, values: ObjectValue): Value | undefined {
  const { account_id: account, project } = values;
  if (type !== 'google_service_account' || typeof account !== 'string' || typeof project !== 'string') {
    return undefined;
  }
  const email = `${account}@${project}.iam.gserviceaccount.com`;
  return { email, member: `serviceAccount:${email}` }[attribute];
}

const text = (value: Value | undefined): string => (typeof value === 'string' ? value : '');
