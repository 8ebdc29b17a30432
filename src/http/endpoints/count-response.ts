/** Encodes answers of count queries in the media type that the request accepts. */
import { batchCountAnswerJson, countAnswerJson } from '../../codec/answers/count-answer-json';
import { batchCountAnswerProtobuf, countAnswerProtobuf } from '../../codec/answers/count-answer-protobuf';
import type { AnsweredBatchQuery, AnsweredUserQuery } from '../../codec/answers/count-answers';
import type { Steps } from '../../core/shared/steps';
import type { TokenCodec } from '../../core/tokens/token-codec';
import type { BatchCountAnswer } from '../../operations/counts/batch-count-actions';
import type { CountAnswer } from '../../operations/counts/count-actions';
import { batchCosts, explainWhenWritten } from '../../operations/counts/explain-counts';
import type { Clock } from '../../platform/time/clock';
import { encodeEvidence } from '../consistency/evidence';
import { jsonTextResponse, protobufResponse, type ApiResponse } from '../endpoint';
import type { MediaType } from '../media-type';

/** Form of the answer that a request asks for. */
export interface CountResponseForm {
  readonly mediaType: MediaType | undefined;
  readonly tokens: TokenCodec;
  /** Clock and parse time for the explanation, if the query requests one. */
  readonly explain: { readonly clock: Clock; readonly parseMs: number } | undefined;
}

export function* countResponse(
  query: AnsweredUserQuery,
  answer: CountAnswer,
  form: CountResponseForm,
): Steps<ApiResponse> {
  const { read, cost } = answer;
  const explain = form.explain && explainWhenWritten({ read, costs: [cost] }, form.explain);
  const { consistency, headers } = encodeEvidence(answer.evidence, form.tokens);
  if (form.mediaType === 'application/x-protobuf') {
    return protobufResponse(countAnswerProtobuf(query, answer, explain?.()), headers);
  }
  return jsonTextResponse(yield* countAnswerJson(query, answer, { consistency, explain }), headers);
}

export function* batchCountResponse(
  request: AnsweredBatchQuery,
  answer: BatchCountAnswer,
  form: CountResponseForm,
): Steps<ApiResponse> {
  const explain = form.explain && explainWhenWritten(batchCosts(answer), form.explain);
  const { consistency, headers } = encodeEvidence(answer.evidence, form.tokens);
  if (form.mediaType === 'application/x-protobuf') {
    return protobufResponse(yield* batchCountAnswerProtobuf(request, answer, explain?.()), headers);
  }
  return jsonTextResponse(yield* batchCountAnswerJson(request, answer, { consistency, explain }), headers);
}
