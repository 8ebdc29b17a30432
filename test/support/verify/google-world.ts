/** The answers of Google's APIs for a project that is as this repository describes it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const REPOSITORY = join(__dirname, '../../..');
const read = (file: string): string => readFileSync(join(REPOSITORY, file), 'utf8');

export const PROJECT = 'example-ads';
const NUMBER = '123456789012';
const REGION = 'us-central1';
const HOUR_MS = 3_600_000;

/** JSON that tests change in place. */
export type Answer = Record<string, unknown>;

/** Answers by address, without scheme and query. */
export type GoogleWorld = Record<string, Answer>;

const projectPath = (host: string, rest: string): string => `${host}/projects/${PROJECT}/${rest}`;
const runPath = (rest: string): string => projectPath('run.googleapis.com/v2', `locations/${REGION}/${rest}`);
const nameOf = (collection: string, id: string): string => `projects/${PROJECT}/${collection}/${id}`;
const inRegion = (collection: string, id: string): string => nameOf(`locations/${REGION}/${collection}`, id);

const KEY = `projects/${PROJECT}/locations/${REGION}/keyRings/tidemark/cryptoKeys/bigtable`;
export const JOB = 'tidemark-prod-compactor-1';
const DEAD_LETTERS = nameOf('topics', 'tidemark-prod-ad-action-dead-letters');
const SUBSCRIPTION = nameOf('subscriptions', 'tidemark-prod-ad-action');
export const SECRET = nameOf('secrets', 'tidemark-prod-token-keys').replace(PROJECT, NUMBER);

const INSTANCE = nameOf('instances', 'tidemark');

/** Addresses of answers that tests change. */
export const ADDRESS = {
  quota: projectPath(
    'cloudquotas.googleapis.com/v1',
    'locations/global/services/run.googleapis.com/quotaInfos/CpuAllocPerProjectRegion',
  ),
  services: runPath('services'),
  jobs: runPath('jobs'),
  executions: runPath(`jobs/${JOB}/executions`),
  schedules: projectPath('cloudscheduler.googleapis.com/v1', `locations/${REGION}/jobs`),
  apis: projectPath('serviceusage.googleapis.com/v1', 'services'),
  secrets: projectPath('secretmanager.googleapis.com/v1', 'secrets'),
  secretVersions: `secretmanager.googleapis.com/v1/${SECRET}/versions`,
  locationPolicy: projectPath(
    'orgpolicy.googleapis.com/v2',
    'policies/gcp.resourceLocations:getEffectivePolicy',
  ),
  clusters: projectPath('bigtableadmin.googleapis.com/v2', 'instances/-/clusters'),
  instances: projectPath('bigtableadmin.googleapis.com/v2', 'instances'),
  ownClusters: `bigtableadmin.googleapis.com/v2/${INSTANCE}/clusters`,
  tables: `bigtableadmin.googleapis.com/v2/${INSTANCE}/tables`,
  backups: `bigtableadmin.googleapis.com/v2/${INSTANCE}/clusters/-/backups`,
  appProfiles: `bigtableadmin.googleapis.com/v2/${INSTANCE}/appProfiles`,
  key: `cloudkms.googleapis.com/v1/${KEY}`,
  keyPolicy: `cloudkms.googleapis.com/v1/${KEY}:getIamPolicy`,
  project: `cloudresourcemanager.googleapis.com/v3/projects/${PROJECT}`,
  subscriptions: projectPath('pubsub.googleapis.com/v1', 'subscriptions'),
  deadLetterPolicy: `pubsub.googleapis.com/v1/${DEAD_LETTERS}:getIamPolicy`,
  subscriptionPolicy: `pubsub.googleapis.com/v1/${SUBSCRIPTION}:getIamPolicy`,
  policies: projectPath('monitoring.googleapis.com/v3', 'alertPolicies'),
  dashboards: projectPath('monitoring.googleapis.com/v1', 'dashboards'),
  query: projectPath('monitoring.googleapis.com/v1', 'location/global/prometheus/api/v1/query'),
} as const;

export function rightProject(nowMs: number): GoogleWorld {
  return {
    [ADDRESS.quota]: {
      dimensionsInfos: [
        { dimensions: { region: REGION }, details: { value: '20000' } },
        { details: { value: '20000' } },
      ],
    },
    [ADDRESS.services]: { services: [service('api'), service('pacer')] },
    [ADDRESS.jobs]: { jobs: [{ name: inRegion('jobs', JOB) }] },
    [ADDRESS.executions]: { executions: executions(nowMs) },
    [ADDRESS.schedules]: {
      jobs: [
        {
          name: inRegion('jobs', JOB),
          state: 'ENABLED',
          status: {},
          httpTarget: { uri: `https://run.googleapis.com/v2/${inRegion('jobs', JOB)}:run` },
        },
      ],
    },
    [ADDRESS.apis]: { services: apis().map((name) => ({ config: { name } })) },
    [ADDRESS.secrets]: { secrets: [{ name: SECRET, replication: { automatic: {} } }] },
    [ADDRESS.secretVersions]: { versions: [{ name: `${SECRET}/versions/1` }] },
    [ADDRESS.locationPolicy]: { spec: { rules: [{ allowAll: true }] } },
    [ADDRESS.clusters]: {
      clusters: [
        {
          name: nameOf('instances/tidemark/clusters', 'us-central1-a'),
          state: 'READY',
          encryptionConfig: { kmsKeyName: KEY },
        },
      ],
    },
    [ADDRESS.instances]: { instances: [{ name: INSTANCE }] },
    [ADDRESS.ownClusters]: { clusters: [{ name: `${INSTANCE}/clusters/us-central1-a` }] },
    [ADDRESS.tables]: { tables: [{ name: `${INSTANCE}/tables/users` }] },
    [ADDRESS.backups]: {
      backups: [
        {
          name: `${INSTANCE}/clusters/us-central1-a/backups/1`,
          sourceTable: `${INSTANCE}/tables/users`,
          state: 'READY',
          endTime: new Date(nowMs - 20 * HOUR_MS).toISOString(),
        },
      ],
    },
    [ADDRESS.appProfiles]: {
      appProfiles: [
        {
          name: `${INSTANCE}/appProfiles/serving-us-central1`,
          multiClusterRoutingUseAny: { clusterIds: ['us-central1-a'], rowAffinity: {} },
        },
      ],
    },
    [ADDRESS.key]: { primary: { state: 'ENABLED' } },
    [ADDRESS.keyPolicy]: grant('roles/cloudkms.cryptoKeyEncrypterDecrypter', 'gcp-sa-bigtable'),
    [ADDRESS.project]: { name: `projects/${NUMBER}` },
    [ADDRESS.subscriptions]: {
      subscriptions: [{ name: SUBSCRIPTION, deadLetterPolicy: { deadLetterTopic: DEAD_LETTERS } }],
    },
    [ADDRESS.deadLetterPolicy]: grant('roles/pubsub.publisher', 'gcp-sa-pubsub'),
    [ADDRESS.subscriptionPolicy]: grant('roles/pubsub.subscriber', 'gcp-sa-pubsub'),
    [ADDRESS.policies]: { alertPolicies: alertPolicies() },
    [ADDRESS.dashboards]: {
      dashboards: [
        {
          displayName: 'Tidemark prod',
          mosaicLayout: (JSON.parse(read('infra/dashboards/cloud-monitoring.json')) as Answer)[
            'mosaicLayout'
          ],
        },
      ],
    },
    ...Object.fromEntries(
      ['api', 'consumer'].map((role) => [
        `iam.googleapis.com/v1/projects/${PROJECT}/serviceAccounts/${emailOf(role)}:getIamPolicy`,
        {
          bindings: [
            {
              role: 'roles/iam.workloadIdentityUser',
              members: [`serviceAccount:${PROJECT}.svc.id.goog[tidemark/tidemark-${role}]`],
            },
          ],
        },
      ]),
    ),
  };
}

export const emailOf = (role: string): string => `tidemark-prod-${role}@${PROJECT}.iam.gserviceaccount.com`;

function service(role: string): Answer {
  const isApi = role === 'api';
  const name = inRegion('services', `tidemark-prod-${role}`);
  return {
    name,
    labels: { role },
    scaling: isApi ? { minInstanceCount: 2 } : { scalingMode: 'MANUAL', manualInstanceCount: 1 },
    template: {
      scaling: isApi ? { maxInstanceCount: 4 } : {},
      containers: [{ resources: { limits: { cpu: '2' } } }, { resources: { limits: { cpu: '1000m' } } }],
    },
    terminalCondition: { type: 'Ready', state: 'CONDITION_SUCCEEDED' },
    latestReadyRevision: `${name}/revisions/1`,
    latestCreatedRevision: `${name}/revisions/1`,
  };
}

/** Two daily rounds of an hour each, and one that runs. */
function executions(nowMs: number): Answer[] {
  const at = (hoursAgo: number): string => new Date(nowMs - hoursAgo * HOUR_MS).toISOString();
  return [
    { startTime: at(0.5) },
    { startTime: at(24.5), completionTime: at(23.5), succeededCount: 1 },
    { startTime: at(48.5), completionTime: at(47.5), failedCount: 1 },
  ];
}

function apis(): readonly string[] {
  return [...read('terraform/environments/prod/project.tf').matchAll(/"([a-z]+\.googleapis\.com)"/g)].map(
    ([, api]) => api!,
  );
}

const grant = (role: string, agent: string): Answer => ({
  bindings: [{ role, members: [`serviceAccount:service-${NUMBER}@${agent}.iam.gserviceaccount.com`] }],
});

function alertPolicies(): Answer[] {
  const { groups } = parse(read('infra/alerts/tidemark.alerts.yml')) as {
    groups: readonly { rules: readonly { alert: string; expr: string }[] }[];
  };
  return groups
    .flatMap(({ rules }) => rules)
    .map(({ alert, expr }) => ({
      displayName: `Tidemark prod: ${alert}`,
      notificationChannels: [`projects/${PROJECT}/notificationChannels/1`],
      conditions: [{ conditionPrometheusQueryLanguage: { alertRule: alert, query: expr } }],
    }));
}
