/** What `derive.ts` takes from the bindings: the types that this project may use, and what the bindings don't tell. */

/** The provider that version 16.12.1 of the bindings was generated from. */
export const PROVIDER_VERSION = '6.50.0';

/** No …_iam_binding and no …_iam_policy: they take away what others were granted, so they may not be used. */
export const RESOURCES: readonly string[] = [
  'google_artifact_registry_repository',
  'google_artifact_registry_repository_iam_member',
  'google_bigtable_app_profile',
  'google_bigtable_authorized_view',
  'google_bigtable_gc_policy',
  'google_bigtable_instance',
  'google_bigtable_instance_iam_member',
  'google_bigtable_logical_view',
  'google_bigtable_materialized_view',
  'google_bigtable_table',
  'google_bigtable_table_iam_member',
  'google_cloud_run_v2_job',
  'google_cloud_run_v2_job_iam_member',
  'google_cloud_run_v2_service',
  'google_cloud_run_v2_service_iam_member',
  'google_cloud_scheduler_job',
  'google_compute_backend_service',
  'google_compute_global_address',
  'google_compute_global_forwarding_rule',
  'google_compute_managed_ssl_certificate',
  'google_compute_region_network_endpoint_group',
  'google_compute_security_policy',
  'google_compute_ssl_policy',
  'google_compute_target_http_proxy',
  'google_compute_target_https_proxy',
  'google_compute_url_map',
  'google_kms_crypto_key',
  'google_kms_crypto_key_iam_member',
  'google_kms_key_ring',
  'google_kms_key_ring_iam_member',
  'google_logging_metric',
  'google_monitoring_alert_policy',
  'google_monitoring_custom_service',
  'google_monitoring_dashboard',
  'google_monitoring_notification_channel',
  'google_monitoring_service',
  'google_monitoring_slo',
  'google_monitoring_uptime_check_config',
  'google_project_iam_audit_config',
  'google_project_iam_custom_role',
  'google_project_iam_member',
  'google_project_service',
  'google_pubsub_schema',
  'google_pubsub_schema_iam_member',
  'google_pubsub_subscription',
  'google_pubsub_subscription_iam_member',
  'google_pubsub_topic',
  'google_pubsub_topic_iam_member',
  'google_secret_manager_secret',
  'google_secret_manager_secret_iam_member',
  'google_secret_manager_secret_version',
  'google_service_account',
  'google_service_account_iam_member',
  'google_storage_bucket',
  'google_storage_bucket_iam_member',
];

export const DATA_SOURCES: readonly string[] = [
  'google_bigtable_instance_iam_policy',
  'google_client_config',
  'google_compute_default_service_account',
  'google_iam_policy',
  'google_kms_crypto_key',
  'google_kms_key_ring',
  'google_project',
  'google_pubsub_subscription',
  'google_pubsub_topic',
  'google_secret_manager_secret',
  'google_service_account',
];

const CONTAINER = [
  'resources.limits',
  'startup_probe.grpc.port',
  'startup_probe.http_get.port',
  'startup_probe.tcp_socket.port',
];
const NETWORK = ['egress', 'network_interfaces.network', 'network_interfaces.subnetwork'];
const under = (path: string, names: readonly string[]): string[] => names.map((name) => `${path}.${name}`);

/**
 * Optional arguments for which Google chooses a value when they are left out ("computed" as well), by resource type.
 * Types that are not here have `id` and `project` of that kind.
 */
export const CHOSEN_BY_GOOGLE: Readonly<Record<string, readonly string[]>> = {
  google_artifact_registry_repository: ['id', 'project', 'location'],
  google_artifact_registry_repository_iam_member: ['id', 'project', 'location'],
  google_bigtable_authorized_view: ['id', 'project', 'deletion_protection'],
  google_bigtable_gc_policy: ['id', 'project', 'max_age.days', 'max_age.duration'],
  google_bigtable_instance: [
    ...['id', 'project', 'display_name'],
    ...under('cluster', ['kms_key_name', 'num_nodes', 'zone', 'autoscaling_config.storage_target']),
  ],
  google_bigtable_table: [
    ...['id', 'project', 'change_stream_retention', 'deletion_protection'],
    ...under('automated_backup_policy', ['frequency', 'retention_period']),
  ],
  google_bigtable_table_iam_member: ['id', 'project', 'instance'],
  google_cloud_run_v2_job: [
    ...['id', 'project', 'launch_stage', 'template.parallelism', 'template.task_count'],
    ...under('template.template', ['execution_environment', 'service_account', 'timeout']),
    ...under('template.template.containers', CONTAINER),
    ...under('template.template.vpc_access', NETWORK),
  ],
  google_cloud_run_v2_job_iam_member: ['id', 'project', 'location'],
  google_cloud_run_v2_service: [
    ...['id', 'project', 'ingress', 'launch_stage', 'traffic.percent'],
    ...under('template', ['max_instance_request_concurrency', 'service_account', 'timeout']),
    ...under('template.containers', [
      'ports.name',
      'liveness_probe.grpc.port',
      'liveness_probe.http_get.port',
    ]),
    ...under('template.containers', CONTAINER),
    ...under('template.vpc_access', NETWORK),
  ],
  google_cloud_run_v2_service_iam_member: ['id', 'project', 'location'],
  google_cloud_scheduler_job: ['id', 'project', 'region', 'paused', 'attempt_deadline'],
  google_compute_backend_service: [
    ...['id', 'project', 'connection_draining_timeout_sec', 'port_name', 'protocol', 'session_affinity'],
    ...['timeout_sec', 'cdn_policy.cache_mode', 'cdn_policy.client_ttl', 'cdn_policy.default_ttl'],
    'cdn_policy.max_ttl',
  ],
  google_compute_global_address: ['id', 'project', 'address', 'prefix_length'],
  google_compute_global_forwarding_rule: [
    'id',
    'project',
    'ip_address',
    'ip_protocol',
    'network',
    'subnetwork',
  ],
  google_compute_managed_ssl_certificate: ['id', 'project', 'certificate_id'],
  google_compute_region_network_endpoint_group: ['id', 'project'],
  google_compute_security_policy: ['id', 'project', 'type'],
  google_compute_target_https_proxy: ['id', 'project', 'proxy_bind', 'tls_early_data'],
  google_compute_target_http_proxy: ['id', 'project', 'proxy_bind'],
  google_kms_crypto_key: ['id', 'crypto_key_backend', 'destroy_scheduled_duration', 'import_only'],
  google_kms_crypto_key_iam_member: ['id'],
  google_kms_key_ring_iam_member: ['id'],
  google_monitoring_slo: ['id', 'project', 'slo_id'],
  google_monitoring_custom_service: ['id', 'project', 'service_id'],
  google_project_iam_member: ['id'],
  google_pubsub_subscription: [
    ...['id', 'project', 'ack_deadline_seconds', 'retry_policy.maximum_backoff'],
    'retry_policy.minimum_backoff',
  ],
  google_secret_manager_secret: ['id', 'project', 'expire_time'],
  google_secret_manager_secret_version: ['id'],
  google_service_account_iam_member: ['id'],
  google_storage_bucket: ['id', 'project', 'rpo', 'storage_class', 'uniform_bucket_level_access'],
  google_storage_bucket_iam_member: ['id'],
};

/** Values that Terraform keeps out of what it prints, and out of outputs that don't say they are sensitive. */
export const SENSITIVE: Readonly<Record<string, readonly string[]>> = {
  google_client_config: ['access_token'],
  google_monitoring_notification_channel: under('sensitive_labels', [
    'auth_token',
    'password',
    'service_key',
  ]),
  google_secret_manager_secret_version: ['secret_data', 'secret_data_wo'],
};
