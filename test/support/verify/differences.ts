/** Differences between a project or a cluster and this repository, each of which a check has to report. */
import type { rightCluster } from './fake-kubectl';
import { ADDRESS, type Answer, type GoogleWorld } from './google-world';

/** Objects of a cluster, by kind. */
export type Cluster = ReturnType<typeof rightCluster>;

/** Returns the item of a list in an answer. */
const item = (world: GoogleWorld, address: string, key: string, index = 0): Answer =>
  (world[address]![key] as Answer[])[index]!;

/** Differences: the check that finds each, what is different in Google's answers, and how it is reported. */
export const DIFFERENCES: readonly (readonly [string, string, (world: GoogleWorld) => void, RegExp])[] = [
  [
    'enabled-apis',
    'an API is off',
    (world) => {
      const services = world[ADDRESS.apis]!['services'] as { config: { name: string } }[];
      world[ADDRESS.apis]!['services'] = services.filter(({ config }) => !config.name.startsWith('iamcred'));
    },
    /^iamcredentials\.googleapis\.com is not enabled$/,
  ],
  [
    'cloud-run-quota',
    'the quota is too small',
    (world) => {
      world[ADDRESS.quota] = { dimensionsInfos: [{ details: { value: '10000' } }] };
    },
    /us-central1: services may need 15 CPUs, and the quota CpuAllocPerProjectRegion is 10/,
  ],
  [
    'cloud-run-ready',
    'a revision failed',
    (world) => {
      item(world, ADDRESS.services, 'services')['terminalCondition'] = {
        state: 'CONDITION_FAILED',
        message: 'CPU 6 needs 4Gi',
      };
    },
    /tidemark-prod-api in us-central1: CONDITION_FAILED CPU 6 needs 4Gi/,
  ],
  [
    'cloud-run-ready',
    'an older revision serves',
    (world) => {
      item(world, ADDRESS.services, 'services')['latestCreatedRevision'] = 'revisions/2';
    },
    /latest revision is not the one that serves/,
  ],
  [
    'cloud-run-scaling',
    'a pacer is scaled by requests',
    (world) => {
      item(world, ADDRESS.services, 'services', 1)['scaling'] = { minInstanceCount: 1 };
    },
    /tidemark-prod-pacer in us-central1: is scaled by requests/,
  ],
  [
    'cloud-run-scaling',
    'the API may have no instance',
    (world) => {
      item(world, ADDRESS.services, 'services')['scaling'] = {};
    },
    /tidemark-prod-api in us-central1: no instance is always there/,
  ],
  [
    'job-executions',
    'no round succeeds any more',
    (world) => {
      item(world, ADDRESS.executions, 'executions', 1)['succeededCount'] = 0;
    },
    /tidemark-prod-compactor-1: no execution succeeded within 28 hours/,
  ],
  [
    'job-executions',
    'rounds overlap',
    (world) => {
      const endMs = Date.now() - 24 * 3_600_000;
      item(world, ADDRESS.executions, 'executions', 2)['completionTime'] = new Date(endMs).toISOString();
    },
    /tidemark-prod-compactor-1: the execution of \S+ began before an earlier one ended/,
  ],
  ['job-executions', 'no jobs', (world) => void (world[ADDRESS.jobs] = {}), /days are never packed/],
  ['schedules', 'no schedule', (world) => void (world[ADDRESS.schedules] = {}), /no schedule starts it/],
  [
    'schedules',
    'a paused schedule',
    (world) => void (item(world, ADDRESS.schedules, 'jobs')['state'] = 'PAUSED'),
    /its schedule is PAUSED/,
  ],
  [
    'schedules',
    'an attempt without a permission',
    (world) => void (item(world, ADDRESS.schedules, 'jobs')['status'] = { code: 7 }),
    /the last attempt to start it failed with code 7/,
  ],
  [
    'secrets',
    'a policy restricts locations',
    (world) => {
      world[ADDRESS.locationPolicy] = {
        spec: { rules: [{ values: { allowedValues: ['in:eu-locations'] } }] },
      };
    },
    /tidemark-prod-token-keys: is replicated anywhere, and a policy restricts locations/,
  ],
  [
    'secrets',
    'a secret is empty',
    (world) => void (world[ADDRESS.secretVersions] = {}),
    /tidemark-prod-token-keys: has no enabled version/,
  ],
  [
    'kms-keys',
    'Bigtable may not use its key',
    (world) => void (world[ADDRESS.keyPolicy] = {}),
    /cryptoKeys\/bigtable: serviceAccount:service-\d+@gcp-sa-bigtable\S+ may not use it/,
  ],
  [
    'kms-keys',
    'a key is disabled',
    (world) => void (world[ADDRESS.key] = { primary: { state: 'DISABLED' } }),
    /its primary version is not enabled/,
  ],
  [
    'kms-keys',
    'a cluster is disabled',
    (world) => void (item(world, ADDRESS.clusters, 'clusters')['state'] = 'DISABLED'),
    /cluster us-central1-a is DISABLED/,
  ],
  [
    'app-profiles',
    'a profile has lost its group',
    (world) => {
      item(world, ADDRESS.appProfiles, 'appProfiles')['multiClusterRoutingUseAny'] = { rowAffinity: {} };
    },
    /app profile serving-us-central1: leads to any cluster/,
  ],
  [
    'app-profiles',
    'a profile has no row affinity',
    (world) => {
      const routing = { clusterIds: ['us-central1-a'] };
      item(world, ADDRESS.appProfiles, 'appProfiles')['multiClusterRoutingUseAny'] = routing;
    },
    /app profile serving-us-central1: has no row affinity/,
  ],
  [
    'app-profiles',
    'there is none of a region',
    (world) => void (world[ADDRESS.appProfiles] = {}),
    /no app profile serving-/,
  ],
  [
    'backups',
    'a cluster added later has none',
    (world) => {
      const clusters = world[ADDRESS.ownClusters]!['clusters'] as Answer[];
      clusters.push({ name: String(clusters[0]!['name']).replace('us-central1-a', 'asia-east1-a') });
    },
    /table users: no backup of two days in asia-east1-a/,
  ],
  [
    'backups',
    'the latest one is old',
    (world) => void (item(world, ADDRESS.backups, 'backups')['endTime'] = '2026-01-01T00:00:00Z'),
    /table users: no backup of two days in us-central1-a/,
  ],
  [
    'dead-letter-grants',
    'Pub/Sub may not publish dead letters',
    (world) => void (world[ADDRESS.deadLetterPolicy] = {}),
    /dead-letters: serviceAccount:service-\d+@gcp-sa-pubsub\S+ lacks roles\/pubsub.publisher/,
  ],
  [
    'dead-letter-grants',
    'Pub/Sub may not acknowledge what it dead-letters',
    (world) => void (world[ADDRESS.subscriptionPolicy] = {}),
    /lacks roles\/pubsub.subscriber/,
  ],
  [
    'alert-policies',
    'a policy is missing',
    (world) => void (world[ADDRESS.policies]!['alertPolicies'] as Answer[]).shift(),
    /^AvailabilityBudgetBurning: no alert policy$/,
  ],
  [
    'alert-policies',
    'a query was changed',
    (world) => {
      const [condition] = item(world, ADDRESS.policies, 'alertPolicies')['conditions'] as Answer[];
      (condition!['conditionPrometheusQueryLanguage'] as Answer)['query'] = 'vector(0)';
    },
    /^AvailabilityBudgetBurning: the policy has another query: vector\(0\)$/,
  ],
  [
    'alert-policies',
    'a policy is off',
    (world) => void (item(world, ADDRESS.policies, 'alertPolicies')['enabled'] = false),
    /AvailabilityBudgetBurning: is off/,
  ],
  [
    'alert-policies',
    'a policy is invalid',
    (world) => {
      item(world, ADDRESS.policies, 'alertPolicies')['validity'] = { code: 3, message: 'unknown metric' };
    },
    /AvailabilityBudgetBurning: unknown metric/,
  ],
  [
    'alert-policies',
    'a policy notifies no channel',
    (world) => void delete item(world, ADDRESS.policies, 'alertPolicies')['notificationChannels'],
    /AvailabilityBudgetBurning: notifies no channel/,
  ],
  [
    'dashboard',
    'no dashboard',
    (world) => void (world[ADDRESS.dashboards] = {}),
    /no dashboard "Tidemark prod"/,
  ],
  [
    'dashboard',
    'a zero is added',
    (world) => {
      const layout = item(world, ADDRESS.dashboards, 'dashboards')['mosaicLayout'] as { tiles: Answer[] };
      layout.tiles[0]!['xPos'] = 0;
    },
    /mosaicLayout\.tiles\.0\.xPos: written undefined, returned 0/,
  ],
];

/** The same for a cluster. */
export const CLUSTER_DIFFERENCES: readonly (readonly [string, string, (cluster: Cluster) => void, RegExp])[] =
  [
    [
      'workload-identities',
      'an account without its annotation',
      ({ serviceaccounts }) => void delete (serviceaccounts![0]!['metadata'] as Answer)['annotations'],
      /tidemark-api: does not act as tidemark-prod-api@/,
    ],
    [
      'workload-identities',
      'no account',
      (cluster) => void (cluster['serviceaccounts'] = []),
      /no service account tidemark-/,
    ],
    [
      'gateway',
      'a gateway that is not programmed',
      (cluster) => void (cluster['gateways.gateway.networking.k8s.io']![0]!['status'] = {}),
      /gateway tidemark is not programmed/,
    ],
    [
      'gateway',
      'a health check that is not attached',
      (cluster) => void (cluster['healthcheckpolicies.networking.gke.io']![0]!['status'] = {}),
      /no HealthCheckPolicy is attached to tidemark-api/,
    ],
    [
      'autoscalers',
      'an autoscaler without the adapter',
      (cluster) => {
        const conditions = [{ type: 'ScalingActive', status: 'False', message: 'no external metrics API' }];
        cluster['horizontalpodautoscalers.autoscaling']![0]!['status'] = { conditions };
      },
      /tidemark-consumer-ad-action is not active: no external metrics API/,
    ],
    [
      'autoscalers',
      'no autoscalers',
      (cluster) => void (cluster['horizontalpodautoscalers.autoscaling'] = []),
      /no HorizontalPodAutoscaler/,
    ],
  ];
