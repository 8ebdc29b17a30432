/** Examples of count queries and their answers. */
import { EVIDENCE_EXAMPLE } from './consistency-documentation';

const SHARED = {
  actions: ['impression', 'click'],
  where: { viewType: ['home_feed'], sessionId: '*' },
  entities: { ad: ['ad-1', 'ad-2'], campaign: '*' },
  windows: ['1d', '90m', { days: 7, timeZone: 'Asia/Jakarta' }],
  groupBy: ['action'],
};

export const COUNT_QUERY_EXAMPLE = { userId: 'user-1', ...SHARED };

export const BATCH_COUNT_QUERY_EXAMPLE = { users: ['user-1', 'bot-1'], ...SHARED };

const COUNTED = {
  total: { impression: 3, click: 1 },
  ad: { 'ad-1': { impression: 2, click: 1 }, 'ad-2': {} },
  campaign: { 'cmp-1': { impression: 3, click: 1 } },
};

const COUNTS = { '1d': COUNTED, '90m': COUNTED, '7d@Asia/Jakarta': COUNTED };

const TIMES = { asOf: '2026-11-21T05:35:00.000Z', completeUpTo: '2026-11-21T05:34:59.850Z' };

export const COUNT_ANSWER_EXAMPLE = {
  userId: 'user-1',
  ...TIMES,
  counts: COUNTS,
  consistency: EVIDENCE_EXAMPLE,
};

export const BATCH_COUNT_ANSWER_EXAMPLE = {
  ...TIMES,
  users: [
    { userId: 'user-1', counts: COUNTS },
    {
      userId: 'bot-1',
      error: {
        code: 'too_many_events',
        field: 'users[1]',
        message:
          'has more than 50000 cells or 16 MiB of events in these windows: request shorter windows, or compact the table',
        retryable: false,
      },
    },
  ],
  consistency: EVIDENCE_EXAMPLE,
};
