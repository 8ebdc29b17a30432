import type { Config } from '../config';
import type { TidemarkError } from '../errors';
import type { Clock } from '../platform/clock';
import type { Logger } from '../platform/logger';
import { singleClusterTopology, type StoreTopology } from '../routing/store-topology';
import { watchTopology, type WatchedTopology } from '../routing/watch-topology';

export interface TopologySourceOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The topology as it is now: that of the file, which is read again and again, or the one there is without a file. */
export class TopologySource {
  readonly #options: TopologySourceOptions;
  #watched: WatchedTopology | undefined;
  #current: StoreTopology;
  #isRefused = false;
  #onChange: ((topology: StoreTopology) => void) | undefined;

  /** Throws `invalid_argument` when the file cannot be gone by. */
  constructor(options: TopologySourceOptions) {
    this.#options = options;
    this.#watched = this.#watch();
    this.#current = this.#watched?.topology ?? withoutFile(options.config);
  }

  get current(): StoreTopology {
    return this.#current;
  }

  /** Whether the file, as it is now, is one that cannot be gone by. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  onChange(listener: (topology: StoreTopology) => void): void {
    this.#onChange = listener;
  }

  /** Reads the file now, for those who can't wait. A file that cannot be gone by changes nothing. */
  reload(): void {
    try {
      const watched = this.#watch();
      this.#watched?.stop();
      this.#watched = watched;
      if (watched !== undefined) this.#take(watched.topology);
    } catch {
      // Who watches it is to know of it: else a file that is as it was before, a moment later, would be no news to him.
      this.#watched?.look();
    }
  }

  stop(): void {
    this.#watched?.stop();
  }

  #watch(): WatchedTopology | undefined {
    const { config, clock } = this.#options;
    const { topologyFile: file, topologyPollMs: intervalMs } = config.routing;
    if (file === undefined) return undefined;
    return watchTopology({
      ...{ file, clock, intervalMs },
      onChange: (topology) => this.#take(topology),
      onError: (error) => this.#refuse(error),
    });
  }

  #take(topology: StoreTopology): void {
    this.#current = topology;
    this.#isRefused = false;
    this.#onChange?.(topology);
    this.#options.logger.info({ file: this.#options.config.routing.topologyFile }, 'topology read again');
  }

  #refuse(err: TidemarkError): void {
    this.#isRefused = true;
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
