import { BigtableError } from '../../../../src/bigtable/client/bigtable-error';
import type { CallOptions } from '../../../../src/bigtable/client/types';
import type { RowTransactions } from '../../../../src/consistency/transactions/row-transactions';
import { EMPTY_TOKEN } from '../../../../src/core/tokens/write-token';
import { removeReservations } from '../../../../src/operations/privacy/remove-reservations';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import { VirtualClock } from '../../../support/virtual-clock';

const CALL_MS = 20;
const REMOVAL = { table: 'users', userId: 'ann', upToMs: 1_000 };

/** Runs a removal in a row that other transactions change during the first `conflicts` attempts. */
function removing(conflicts: number, call: CallOptions) {
  const clock = new VirtualClock(0);
  const timeouts: number[] = [];
  let attempts = 0;
  const transactions = {
    begin: () => ({
      read: (_: unknown, { timeoutMs }: CallOptions) => {
        timeouts.push(timeoutMs!);
        return new Promise((resolve) => clock.schedule(CALL_MS, () => resolve({ row: undefined })));
      },
      commit: () =>
        Promise.resolve(attempts++ < conflicts ? 'conflict' : { token: EMPTY_TOKEN, cluster: 'a' }),
    }),
  } as unknown as RowTransactions;
  const removal = removeReservations({ transactions, clock, random: () => 0.5 }, REMOVAL, call);
  return { clock, timeouts, removal };
}

describe('The removal of a user’s reservations', () => {
  it('is repeated after a conflict, with what is left of its time', async () => {
    const { clock, timeouts, removal } = removing(3, { timeoutMs: 1_000 });
    await clock.advance(1_000);
    await expect(removal).resolves.toEqual({ count: 0, token: EMPTY_TOKEN });
    expect(timeouts).toHaveLength(4);
    expect(timeouts[0]).toBe(1_000);
    for (let at = 1; at < timeouts.length; at++)
      expect(timeouts[at]).toBeLessThanOrEqual(timeouts[at - 1]! - CALL_MS);
  });

  it.each([
    [400, 400],
    [undefined, 10_000],
  ])(
    'ends with a typed error when conflicts go on until its deadline of %s ms',
    async (timeoutMs, lastMs) => {
      const { clock, removal } = removing(Infinity, { timeoutMs });
      let endMs: number | undefined;
      void removal.catch(() => (endMs = clock.nowMs()));
      await clock.advance(lastMs + CALL_MS);
      await expect(removal).rejects.toMatchObject({
        code: 'conflict',
        retryable: true,
        retryAfterSeconds: 1,
      });
      expect(endMs).toBeLessThanOrEqual(lastMs + CALL_MS);
      expect(endMs).toBeGreaterThan(lastMs - 300);
    },
  );

  it('ends during a pause when its caller aborts', async () => {
    const caller = new AbortController();
    const { clock, removal } = removing(Infinity, { timeoutMs: 10_000, signal: caller.signal });
    removal.catch(() => undefined);
    await clock.advance(CALL_MS + 1);
    const reason = new BigtableError(GrpcStatus.CANCELLED, 'gone', { code: 'client_closed_request' });
    caller.abort(reason);
    await expect(removal).rejects.toMatchObject({ code: 'client_closed_request' });
  });
});
