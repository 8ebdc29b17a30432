import { DEFAULTS } from '../../../../../src/config/defaults';
import { emptyRunTally, type RangeRecord } from '../../../../../src/core/pipelines/run-rows';
import { RUN_FAMILY } from '../../../../../src/core/pipelines/pipelines-table';
import { RunStore } from '../../../../../src/operations/pipelines/full-pass/run-store';
import { systemClock } from '../../../../../src/platform/time/clock';
import { MemoryTransactions } from '../../../../support/memory-transactions';
import { tidemarkError } from '../../../../support/tidemark-error';

const run = { pipeline: 'a', runId: 'r1', corpus: 'users', runTimeMs: 5, ranges: 64, writes: ['profile'] };
const state = (owner: string, objects = 0): RangeRecord => ({
  owner,
  share: 0,
  isDone: false,
  tally: { ...emptyRunTally(), objects },
});
const { signal } = new AbortController();

describe('the records of a run', () => {
  const open = (transactions = new MemoryTransactions(RUN_FAMILY)) => {
    const limits = {
      ...DEFAULTS.bigtable,
      ...DEFAULTS.pipelines,
      retryInitialDelayMs: 1,
      retryMaxDelayMs: 1,
    };
    const scanner = { scan: () => ({ [Symbol.asyncIterator]: async function* () {} }) };
    return new RunStore({ transactions, scanner, clock: systemClock, random: () => 0.5, limits });
  };

  it('have the time of the worker that was first, for all workers', async () => {
    const transactions = new MemoryTransactions(RUN_FAMILY);
    const workers = [7, 8, 9].map((runTimeMs) => open(transactions).begin({ ...run, runTimeMs }, signal));
    const times = (await Promise.all(workers)).map(({ runTimeMs }) => runTimeMs);
    expect(new Set(times).size).toBe(1);
    expect((await open(transactions).begin({ ...run, runTimeMs: 10 }, signal)).runTimeMs).toBe(times[0]);
  });

  it('have the state that the last owner of a range has saved', async () => {
    const runs = open();
    const take = (id: string) => runs.takeRange(run, 3, { id, initial: state(id) }, signal);
    expect(await take('a')).toEqual(state('a'));
    await runs.saveRange(run, 3, state('a', 10), signal);
    expect(await take('b')).toEqual(state('a', 10));
    await runs.saveRange(run, 3, state('b', 20), signal);
    expect((await take('c')).tally.objects).toBe(20);
  });

  it('are read only where another process may have changed them', async () => {
    const transactions = new MemoryTransactions(RUN_FAMILY);
    const [first, second] = [open(transactions), open(transactions)];
    const take = (runs: RunStore, id: string) => runs.takeRange(run, 3, { id, initial: state(id) }, signal);
    await take(first, 'a');
    for (const objects of [10, 20, 30]) await first.saveRange(run, 3, state('a', objects), signal);
    expect(transactions.reads).toBe(0);
    expect((await take(second, 'b')).tally.objects).toBe(30);
    await second.saveRange(run, 3, state('b', 40), signal);
    expect(transactions.reads).toBe(1);
    await expect(first.saveRange(run, 3, state('a', 50), signal)).rejects.toEqual(
      tidemarkError('pipeline_conflict'),
    );
    expect((await take(first, 'a')).tally.objects).toBe(40);
  });

  it('cannot be saved by a process whose range another one has taken', async () => {
    const runs = open();
    await runs.takeRange(run, 3, { id: 'a', initial: state('a') }, signal);
    await runs.takeRange(run, 3, { id: 'b', initial: state('b') }, signal);
    await expect(runs.saveRange(run, 3, state('a', 10), signal)).rejects.toEqual(
      tidemarkError('pipeline_conflict'),
    );
    expect((await runs.takeRange(run, 3, { id: 'c', initial: state('c') }, signal)).tally.objects).toBe(0);
  });
});
