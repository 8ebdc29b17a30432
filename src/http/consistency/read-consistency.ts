import { EVENTUAL, type Consistency } from '../../core/consistency/consistency';
import type { TokenCodec } from '../../core/tokens/token-codec';
import type { WriteToken } from '../../core/tokens/write-token';
import type { ApiRequest } from '../api-request';
import {
  parseChoiceBody,
  parseChoiceText,
  mergeChoices,
  type ConsistencyChoice,
} from '../../core/consistency/consistency-choice';
import { compileChoice, decodeTokens, type ConsistencyRules } from '../../core/consistency/compile-choice';

export const CONSISTENCY_HEADER = 'tidemark-consistency';
export const TOKEN_HEADER = 'tidemark-token';

/**
 * Returns the consistency that a request chooses in its headers or its body. `inBody` is the body's field
 * `consistency`. Throws before the store is read.
 */
export function readConsistency(request: ApiRequest, rules: ConsistencyRules, inBody?: unknown): Consistency {
  const level = request.header(CONSISTENCY_HEADER);
  const token = request.header(TOKEN_HEADER);
  if (level === undefined && token === undefined && inBody === undefined) return EVENTUAL;
  const header = choiceOfHeaders(level, token);
  return compileChoice(inBody === undefined ? header : mergeChoices(header, parseChoiceBody(inBody)), rules);
}

/** Returns the token of a write request, if it has one. The write follows the writes that the token covers. */
export function readWriteToken(request: ApiRequest, tokens: TokenCodec): WriteToken | undefined {
  const value = request.header(TOKEN_HEADER);
  return value === undefined ? undefined : decodeTokens({ value, field: TOKEN_HEADER }, tokens);
}

function choiceOfHeaders(level: string | undefined, token: string | undefined): ConsistencyChoice {
  return {
    ...(level !== undefined && parseChoiceText(level, CONSISTENCY_HEADER)),
    ...(token !== undefined && { token: { value: token, field: TOKEN_HEADER } }),
  };
}
