/**
 * Reads rows whose locations are known through a store without placements and through one with them, in turns in one
 * process: the same code takes up to a fifth more processor time in one process than in the next.
 */
import '../../../src/platform/process/v8-flags';
import { openTestStore } from '../../support/open-test-store';
import { answerMessages } from '../answer-messages';
import { TOPOLOGIES, type Contestant } from './data';
import { CALL, readUsers, type RunFigures } from './read-user';

export interface TurnsRequest {
  /** Users whose rows are read again and again. */
  readonly users: number;
  /** Reads of each store before the first turn, and in each turn. */
  readonly readsBefore: number;
  readonly readsPerTurn: number;
  readonly turns: number;
}

export type TurnsFigures = Readonly<Record<Contestant, readonly RunFigures[]>>;

const NAMES = Object.keys(TOPOLOGIES) as Contestant[];

/** The names of topology files are in the order of the contestants. */
const [endpoint, ...files] = process.argv.slice(2) as [string, ...string[]];
const stores = NAMES.map((name, at) => {
  const env = { BIGTABLE_EMULATOR_HOST: endpoint, TIDEMARK_TOPOLOGY: files[at]! };
  return { name, store: openTestStore(env) };
});

const ready = (async () => {
  for (const { store } of stores) {
    store.start();
    await store.warmUp(CALL);
  }
})();

async function measure({ users, readsBefore, readsPerTurn, turns }: TurnsRequest): Promise<TurnsFigures> {
  const figures: Record<Contestant, RunFigures[]> = { plain: [], placed: [] };
  const read = ({ store }: (typeof stores)[number], reads: number): Promise<RunFigures> => {
    let at = 0;
    return readUsers(store, () => (at < reads ? at++ % users : undefined));
  };
  for (const each of stores) await read(each, readsBefore);
  for (let turn = 0; turn < turns; turn += 1)
    for (const each of turn % 2 === 0 ? stores : stores.toReversed())
      figures[each.name].push(await read(each, readsPerTurn));
  return figures;
}

answerMessages(measure, ready);
