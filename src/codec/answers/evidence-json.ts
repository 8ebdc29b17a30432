import type { ReadEvidence } from '../../core/consistency/consistency';
import type { TokenCodec } from '../../core/tokens/token-codec';

/** Evidence of an answer as clients get it: the field `consistency` of JSON answers. */
export interface EvidenceJson extends Omit<ReadEvidence, 'token'> {
  /** Signed token for the next request. */
  readonly token: string;
}

/** Returns the evidence with its token signed. Call it once per answer: signing is most of its cost. */
export function evidenceJson(evidence: ReadEvidence, tokens: Pick<TokenCodec, 'encode'>): EvidenceJson {
  const { level, met, clusters, tier, lookups, stalenessMs } = evidence;
  const token = tokens.encode(evidence.token);
  return { level, met, clusters, tier, lookups, stalenessMs, token };
}
