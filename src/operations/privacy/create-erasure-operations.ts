import type { CallOptions } from '../../bigtable/client/types';
import { checkId } from '../../core/events/ids';
import type { LedgerEntry } from '../../core/privacy/ledger-entry';
import type { LedgerKeys } from '../../core/privacy/ledger-keys';
import { LEDGER_TABLE } from '../../core/privacy/ledger-table';
import type { Corpus } from '../../core/schema/schema';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import { NO_TRACING, type Tracing } from '../../platform/telemetry/tracing';
import type { Reader, Scanner, Writer } from '../../consistency/store';
import type { RowTransactions } from '../../consistency/transactions/row-transactions';
import { withSpan } from '../shared/instrumented-operation';
import { createEraseSubject, type EraseSubject } from './erase-subject';
import { createHideSubject, type HideSubject } from './hide-subject';
import { createLedger, type Ledger } from './ledger';

/** Returns the latest erasure of a user. Throws `erasure_not_found`, and the errors of the ledger. */
export type GetErasure = (userId: string, call?: CallOptions) => Promise<LedgerEntry>;

/** Operations of the API and commands for erasures. Without keys of the ledger, all fail with `ledger_not_configured`. */
export interface ErasureOperations {
  readonly eraseSubject: EraseSubject;
  readonly getErasure: GetErasure;
}

/** The same with its parts, for workers. */
export interface ErasureParts extends ErasureOperations {
  readonly ledger: Ledger;
  readonly hideSubject: HideSubject;
}

export interface ErasureOperationsDependencies {
  readonly store: {
    readonly reader: Reader;
    readonly writer: Writer;
    readonly scanner: Scanner;
    readonly transactions: RowTransactions;
    readonly isReplicated: (table: string) => boolean;
  };
  readonly corpora: readonly Corpus[];
  readonly keys: LedgerKeys | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly tracing?: Tracing | undefined;
  readonly config: {
    readonly privacy: { readonly dueMs: number; readonly abandonedAfterMs: number };
    readonly events: { readonly futureToleranceMs: number };
    readonly objects: { readonly idBytesMax: number };
    readonly consistency: { readonly clockSkewMaxMs: number };
    readonly tokens: { readonly writesMax: number };
  };
}

export function createErasureOperations(dependencies: ErasureOperationsDependencies): ErasureOperations {
  const { tracing = NO_TRACING, keys } = dependencies;
  if (keys === undefined) return { eraseSubject: notConfigured, getErasure: notConfigured };
  const { eraseSubject, getErasure } = createErasureParts({ ...dependencies, keys });
  return {
    eraseSubject: withSpan(tracing, 'erase subject', eraseSubject),
    getErasure: withSpan(tracing, 'get erasure', getErasure),
  };
}

export function createErasureParts({
  store,
  corpora,
  keys,
  clock,
  random,
  config,
}: ErasureOperationsDependencies & { readonly keys: LedgerKeys }): ErasureParts {
  const { privacy, events, objects, consistency, tokens } = config;
  const ledger = createLedger({
    ...store,
    isReplicated: () => store.isReplicated(LEDGER_TABLE),
    keys,
    clock,
    random,
    limits: privacy,
  });
  const hideSubject = createHideSubject({
    ...store,
    corpora,
    clock,
    random,
    limits: { futureToleranceMs: events.futureToleranceMs, clockSkewMaxMs: consistency.clockSkewMaxMs },
  });
  const limits = { idBytesMax: objects.idBytesMax, tokenWritesMax: tokens.writesMax };
  return {
    ledger,
    hideSubject,
    eraseSubject: createEraseSubject({ ledger, hideSubject, clock, limits }),
    async getErasure(userId, call) {
      checkId(userId, 'subjectId', objects.idBytesMax);
      const entries = await ledger.find(userId, call);
      const last = entries.filter(({ kind }) => kind === 'erasure').at(-1);
      if (last === undefined) throw notFound(userId);
      return last;
    },
  };
}

const notConfigured = (): Promise<never> =>
  Promise.reject(
    new TidemarkError('ledger_not_configured', 'set TIDEMARK_PRIVACY_KEYS or TIDEMARK_PRIVACY_KEYS_FILE'),
  );

const notFound = (userId: string): TidemarkError =>
  new TidemarkError('erasure_not_found', `no erasure of "${userId}" was requested`, { field: 'subjectId' });
