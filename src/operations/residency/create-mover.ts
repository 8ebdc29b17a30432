import { cancelledError } from '../../bigtable/client/bigtable-error';
import { RESERVATION_FAMILY } from '../../core/caps/reservation-family';
import { PRIVACY_FAMILY } from '../../core/privacy/privacy-family';
import type { PersonalCorpus, PrivacyRules } from '../../core/privacy/privacy-rules';
import { RowPrivacy } from '../../core/privacy/row-privacy';
import { readSubjectRecord } from '../../core/privacy/subject-record';
import { LOCATION_FAMILY } from '../../core/residency/location-family';
import type { Corpus } from '../../core/schema/schema';
import type { Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { Reader, RowPresence, Scanner, Writer } from '../../consistency/store';
import type { TableTransactions } from '../../consistency/transactions/row-transactions';
import { Mover } from '../../residency/mover/mover';
import type { AwaitReplication, MovedCorpus, MoverLimits } from '../../residency/mover/mover-dependencies';
import type { StepPace } from '../../residency/mover/steps';
import type { Residency } from '../../residency/residency';
import { awaitConsistency, type ConsistencyAdmin } from '../consistency/await-consistency';

interface Tables {
  readonly reader: Reader;
  readonly writer: Writer;
  readonly scanner: Scanner;
  readonly presence: RowPresence;
  readonly transactionsOf: (family: string) => TableTransactions;
}

export interface CreateMoverDependencies {
  /** Residency of a serving store: serving clusters decide about entries, the feed and reservations. */
  readonly residency: Residency;
  /** Tables by serving clusters. */
  readonly serving: Tables;
  /** Tables by batch clusters, which take the load of moves. */
  readonly batch: Tables;
  /** Returns the admin of the instance that has a table of the store. */
  readonly adminOf: (table: string) => ConsistencyAdmin;
  /** Corpora of the schema. */
  readonly corpora: readonly Corpus[];
  /** Rules of the personal corpora among them. */
  readonly privacy: PrivacyRules;
  /** See `MoverDependencies`. */
  readonly missingForMoves: (placement: string) => string | undefined;
  readonly clock: Clock;
  readonly random: Random;
  /** Pace of all calls of the mover. */
  readonly pace: StepPace;
  readonly limits: MoverLimits & {
    /** Time limit of a consistency token, in milliseconds. */
    readonly consistencyTimeoutMs: number;
    /** Time between two checks of a consistency token, in milliseconds. */
    readonly consistencyPollMs: number;
  };
}

/** Returns a mover that works on the stores. */
export function createMover(dependencies: CreateMoverDependencies): Mover {
  const { residency, serving, batch, corpora, privacy, missingForMoves, clock, random, pace, limits } =
    dependencies;
  const byName = new Map(corpora.map((corpus) => [corpus.name, movedCorpusOf(corpus, privacy)]));
  return new Mover({
    rules: residency.rules,
    directory: residency.directory,
    feed: residency.feed,
    reader: batch.reader,
    writer: batch.writer,
    scanner: batch.scanner,
    transactions: batch.transactionsOf(LOCATION_FAMILY),
    reservations: serving.transactionsOf(RESERVATION_FAMILY),
    presence: presenceInBoth(serving.presence, batch.presence),
    awaitReplication: awaitReplicationWith(dependencies),
    corpusOf: (corpus) => byName.get(corpus)!,
    missingForMoves,
    isServed: (placement) => residency.subjects.isServed(placement),
    clock,
    random,
    pace,
    limits,
  });
}

function movedCorpusOf({ name, dataTypes }: Corpus, privacy: PrivacyRules): MovedCorpus {
  const ofObjects = dataTypes.filter(({ events }) => events === undefined);
  return {
    markedFamilies: new Set(ofObjects.map(({ family }) => family)),
    takesReservations: ofObjects.length < dataTypes.length,
    voidedBy: voidedIn(privacy.get(name)),
  };
}

/** Returns what a record of the corpus voids. Moves do not copy it: it would be stored again, although no read shows it. */
function voidedIn(corpus: PersonalCorpus | undefined): MovedCorpus['voidedBy'] {
  if (corpus === undefined) return () => NOTHING_VOIDED;
  return (cells) => {
    const record = cells.filter(({ family }) => family === PRIVACY_FAMILY);
    if (record.length === 0) return NOTHING_VOIDED;
    const privacy = new RowPrivacy(corpus, readSubjectRecord(record));
    return (family) => privacy.removableUpTo(family);
  };
}

const NOTHING_VOIDED = (): number => -1;

/** Clusters for serving and for batch work are different ones, and together all of them. */
function presenceInBoth(serving: RowPresence, batch: RowPresence): RowPresence {
  return async (table, keys, call) => {
    const found = await Promise.all([serving(table, keys, call), batch(table, keys, call)]);
    return new Map(found.flatMap((each) => [...each]));
  };
}

function awaitReplicationWith({
  adminOf,
  clock,
  limits,
}: Pick<CreateMoverDependencies, 'adminOf' | 'clock' | 'limits'>): AwaitReplication {
  return async (tables, { signal }) => {
    const { consistencyTimeoutMs: timeoutMs, consistencyPollMs: pollMs } = limits;
    const options = { clock, signal, timeoutMs, pollMs };
    try {
      await Promise.all(
        tables.map((table) => awaitConsistency(table, { ...options, admin: adminOf(table) })),
      );
    } catch (error) {
      throw signal?.aborted === true ? cancelledError(signal.reason) : error;
    }
  };
}
