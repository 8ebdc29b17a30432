import { setCell } from '../../../../../src/bigtable/write/mutations';
import { DEFAULTS } from '../../../../../src/config/defaults';
import type { WriteReceipt } from '../../../../../src/consistency/store';
import { EMPTY_TOKEN } from '../../../../../src/core/tokens/write-token';
import { TidemarkError } from '../../../../../src/errors';
import {
  writePageRows,
  type PageRowToWrite,
} from '../../../../../src/operations/pipelines/full-pass/write-rows';
import { systemClock } from '../../../../../src/platform/time/clock';
import { tidemarkError } from '../../../../support/tidemark-error';

const receipt: WriteReceipt = { token: EMPTY_TOKEN, cluster: 'batch' };
const limits = {
  ...DEFAULTS.bigtable,
  ...DEFAULTS.pipelines,
  retryInitialDelayMs: 1,
  retryMaxDelayMs: 1,
  mutationsPerCallMax: 3,
  callBytesMax: 100,
};

function rowOf(key: string, mutations = 1, bytes = 1): PageRowToWrite {
  const mutation = setCell('profile', Buffer.from('x'), 1_000, Buffer.alloc(bytes));
  return { key: Buffer.from(key), mutations: Array.from({ length: mutations }, () => mutation), bytes };
}

/** Writes, and returns the keys of each call. `outcome`: of a row in the n-th call that has it. */
async function written(
  rows: readonly PageRowToWrite[],
  outcome: (key: string, time: number) => TidemarkError | undefined = () => undefined,
  change: { readonly untilMs?: number; readonly retryTimeoutMs?: number } = {},
) {
  const calls: string[][] = [];
  const times = new Map<string, number>();
  const writer = {
    mutateRows: async (_: string, entries: readonly { readonly key: Buffer }[]) => {
      const keys = entries.map(({ key }) => key.toString());
      calls.push(keys);
      return keys.map((key) => {
        times.set(key, (times.get(key) ?? 0) + 1);
        return outcome(key, times.get(key)!) ?? receipt;
      });
    },
  };
  const { untilMs = Infinity, retryTimeoutMs = limits.retryTimeoutMs } = change;
  const write = { table: 'users', rows, untilMs, signal: new AbortController().signal };
  const dependencies = {
    writer,
    clock: systemClock,
    random: () => 0.5,
    limits: { ...limits, retryTimeoutMs },
  };
  return { failures: await writePageRows(write, dependencies), calls };
}

describe('the rows of a page', () => {
  const overloaded = new TidemarkError('overloaded', 'busy');
  const rejected = new TidemarkError('store_rejected', 'no');

  it('are written by calls of a limited size', async () => {
    const rows = [rowOf('a', 2), rowOf('b', 1), rowOf('c', 9), rowOf('d', 1, 200), rowOf('e')];
    const { calls, failures } = await written(rows);
    expect(calls).toEqual([['a', 'b'], ['c'], ['d'], ['e']]);
    expect(failures).toEqual(new Map());
  });

  it('are written again after an error that may pass, without those that were written', async () => {
    const rows = [rowOf('a'), rowOf('b'), rowOf('c')];
    const { calls, failures } = await written(rows, (key, time) => {
      if (key === 'a') return rejected;
      return key === 'b' && time < 3 ? overloaded : undefined;
    });
    expect(calls).toEqual([['a', 'b', 'c'], ['b'], ['b']]);
    expect(failures).toEqual(new Map([[0, rejected]]));
  });

  it('fail together when one keeps failing for too long', async () => {
    await expect(written([rowOf('a')], () => overloaded, { retryTimeoutMs: 0 })).rejects.toEqual(
      tidemarkError('overloaded'),
    );
  });

  it('are not written when they were read too long ago', async () => {
    const { calls, failures } = await written([rowOf('a')], undefined, { untilMs: 0 });
    expect([calls, failures]).toEqual([[], 'too late']);
  });
});
