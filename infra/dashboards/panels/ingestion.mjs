import { TROUBLE, one, p99, rate, sum } from './queries.mjs';

export const ingestion = {
  uid: 'tidemark-ingestion-pacing',
  title: 'Tidemark: ingestion and pacing',
  sections: [
    {
      title: 'Ingestion',
      panels: [
        {
          title: 'Completeness lag of counts',
          about: '-1: no process reports.',
          unit: 's',
          limit: 60,
          queries: [
            { expr: 'max(tidemark_ingestion_completeness_lag)', legend: 'counts' },
            {
              expr: 'max by (stage, source) (tidemark_ingestion_stage_lag)',
              legend: '{{stage}} {{source}}',
            },
          ],
        },
        {
          title: 'Events by outcome',
          unit: 'cps',
          queries: one(sum('source, outcome', rate('tidemark_events_total')), 'source', 'outcome'),
        },
        {
          title: 'Dead-lettered messages',
          unit: 'short',
          limit: 1,
          queries: one(sum('reason', 'increase(tidemark_consumer_dead_letters_total[1h])'), 'reason'),
        },
        {
          title: 'Ingestion alarms',
          unit: 'short',
          limit: 1,
          expected: TROUBLE,
          queries: one(
            'max by (alarm, stage, source) (tidemark_ingestion_alarms)',
            'alarm',
            'stage',
            'source',
          ),
        },
        {
          title: 'Age of the oldest waiting message',
          about: '-1: unknown.',
          unit: 's',
          limit: 300,
          queries: [
            ...one('max by (stage, source) (tidemark_ingestion_backlog_seconds)', 'stage', 'source'),
            { expr: 'max(tidemark_consumer_oldest_unacked)', legend: 'outstanding at consumers' },
          ],
        },
        {
          title: 'Waiting messages',
          unit: 'short',
          queries: [
            ...one('max by (stage, source) (tidemark_ingestion_backlog_messages)', 'stage', 'source'),
            { expr: 'sum(tidemark_consumer_outstanding_messages)', legend: 'outstanding at consumers' },
          ],
        },
        {
          title: 'Ingestion processes by stage',
          unit: 'short',
          queries: one('max by (stage, source) (tidemark_ingestion_processes)', 'stage', 'source'),
        },
        {
          title: 'Age of events at their write',
          unit: 's',
          queries: one(
            'max by (stage, quantile) (tidemark_ingestion_event_lag_seconds)',
            'stage',
            'quantile',
          ),
        },
        {
          title: 'Batches: 99th percentile',
          about: 'To write: duration of the call. Since publication: age of the oldest message of the batch.',
          unit: 's',
          queries: [
            { expr: p99('', 'tidemark_consumer_batch_duration_seconds'), legend: 'to write' },
            { expr: p99('', 'tidemark_consumer_delivery_duration_seconds'), legend: 'since publication' },
          ],
        },
        {
          title: 'Bytes of outstanding messages',
          unit: 'bytes',
          queries: one('sum(tidemark_consumer_outstanding_bytes)'),
        },
      ],
    },
    {
      title: 'Counts over all users',
      panels: [
        {
          title: 'Sketches in memory',
          unit: 'short',
          queries: [
            { expr: 'sum(tidemark_sketches_buffered)', legend: 'buffered' },
            { expr: 'sum(tidemark_sketches_dirty)', legend: 'not yet written' },
          ],
        },
        {
          title: 'Rows of sketches written',
          unit: 'cps',
          queries: one(sum('outcome', rate('tidemark_sketches_rows_total')), 'outcome'),
        },
        {
          title: 'Sketch writes: 99th percentile',
          unit: 's',
          queries: one(p99('', 'tidemark_sketches_flush_duration_seconds')),
        },
        {
          title: 'Reads with corrupted sketches',
          unit: 'short',
          limit: 1,
          expected: TROUBLE,
          queries: one('sum by (table, code) (tidemark_sketches_corrupted_total)', 'table', 'code'),
        },
        {
          title: 'Comparisons with the event log',
          unit: 'short',
          expected: 'has data while a recount runs',
          queries: one('sum by (verdict) (tidemark_reconciliation_comparisons_total)', 'verdict'),
        },
      ],
    },
    {
      title: 'Pacing',
      panels: [
        {
          title: "Delivered share of the day's units",
          about: 'Utilisation excludes over-delivery.',
          unit: 'percentunit',
          queries: [
            { expr: 'max(tidemark_pacing_utilisation)', legend: 'utilisation' },
            { expr: 'max(tidemark_pacing_over_delivery)', legend: 'over-delivery' },
          ],
        },
        {
          title: 'Over-delivered and starved campaigns',
          unit: 'short',
          queries: [
            { expr: 'max(tidemark_pacing_campaigns_over_delivered)', legend: 'over-delivered' },
            { expr: 'max(tidemark_pacing_campaigns_starved)', legend: 'starved' },
          ],
        },
        {
          title: 'Campaigns by state and reason',
          unit: 'short',
          queries: one('max by (state, reason) (tidemark_pacing_campaigns)', 'state', 'reason'),
        },
        {
          title: 'Leading controllers',
          unit: 'short',
          queries: one('sum(tidemark_pacing_is_leader)'),
        },
        {
          title: 'Time since the last round of decisions',
          unit: 'ms',
          limit: 30000,
          queries: one('max(tidemark_pacing_decision_age)'),
        },
        {
          title: 'Rounds and publications: 99th percentile',
          unit: 's',
          queries: [
            { expr: p99('', 'tidemark_pacing_round_duration_seconds'), legend: 'rounds' },
            {
              expr: p99('how', 'tidemark_pacing_publication_duration_seconds'),
              legend: 'until published: {{how}}',
            },
          ],
        },
        {
          title: 'Changes published',
          unit: 'cps',
          queries: one(sum('state, reason', rate('tidemark_pacing_changes_total')), 'state', 'reason'),
        },
        {
          title: 'Age of campaigns and states on servers',
          about: 'Age of the campaigns and of the published states; -1: nothing yet.',
          unit: 's',
          limit: 60,
          queries: [
            {
              expr: 'max by (role) (tidemark_campaigns_directory_age_seconds)',
              legend: 'campaigns {{role}}',
            },
            { expr: 'max by (role) (tidemark_pacing_view_age_seconds)', legend: 'states {{role}}' },
          ],
        },
      ],
    },
  ],
};
