import { evidenceJson, type EvidenceJson } from '../../codec/answers/evidence-json';
import type { ReadEvidence } from '../../core/consistency/consistency';
import type { TokenCodec } from '../../core/tokens/token-codec';
import { CampaignNotFound } from '../../operations/campaigns/get-campaign';
import { ObjectNotFound } from '../../operations/objects/get-object';
import { DetailedError } from '../problem';
import { CONSISTENCY_HEADER, TOKEN_HEADER } from './read-consistency';

/** Evidence of an answer, encoded for clients: the body's field `consistency`, and headers with the same content. */
export interface EncodedEvidence {
  readonly consistency: EvidenceJson;
  readonly headers: readonly string[];
}

/** Encodes evidence once for body and headers, since it signs a token. */
export function encodeEvidence(evidence: ReadEvidence, tokens: TokenCodec): EncodedEvidence {
  const consistency = evidenceJson(evidence, tokens);
  return { consistency, headers: headersOf(consistency) };
}

function headersOf({ level, met, clusters, tier, lookups, stalenessMs, token }: EvidenceJson): string[] {
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
  return headers;
}

/** Awaits a read. Adds the evidence of absence to the error if the object or campaign was not found. */
export async function addEvidenceToNotFound<T>(read: Promise<T>, tokens: TokenCodec): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof ObjectNotFound || error instanceof CampaignNotFound)) throw error;
    const { consistency, headers } = encodeEvidence(error.evidence, tokens);
    const generations = error instanceof ObjectNotFound ? error.generations : undefined;
    const members = generations === undefined ? { consistency } : { consistency, generations };
    throw new DetailedError(error, members, headers);
  }
}
