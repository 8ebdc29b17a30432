import { TROUBLE, one, p99, rate, sum } from './queries.mjs';

export const fleet = {
  uid: 'tidemark-fleet',
  title: 'Tidemark: fleet and Bigtable',
  sections: [
    {
      title: 'Processes',
      panels: [
        { title: 'Processes up', unit: 'short', queries: one('sum by (role) (up)', 'role') },
        {
          title: 'Versions',
          unit: 'short',
          queries: one('count by (role, version) (tidemark_build_info)', 'role', 'version'),
        },
        {
          title: 'CPU time',
          about: 'Relative to one core.',
          unit: 'percentunit',
          queries: one(sum('role, instance', rate('process_cpu_time_seconds_total')), 'role', 'instance'),
        },
        {
          title: 'Event-loop utilization',
          unit: 'percentunit',
          queries: one(
            `${sum('role, instance', rate('nodejs_eventloop_time_seconds_total', 'nodejs_eventloop_state="active"'))} / ${sum('role, instance', rate('nodejs_eventloop_time_seconds_total'))}`,
            'role',
            'instance',
          ),
        },
        {
          title: 'Memory',
          unit: 'bytes',
          queries: one('max by (role, instance) (process_memory_usage_bytes)', 'role', 'instance'),
        },
        {
          title: 'Heap in use',
          unit: 'bytes',
          queries: one('max by (role, instance) (v8js_memory_heap_used_bytes)', 'role', 'instance'),
        },
        {
          title: 'Process uptime',
          unit: 's',
          queries: one('time() - max by (role, instance) (process_start_time_seconds)', 'role', 'instance'),
        },
        {
          title: 'Workers and replaced workers',
          unit: 'short',
          expected: 'has data where a server has several workers',
          queries: [
            { expr: 'sum(tidemark_workers)', legend: 'workers' },
            { expr: 'sum(increase(tidemark_worker_restarts_total[1h]))', legend: 'replaced within an hour' },
          ],
        },
      ],
    },
    {
      title: 'Calls to Bigtable',
      panels: [
        {
          title: 'Calls by method and status',
          unit: 'reqps',
          queries: one(
            sum('rpc_method, rpc_response_status_code', rate('tidemark_store_call_duration_seconds_count')),
            'rpc_method',
            'rpc_response_status_code',
          ),
        },
        {
          title: 'Calls: 99th percentile',
          unit: 's',
          queries: one(p99('rpc_method', 'tidemark_store_call_duration_seconds'), 'rpc_method'),
        },
        {
          title: 'Share of the processes that have ejected a cluster',
          unit: 'percentunit',
          limit: 0.5,
          queries: one(
            '(sum by (workload, replica) (tidemark_cluster_phase{phase=~"ejected|half-open"}) or 0 * count by (workload, replica) (tidemark_cluster_ejections)) / count by (workload, replica) (tidemark_cluster_ejections)',
            'workload',
            'replica',
          ),
        },
        {
          title: 'Calls of batch work, and those that wait, by reason',
          unit: 'short',
          expected:
            'has data where batch work runs; serving_latency: it is throttled because serving reads are slow',
          queries: [
            { expr: 'sum(tidemark_batch_calls_in_flight)', legend: 'in flight' },
            { expr: 'sum(tidemark_batch_calls_limit)', legend: 'limit' },
            { expr: 'sum(tidemark_batch_calls_queued)', legend: 'queued' },
            ...one(sum('reason', rate('tidemark_batch_wait_seconds_total')), 'reason'),
          ],
        },
        {
          title: 'Users with more events than one read may return',
          unit: 'cps',
          expected: TROUBLE,
          queries: one(sum('data_type', rate('tidemark_users_too_many_events_total')), 'data_type'),
        },
      ],
    },
    {
      title: 'Compaction',
      panels: [
        {
          title: 'Time since the last complete round',
          unit: 's',
          limit: 129600,
          queries: one('min(tidemark_compaction_round_age)'),
        },
        {
          title: 'Rows by outcome',
          unit: 'cps',
          queries: one(sum('outcome', rate('tidemark_compaction_rows_total')), 'outcome'),
        },
        {
          title: 'Bytes removed and written',
          unit: 'Bps',
          queries: one(sum('direction', rate('tidemark_compaction_size_bytes_total')), 'direction'),
        },
        {
          title: 'Packed events and duplicates',
          unit: 'cps',
          queries: one(sum('kind', rate('tidemark_compaction_events_total')), 'kind'),
        },
      ],
    },
    {
      title: "Google's own metrics",
      ofGoogle: true,
      panels: [
        {
          title: 'Bigtable: CPU',
          unit: 'percentunit',
          limit: 0.7,
          queries: one(
            'max by (instance, cluster) (bigtable_googleapis_com:cluster_cpu_load{monitored_resource="bigtable_cluster"})',
          ),
        },
        {
          title: 'Bigtable: storage',
          unit: 'percentunit',
          limit: 0.7,
          queries: one(
            'max by (instance, cluster) (bigtable_googleapis_com:cluster_storage_utilization{monitored_resource="bigtable_cluster"})',
          ),
        },
        {
          title: 'Bigtable: nodes',
          unit: 'short',
          queries: one(
            'max by (instance, cluster) (bigtable_googleapis_com:cluster_node_count{monitored_resource="bigtable_cluster"})',
          ),
        },
        {
          title: 'Bigtable: maximum replication delay',
          unit: 's',
          limit: 300,
          queries: one(
            'max by (instance, cluster) (bigtable_googleapis_com:replication_max_delay{monitored_resource="bigtable_table"})',
          ),
        },
        {
          title: 'Pub/Sub: age of the oldest message',
          unit: 's',
          limit: 300,
          queries: one(
            'max by (subscription_id) (pubsub_googleapis_com:subscription_oldest_unacked_message_age{monitored_resource="pubsub_subscription"})',
          ),
        },
        {
          title: 'Pub/Sub: dead-lettered messages',
          unit: 'short',
          limit: 1,
          queries: one(
            'sum by (subscription_id) (increase(pubsub_googleapis_com:subscription_dead_letter_message_count{monitored_resource="pubsub_subscription"}[1h]))',
          ),
        },
        {
          title: 'Cloud Run: instances',
          unit: 'short',
          queries: one(
            'sum by (service_name, location) (run_googleapis_com:container_instance_count{monitored_resource="cloud_run_revision"})',
          ),
        },
        {
          title: 'Cloud Run: responses by class',
          unit: 'reqps',
          queries: one(
            'sum by (service_name, response_code_class) (rate(run_googleapis_com:request_count{monitored_resource="cloud_run_revision"}[5m]))',
          ),
        },
      ],
    },
  ],
};
