import type { ReadEvidence } from '../../core/consistency/consistency';
import type { TokenCodec } from '../../core/tokens/token-codec';
import { CampaignNotFound } from '../../operations/campaigns/get-campaign';
import { ObjectNotFound } from '../../operations/objects/get-object';
import { jsonResponse, type ApiResponse } from '../endpoint';
import { DetailedError } from '../problem';
import { CONSISTENCY_HEADER, TOKEN_HEADER } from './read-consistency';

/** What an answer stands on, for a program: its body's field `consistency`, and the headers that say the same. */
export interface EncodedEvidence {
  readonly consistency: Readonly<Record<string, unknown>>;
  readonly headers: readonly string[];
}

/** Encoded once for both: signing the token is most of what this costs. */
export function encodeEvidence(evidence: ReadEvidence, tokens: TokenCodec): EncodedEvidence {
  const { level, met, clusters, tier, lookups, stalenessMs } = evidence;
  const token = tokens.encode(evidence.token);
  const headers = [
    CONSISTENCY_HEADER,
    met ? level : `${level}; met=false`,
    'tidemark-tier',
    tier,
    'tidemark-lookups',
    String(lookups),
    TOKEN_HEADER,
    token,
  ];
  if (clusters.length > 0) headers.push('tidemark-cluster', clusters.join(', '));
  if (stalenessMs !== undefined) headers.push('tidemark-staleness-ms', String(Math.ceil(stalenessMs)));
  return { consistency: { level, met, clusters, tier, lookups, stalenessMs, token }, headers };
}

/** An answer in JSON with what it stands on. */
export function jsonWithEvidence(
  answer: { readonly evidence: ReadEvidence },
  tokens: TokenCodec,
): ApiResponse {
  const { consistency, headers } = encodeEvidence(answer.evidence, tokens);
  // Set to undefined, which JSON leaves out: to copy all but one field takes as long as signing the token.
  return jsonResponse({ ...answer, evidence: undefined, consistency }, headers);
}

/** Whatever `read` throws, that an object or a campaign was not found together with the evidence of it. */
export async function addEvidenceToNotFound<T>(read: Promise<T>, tokens: TokenCodec): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof ObjectNotFound || error instanceof CampaignNotFound)) throw error;
    const { consistency, headers } = encodeEvidence(error.evidence, tokens);
    throw new DetailedError(error, { consistency }, headers);
  }
}
