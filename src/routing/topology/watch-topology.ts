import { DEFAULTS } from '../../config/defaults';
import type { Corpus } from '../../core/schema/schema';
import { invalidArgument, type TidemarkError } from '../../errors';
import { systemClock, type Clock } from '../../platform/time/clock';
import { watchFile, type FileContents } from '../../platform/files/watch-file';
import { withFileName, parseTopologyText, unreadableFileError } from './topology-file';
import { checkPlacedCorpora } from './store-tables';
import { storeTopology, type StoreTopology } from './store-topology';

export interface TopologyWatchOptions {
  readonly file: string;
  /** Called when the file has changed and is valid. */
  readonly onChange: (topology: StoreTopology) => void;
  /**
   * Called when the file cannot be read or is invalid; the previous topology stays in use. Called once for the same
   * contents.
   */
  readonly onError: (error: TidemarkError) => void;
  readonly clock?: Clock;
  readonly intervalMs?: number;
  /** Corpora that the schema declares. A topology whose groups contradict them is invalid. Absent: any corpora. */
  readonly corpora?: readonly Corpus[] | undefined;
  /** Whether placements can be used. A topology that has some is invalid if not. Default: true. */
  readonly hasDirectoryKey?: boolean | undefined;
}

export interface WatchedTopology {
  /** Topology in the file at the start. */
  readonly topology: StoreTopology;
  /** Reads the file immediately instead of at the next poll. */
  readonly readNow: () => void;
  readonly stop: () => void;
}

/** Reads a topology file and polls it for changes. Throws `invalid_argument` if the file is invalid at the start. */
export function watchTopology(options: TopologyWatchOptions): WatchedTopology {
  const { clock = systemClock, intervalMs = DEFAULTS.routing.topologyPollMs } = options;
  const parsed = (contents: FileContents): StoreTopology => parse(contents, options);
  const { value, readNow: look, stop } = watchFile({ ...options, parse: parsed, clock, intervalMs });
  return { topology: value, readNow: look, stop };
}

function parse(
  contents: FileContents,
  { file, corpora, hasDirectoryKey = true }: TopologyWatchOptions,
): StoreTopology {
  return withFileName(file, () => {
    if (!('text' in contents)) throw unreadableFileError(contents.failure);
    const topology = storeTopology(parseTopologyText(contents.text));
    if (corpora !== undefined) checkPlacedCorpora(topology, corpora);
    if (topology.placements !== undefined && !hasDirectoryKey)
      throw invalidArgument(
        'placements',
        'need the key of the location directory: set TIDEMARK_DIRECTORY_KEY',
      );
    return topology;
  });
}
