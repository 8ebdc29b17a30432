import { CONSISTENCY_LEVELS } from '../../core/consistency/consistency';
import { WATERMARK_VALID_MS } from '../../core/consistency/row-watermark';
import { closedObject, instant, token } from './parts';

const level = { type: 'string', enum: CONSISTENCY_LEVELS };
const consistencyChoice = {
  ...closedObject(
    {
      level: {
        ...level,
        description: 'Consistency level. Default: `at-least-as-fresh` with a token, else `eventual`.',
      },
      token: {
        ...token,
        description: 'Token of a write or an earlier read. The answer contains the writes that it covers.',
      },
      maxStalenessMs: {
        type: 'integer',
        minimum: 1,
        maximum: WATERMARK_VALID_MS,
        description:
          'With `bounded`: maximum staleness in milliseconds. The answer contains all writes acknowledged before then.',
      },
      asOf: {
        ...instant,
        description: `With \`strict\`: the answer contains all writes acknowledged before this time. ${instant.description}`,
      },
      onUnmet: { type: 'string', enum: ['error', 'stale'], description: 'Default: error.' },
      returnToken: {
        type: 'boolean',
        description:
          'Whether the token of the answer covers what the read has seen. Default: true. `false`, with `eventual` and without a token only, ' +
          'makes the read cheaper for the store.',
      },
    },
    [],
  ),
  description:
    'Equivalent to the headers `tidemark-consistency` and `tidemark-token`. If both are given, they must agree.',
};

const evidence = closedObject(
  {
    level,
    met: {
      type: 'boolean',
      description: 'Whether the level was proven. False only if the read allowed a stale answer.',
    },
    clusters: { type: 'array', items: { type: 'string' }, description: 'Ids of the clusters that answered.' },
    tier: {
      type: 'string',
      enum: ['nearest', 'origin', 'failover', 'hedge'],
      description: 'Kind of replica that answered; of several rows, the farthest one.',
    },
    lookups: {
      type: 'integer',
      minimum: 0,
      description: 'Number of requests sent to Bigtable, including cancelled ones.',
    },
    stalenessMs: {
      type: 'integer',
      minimum: 0,
      description:
        'Upper bound of the staleness in milliseconds, derived from heartbeats. Absent if unknown.',
    },
    token,
  },
  ['level', 'met', 'clusters', 'tier', 'lookups', 'token'],
);

export const CONSISTENCY_SCHEMAS = { Consistency: consistencyChoice, Evidence: evidence } as const;
