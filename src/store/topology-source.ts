import type { Config } from '../config/index';
import type { OriginCode } from '../core/consistency/row-watermark';
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
}

/** The topology as it is now: that of the file, which is read again and again, or the one there is without a file. */
export class TopologySource {
  readonly #options: TopologySourceOptions;
  readonly #originDelay: NewOriginDelay;
  #cancelOriginDelay: (() => void) | undefined;
  #watched: WatchedTopology | undefined;
  /** As the file has it, but for clusters that are settling. */
  #delayed: StoreTopology;
  #distrusted: ReadonlySet<OriginCode> = new Set();
  #current: StoreTopology;
  #isFileInvalid = false;
  readonly #listeners: ((topology: StoreTopology) => void)[] = [];

  /** Throws `invalid_argument` when the file cannot be gone by. */
  constructor(options: TopologySourceOptions) {
    this.#options = options;
    this.#originDelay = new NewOriginDelay(options.config.announcements.newOriginDelayMs);
    this.#watched = this.#watch();
    this.#delayed = this.#watched?.topology ?? withoutFile(options.config);
    this.#current = this.#delayed;
    this.#applyOriginDelay(this.#delayed);
  }

  /** Clusters that have become accepting a moment ago stand in it as draining. */
  get current(): StoreTopology {
    return this.#current;
  }

  /** With the clusters whose app profiles lead elsewhere. */
  get declared(): StoreTopology {
    return this.#delayed;
  }

  /** These clusters cannot be reached by the profiles that the topology names; and no others, from now on. */
  distrust(codes: ReadonlySet<OriginCode>): void {
    this.#distrusted = codes;
    this.#publish();
  }

  /** Whether the file, as it is now, is one that cannot be gone by. */
  get isFileInvalid(): boolean {
    return this.#isFileInvalid;
  }

  onChange(listener: (topology: StoreTopology) => void): void {
    this.#listeners.push(listener);
  }

  /** Reads the file now, for those who can't wait. A file that cannot be gone by changes nothing. */
  reload(): void {
    try {
      const watched = this.#watch();
      this.#watched?.stop();
      this.#watched = watched;
      if (watched !== undefined) this.#adopt(watched.topology);
    } catch {
      // Who watches it is to know of it: else a file that is as it was before, a moment later, would be no news to him.
      this.#watched?.readNow();
    }
  }

  stop(): void {
    this.#watched?.stop();
    this.#cancelOriginDelay?.();
  }

  #watch(): WatchedTopology | undefined {
    const { config, clock } = this.#options;
    const { topologyFile: file, topologyPollMs: intervalMs } = config.routing;
    if (file === undefined) return undefined;
    return watchTopology({
      file,
      clock,
      intervalMs,
      onChange: (topology) => this.#adopt(topology),
      onError: (error) => this.#rejectFile(error),
    });
  }

  #adopt(topology: StoreTopology): void {
    this.#isFileInvalid = false;
    this.#applyOriginDelay(topology);
    this.#options.logger.info({ file: this.#options.config.routing.topologyFile }, 'topology read again');
  }

  /** The topology as it is to be gone by now, and again when a cluster that counts as draining is ready to accept. */
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
      'clusters that the topology newly lets accept writes count as draining first, until every process knows them',
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
      'the topology file is refused: the one before stays in force',
    );
  }
}

/** As the configuration has it now; for those who need it once. */
export function currentTopology(config: Config): StoreTopology {
  const { topologyFile } = config.routing;
  return topologyFile === undefined ? withoutFile(config) : readTopology(topologyFile);
}

/** A file as it is now. What is wrong with it is told as it is of one that is watched. */
export function readTopology(file: string): StoreTopology {
  const { topology, stop } = watchTopology({ file, onChange: () => undefined, onError: () => undefined });
  stop();
  return topology;
}

function withoutFile({ bigtable, routing }: Config): StoreTopology {
  const { project, instance, appProfileId } = bigtable;
  return singleClusterTopology({ project, instance, appProfileId, region: routing.region });
}
