import type { Config } from '../config/index';
import type { OriginCode } from '../core/consistency/row-watermark';
import type { Corpus } from '../core/schema/schema';
import type { TidemarkError } from '../errors';
import type { Clock } from '../platform/time/clock';
import type { Logger } from '../platform/telemetry/logger';
import { withoutDistrusted } from '../routing/topology/distrusted-clusters';
import { NewOriginDelay } from '../routing/topology/new-origin-delay';
import { singleClusterTopology, type StoreTopology } from '../routing/topology/store-topology';
import { watchTopology, type WatchedTopology } from '../routing/topology/watch-topology';

export interface TopologySourceOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Corpora that the schema declares. A topology whose placement groups contradict them is invalid. */
  readonly corpora: readonly Corpus[];
  /** Whether the key of the location directory is known. A topology with placements is invalid without it. */
  readonly hasDirectoryKey: boolean;
}

/** Current topology: that of the topology file, which is polled, or the default one without a file. */
export class TopologySource {
  readonly #options: TopologySourceOptions;
  readonly #originDelay: NewOriginDelay;
  #cancelOriginDelay: (() => void) | undefined;
  #watched: WatchedTopology | undefined;
  /** Topology of the file, with newly accepting clusters as draining. */
  #delayed: StoreTopology;
  #distrusted: ReadonlySet<OriginCode> = new Set();
  #current: StoreTopology;
  #isFileInvalid = false;
  readonly #listeners: ((topology: StoreTopology) => void)[] = [];

  /** Throws `invalid_argument` when the file is invalid. */
  constructor(options: TopologySourceOptions) {
    this.#options = options;
    this.#originDelay = new NewOriginDelay(options.config.announcements.newOriginDelayMs);
    this.#watched = this.#watch();
    this.#delayed = this.#watched?.topology ?? withoutFile(options.config);
    this.#current = this.#delayed;
    this.#applyOriginDelay(this.#delayed);
  }

  /** Topology to use now. Newly accepting clusters count as draining in it, and distrusted ones are replaced. */
  get current(): StoreTopology {
    return this.#current;
  }

  /** Topology including distrusted clusters. */
  get declared(): StoreTopology {
    return this.#delayed;
  }

  /** Distrusts exactly these clusters from now on, since their declared app profiles do not lead to them. */
  distrust(codes: ReadonlySet<OriginCode>): void {
    this.#distrusted = codes;
    this.#publish();
  }

  /** Whether the current file is invalid, so that an earlier version is in use. */
  get isFileInvalid(): boolean {
    return this.#isFileInvalid;
  }

  onChange(listener: (topology: StoreTopology) => void): void {
    this.#listeners.push(listener);
  }

  /** Reads the file immediately instead of at the next poll. An invalid file changes nothing. */
  reload(): void {
    try {
      const watched = this.#watch();
      this.#watched?.stop();
      this.#watched = watched;
      if (watched !== undefined) this.#adopt(watched.topology);
    } catch {
      // The watcher must see the invalid file too: otherwise it would not notice a return to the previous content.
      this.#watched?.readNow();
    }
  }

  stop(): void {
    this.#watched?.stop();
    this.#cancelOriginDelay?.();
  }

  #watch(): WatchedTopology | undefined {
    const { config, clock, corpora, hasDirectoryKey } = this.#options;
    const { topologyFile: file, topologyPollMs: intervalMs } = config.routing;
    if (file === undefined) return undefined;
    return watchTopology({
      file,
      clock,
      intervalMs,
      corpora,
      hasDirectoryKey,
      onChange: (topology) => this.#adopt(topology),
      onError: (error) => this.#rejectFile(error),
    });
  }

  #adopt(topology: StoreTopology): void {
    this.#isFileInvalid = false;
    this.#applyOriginDelay(topology);
    this.#options.logger.info({ file: this.#options.config.routing.topologyFile }, 'topology read again');
  }

  /** Publishes the topology to use now, and again when a delayed cluster becomes accepting. */
  #applyOriginDelay(topology: StoreTopology): void {
    const { clock, logger } = this.#options;
    this.#cancelOriginDelay?.();
    const nowMs = clock.monotonicMs();
    const {
      topology: current,
      delayedClusters: waiting,
      firstReadyMs: readyMs,
    } = this.#originDelay.apply(topology, nowMs);
    this.#delayed = current;
    this.#publish();
    if (readyMs === undefined) return;
    logger.info(
      { clusters: waiting, settleMs: readyMs - nowMs },
      'newly accepting clusters count as draining until every process has had time to read the topology',
    );
    this.#cancelOriginDelay = clock.schedule(readyMs - nowMs, () => this.#applyOriginDelay(topology));
  }

  #publish(): void {
    this.#current = withoutDistrusted(this.#delayed, this.#distrusted);
    for (const listener of this.#listeners) listener(this.#current);
  }

  #rejectFile(err: TidemarkError): void {
    this.#isFileInvalid = true;
    this.#options.logger.error(
      { err, field: err.field },
      'the topology file is invalid: the previous version stays in use',
    );
  }
}

/** Returns the configured topology, for callers that need it once. */
export function currentTopology(config: Config): StoreTopology {
  const { topologyFile } = config.routing;
  return topologyFile === undefined ? withoutFile(config) : readTopology(topologyFile);
}

/** Reads a topology file once. Errors are the same as for a watched file. */
export function readTopology(file: string, corpora?: readonly Corpus[]): StoreTopology {
  const ignore = (): void => undefined;
  const { topology, stop } = watchTopology({ file, corpora, onChange: ignore, onError: ignore });
  stop();
  return topology;
}

function withoutFile({ bigtable, routing }: Config): StoreTopology {
  const { project, instance, appProfileId } = bigtable;
  return singleClusterTopology({ project, instance, appProfileId, region: routing.region });
}
