/** Parts of the protocol that can be switched off, to show that they are needed. */
import type { Reader, RowAnswer, WriteReceipt, Writer } from '../../../src/consistency/store';
import type { RowTransactions } from '../../../src/consistency/transactions/row-transactions';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { LEDGER_TABLE } from '../../../src/core/privacy/ledger-table';
import { DECISIONS_ERASED, OBJECTS_ERASED, PRIVACY_FAMILY } from '../../../src/core/privacy/privacy-family';
import type { PrivacyRules } from '../../../src/core/privacy/privacy-rules';
import { RowPrivacy } from '../../../src/core/privacy/row-privacy';
import { EMPTY_TOKEN } from '../../../src/core/tokens/write-token';
import type { ErasureWorkerDependencies } from '../../../src/operations/privacy/erasure-dependencies';
import type { HideSubject } from '../../../src/operations/privacy/hide-subject';
import type { Clock } from '../../../src/platform/time/clock';
import type { ConsistencyTokens } from './consistency-tokens';
import { withoutFirstToken } from './guarded-tokens';

/** Guards, with what the run does without them. */
export const GUARDS = {
  'tombstone-at-read': 'reads ignore what hides data',
  'block-event-filter': 'reads hide blocks by the time of their latest event, and no events in them',
  'hide-before-dedup': 'reads remove duplicates first, and hidden events after that',
  'version-above-tombstone': 'objects are written without regard to tombstones',
  'strict-time': 'the time of an erasure is chosen from a replica that may lack acknowledged objects',
  'commit-wait': 'an erasure is acknowledged before every clock has passed its time',
  'reservation-conflict': 'erasures do not conflict with reservations that were begun before',
  'second-tombstone': 'erasures hide no objects that are derived from what they hide',
  'derived-wait': 'the second tombstone does not wait for writes that are derived from what was read before',
  'derived-steps': 'objects that are derived from derived ones are not waited for and hidden',
  'decisions-stay': 'later tombstones of an erasure void decisions, as the first one does',
  'late-versions': 'versions ahead of clocks that a batch cluster had when erasures began stay',
  'token-before-second': 'the second tombstone does not wait until every cluster has the first',
  'compaction-drops': 'compaction packs and keeps what is hidden',
  'recent-duplicates': 'compaction drops a duplicate although a tombstone between both may be on its way',
  replay: 'restored tables are served without the erasures and withdrawals since the backup',
  'token-before-replay': 'a restored table is read before all clusters have its rows and the ledger',
  'ledger-before-tombstone': 'erasures enter the ledger when their tombstones are written',
  'tombstone-follows-move': 'tombstones are written where users are without a move',
  'event-markers': 'deletions of events remove their cells, and write no markers',
  'marker-time':
    'markers of deleted events have the time of the deletion, and tombstones of objects void them',
  'withdrawal-tie': 'a grant counts that is later than a withdrawal by less than clocks differ',
} as const;
export type Guard = keyof typeof GUARDS;
/** The guards that are switched on. */
export type Guards = ReadonlySet<Guard>;

export const allGuards = (except?: Guard): Guards =>
  new Set((Object.keys(GUARDS) as Guard[]).filter((each) => each !== except));

/** Production parts, each with the guards that it has, or without. */
export const guarded = {
  /** Reader of requests. `hiding`: the reader with all guards, on top of `reader`. */
  reader(guards: Guards, reader: Reader, hiding: Reader): Reader {
    if (!guards.has('tombstone-at-read')) return reader;
    if (!guards.has('hide-before-dedup')) return changed(hiding, { keepsHidden: true });
    return guards.has('block-event-filter') ? hiding : changed(hiding, {});
  },

  /** Reader of the versioned writer. */
  versionReader(guards: Guards, hiding: Reader): Reader {
    return guards.has('version-above-tombstone') ? hiding : changed(hiding, {});
  },

  rules(guards: Guards, rules: PrivacyRules): PrivacyRules {
    if (guards.has('withdrawal-tie')) return rules;
    return new Map([...rules].map(([name, corpus]) => [name, { ...corpus, orderMicros: 0 }]));
  },

  /** Reader of what erasures choose their times from. */
  timeReader(guards: Guards, reader: Reader): Reader {
    if (guards.has('strict-time')) return reader;
    return {
      readRows: (read, consistency, call) => reader.readRows(read, consistency, call),
      readRow: (read, consistency, call) =>
        reader.readRow(read, read.table === LEDGER_TABLE ? consistency : EVENTUAL, call),
    };
  },

  /** A reader that finds no data in rows, at any replica. */
  emptyReader(reader: Reader): Reader {
    return {
      readRows: (read, consistency, call) => reader.readRows(read, consistency, call),
      readRow: async (read, consistency, call) => ({
        ...(await reader.readRow(read, read.table === LEDGER_TABLE ? consistency : EVENTUAL, call)),
        row: undefined,
      }),
    };
  },

  /** Clock of what waits until every clock has passed a time. */
  waitClock(guards: Guards, clock: Clock): Clock {
    if (guards.has('commit-wait')) return clock;
    return {
      nowMs: () => clock.nowMs(),
      monotonicMs: () => clock.monotonicMs(),
      schedule: (_, task, options) => clock.schedule(0, task, options),
    };
  },

  /** Writer of tombstones. `home`: the writer of the tables by their names. */
  tombstoneWriter(guards: Guards, writer: Writer, home: Writer): Writer {
    if (!guards.has('decisions-stay')) return withDecisionsErased(writer);
    return guards.has('tombstone-follows-move') ? writer : home;
  },

  /** Writer of deletions of events. */
  markerWriter(guards: Guards, writer: Writer, clock: Clock): Pick<Writer, 'mutateRow'> {
    if (!guards.has('marker-time')) return markersDatedBy(clock, writer);
    if (guards.has('event-markers')) return writer;
    return {
      mutateRow(table, { key, mutations }, call) {
        const others = mutations.filter(({ setCell }) => setCell?.familyName !== PRIVACY_FAMILY);
        return others.length === 0
          ? Promise.resolve(NO_RECEIPT)
          : writer.mutateRow(table, { key, mutations: others }, call);
      },
    };
  },

  /** Reader of sweeps. */
  sweepReader(guards: Guards, reader: Reader, rules: PrivacyRules): Reader {
    if (guards.has('marker-time')) return reader;
    return {
      readRows: (read, consistency, call) => reader.readRows(read, consistency, call),
      readRow: async (read, consistency, call) => {
        const answer = await reader.readRow(read, consistency, call);
        const corpus = rules.get(read.table);
        if (corpus === undefined || answer.privacy === undefined) return answer;
        return { ...answer, privacy: new MarkersVoidedByObjects(corpus, answer.privacy.record) };
      },
    };
  },

  /** Transactions that remove reservations. Without the guard they change nothing if there are none. */
  removals(guards: Guards, transactions: RowTransactions): RowTransactions {
    if (guards.has('reservation-conflict')) return transactions;
    return {
      begin(table, key, options) {
        const transaction = transactions.begin(table, key, options);
        return {
          read: (read, call) => transaction.read(read, call),
          commit: (change, call) =>
            change.mutations.length === 0 ? Promise.resolve(NO_RECEIPT) : transaction.commit(change, call),
        };
      },
    };
  },

  /** `withoutData`: tombstones of an erasure that finds no data in the row. */
  hideSubject(guards: Guards, hideSubject: HideSubject, withoutData: () => HideSubject): HideSubject {
    // The strict read of the second tombstone fails while a cluster is cut off, and so waits for it, too.
    if (!guards.has('late-versions') || !guards.has('token-before-second'))
      return { ...hideSubject, hideDerived: withoutData().hideDerived };
    if (guards.has('second-tombstone')) return hideSubject;
    return {
      ...hideSubject,
      hideDerived: ({ atLeast }) => Promise.resolve({ times: atLeast!, tokens: [], hiddenAtMs: 0 }),
    };
  },

  /** Writer of requests to the ledger. Without the guard, it writes them together with the next state of the entry. */
  ledgerWriter(guards: Guards, writer: Writer): Pick<Writer, 'mutateRow'> {
    if (guards.has('ledger-before-tombstone')) return writer;
    const late: Parameters<Writer['mutateRow']>[] = [];
    return {
      async mutateRow(table, row, call) {
        if (!isHiddenState(row.mutations)) {
          late.push([table, row]);
          return NO_RECEIPT;
        }
        for (const [of, request] of late.splice(0)) await writer.mutateRow(of, request, call);
        return writer.mutateRow(table, row, call);
      },
    };
  },

  replication(
    guards: Guards,
    awaitReplication: ErasureWorkerDependencies['awaitReplication'],
  ): ErasureWorkerDependencies['awaitReplication'] {
    return guards.has('token-before-replay') ? awaitReplication : () => Promise.resolve();
  },

  worker(
    guards: Guards,
    tokens: ConsistencyTokens,
    dependencies: ErasureWorkerDependencies,
  ): ErasureWorkerDependencies {
    return guards.has('token-before-second') ? dependencies : withoutFirstToken(dependencies, tokens);
  },
};

class MarkersVoidedByObjects extends RowPrivacy {
  override voidedUpTo(kind: Parameters<RowPrivacy['voidedUpTo']>[0]): number {
    return kind === 'deleted-event' ? this.record.objectsErasedUpTo : super.voidedUpTo(kind);
  }
}

/** A writer whose markers of deleted events have the present time. */
function markersDatedBy(clock: Clock, writer: Writer): Pick<Writer, 'mutateRow'> {
  return {
    mutateRow(table, { key, mutations }, call) {
      const dated = mutations.map((mutation) =>
        mutation.setCell?.familyName === PRIVACY_FAMILY
          ? { setCell: { ...mutation.setCell, timestampMicros: clock.nowMs() * 1_000 } }
          : mutation,
      );
      return writer.mutateRow(table, { key, mutations: dated }, call);
    },
  };
}

/** A writer whose tombstones of objects also void the decisions up to their time. */
function withDecisionsErased(writer: Writer): Writer {
  return {
    mutateRow(table, { key, mutations }, call) {
      const voiding = mutations.flatMap(({ setCell }) =>
        setCell?.familyName === PRIVACY_FAMILY && OBJECTS_ERASED.equals(setCell.columnQualifier as Uint8Array)
          ? [{ setCell: { ...setCell, columnQualifier: DECISIONS_ERASED } }]
          : [],
      );
      return writer.mutateRow(table, { key, mutations: [...mutations, ...voiding] }, call);
    },
    mutateRows: (table, rows, call) => writer.mutateRows(table, rows, call),
  };
}

const NO_RECEIPT: WriteReceipt = { token: EMPTY_TOKEN, cluster: '' };

const isHiddenState = (mutations: Parameters<Writer['mutateRow']>[1]['mutations']): boolean =>
  mutations.some(({ setCell }) =>
    Buffer.from((setCell?.columnQualifier ?? '') as Uint8Array)
      .toString()
      .endsWith('/hidden'),
  );

/** A reader whose answers do not have what is hidden, or do not hide it. */
function changed(reader: Reader, { keepsHidden }: { readonly keepsHidden?: boolean }): Reader {
  return {
    readRows: (read, consistency, call) => reader.readRows(read, consistency, call),
    readRow: async (read, consistency, call): Promise<RowAnswer> => {
      const hidden = keepsHidden ?? read.keepsHidden;
      const answer = await reader.readRow({ ...read, keepsHidden: hidden }, consistency, call);
      return { ...answer, privacy: undefined, hiddenCells: undefined };
    },
  };
}
