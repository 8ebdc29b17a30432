import { readFileSync } from 'node:fs';
import { DEFAULTS } from '../defaults';
import { TidemarkError } from '../errors';
import { systemClock, type Clock } from '../platform/clock';
import { namingFile, parseTopologyText, unreadable } from '../topology/topology-file';
import { storeTopology, type StoreTopology } from './store-topology';

export interface WatchOptions {
  readonly file: string;
  /** The file says something else now, and it is valid. */
  readonly onChange: (topology: StoreTopology) => void;
  /** It cannot be read, or is not valid: what was known before goes on. Told once for the same contents. */
  readonly onError: (error: TidemarkError) => void;
  readonly clock?: Clock;
  readonly intervalMs?: number;
}

export interface WatchedTopology {
  /** As the file was at the start. */
  readonly topology: StoreTopology;
  readonly stop: () => void;
}

/**
 * Reads a topology file, and again and again from then on. By its contents, not its time of change: a mounted
 * configuration is exchanged by symbolic links, and times are coarse. Throws `invalid_argument` at the start.
 */
export function watchTopology(options: WatchOptions): WatchedTopology {
  const { file, clock = systemClock, intervalMs = DEFAULTS.routing.topologyPollMs } = options;
  let last = contentsOf(file);
  const topology = parse(last, file);
  let cancel = clock.schedule(intervalMs, poll);
  return { topology, stop: () => cancel() };

  function poll(): void {
    cancel = clock.schedule(intervalMs, poll);
    const contents = contentsOf(file);
    if (isSame(contents, last)) return;
    last = contents;
    reload(contents);
  }

  function reload(contents: Contents): void {
    try {
      options.onChange(parse(contents, file));
    } catch (error) {
      if (!(error instanceof TidemarkError)) throw error;
      options.onError(error);
    }
  }
}

interface Contents {
  readonly text?: string;
  readonly failure?: Error;
}

/** A few kilobytes, so that waiting for them is no matter. */
function contentsOf(file: string): Contents {
  try {
    return { text: readFileSync(file, 'utf8') };
  } catch (error) {
    return { failure: error as Error };
  }
}

const isSame = (a: Contents, b: Contents): boolean =>
  a.text === b.text && a.failure?.message === b.failure?.message;

function parse({ text, failure }: Contents, file: string): StoreTopology {
  return namingFile(file, () => {
    if (text !== undefined) return storeTopology(parseTopologyText(text));
    throw unreadable(failure!);
  });
}
