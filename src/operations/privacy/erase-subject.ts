import type { CallOptions } from '../../bigtable/client/types';
import { checkId } from '../../core/events/ids';
import type { LedgerEntry } from '../../core/privacy/ledger-entry';
import { mergeAllTokens, type WriteToken } from '../../core/tokens/write-token';
import type { Clock } from '../../platform/time/clock';
import type { HideSubject } from './hide-subject';
import type { Ledger } from './ledger';

interface ErasureRequest {
  /** Canonical id of the user. */
  readonly userId: string;
  /** Id of the erasure, 32 hex digits; see `LedgerRequest.id`. */
  readonly id?: string | undefined;
}

/** An erasure whose data is hidden. */
interface RequestedErasure {
  /** Entry in the state `hidden`. */
  readonly entry: LedgerEntry;
  /** A read with this token shows nothing up to the times of the entry. */
  readonly token: WriteToken;
}

export interface EraseSubjectDependencies {
  readonly ledger: Pick<Ledger, 'request' | 'record'>;
  readonly hideSubject: HideSubject;
  readonly clock: Clock;
  readonly limits: {
    readonly idBytesMax: number;
    /** Maximum number of writes that a token names individually. */
    readonly tokenWritesMax: number;
  };
}

/**
 * Records an erasure in the ledger, and hides the user's data. A worker does the rest. After an error the entry may be in
 * the ledger: then a worker completes the erasure all the same. Errors: `invalid_argument`, and those of the ledger and
 * of `HideSubject.hide`.
 */
export type EraseSubject = (request: ErasureRequest, call?: CallOptions) => Promise<RequestedErasure>;

export function createEraseSubject(dependencies: EraseSubjectDependencies): EraseSubject {
  const { ledger, hideSubject, clock, limits } = dependencies;
  return async ({ userId, id }, call) => {
    checkId(userId, 'subjectId', limits.idBytesMax);
    const { entry, receipt } = await ledger.request({ kind: 'erasure', userId, id }, call);
    const { hidden, tokens } = await hideOnce(entry, userId, call);
    const merged = mergeAllTokens([receipt.token, ...tokens], {
      writesMax: limits.tokenWritesMax,
      nowMs: clock.nowMs(),
    });
    return { entry: hidden, token: merged };
  };

  /** A repetition of a request hides nothing that the user has created since. */
  async function hideOnce(
    entry: LedgerEntry,
    userId: string,
    call: CallOptions | undefined,
  ): Promise<{ readonly hidden: LedgerEntry; readonly tokens: readonly WriteToken[] }> {
    const { id: entryId, requestedAtMs, state, times: atLeast } = entry;
    const request = { userId, entryId, requestedAtMs };
    if (state !== 'requested' && atLeast !== undefined) {
      const { tokens } = await hideSubject.hideAgain({ ...request, atLeast }, call);
      return { hidden: entry, tokens };
    }
    const { times, hiddenAtMs, tokens } = await hideSubject.hide({ ...request, atLeast }, call);
    await ledger.record(entry, 'hidden', { times, hiddenAtMs }, call);
    return { hidden: { ...entry, state: 'hidden', times, hiddenAtMs }, tokens };
  }
}
