/** Encodes answers of count queries as protobuf, with the tables in their flat form. */
import type { IdSet } from '../../core/columns/id-set';
import type { CountExplanation } from '../../core/counts/count-explanation';
import type { CountTable, LevelCountTally, CountTally } from '../../core/counts/count-table';
import type { Omission } from '../../core/privacy/omissions';
import type { Steps } from '../../core/shared/steps';
import { publicMessage } from '../../errors';
import { tidemark } from '../../gen/tidemark';
import type {
  AnsweredBatchQuery,
  AnsweredUserQuery,
  BatchCounts,
  CountsOrError,
  UserCounts,
} from './count-answers';

type Message = tidemark.v1.ICountAnswer;

/** Encodes a `tidemark.v1.CountAnswer`. */
export function countAnswerProtobuf(
  query: AnsweredUserQuery,
  { table, omitted, completeUpToMs }: UserCounts,
  explanation: CountExplanation | undefined,
): Buffer {
  const { userId } = query;
  const message = { userId, ...sharedOf(query, completeUpToMs, explanation), ...tableOf(table, omitted) };
  return tidemark.v1.CountAnswer.encode(message).finish() as Buffer;
}

/**
 * Encodes a `tidemark.v1.BatchCountAnswer` in steps, one per user. Concatenated messages are one message with all their
 * repeated fields.
 */
export function* batchCountAnswerProtobuf(
  { query, userIds }: AnsweredBatchQuery,
  { users, completeUpToMs }: BatchCounts,
  explanation: CountExplanation | undefined,
): Steps<Buffer> {
  const { BatchCountAnswer } = tidemark.v1;
  const messages = [BatchCountAnswer.encode(sharedOf(query, completeUpToMs, explanation)).finish()];
  for (const [at, user] of users.entries()) {
    messages.push(BatchCountAnswer.encode({ users: [userOf(userIds[at]!, user)] }).finish());
    yield;
  }
  return Buffer.concat(messages);
}

function sharedOf(
  { asOfMs, windows }: AnsweredBatchQuery['query'],
  completeUpToMs: number | undefined,
  explanation: CountExplanation | undefined,
): Message {
  return {
    asOfMs,
    windows: [...windows],
    completeUpToMs: completeUpToMs ?? null,
    explain: explanation === undefined ? null : explanationOf(explanation),
  };
}

function explanationOf({ columns, micros, ...same }: CountExplanation): tidemark.v1.ICountExplanation {
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

function userOf(userId: string, user: CountsOrError): tidemark.v1.ICountedUser {
  if ('table' in user) return { userId, counts: tableOf(user.table, user.omitted) };
  return { userId, failure: { code: user.error.code, message: publicMessage(user.error) } };
}

function tableOf({ groups = [], total, levels }: CountTable, omitted: readonly Omission[] = []): Message {
  return {
    omitted: [...omitted],
    groups: groups.map((labels) => ({ labels: [...labels] })),
    total: tallyOf(total),
    levels: levels.map((level) => ({
      level: level.level.name,
      ids: textsOf(level.ids),
      tally: tallyOf(level),
    })),
  };
}

function tallyOf({ counts, grouped }: CountTally | LevelCountTally): tidemark.v1.ICountTally {
  if (grouped === undefined) return { counts: [...counts] };
  const { starts, groups } = grouped;
  const rows = Array.from({ length: starts.length - 1 }, (_, id) => starts[id + 1]! - starts[id]!);
  return { counts: [...counts], groups: [...groups], rows };
}

function textsOf(ids: IdSet): string[] {
  return Array.from({ length: ids.size }, (_, id) => ids.text(id));
}
