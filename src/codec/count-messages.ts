/** Answers to count queries as protobuf: the tables as they are. */
import type { IdSet } from '../core/columns/id-set';
import type { CountTable, LevelTally, Tally } from '../core/counting/count-table';
import type { CountQuery } from '../core/counting/count-query';
import type { Steps } from '../core/steps';
import type { TidemarkError } from '../errors';
import { tidemark } from '../gen/tidemark';

type Message = tidemark.v1.ICountAnswer;

export interface CountsToWrite {
  readonly asOfMs: number;
  readonly completeUpToMs: number | undefined;
  readonly windows: CountQuery['windows'];
  readonly explain: tidemark.v1.ICountExplanation | undefined;
}

export interface UserCountsToWrite extends CountsToWrite {
  readonly userId: string;
  readonly table: CountTable;
}

export type WrittenUser = { readonly userId: string } & (
  { readonly table: CountTable } | { readonly error: TidemarkError; readonly message: string }
);

/** A `tidemark.v1.CountAnswer`. */
export function encodeCountAnswer({ userId, table, ...shared }: UserCountsToWrite): Buffer {
  const message = { userId, ...sharedOf(shared), ...tableOf(table) };
  return tidemark.v1.CountAnswer.encode(message).finish() as Buffer;
}

/** A `tidemark.v1.BatchCountAnswer`, in steps, each of one user: messages one after the other are one with all their repeated fields. */
export function* encodeBatchCountAnswer(users: readonly WrittenUser[], shared: CountsToWrite): Steps<Buffer> {
  const { BatchCountAnswer } = tidemark.v1;
  const messages = [BatchCountAnswer.encode(sharedOf(shared)).finish()];
  for (const user of users) {
    messages.push(BatchCountAnswer.encode({ users: [userOf(user)] }).finish());
    yield;
  }
  return Buffer.concat(messages);
}

function sharedOf({ asOfMs, completeUpToMs, windows, explain }: CountsToWrite): Message {
  return {
    asOfMs,
    windows: [...windows],
    ...(completeUpToMs !== undefined && { completeUpToMs }),
    ...(explain !== undefined && { explain }),
  };
}

function userOf(user: WrittenUser): tidemark.v1.ICountedUser {
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

function tallyOf({ counts, grouped }: Tally | LevelTally): tidemark.v1.ICountTally {
  if (grouped === undefined) return { counts: [...counts] };
  const { starts, groups } = grouped;
  const rows = Array.from({ length: starts.length - 1 }, (_, id) => starts[id + 1]! - starts[id]!);
  return { counts: [...counts], groups: [...groups], rows };
}

function textsOf(ids: IdSet): string[] {
  return Array.from({ length: ids.size }, (_, id) => ids.text(id));
}
