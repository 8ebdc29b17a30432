/** Opens the parts that find and follow the locations of subjects. */
import { cellsPerRowLimit, chain, stripValue } from '../bigtable/read/filters';
import type { CallOptions, Filter } from '../bigtable/client/types';
import { EVENTUAL } from '../core/consistency/consistency';
import { PRIVACY_FAMILY } from '../core/privacy/privacy-family';
import { placedTable, type PlacementRules } from '../core/residency/placement-rules';
import { SubjectKeys } from '../core/residency/subject-key';
import type { Clock } from '../platform/time/clock';
import type { Logger } from '../platform/telemetry/logger';
import type { Random } from '../platform/random';
import type { Reader, Scanner } from '../consistency/store';
import type { RowTransactions } from '../consistency/transactions/row-transactions';
import { FeedFollower, type FeedLimits } from './feed-follower';
import { LocationCache } from './location-cache';
import { LocationDirectory } from './location-directory';
import { Locations, type Subject } from './locations';
import { MoveFeed } from './move-feed';
import type { ResidencyObserver } from './residency-observer';
import { Subjects } from './subjects';

export interface ResidencyOptions {
  /** Secret of the directory. Every process must have the same one. */
  readonly secret: Buffer;
  /** Returns the rules of the current topology. */
  readonly rules: () => PlacementRules;
  /** Region of this process; undefined if it has none. */
  readonly region: string | undefined;
  /** Reader of the tables of all placements, by their names in the store. It must reach serving clusters. */
  readonly reader: Reader;
  /** Scanner that reaches serving clusters. */
  readonly scanner: Scanner;
  /** Transactions of serving clusters whose versions are in `LOCATION_FAMILY`. */
  readonly transactions: RowTransactions;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly limits: ResidencyLimits;
  readonly observer?: ResidencyObserver | undefined;
}

interface ResidencyLimits extends FeedLimits {
  /** Largest number of locations that are remembered. */
  readonly cachedLocationsMax: number;
}

/** Parts by which a process finds the rows of subjects. */
export interface Residency {
  /** Returns the rules of the current topology: `NO_PLACEMENTS` if it has none. */
  readonly rules: () => PlacementRules;
  readonly subjects: Subjects;
  readonly locations: Locations;
  readonly directory: LocationDirectory;
  readonly feed: MoveFeed;
  readonly follower: FeedFollower;
  /** Scanner of the directory. */
  readonly scanner: Scanner;
  /** Starts to follow the feed of moves, if there are placements. May be called again when there are some. */
  start(): void;
  /** Reads the feed once, if there are placements, so that the first requests have a lease. Never rejects. */
  warmUp(): Promise<void>;
  stop(): Promise<void>;
}

export function openResidency(options: ResidencyOptions): Residency {
  const { rules, region, reader, clock, random, logger, limits, observer } = options;
  const directory = new LocationDirectory(options);
  const feed = new MoveFeed(options);
  const cache = new LocationCache(limits.cachedLocationsMax);
  const follower = new FeedFollower({
    feed,
    clock,
    random,
    logger,
    limits,
    onGap: () => cache.clear(),
    onEnded: (key) => cache.delete(key),
    observer,
  });
  const locations = new Locations({
    rules,
    directory,
    follower,
    cache,
    reader,
    clock,
    observer,
    hasDataByDefault: (subject, call) => hasDataByDefault(reader, subject, call),
  });
  return {
    rules,
    directory,
    feed,
    follower,
    locations,
    scanner: options.scanner,
    subjects: new Subjects({ rules, region, keys: new SubjectKeys(options.secret) }),
    start() {
      if (rules().groups.size > 0) follower.start();
    },
    async warmUp() {
      if (rules().groups.size > 0) await follower.poll().catch(() => undefined);
    },
    stop: () => follower.stop(),
  };
}

/**
 * Passes one cell of a family that the schema declares, or of the user's record, without its value. Other families begin
 * with "_". A record must stay with the data that arrives later.
 */
const ANY_CELL: Filter = chain(
  { familyNameRegexFilter: `[^_].*|${PRIVACY_FAMILY}` },
  cellsPerRowLimit(1),
  stripValue(),
);

/**
 * Returns whether a corpus of the group has a row of the subject in the default placement. Rows from before the group
 * was declared are in every cluster, so the nearest one is enough.
 */
async function hasDataByDefault(
  reader: Reader,
  { group, rowKey }: Subject,
  call: CallOptions,
): Promise<boolean> {
  const answers = await Promise.all(
    group.corpora.map((corpus) => {
      const table = placedTable(group, corpus, group.defaultPlacement);
      return reader.readRow({ table, key: rowKey, filter: ANY_CELL }, EVENTUAL, call);
    }),
  );
  return answers.some(({ row }) => row !== undefined);
}
