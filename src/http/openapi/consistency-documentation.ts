import type { ErrorCode } from '../../errors';
import type { ResponseHeaderName, Parameter } from '../endpoint';
import { CONSISTENCY_HEADER, TOKEN_HEADER } from '../consistency/read-consistency';

/** Every read takes these. */
export const CONSISTENCY_PARAMETERS: readonly Parameter[] = [
  {
    in: 'header',
    name: CONSISTENCY_HEADER,
    description:
      'How much the answer must contain: `eventual` (the default), `at-least-as-fresh` (all that the token speaks for), ' +
      '`bounded; max-staleness-ms=5000` (all that was acknowledged so long before the read, or earlier), `strict` (all ' +
      'that was acknowledged before the read began) or `strict; as-of=2026-11-21T05:35:00Z` (before then). When that ' +
      'cannot be proven within the deadline the answer is an error, or with `; on-unmet=stale` the best there is, which says so.',
    schema: { type: 'string' },
    example: 'bounded; max-staleness-ms=5000; on-unmet=stale',
  },
  {
    in: 'header',
    name: TOKEN_HEADER,
    description:
      'Of a write or an earlier read: the answer contains what it speaks for, at any level; without one, at-least-as-fresh.',
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
  'store_unavailable',
  'store_rejected',
];

/** Writes of cells whose newest version counts take it. */
export const WRITE_TOKEN_PARAMETER: Parameter = {
  in: 'header',
  name: TOKEN_HEADER,
  description:
    'Of earlier writes and reads: the write comes after all that they speak for, also where clocks differ and whichever region made them.',
  schema: { type: 'string' },
};

export const WRITE_ERRORS: readonly ErrorCode[] = ['no_write_cluster', 'store_unavailable', 'store_rejected'];

/** They read before they write. */
export const VERSIONED_WRITE_ERRORS: readonly ErrorCode[] = [
  ...new Set([...READ_ERRORS, ...WRITE_ERRORS, 'version_conflict' as const]),
];

/** For examples. */
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
