/** Encodes answers of count queries as JSON, in steps of some windows or one user each. */
import type { CountExplanation } from '../../core/counts/count-explanation';
import type { Steps } from '../../core/shared/steps';
import { formatInstant } from '../../core/time/instant';
import { publicMessage } from '../../errors';
import { withAnswerBuffer, type AnswerBuffer } from '../json/answer-buffer';
import type {
  AnsweredBatchQuery,
  AnsweredUserQuery,
  BatchCounts,
  CountsOrError,
  UserCounts,
} from './count-answers';
import { writeCountsInSteps } from './counts-json';
import { writeOmitted } from './omitted-json';
import type { EvidenceJson } from './evidence-json';

/** End of an answer, after the counts. */
export interface CountAnswerEnd {
  readonly consistency: EvidenceJson;
  /** Returns the explanation, with the time since writing began. Absent unless the query requests one. */
  readonly explain?: (() => CountExplanation) | undefined;
}

/** Encodes the counts of one user. */
export function countAnswerJson(
  query: AnsweredUserQuery,
  counts: UserCounts,
  end: CountAnswerEnd,
): Steps<Buffer> {
  return withAnswerBuffer(writeAnswer, { query, counts, end });
}

interface WrittenAnswer {
  readonly query: AnsweredUserQuery;
  readonly counts: UserCounts;
  readonly end: CountAnswerEnd;
}

function* writeAnswer(bytes: AnswerBuffer, { query, counts, end }: WrittenAnswer): Steps<Buffer> {
  const { table, omitted, completeUpToMs } = counts;
  bytes.text(`{"userId":${JSON.stringify(query.userId)},${timesJson(query, completeUpToMs)},"counts":`);
  yield* writeCountsInSteps(bytes, table);
  writeOmitted(bytes, omitted);
  return finish(bytes, end);
}

/** Encodes the counts of several users. */
export function batchCountAnswerJson(
  request: AnsweredBatchQuery,
  counts: BatchCounts,
  end: CountAnswerEnd,
): Steps<Buffer> {
  return withAnswerBuffer(writeBatchAnswer, { request, counts, end });
}

interface WrittenBatchAnswer {
  readonly request: AnsweredBatchQuery;
  readonly counts: BatchCounts;
  readonly end: CountAnswerEnd;
}

function* writeBatchAnswer(
  bytes: AnswerBuffer,
  { request: { query, userIds }, counts: { users, completeUpToMs }, end }: WrittenBatchAnswer,
): Steps<Buffer> {
  bytes.text(`{${timesJson(query, completeUpToMs)},"users":[`);
  for (const [at, user] of users.entries()) {
    bytes.text(`${at === 0 ? '' : ','}{"userId":${JSON.stringify(userIds[at])},`);
    yield* writeUser(bytes, user, at);
    bytes.text('}');
  }
  bytes.text(']');
  return finish(bytes, end);
}

function* writeUser(bytes: AnswerBuffer, user: CountsOrError, at: number): Steps<void> {
  if ('table' in user) {
    bytes.text('"counts":');
    yield* writeCountsInSteps(bytes, user.table);
    return writeOmitted(bytes, user.omitted);
  }
  const { code, retryable } = user.error;
  const error = { code, field: `users[${at}]`, message: publicMessage(user.error), retryable };
  bytes.text(`"error":${JSON.stringify(error)}`);
}

function timesJson({ asOfMs }: { readonly asOfMs: number }, completeUpToMs: number | undefined): string {
  const asOf = `"asOf":"${formatInstant(asOfMs)}"`;
  return completeUpToMs === undefined ? asOf : `${asOf},"completeUpTo":"${formatInstant(completeUpToMs)}"`;
}

/** Appends the explanation and the evidence, and returns the answer. */
function finish(bytes: AnswerBuffer, { consistency, explain }: CountAnswerEnd): Buffer {
  if (explain !== undefined) bytes.text(`,"explain":${JSON.stringify(explanationJson(explain()))}`);
  bytes.text(`,"consistency":${JSON.stringify(consistency)}}`);
  return bytes.finish();
}

function explanationJson({ columns, countedFromMs, ...same }: CountExplanation): object {
  return {
    columns: columns && {
      from: formatInstant(columns.startSeconds * 1_000),
      to: formatInstant(columns.endSeconds * 1_000),
    },
    countedFrom: formatInstant(countedFromMs),
    ...same,
  };
}
