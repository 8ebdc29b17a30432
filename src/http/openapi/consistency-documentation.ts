import type { ErrorCode } from '../../errors';
import type { ResponseHeaderName, Parameter } from '../endpoint';
import { CONSISTENCY_HEADER, TOKEN_HEADER } from '../consistency/read-consistency';

/** Parameters that every read accepts. */
export const CONSISTENCY_PARAMETERS: readonly Parameter[] = [
  {
    in: 'header',
    name: CONSISTENCY_HEADER,
    description:
      'Consistency level of the read: `eventual` (the default), `at-least-as-fresh` (all writes that the token covers), ' +
      '`bounded; max-staleness-ms=5000` (all writes acknowledged 5 seconds before the read or earlier), `strict` (all ' +
      'writes acknowledged before the read began) or `strict; as-of=2026-11-21T05:35:00Z` (all writes acknowledged before that ' +
      'time). If the level cannot be proven within the deadline, the read fails. With `; on-unmet=stale` it returns the ' +
      'freshest data available and reports `met=false`. `eventual; return-token=false` leaves the token of the answer ' +
      'empty, which makes the read cheaper for the store.',
    schema: { type: 'string' },
    example: 'bounded; max-staleness-ms=5000; on-unmet=stale',
  },
  {
    in: 'header',
    name: TOKEN_HEADER,
    description:
      'Token of a write or an earlier read. The answer contains the writes that it covers, whatever the level. The level is ' +
      '`at-least-as-fresh` if none is given.',
    schema: { type: 'string' },
  },
];

export const EVIDENCE_HEADERS: readonly ResponseHeaderName[] = [
  'tidemark-consistency',
  'tidemark-cluster',
  'tidemark-tier',
  'tidemark-lookups',
  'tidemark-staleness-ms',
  'tidemark-token',
];

export const READ_ERRORS: readonly ErrorCode[] = [
  'consistency_unmet',
  'consistency_unsupported',
  'token_invalid',
  'token_foreign',
  'token_expired',
  'token_in_future',
  'wrong_region',
  'restore_not_replayed',
  'store_unavailable',
  'store_rejected',
];

/** Token parameter of writes that create a new version of a cell. */
export const WRITE_TOKEN_PARAMETER: Parameter = {
  in: 'header',
  name: TOKEN_HEADER,
  description:
    'Token of earlier writes or reads. The write gets a newer version than the writes that the token covers, whatever region ' +
    'made them and however clocks differ.',
  schema: { type: 'string' },
};

export const WRITE_ERRORS: readonly ErrorCode[] = [
  'no_write_cluster',
  'location_required',
  'wrong_region',
  'restore_not_replayed',
  'store_unavailable',
  'store_rejected',
];

/** Error codes of versioned writes, which read before they write. */
export const VERSIONED_WRITE_ERRORS: readonly ErrorCode[] = [
  ...new Set([...READ_ERRORS, ...WRITE_ERRORS, 'version_conflict' as const]),
];

/** Token for examples. */
export const TOKEN_EXAMPLE = 'AgGyX3mVAZqJ0g1kAUsZ7m3Pw0mHb2v2mY7xQ0yqkq3dV1o8nJt2c5s6b7w8';

export const EVIDENCE_EXAMPLE = {
  level: 'strict',
  met: true,
  clusters: ['eu-b'],
  tier: 'nearest',
  lookups: 1,
  stalenessMs: 0,
  token: TOKEN_EXAMPLE,
};
