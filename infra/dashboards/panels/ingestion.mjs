import { TROUBLE, one, p99, rate, sum } from './queries.mjs';

export const ingestion = {
  uid: 'tidemark-ingestion-pacing',
  title: 'Tidemark: ingestion and pacing',
  sections: [
    {
      title: 'Ingestion',
      panels: [
        {
          title: 'How far back counts are complete',
          about: '-1: nobody tells.',
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
          title: 'Events by what became of them',
          unit: 'cps',
          queries: one(sum('source, outcome', rate('tidemark_events_total')), 'source', 'outcome'),
        },
        {
          title: 'Messages put aside',
          unit: 'short',
          limit: 1,
          queries: one(sum('reason', 'increase(tidemark_consumer_dead_letters_total[1h])'), 'reason'),
        },
        {
          title: 'Alarms of ingestion',
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
          title: 'Age of the oldest message that waits',
          about: '-1: not known.',
          unit: 's',
          limit: 300,
          queries: [
            ...one('max by (stage, source) (tidemark_ingestion_backlog_seconds)', 'stage', 'source'),
            { expr: 'max(tidemark_consumer_oldest_unacked)', legend: 'held by consumers' },
          ],
        },
        {
          title: 'Messages that wait',
          unit: 'short',
          queries: [
            ...one('max by (stage, source) (tidemark_ingestion_backlog_messages)', 'stage', 'source'),
            { expr: 'sum(tidemark_consumer_outstanding_messages)', legend: 'held by consumers' },
          ],
        },
        {
          title: 'Processes at work, by stage',
          unit: 'short',
          queries: one('max by (stage, source) (tidemark_ingestion_processes)', 'stage', 'source'),
        },
        {
          title: 'Age of events when they are written',
          unit: 's',
          queries: one(
            'max by (stage, quantile) (tidemark_ingestion_event_lag_seconds)',
            'stage',
            'quantile',
          ),
        },
        {
          title: 'Batches: 99th percentile',
          about: 'To write: the call. Since publication: of the oldest message of the batch.',
          unit: 's',
          queries: [
            { expr: p99('', 'tidemark_consumer_batch_duration_seconds'), legend: 'to write' },
            { expr: p99('', 'tidemark_consumer_delivery_duration_seconds'), legend: 'since publication' },
          ],
        },
        {
          title: 'Bytes of messages held',
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
            { expr: 'sum(tidemark_sketches_buffered)', legend: 'held' },
            { expr: 'sum(tidemark_sketches_dirty)', legend: 'to be written' },
          ],
        },
        {
          title: 'Rows of sketches written',
          unit: 'cps',
          queries: one(sum('outcome', rate('tidemark_sketches_rows_total')), 'outcome'),
        },
        {
          title: 'Writes of sketches: 99th percentile',
          unit: 's',
          queries: one(p99('', 'tidemark_sketches_flush_duration_seconds')),
        },
        {
          title: 'Reads that met damaged sketches',
          unit: 'short',
          limit: 1,
          expected: TROUBLE,
          queries: one('sum by (table, code) (tidemark_sketches_corrupted_total)', 'table', 'code'),
        },
        {
          title: 'Comparisons with the log',
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
          title: "Delivered of the day's units",
          about: 'Utilisation leaves out what was delivered beyond.',
          unit: 'percentunit',
          queries: [
            { expr: 'max(tidemark_pacing_utilisation)', legend: 'utilisation' },
            { expr: 'max(tidemark_pacing_over_delivery)', legend: 'over-delivery' },
          ],
        },
        {
          title: 'Campaigns that have too much, or far too little',
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
          title: 'Controllers in office',
          unit: 'short',
          queries: one('sum(tidemark_pacing_is_leader)'),
        },
        {
          title: 'Since the last round of decisions',
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
              legend: 'until told: {{how}}',
            },
          ],
        },
        {
          title: 'Changes published',
          unit: 'cps',
          queries: one(sum('state, reason', rate('tidemark_pacing_changes_total')), 'state', 'reason'),
        },
        {
          title: 'Age of what servers know',
          about: 'Of the campaigns, and of what the controller publishes; -1: nothing yet.',
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
