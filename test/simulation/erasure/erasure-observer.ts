import type { Writer } from '../../../src/consistency/store';
import type { RowTransactions } from '../../../src/consistency/transactions/row-transactions';
import type { ErasureTimes as LedgerTimes } from '../../../src/core/privacy/erasure-times';
import { objectIdOf, rowKey } from '../../../src/core/rows/row-key';
import { mergeAllTokens } from '../../../src/core/tokens/write-token';
import type { HideSubject } from '../../../src/operations/privacy/hide-subject';
import type { Ledger } from '../../../src/operations/privacy/ledger';
import { TOKENS } from '../residency/table-access';
import type { Region } from '../residency/world';
import { userOf } from './certificates';
import type { ErasureTimes, History } from './history';
import { DERIVED_STEPS } from './pipelines';
import { USERS_TABLE, type World } from './world';

type Hidden = Awaited<ReturnType<HideSubject['hide']>>;

export const msOf = ({ eventsUpToMs, objectsUpToMs }: LedgerTimes): ErasureTimes => ({
  eventsMs: eventsUpToMs,
  objectsMs: objectsUpToMs,
});

/** Records in the history what an erasure promises when it is acknowledged. */
export class ErasureObserver {
  readonly #world: World;
  readonly #history: History;
  /** Times at which transactions that remove reservations began, in milliseconds. */
  readonly #removals: { readonly key: string; readonly beganMs: number }[] = [];

  constructor(world: World, history: History) {
    this.#world = world;
    this.#history = history;
  }

  /** Records when transactions begin. */
  recorded(transactions: RowTransactions): RowTransactions {
    return {
      begin: (table, key, options) => {
        this.#removals.push({ key: key.toString('latin1'), beganMs: this.#world.clock.nowMs() });
        return transactions.begin(table, key, options);
      },
    };
  }

  /** Reports the tombstones of requests before they are written, by a process of the region. */
  announced(writer: Writer, region: Region): Writer {
    return {
      mutateRow: (table, row, call) => {
        const isOfRequest = table === USERS_TABLE && row.mutations.length > 1;
        if (isOfRequest) this.#history.onHiding(objectIdOf(row.key)!, region);
        return writer.mutateRow(table, row, call);
      },
      mutateRows: (table, rows, call) => writer.mutateRows(table, rows, call),
    };
  }

  /** Records when the data that is derived from erased data counts as gone. */
  recording(ledger: Ledger): Pick<Ledger, 'open' | 'get' | 'record' | 'close'> {
    return {
      open: (...args) => ledger.open(...args),
      get: (...args) => ledger.get(...args),
      close: async (...args) => ledger.close(...args),
      record: async (entry, state, details, call) => {
        const receipt = await ledger.record(entry, state, details, call);
        if (state === 'swept') this.#history.sweptDerived(userOf(entry.subject), entry.id, DERIVED_STEPS);
        return receipt;
      },
    };
  }

  /** Records what is hidden from the return on. */
  observed(hideSubject: HideSubject): HideSubject {
    const { clock } = this.#world;
    const observe = (user: string, beganMs: number, { times, tokens, hiddenAtMs }: Hidden): void => {
      const token = mergeAllTokens(tokens, { ...TOKENS, nowMs: hiddenAtMs });
      this.#history.erased(user, msOf(times), { beganMs, token });
    };
    return {
      hide: async (request, call) => {
        const beganMs = clock.nowMs();
        this.#history.begun(request.userId, request.entryId, beganMs);
        const hidden = await hideSubject.hide(request, call);
        const removedMs = this.#removedMs(request.userId, beganMs);
        this.#history.removedReservations(request.userId, removedMs, msOf(hidden.times).eventsMs);
        observe(request.userId, beganMs, hidden);
        return hidden;
      },
      hideAgain: (request, call) => hideSubject.hideAgain(request, call),
      hideDerived: async (request, call) => {
        const { userId, entryId, atLeast } = request;
        const hidden = await hideSubject.hideDerived(request, call);
        observe(userId, -1, hidden);
        this.#history.hidDerived(userId, entryId, { atLeast: msOf(atLeast!), times: msOf(hidden.times) });
        return hidden;
      },
    };
  }

  /** Returns a time from which on the call that began at the given one removed reservations. Infinity if it did not. */
  #removedMs(user: string, beganMs: number): number {
    const key = rowKey(user).toString('latin1');
    const own = this.#removals.filter((each) => each.key === key && each.beganMs >= beganMs);
    return Math.min(Infinity, ...own.map((each) => each.beganMs));
  }
}
