/** Parts of the protocol that can be switched off, to show that they are needed. */
import type { Mutation } from '../../../src/bigtable/client/types';
import { fenceTable } from '../../../src/core/residency/placement-rules';
import { CLOSED_QUALIFIER } from '../../../src/core/residency/reservations-home';
import type { AwaitReplication } from '../../../src/residency/mover/mover-dependencies';
import { writePlacement, type Location } from '../../../src/core/residency/location';
import type { KnownLocation } from '../../../src/residency/locations';
import type { PlacedReaderOptions } from '../../../src/residency/placed-reader';
import type { LocalCore } from '../../../src/local-bigtable/index';
import type { Clock } from '../../../src/platform/time/clock';
import type { Residency } from '../../../src/residency/residency';
import type { Reader, RowToWrite, Writer } from '../../../src/consistency/store';
import type { RowTransactions } from '../../../src/consistency/transactions/row-transactions';
import { EMPTY_TOKEN } from '../../../src/core/tokens/write-token';
import { guardedWriter } from '../consistency/guards';
import { withUnconditionalChanges } from './unconditional-changes';
import { PLACEMENTS } from './world';

/** Guards, with what the run does without them. */
export const GUARDS = {
  postack: 'writes count as soon as they are acknowledged',
  postread: 'answers count as they come',
  prepare: 'rows that move are read in one placement, that which takes writes',
  markers: 'deletions leave no marker',
  'mover-cas': 'movers change rows on no condition',
  'drain-token': 'movers copy and delete before all clusters have all writes',
  'feed-gap-check': 'processes do not notice that records of the feed are missing',
  'tx-close': 'the placement that a row leaves goes on taking reservations',
  'wall-clock': 'leases are measured by the monotonic clock alone',
  fences: 'processes without a lease look at no fence',
  'sweep-before-drop': 'moves end with the removal of markers, before what they hide is gone',
  stays: 'writers name writes from before a move as predecessors, after the row has returned',
  'moved-rows': 'reads of rows that have returned require writes that were deleted when the rows left',
} as const;
export type Guard = keyof typeof GUARDS;

type ReadLocations = PlacedReaderOptions['locations'];

/** The guards that are switched on. */
export type Guards = ReadonlySet<Guard>;

export const allGuards = (except?: Guard): Guards =>
  new Set((Object.keys(GUARDS) as Guard[]).filter((each) => each !== except));

const FENCE_TABLES = new Set<string>(PLACEMENTS.map(fenceTable));

/** Production parts, each with the guards that it has, or without. */
export const guarded = {
  /** Changes the object itself: its parts use each other. */
  residency(guards: Guards, residency: Residency): Residency {
    const { locations, feed } = residency;
    const confirm = locations.confirm.bind(locations);
    locations.confirm = (subject, known, use, call) =>
      guards.has(use === 'write' ? 'postack' : 'postread') ? confirm(subject, known, use, call) : true;
    if (guards.has('feed-gap-check')) return residency;
    const read = feed.read.bind(feed);
    feed.read = async (after, call) => ({ ...(await read(after, call)), isContinuous: true });
    return residency;
  },

  /** Methods of Bigtable. Movers change rows of users on no condition without the guard. */
  handlers(guards: Guards, handlers: LocalCore['handlers']): LocalCore['handlers'] {
    return guards.has('mover-cas') ? handlers : withUnconditionalChanges(handlers);
  },

  /** A reader that sees no fences without the guard. */
  fenceReader(guards: Guards, reader: Reader): Reader {
    if (guards.has('fences')) return reader;
    return {
      readRows: (read, consistency, call) => reader.readRows(read, consistency, call),
      readRow: async (read, consistency, call) => {
        const answer = await reader.readRow(read, consistency, call);
        return FENCE_TABLES.has(read.table) ? { ...answer, row: undefined } : answer;
      },
    };
  },

  /** Locations by which reads look in one placement only, without the guard: in that which takes writes. */
  readLocations(guards: Guards, locations: ReadLocations): ReadLocations {
    if (guards.has('prepare')) return locations;
    const actual = new WeakMap<KnownLocation, KnownLocation>();
    const inOne = (known: KnownLocation): KnownLocation => {
      const { state, from } = known.location;
      const placement = writePlacement(known.location);
      const location: Location = { ...known.location, state: 'home', from: placement, to: placement };
      const changed = state === 'home' && from === placement ? known : { ...known, location };
      actual.set(changed, known);
      return changed;
    };
    return {
      known: (subject) => {
        const known = locations.known(subject);
        return known === undefined ? undefined : inOne(known);
      },
      find: async (subject, finding, call) => inOne(await locations.find(subject, finding, call)),
      isConfirmed: (subject, known, use) => locations.isConfirmed(subject, actual.get(known)!, use),
      confirm: (subject, known, use, call) => locations.confirm(subject, actual.get(known)!, use, call),
    };
  },

  replication(guards: Guards, awaitReplication: AwaitReplication): AwaitReplication {
    return guards.has('drain-token') ? awaitReplication : () => Promise.resolve();
  },

  leaseClock(guards: Guards, clock: Clock): Clock {
    if (guards.has('wall-clock')) return clock;
    const startMs = clock.nowMs() - clock.monotonicMs();
    return {
      monotonicMs: () => clock.monotonicMs(),
      schedule: (delayMs, task, options) => clock.schedule(delayMs, task, options),
      nowMs: () => Math.floor(startMs + clock.monotonicMs()),
    };
  },

  /** A writer of tables that ignores the stays of rows, without the guard. */
  stays(guards: Guards, writer: Writer): Writer {
    if (guards.has('stays')) return writer;
    const withoutStay = ({ key, mutations }: RowToWrite): RowToWrite => ({ key, mutations });
    return {
      mutateRow: (table, row, options) => writer.mutateRow(table, withoutStay(row), options),
      mutateRows: (table, rows, options) => writer.mutateRows(table, rows.map(withoutStay), options),
    };
  },

  /** A reader of tables that treats each row as one that never moved, without the guard. */
  movedRows(guards: Guards, reader: Reader): Reader {
    if (guards.has('moved-rows')) return reader;
    return {
      readRow: (read, consistency, call) => reader.readRow({ ...read, wasMoved: false }, consistency, call),
      readRows: (read, consistency, call) =>
        reader.readRows({ ...read, wasMoved: undefined }, consistency, call),
    };
  },

  objectWriter(guards: Guards, writer: Writer): Pick<Writer, 'mutateRow'> {
    const switches = { markers: guards.has('markers'), commitWait: true, hybridVersions: true, chains: true };
    return guardedWriter(writer, switches);
  },

  /** Transactions that close no row without the guard. */
  transactions(guards: Guards, transactions: RowTransactions): RowTransactions {
    if (guards.has('tx-close')) return transactions;
    return {
      begin(table, key, options) {
        const transaction = transactions.begin(table, key, options);
        return {
          read: (read, call) => transaction.read(read, call),
          commit: (change, call) =>
            change.mutations.every(isClosing)
              ? Promise.resolve({ token: EMPTY_TOKEN, cluster: '' })
              : transaction.commit(change, call),
        };
      },
    };
  },
};

const isClosing = ({ setCell }: Mutation): boolean =>
  CLOSED_QUALIFIER.equals(Buffer.from((setCell?.columnQualifier ?? '') as Uint8Array));
