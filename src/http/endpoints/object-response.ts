import { objectAnswerJson, type ObjectAnswerParts } from '../../codec/answers/object-answers-json';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import type { TokenCodec } from '../../core/tokens/token-codec';
import type { GetObjectAnswer } from '../../operations/objects/get-object';
import type { ApiRequest } from '../api-request';
import { generationHeaders } from './generations';
import { encodeEvidence } from '../consistency/evidence';
import { jsonTextResponse, type ApiResponse } from '../endpoint';

interface ObjectContext {
  readonly schema: SchemaRegistry;
  readonly corpus: string;
  readonly tokens: TokenCodec;
}

/** Returns the JSON answer with the cells of one object and their evidence. */
export async function objectJsonResponse(
  request: ApiRequest,
  answer: GetObjectAnswer,
  { schema, corpus, tokens }: ObjectContext,
): Promise<ApiResponse> {
  const { consistency, headers } = encodeEvidence(answer.evidence, tokens);
  const codecOf = codecsOf(schema, corpus);
  const body = await request.inTurns(objectAnswerJson(answer, { codecOf, consistency }));
  return jsonTextResponse(body, [...headers, ...generationHeaders(answer)]);
}

/** Returns the function that finds the codec of a DataType of the corpus. */
export function codecsOf(schema: SchemaRegistry, corpus: string): ObjectAnswerParts['codecOf'] {
  return (dataType) => schema.codec(schema.dataType(corpus, dataType));
}
