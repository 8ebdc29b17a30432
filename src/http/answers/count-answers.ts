/** Encodes answers of count queries as JSON and protobuf. */
import { withAnswerBuffer, type AnswerBuffer } from '../../codec/json/answer-buffer';
import {
  encodeBatchCountAnswer,
  encodeCountAnswer,
  type CountAnswerFields,
} from '../../codec/answers/count-messages';
import { writeCountsInSteps } from '../../codec/answers/counts-json';
import type { SharedCountQuery } from '../../core/counts/parse-count-query';
import type { Steps } from '../../core/shared/steps';
import type { TokenCodec } from '../../core/tokens/token-codec';
import type { BatchCountAnswer, CountedUser } from '../../operations/counts/batch-count-actions';
import type { CountAnswer } from '../../operations/counts/count-actions';
import type { CountExplanation } from '../../core/counts/count-explanation';
import { explainCounts } from '../../operations/counts/explain-counts';
import type { Clock } from '../../platform/time/clock';
import { encodeEvidence } from '../consistency/evidence';
import type { ApiResponse } from '../endpoint';
import type { MediaType } from '../media-type';
import { publicMessage } from '../../errors';

export interface CountAnswerOptions {
  readonly mediaType: MediaType | undefined;
  readonly tokens: TokenCodec;
  /** Clock and parse time for the explanation, if the query requests one. */
  readonly explain: { readonly clock: Clock; readonly parseMs: number } | undefined;
}

export function* countAnswer(
  query: SharedCountQuery & { readonly userId: string },
  answer: CountAnswer,
  form: CountAnswerOptions,
): Steps<ApiResponse> {
  const { userId } = query;
  const { table } = answer;
  const explain = explainer({ read: answer.read, works: [answer.cost] }, form);
  if (form.mediaType === 'application/x-protobuf') {
    return protobuf(answer, form, encodeCountAnswer({ userId, table, ...shared(query, answer, explain) }));
  }
  return yield* withAnswerBuffer(function* (bytes): Steps<ApiResponse> {
    bytes.text(`{"userId":${JSON.stringify(userId)},${head(query, answer)},"counts":`);
    yield* writeCountsInSteps(bytes, table);
    return json(bytes, answer, form, explain);
  });
}

export function* batchCountAnswer(
  { query, userIds }: { readonly query: SharedCountQuery; readonly userIds: readonly string[] },
  answer: BatchCountAnswer,
  form: CountAnswerOptions,
): Steps<ApiResponse> {
  // A user that is listed twice was counted once.
  const works = [...new Set(answer.users)].flatMap((user) => ('cost' in user ? [user.cost] : []));
  const explain = explainer({ read: answer.read, works }, form);
  if (form.mediaType === 'application/x-protobuf') {
    const users = answer.users.map((user, at) => ({
      userId: userIds[at]!,
      ...('table' in user ? user : { error: user.error, message: publicMessage(user.error) }),
    }));
    return protobuf(answer, form, yield* encodeBatchCountAnswer(users, shared(query, answer, explain)));
  }
  return yield* withAnswerBuffer(function* (bytes): Steps<ApiResponse> {
    bytes.text(`{${head(query, answer)},"users":[`);
    for (const [at, user] of answer.users.entries()) {
      bytes.text(`${at === 0 ? '' : ','}{"userId":${JSON.stringify(userIds[at])},`);
      yield* writeUser(bytes, user, at);
      bytes.text('}');
    }
    bytes.text(']');
    return json(bytes, answer, form, explain);
  });
}

function* writeUser(bytes: AnswerBuffer, user: CountedUser, at: number): Steps<void> {
  if ('table' in user) {
    bytes.text('"counts":');
    return yield* writeCountsInSteps(bytes, user.table);
  }
  const { code, retryable } = user.error;
  const error = { code, field: `users[${at}]`, message: publicMessage(user.error), retryable };
  bytes.text(`"error":${JSON.stringify(error)}`);
}

type Answer = Pick<CountAnswer, 'completeUpToMs' | 'evidence'>;

function head({ asOfMs }: SharedCountQuery, { completeUpToMs }: Answer): string {
  const asOf = `"asOf":"${new Date(asOfMs).toISOString()}"`;
  return completeUpToMs === undefined
    ? asOf
    : `${asOf},"completeUpTo":"${new Date(completeUpToMs).toISOString()}"`;
}

/** Appends the explanation and the evidence, and returns the answer. */
function json(
  bytes: AnswerBuffer,
  { evidence }: Answer,
  { tokens }: CountAnswerOptions,
  explain: Explain,
): ApiResponse {
  const { consistency, headers } = encodeEvidence(evidence, tokens);
  const explanation = explain();
  if (explanation !== undefined) bytes.text(`,"explain":${JSON.stringify(explanationJson(explanation))}`);
  bytes.text(`,"consistency":${JSON.stringify(consistency)}}`);
  return { status: 200, mediaType: 'application/json', body: bytes.finish(), headers };
}

function protobuf({ evidence }: Answer, { tokens }: CountAnswerOptions, body: Buffer): ApiResponse {
  const { headers } = encodeEvidence(evidence, tokens);
  return { status: 200, mediaType: 'application/x-protobuf', body, headers };
}

type Explain = () => CountExplanation | undefined;

/** Returns a function for the explanation. Its write time runs until the function is called. */
function explainer(of: Parameters<typeof explainCounts>[0], { explain }: CountAnswerOptions): Explain {
  if (explain === undefined) return () => undefined;
  const { clock, parseMs } = explain;
  const startedMs = clock.monotonicMs();
  return () => explainCounts(of, { parseMs, writeMs: clock.monotonicMs() - startedMs });
}

function explanationJson({ columns, countedFromMs, ...same }: CountExplanation): object {
  const iso = (seconds: number): string => new Date(seconds * 1_000).toISOString();
  return {
    columns:
      columns === undefined ? undefined : { from: iso(columns.startSeconds), to: iso(columns.endSeconds) },
    countedFrom: iso(countedFromMs / 1_000),
    ...same,
  };
}

function shared(
  { asOfMs, windows }: SharedCountQuery,
  { completeUpToMs }: Answer,
  explain: Explain,
): CountAnswerFields {
  const explanation = explain();
  return { asOfMs, completeUpToMs, windows, explain: explanation && messageOf(explanation) };
}

function messageOf({
  columns,
  micros,
  ...same
}: CountExplanation): NonNullable<CountAnswerFields['explain']> {
  return {
    ...same,
    columnsFromSeconds: columns?.startSeconds ?? null,
    columnsToSeconds: columns?.endSeconds ?? null,
    parseMicros: micros.parse,
    readMicros: micros.read,
    decodeMicros: micros.decode,
    countMicros: micros.count,
    writeMicros: micros.write,
  };
}
