import { TROUBLE, one, p99, rate, sum } from './queries.mjs';

const PLACED = 'has data with placements';
const AUDITED = 'has data while an audit of residency runs';

export const consistency = {
  uid: 'tidemark-consistency',
  title: 'Tidemark: consistency',
  sections: [
    {
      title: 'Low watermarks',
      panels: [
        {
          title: 'Age of the newest heartbeat per replica',
          unit: 's',
          limit: 180,
          queries: one(
            'max by (workload, origin, replica) (tidemark_heartbeat_lag_seconds)',
            'workload',
            'origin',
            'replica',
          ),
        },
        {
          title: 'Heartbeat alarms',
          unit: 'short',
          limit: 1,
          expected: TROUBLE,
          queries: one(
            'max by (kind, origin, replica) (tidemark_heartbeat_alarms_active)',
            'kind',
            'origin',
            'replica',
          ),
        },
        {
          title: 'Due heartbeats by outcome',
          unit: 'cps',
          queries: one(sum('origin, outcome', rate('tidemark_heartbeats_total')), 'origin', 'outcome'),
        },
        {
          title: 'Audits',
          about: 'Violated: an answer that was proven without its origin lacked a write.',
          unit: 'cps',
          queries: one(sum('proof, outcome', rate('tidemark_audits_total')), 'proof', 'outcome'),
        },
        {
          title: 'Rows with writes out of order',
          about: 'A replica showed a write without the one before it. Answers stay correct.',
          unit: 'cps',
          expected: TROUBLE,
          queries: one(sum('origin, replica', rate('tidemark_row_order_gaps_total')), 'origin', 'replica'),
        },
        {
          title: 'Order canaries by outcome',
          unit: 'cps',
          expected: 'has data where an instance has several serving clusters',
          queries: one(sum('outcome', rate('tidemark_row_order_canaries_total')), 'outcome'),
        },
      ],
    },
    {
      title: 'Reads',
      panels: [
        {
          title: 'Reads by level',
          unit: 'reqps',
          queries: one(sum('level', rate('tidemark_reads_total')), 'level'),
        },
        {
          title: 'Reads by tier',
          unit: 'reqps',
          queries: one(sum('tier', rate('tidemark_reads_total')), 'tier'),
        },
        {
          title: 'Origin lookups per read',
          unit: 'percentunit',
          limit: 0.1,
          queries: one(
            `(${sum('', rate('tidemark_read_lookups_total', 'kind=~"origin|watermark"'))} or vector(0)) / ${sum('', rate('tidemark_reads_total'))}`,
          ),
        },
        {
          title: 'Lookups by kind and outcome',
          unit: 'reqps',
          queries: one(sum('kind, outcome', rate('tidemark_read_lookups_total')), 'kind', 'outcome'),
        },
        {
          title: 'Reads not proven in time',
          unit: 'reqps',
          limit: 0.01,
          queries: one(sum('level', rate('tidemark_reads_unmet_total')), 'level'),
        },
        {
          title: 'Reads: 99th percentile by level',
          unit: 's',
          queries: one(p99('level', 'tidemark_read_duration_seconds'), 'level'),
        },
        {
          title: 'Hedged reads',
          unit: 'reqps',
          expected: 'has data where reads are slow, and there is another cluster',
          queries: one(sum('outcome', rate('tidemark_read_hedges_total')), 'outcome'),
        },
      ],
    },
    {
      title: 'Writes',
      panels: [
        {
          title: 'Writes by origin',
          unit: 'cps',
          queries: one(sum('origin', rate('tidemark_writes_total')), 'origin'),
        },
        {
          title: 'Writes per mutation',
          about: 'Concurrent writes of a row are joined into one mutation.',
          unit: 'short',
          queries: one(
            `${sum('', rate('tidemark_writes_total'))} / ${sum('', rate('tidemark_write_mutations_total'))}`,
          ),
        },
        {
          title: 'Mutations sent to another cluster',
          unit: 'cps',
          expected: TROUBLE,
          queries: one(sum('origin', rate('tidemark_write_failovers_total')), 'origin'),
        },
        {
          title: 'Write tokens rejected',
          unit: 'reqps',
          queries: one(sum('reason', rate('tidemark_tokens_rejected_total')), 'reason'),
        },
      ],
    },
    {
      title: 'Residency',
      panels: [
        {
          title: 'Age of the feed of moves',
          about: 'Above 3 s a process has no lease: it confirms each request by fences.',
          unit: 's',
          limit: 10,
          expected: PLACED,
          queries: one('max by (role) (tidemark_residency_feed_age)', 'role'),
        },
        {
          title: 'Users that are moving, by state',
          unit: 'short',
          queries: one('max by (state) (tidemark_residency_subjects_moving)', 'state'),
        },
        {
          title: 'Oldest move',
          unit: 's',
          limit: 3600,
          queries: one('max(tidemark_residency_oldest_move)'),
        },
        {
          title: 'Lookups of users, and errors',
          unit: 'reqps',
          queries: [
            ...one(sum('kind', rate('tidemark_residency_lookups_total')), 'kind'),
            {
              expr: sum('operation', rate('tidemark_residency_directory_errors_total')),
              legend: '{{operation}} failed',
            },
          ],
        },
        {
          title: 'Findings of the last audit',
          unit: 'short',
          limit: 1,
          expected: AUDITED,
          queries: one('max by (kind) (tidemark_residency_audit_findings)', 'kind'),
        },
      ],
    },
  ],
};
