import { CONSISTENCY_LEVELS } from '../../core/consistency/consistency';
import { WATERMARK_VALID_MS } from '../../core/consistency/row-watermark';
import { closedObject, instant, token } from './parts';

const level = { type: 'string', enum: CONSISTENCY_LEVELS };
const consistencyChoice = {
  ...closedObject(
    {
      level: { ...level, description: 'Default: `eventual`, with a token `at-least-as-fresh`.' },
      token: {
        ...token,
        description: 'Of a write or an earlier read: the answer contains what it speaks for.',
      },
      maxStalenessMs: {
        type: 'integer',
        minimum: 1,
        maximum: WATERMARK_VALID_MS,
        description:
          'With `bounded`: what was acknowledged so long before the read, or earlier, is in the answer.',
      },
      asOf: {
        ...instant,
        description: `With \`strict\`: what was acknowledged before then is in the answer. ${instant.description}`,
      },
      onUnmet: { type: 'string', enum: ['error', 'stale'], default: 'error' },
    },
    [],
  ),
  description:
    'The same as the headers `tidemark-consistency` and `tidemark-token`; where both are given they must agree.',
};

const evidence = closedObject(
  {
    level,
    met: {
      type: 'boolean',
      description: 'False only where the read allowed a stale answer, and this is one.',
    },
    clusters: { type: 'array', items: { type: 'string' }, description: 'Those that answered.' },
    tier: {
      type: 'string',
      enum: ['nearest', 'origin', 'failover', 'hedge'],
      description: 'Which replica answered; of several rows the farthest.',
    },
    lookups: {
      type: 'integer',
      minimum: 0,
      description: 'Requests sent to Bigtable, those cancelled included.',
    },
    stalenessMs: {
      type: 'integer',
      minimum: 0,
      description:
        'What was acknowledged so long before the answer is in it, as far as heartbeats tell. Absent: unknown.',
    },
    token,
  },
  ['level', 'met', 'clusters', 'tier', 'lookups', 'token'],
);

export const CONSISTENCY_SCHEMAS = { Consistency: consistencyChoice, Evidence: evidence } as const;
