/** Reads rows through a store, with placements or without, in a process of its own. */
import '../../../src/platform/process/v8-flags';
import { setCell } from '../../../src/bigtable/write/mutations';
import { rowKey } from '../../../src/core/rows/row-key';
import { openTestStore } from '../../support/open-test-store';
import { answerMessages } from '../answer-messages';
import { CELLS, FAMILY, userOf } from './data';
import { CALL, readUsers, type RunFigures } from './read-user';

export type WorkerRequest =
  /** Writes the rows of the users from 0 on. */
  | { readonly kind: 'fill'; readonly users: number }
  /** Reads the rows of the users again and again. */
  | { readonly kind: 'warmUp'; readonly users: number; readonly durationMs: number }
  /** Reads each row once. */
  | { readonly kind: 'once'; readonly from: number; readonly to: number };

const [topologyFile, endpoint] = process.argv.slice(2) as [string, string];
const store = openTestStore({ BIGTABLE_EMULATOR_HOST: endpoint, TIDEMARK_TOPOLOGY: topologyFile });

async function fill(users: number): Promise<void> {
  const rows = Array.from({ length: users }, (_, number) => ({
    key: rowKey(userOf(number)),
    mutations: Array.from({ length: CELLS }, (_cell, at) =>
      setCell(FAMILY, Buffer.from(`cell-${at}`), Date.now() * 1_000, Buffer.alloc(30, number)),
    ),
  }));
  for (let at = 0; at < rows.length; at += 500) {
    const outcomes = await store.writer.mutateRows('users', rows.slice(at, at + 500), CALL);
    const failure = outcomes.find((outcome) => outcome instanceof Error);
    if (failure !== undefined) throw failure as Error;
  }
}

async function answer(request: WorkerRequest): Promise<RunFigures | undefined> {
  if (request.kind === 'fill') {
    await fill(request.users);
    return undefined;
  }
  let next = request.kind === 'once' ? request.from : 0;
  if (request.kind === 'once') return readUsers(store, () => (next < request.to ? next++ : undefined));
  const untilMs = performance.now() + request.durationMs;
  return readUsers(store, () => (performance.now() < untilMs ? next++ % request.users : undefined));
}

const ready = (async () => {
  store.start();
  await store.warmUp(CALL);
})();
answerMessages(answer, ready);
