import { TROUBLE, one, rate, sum } from './queries.mjs';

const ERASING = 'has data where erasure workers run';
const LOGGING = 'has data where accesses are logged';

export const privacy = {
  uid: 'tidemark-privacy',
  title: 'Tidemark: privacy',
  sections: [
    {
      title: 'Erasures and withdrawals',
      panels: [
        {
          title: 'Open erasures and withdrawals',
          about: 'Requested, and not certified when the last round began.',
          unit: 'short',
          expected: ERASING,
          queries: one('sum by (instance) (tidemark_privacy_erasures_open)', 'instance'),
        },
        {
          title: 'Age of the oldest open one',
          about: 'Beside the time within which erasures are due by default.',
          unit: 's',
          limit: 2592000,
          expected: ERASING,
          queries: one('max(tidemark_privacy_erasures_oldest_age)'),
        },
        {
          title: 'Overdue',
          unit: 'short',
          limit: 1,
          expected: ERASING,
          queries: one('max(tidemark_privacy_erasures_overdue)'),
        },
        {
          title: 'Time since the last round of a worker',
          unit: 's',
          limit: 7200,
          expected: ERASING,
          queries: one('max by (instance) (tidemark_privacy_erasures_round_age)', 'instance'),
        },
        {
          title: 'Tables of users by state',
          about: 'A restored table is not served until the ledger is applied again.',
          unit: 'short',
          queries: one('max by (table, state) (tidemark_privacy_table_state) > 0', 'table', 'state'),
        },
      ],
    },
    {
      title: 'Consent',
      panels: [
        {
          title: 'Withheld answers',
          about: 'DataTypes that answers leave out, since the user has not allowed their purpose.',
          unit: 'cps',
          expected: 'has data where consent is enforced',
          queries: one(
            sum('data_type, purpose', rate('tidemark_privacy_omissions_total', 'policy="enforce"')),
            'data_type',
            'purpose',
          ),
        },
        {
          title: 'Answers that enforcement would withhold',
          about: 'By the policy report.',
          unit: 'cps',
          expected: 'has data where consent is reported',
          queries: one(
            sum('data_type, purpose', rate('tidemark_privacy_omissions_total', 'policy="report"')),
            'data_type',
            'purpose',
          ),
        },
        {
          title: 'DataTypes whose consent is not enforced',
          about: '1 for a DataType that needs consent, and whose policy is not enforce.',
          unit: 'short',
          limit: 1,
          queries: one(
            'max by (data_type, policy) (tidemark_privacy_consent_unenforced)',
            'data_type',
            'policy',
          ),
        },
      ],
    },
    {
      title: 'Access log',
      panels: [
        {
          title: 'Lines by outcome',
          unit: 'cps',
          expected: LOGGING,
          queries: one(sum('outcome', rate('tidemark_privacy_access_log_lines_total')), 'outcome'),
        },
        {
          title: 'Lines dropped within an hour',
          unit: 'short',
          limit: 1,
          expected: TROUBLE,
          queries: one('sum(increase(tidemark_privacy_access_log_lines_total{outcome="dropped"}[1h])) > 0'),
        },
        {
          title: 'Waiting lines',
          about: 'Beyond 50,000 in a process, lines are dropped.',
          unit: 'short',
          limit: 50000,
          expected: LOGGING,
          queries: one('max by (instance) (tidemark_privacy_access_log_queued)', 'instance'),
        },
      ],
    },
  ],
};
