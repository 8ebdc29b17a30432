/** Count answers in protobuf, with the tables in their flat form. */
import type { IdSet } from '../../core/columns/id-set';
import type { CountTable, LevelCountTally, CountTally } from '../../core/counts/count-table';
import type { CountQuery } from '../../core/counts/count-query';
import type { Steps } from '../../core/shared/steps';
import type { TidemarkError } from '../../errors';
import { tidemark } from '../../gen/tidemark';

type Message = tidemark.v1.ICountAnswer;

export interface CountAnswerFields {
  readonly asOfMs: number;
  readonly completeUpToMs: number | undefined;
  readonly windows: CountQuery['windows'];
  readonly explain: tidemark.v1.ICountExplanation | undefined;
}

export interface UserCountAnswer extends CountAnswerFields {
  readonly userId: string;
  readonly table: CountTable;
}

export type BatchUserAnswer = { readonly userId: string } & (
  { readonly table: CountTable } | { readonly error: TidemarkError; readonly message: string }
);

/** Encodes a `tidemark.v1.CountAnswer`. */
export function encodeCountAnswer({ userId, table, ...shared }: UserCountAnswer): Buffer {
  const message = { userId, ...sharedOf(shared), ...tableOf(table) };
  return tidemark.v1.CountAnswer.encode(message).finish() as Buffer;
}

/**
 * Encodes a `tidemark.v1.BatchCountAnswer` in steps, one per user. Concatenated messages are one message with all their
 * repeated fields.
 */
export function* encodeBatchCountAnswer(
  users: readonly BatchUserAnswer[],
  shared: CountAnswerFields,
): Steps<Buffer> {
  const { BatchCountAnswer } = tidemark.v1;
  const messages = [BatchCountAnswer.encode(sharedOf(shared)).finish()];
  for (const user of users) {
    messages.push(BatchCountAnswer.encode({ users: [userOf(user)] }).finish());
    yield;
  }
  return Buffer.concat(messages);
}

function sharedOf({ asOfMs, completeUpToMs, windows, explain }: CountAnswerFields): Message {
  return {
    asOfMs,
    windows: [...windows],
    completeUpToMs: completeUpToMs ?? null,
    explain: explain ?? null,
  };
}

function userOf(user: BatchUserAnswer): tidemark.v1.ICountedUser {
  const { userId } = user;
  if ('table' in user) return { userId, counts: tableOf(user.table) };
  return { userId, failure: { code: user.error.code, message: user.message } };
}

function tableOf({ groups = [], total, levels }: CountTable): Message {
  return {
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
