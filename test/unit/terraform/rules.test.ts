import { violationsOf } from '../../terraform/provider/rules';
import { readProviderSchema } from '../../terraform/provider/server';
import { UNKNOWN } from '../../terraform/provider/values';
import type { ObjectValue } from '../../terraform/provider/values';

const { resources } = readProviderSchema();

const complaints = (type: string, config: ObjectValue): string[] =>
  violationsOf(type, resources[type]!.block, config).map(
    ({ path, summary }) => `${path.join('.')}: ${summary}`,
  );

const cluster = (given: ObjectValue): ObjectValue => ({
  name: 'tidemark',
  cluster: [{ cluster_id: 'europe-one', zone: 'europe-west1-b', storage_type: 'SSD', ...given }],
});
const single = { single_cluster_routing: [{ cluster_id: 'europe-one', allow_transactional_writes: false }] };
const container = (given: ObjectValue, of: ObjectValue = {}): ObjectValue => ({
  name: 'tidemark-api',
  template: [{ containers: [{ image: 'image', ...given }], ...of }],
});
/** A collector of one CPU and 4 GiB beside another container. */
const beside = (cpu: string, memory: string): ObjectValue => ({
  name: 'tidemark-api',
  template: [
    {
      containers: [
        { name: 'own', image: 'image', ports: [{}], resources: [{ limits: { cpu, memory } }] },
        { name: 'collector', image: 'image', resources: [{ limits: { cpu: '1', memory: '4Gi' } }] },
      ],
    },
  ],
});
const member = (who: string): ObjectValue => ({ role: 'roles/pubsub.publisher', member: who });
const promql = (given: ObjectValue): ObjectValue => ({
  conditions: [{ condition_prometheus_query_language: [{ query: 'up', ...given }] }],
});

/** Resource type, a valid configuration, an invalid one, and the expected message. */
const CASES: readonly (readonly [type: string, good: ObjectValue, bad: ObjectValue, says: RegExp])[] = [
  ['google_bigtable_instance', { name: 'tidemark' }, { name: 'tide' }, /name must be 6 to 33/],
  [
    'google_bigtable_instance',
    cluster({}),
    cluster({ cluster_id: 'one' }),
    /cluster\.0\.cluster_id: .* 6 to 30/,
  ],
  ['google_bigtable_instance', cluster({}), cluster({ zone: 'europe-west1' }), /a zone such as/],
  ['google_bigtable_instance', cluster({ num_nodes: 1 }), cluster({ num_nodes: 0 }), /whole number/],
  [
    'google_bigtable_instance',
    cluster({ autoscaling_config: [{ min_nodes: 1, max_nodes: 10, cpu_target: 50 }] }),
    cluster({ autoscaling_config: [{ min_nodes: 1, max_nodes: 11, cpu_target: 50 }] }),
    /ten times min_nodes/,
  ],
  [
    'google_bigtable_instance',
    cluster({ storage_type: 'HDD', autoscaling_config: [{ storage_target: 9000 }] }),
    cluster({ autoscaling_config: [{ storage_target: 9000 }] }),
    /from 2560 to 5120/,
  ],
  [
    'google_bigtable_instance',
    { name: 'tidemark', cluster: [{ zone: 'us-east1-b' }, { zone: 'us-east1-c' }] },
    { name: 'tidemark', cluster: [{ zone: 'us-east1-b' }, { zone: 'us-east1-b' }] },
    /zone "us-east1-b" is there twice/,
  ],
  [
    'google_bigtable_instance',
    { name: 'tidemark', cluster: [1, 2, 3, 4, 5, 6, 7, 8].map((i) => ({ zone: `us-east${i}-b` })) },
    { name: 'tidemark', cluster: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => ({ zone: `us-east${i}-b` })) },
    /8 regions at most/,
  ],
  ['google_bigtable_app_profile', single, {}, /exactly one of single_cluster_routing/],
  ['google_bigtable_app_profile', single, { ...single, row_affinity: true }, /row_affinity needs/],
  [
    'google_bigtable_app_profile',
    { ...single, app_profile_id: 'batch' },
    { ...single, app_profile_id: 'a b' },
    /up to 50/,
  ],
  [
    'google_bigtable_app_profile',
    { ...single, data_boost_isolation_read_only: [{}] },
    { multi_cluster_routing_use_any: true, data_boost_isolation_read_only: [{}] },
    /needs single_cluster_routing/,
  ],
  [
    'google_bigtable_table',
    { column_family: [{ family: 'a' }] },
    { column_family: [{ family: 'a' }, { family: 'a' }] },
    /twice/,
  ],
  [
    'google_bigtable_table',
    { change_stream_retention: '24h0m0s' },
    { change_stream_retention: '12h' },
    /from 86400/,
  ],
  [
    'google_bigtable_gc_policy',
    { gc_rules: '{"rules":[{"max_age":"9h"}]}' },
    { gc_rules: '{"rules":[{"max_age":9}]}' },
    /duration/,
  ],
  [
    'google_bigtable_gc_policy',
    { gc_rules: '{"rules":[{"max_version":1}]}' },
    { gc_rules: '{"rules":[{"max_versions":1}]}' },
    /must not have/,
  ],
  [
    'google_bigtable_gc_policy',
    { gc_rules: '{"mode":"union","rules":[{"max_age":"9h"},{"max_version":1}]}' },
    { gc_rules: '{"mode":"union","rules":[{"max_age":"9h"}]}' },
    /two rules/,
  ],
  ['google_bigtable_gc_policy', { max_version: [{ number: 1 }] }, {}, /without a rule/],
  [
    'google_bigtable_gc_policy',
    { max_age: [{ duration: '9h' }] },
    { max_age: [{ days: 1, duration: '9h' }] },
    /exactly one of days, duration/,
  ],
  ['google_pubsub_topic', { name: 'events' }, { name: 'google-events' }, /begin with goog/],
  [
    'google_pubsub_topic',
    { message_retention_duration: '604800s' },
    { message_retention_duration: '60s' },
    /from 600s/,
  ],
  [
    'google_pubsub_schema',
    { type: 'PROTOCOL_BUFFER', definition: 'syntax = "proto3"; package a.b; message A { string b = 1; }' },
    {
      type: 'PROTOCOL_BUFFER',
      definition: 'syntax = "proto3"; import "b.proto"; message A { string b = 1; }',
    },
    /import/,
  ],
  [
    'google_pubsub_schema',
    { type: 'AVRO', definition: '{}' },
    { type: 'PROTOCOL_BUFFER', definition: 'message A {' },
    /must be a proto file/,
  ],
  [
    'google_pubsub_subscription',
    { filter: 'attributes.a = "b" AND NOT hasPrefix(attributes.c, "d")' },
    { filter: 'data = "a"' },
    /can't be read/,
  ],
  [
    'google_pubsub_subscription',
    { filter: 'NOT attributes."data-type" = "x"' },
    { filter: `attributes.a = "${'x'.repeat(300)}"` },
    /256 bytes/,
  ],
  ['google_pubsub_subscription', { ack_deadline_seconds: 60 }, { ack_deadline_seconds: 5 }, /10 to 600/],
  [
    'google_pubsub_subscription',
    { expiration_policy: [{ ttl: '' }] },
    { expiration_policy: [{ ttl: '3600s' }] },
    /a day at least/,
  ],
  [
    'google_pubsub_subscription',
    { retry_policy: [{ minimum_backoff: '10s', maximum_backoff: '600s' }] },
    { retry_policy: [{ minimum_backoff: '60s', maximum_backoff: '10s' }] },
    /at most maximum_backoff/,
  ],
  [
    'google_pubsub_subscription',
    { dead_letter_policy: [{ dead_letter_topic: 'projects/p/topics/t' }] },
    { dead_letter_policy: [{ dead_letter_topic: 't' }] },
    /a full name/,
  ],
  ['google_pubsub_topic_iam_member', member('group:ads@example.com'), member('group:ads'), /member must be/],
  [
    'google_pubsub_topic_iam_member',
    member('serviceAccount:p.svc.id.goog[ns/name]'),
    member('ads@example.com'),
    /member must be/,
  ],
  [
    'google_pubsub_topic_iam_member',
    member('allUsers'),
    { role: 'pubsub.publisher', member: 'allUsers' },
    /role must be/,
  ],
  ['google_service_account', { account_id: 'tidemark-api' }, { account_id: 'api' }, /6 to 30/],
  ['google_project_service', { service: 'run.googleapis.com' }, { service: 'run' }, /name of an API/],
  [
    'google_project_iam_custom_role',
    { role_id: 'tidemark_schema', permissions: ['bigtable.tables.get'] },
    { role_id: 'tidemark-schema', permissions: ['bigtable.tables.get'] },
    /role_id must be/,
  ],
  [
    'google_project_iam_custom_role',
    { permissions: ['bigtable.tables.get'] },
    { permissions: ['roles/bigtable.user'] },
    /must be permissions such as/,
  ],
  ['google_cloud_run_v2_service', container({}), { name: 'a'.repeat(50) }, /up to 49/],
  [
    'google_cloud_run_v2_service',
    container({ env: [{ name: 'A', value: '1' }] }),
    container({
      env: [
        { name: 'A', value: '1' },
        { name: 'A', value: '2' },
      ],
    }),
    /twice/,
  ],
  [
    'google_cloud_run_v2_service',
    container({}),
    container({ env: [{ name: 'A', value: '1', value_source: [{}] }] }),
    /exclude each other/,
  ],
  [
    'google_cloud_run_v2_service',
    container({ resources: [{ limits: { cpu: '4', memory: '2Gi' } }] }),
    container({ resources: [{ limits: { cpu: '4', memory: '1Gi' } }] }),
    /need 2Gi/,
  ],
  [
    'google_cloud_run_v2_service',
    container({ resources: [{ limits: { cpu: '2' } }] }),
    container({ resources: [{ limits: { cpu: '3' } }] }),
    /cpu must be/,
  ],
  [
    'google_cloud_run_v2_service',
    container({ resources: [{ limits: { cpu: '1', memory: '4096Mi' } }] }),
    container({ resources: [{ limits: { cpu: '1', memory: '5Gi' } }] }),
    /1 CPUs have 4Gi of memory at most/,
  ],
  [
    'google_cloud_run_v2_service',
    beside('4', '16Gi'),
    beside('8', '4Gi'),
    /an instance has 8 CPUs at most, not 9/,
  ],
  [
    'google_cloud_run_v2_service',
    beside('6', '24Gi'),
    beside('8', '30Gi'),
    /an instance has 32Gi at most, not 34Gi/,
  ],
  [
    'google_cloud_run_v2_service',
    container({ startup_probe: [{ http_get: [{}] }] }),
    container({ startup_probe: [{}] }),
    /exactly one of http_get/,
  ],
  [
    'google_cloud_run_v2_service',
    container({}, { scaling: [{ min_instance_count: 1, max_instance_count: 2 }] }),
    container({}, { scaling: [{ min_instance_count: 3, max_instance_count: 2 }] }),
    /at most max_instance_count/,
  ],
  [
    'google_cloud_run_v2_service',
    container({}, { timeout: '60s' }),
    container({}, { timeout: '1h' }),
    /seconds such as/,
  ],
  [
    'google_cloud_run_v2_service',
    {
      template: [
        {
          containers: [
            { name: 'a', ports: [{}] },
            { name: 'b', depends_on: ['a'] },
          ],
        },
      ],
    },
    {
      template: [
        {
          containers: [
            { name: 'a', ports: [{}] },
            { name: 'b', depends_on: ['c'] },
          ],
        },
      ],
    },
    /no container "c"/,
  ],
  [
    'google_cloud_run_v2_service',
    { template: [{ containers: [{ ports: [{}] }, {}] }] },
    { template: [{ containers: [{ ports: [{}] }, { ports: [{}] }] }] },
    /exactly one of several containers/,
  ],
  [
    'google_cloud_run_v2_service',
    { scaling: [{ scaling_mode: 'MANUAL', manual_instance_count: 1 }] },
    { scaling: [{ scaling_mode: 'MANUAL' }] },
    /needs a manual_instance_count/,
  ],
  [
    'google_cloud_run_v2_job',
    { template: [{ template: [{ timeout: '3600s' }] }] },
    { template: [{ template: [{ max_retries: 11 }] }] },
    /0 to 10/,
  ],
  [
    'google_cloud_scheduler_job',
    { schedule: '17 * * * *', http_target: [{}] },
    { schedule: '@hourly', http_target: [{}] },
    /five fields/,
  ],
  [
    'google_cloud_scheduler_job',
    { time_zone: 'Etc/UTC', http_target: [{}] },
    { time_zone: 'Mars/Base', http_target: [{}] },
    /time zone/,
  ],
  [
    'google_compute_security_policy',
    { rule: [{ action: 'deny(403)', priority: 1 }] },
    { rule: [{ action: 'deny', priority: 1 }] },
    /action must be/,
  ],
  [
    'google_compute_region_network_endpoint_group',
    { network_endpoint_type: 'SERVERLESS', cloud_run: [{}] },
    { network_endpoint_type: 'SERVERLESS' },
    /exactly one of cloud_run/,
  ],
  [
    'google_monitoring_alert_policy',
    promql({ duration: '60s' }),
    promql({ evaluation_interval: '45s' }),
    /multiple of 30s/,
  ],
  [
    'google_monitoring_alert_policy',
    promql({}),
    { conditions: [{ condition_threshold: [{}], condition_sql: [{}] }] },
    /exactly one of condition_/,
  ],
  ['google_monitoring_dashboard', { dashboard_json: '{}' }, { dashboard_json: '{' }, /must be JSON/],
  [
    'google_monitoring_notification_channel',
    { type: 'email', labels: { email_address: 'a@b.c' } },
    { type: 'email', labels: {} },
    /must have email_address/,
  ],
  [
    'google_monitoring_slo',
    { goal: 0.99, rolling_period_days: 30, basic_sli: [{}] },
    { goal: 1, rolling_period_days: 30, basic_sli: [{}] },
    /goal must be/,
  ],
  [
    'google_secret_manager_secret',
    { replication: [{ auto: [{}] }] },
    { replication: [{}] },
    /exactly one of auto/,
  ],
  [
    'google_logging_project_exclusion',
    { name: 'a-b', filter: 'a' },
    { name: '-a', filter: 'a' },
    /name must be up to 100/,
  ],
  [
    'google_compute_global_forwarding_rule',
    { target: 'a', load_balancing_scheme: 'INTERNAL_MANAGED', subnetwork: 'b' },
    { target: 'a', load_balancing_scheme: 'INTERNAL_MANAGED' },
    /target needs subnetwork/,
  ],
  [
    'google_compute_target_https_proxy',
    { certificate_manager_certificates: ['a'] },
    { certificate_manager_certificates: ['a'], ssl_certificates: ['b'] },
    /exactly one of ssl_certificates/,
  ],
  ['google_logging_project_exclusion', { filter: 'a' }, { filter: '' }, /must be a filter/],
  ['google_secret_manager_secret_version', { secret_data: 'a' }, {}, /exactly one of secret_data/],
  ['google_pubsub_topic', { labels: { team: 'ads-1' } }, { labels: { Team: 'ads' } }, /label Team/],
  [
    'google_monitoring_alert_policy',
    { user_labels: { team: 'ads' } },
    { user_labels: { team: 'Ads!' } },
    /label team/,
  ],
];

describe('Rules between arguments', () => {
  it.each(CASES)('of %s accept %j and reject %j', (type, good, bad, says) => {
    expect(complaints(type, good)).toEqual([]);
    expect(complaints(type, bad).join('\n')).toMatch(says);
  });

  it('wait for unknown values', () => {
    const unknown = { single_cluster_routing: UNKNOWN, multi_cluster_routing_use_any: null };
    expect(complaints('google_bigtable_app_profile', unknown)).toEqual([]);
    expect(complaints('google_pubsub_topic_iam_member', { role: UNKNOWN, member: UNKNOWN })).toEqual([]);
  });
});
