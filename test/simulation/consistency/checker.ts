import type { History, ReadRecord, WriteRecord } from './history';
import { workloadOf } from './world';

export interface CheckerOptions {
  readonly history: History;
  /** Clusters stamp what they commit by clocks that differ by up to so much: later writes may lose to earlier deletes. */
  readonly stampSkewMs: number;
  /** Whether what answers say of their staleness is to hold: replication within a shard is in order. */
  readonly checksStaleness: boolean;
  /** What clocks show may be so old, less a millisecond: bounds of staleness hold by what they show. */
  readonly clockTickMs: number;
}

/**
 * Judges answers by what really happened, of which it knows everything, and by nothing that the product says of how it
 * got there: each write leaves a column of its own, so an answer shows exactly which writes it contains.
 */
export class Checker {
  readonly #options: CheckerOptions;

  constructor(options: CheckerOptions) {
    this.#options = options;
  }

  /** What is wrong with the answer, in words. */
  check(read: ReadRecord): string[] {
    return [...this.#fromNowhere(read), ...this.#dishonest(read), ...this.#missing(read)];
  }

  #fromNowhere(read: ReadRecord): string[] {
    return [...read.markers]
      .filter((marker) => {
        const write = this.#options.history.of(marker);
        return write === undefined || write.key !== read.key || write.begun.order > read.ended.order;
      })
      .map((marker) => `${named(read)} shows ${marker}, which nobody wrote there`);
  }

  #dishonest(read: ReadRecord): string[] {
    const { evidence, level, mayBeStale, workload } = read;
    const wrong: string[] = [];
    if (!evidence.met && !mayBeStale) wrong.push('is stale, which it may not be');
    if (evidence.level !== level) wrong.push(`claims to be of level ${evidence.level}`);
    if (evidence.clusters.length === 0) wrong.push('names no cluster');
    const strangers = evidence.clusters.filter((id) => workloadOf(id) !== workload);
    if (strangers.length > 0) wrong.push(`comes from ${strangers.join(', ')}, out of reach for ${workload}`);
    if (evidence.lookups < 1) wrong.push(`claims ${evidence.lookups} lookups`);
    return wrong.map((what) => `${named(read)} ${what}`);
  }

  /** The writes that the answer should contain and does not. */
  #missing(read: ReadRecord): string[] {
    const found: string[] = [];
    for (const [why, isRequired] of this.#promises(read)) {
      for (const write of this.#options.history.writesOf(read.key)) {
        if (isRequired(write) && !this.#contains(read, write)) found.push(missed(read, write, why));
      }
    }
    return found;
  }

  /** What the answer promises, each with the writes that are required by it. */
  #promises(read: ReadRecord): [why: string, isRequired: (write: WriteRecord) => boolean][] {
    const { evidence, begun, implied, maxStalenessMs, asOfMs, level } = read;
    const before = (staleMs: number) => (write: WriteRecord) =>
      isOfSame(read, write) &&
      write.acked!.order < begun.order &&
      write.acked!.ms <= begun.ms - staleMs - (this.#options.clockTickMs - 1);
    const promises: [string, (write: WriteRecord) => boolean][] = [];
    if (evidence.met) promises.push(['its token', (write) => implied.has(write)]);
    if (evidence.met && level === 'bounded') {
      promises.push([`staleness of ${maxStalenessMs} ms`, before(maxStalenessMs!)]);
    }
    if (evidence.met && level === 'strict') {
      promises.push([
        'being strict',
        (write) => isOfSame(read, write) && isStrictly(write, begun.order, asOfMs),
      ]);
    }
    const { stalenessMs } = evidence;
    if (stalenessMs !== undefined && this.#options.checksStaleness) {
      promises.push([`claim to be stale by ${stalenessMs} ms`, before(stalenessMs)]);
    }
    return promises;
  }

  #contains(read: ReadRecord, write: WriteRecord): boolean {
    if (write.marker !== undefined && read.markers.has(write.marker)) return true;
    if (write.marker === undefined) return !this.#showsWhatItDeleted(read, write);
    return this.#mayBeDeleted(read, write, new Set());
  }

  /** Of a delete that leaves nothing to see one can only tell that it is missing: by what was there before it. */
  #showsWhatItDeleted(read: ReadRecord, remove: WriteRecord): boolean {
    if (remove.rough) return false;
    return [...read.markers].some((marker) => {
      const { acked, rough } = this.#options.history.of(marker)!;
      return acked !== undefined && !rough && acked.ms + this.#options.stampSkewMs < remove.begun.ms;
    });
  }

  /** Whether some delete, which the answer may contain, can be why the write is not to be seen. */
  #mayBeDeleted(read: ReadRecord, write: WriteRecord, looked: Set<WriteRecord>): boolean {
    looked.add(write);
    return this.#options.history.writesOf(read.key).some((remove) => {
      if (looked.has(remove) || remove.begun.order > read.ended.order) return false;
      if (!this.#canDelete(remove, write)) return false;
      if (remove.marker === undefined || read.markers.has(remove.marker)) return true;
      return this.#mayBeDeleted(read, remove, looked);
    });
  }

  #canDelete(remove: WriteRecord, write: WriteRecord): boolean {
    if (remove.kind === 'put') return false;
    if (remove.kind === 'delete-column') return remove.deletes === write.marker;
    const { acked, rough } = remove;
    return acked === undefined || rough || write.begun.ms <= acked.ms + this.#options.stampSkewMs;
  }
}

/** Reads speak of what was acknowledged to their own workload; what batch writes is reached by tokens. */
const isOfSame = (read: ReadRecord, write: WriteRecord): boolean =>
  write.acked !== undefined && write.workload === read.workload;

/** Acknowledged before the read began, and, where it said so, by the time it named. */
const isStrictly = ({ acked, ackedMs }: WriteRecord, order: number, asOfMs: number | undefined): boolean =>
  acked!.order < order && (asOfMs === undefined || ackedMs <= asOfMs);

function missed(read: ReadRecord, write: WriteRecord, why: string): string {
  const acked =
    write.acked === undefined ? 'never acknowledged' : `acknowledged at ${write.acked.ms.toFixed(1)}`;
  return `${named(read)} lacks ${write.kind} ${write.marker ?? ''} (${acked}), against ${why}`;
}

function named({ level, key, begun, ended, evidence }: ReadRecord): string {
  const by = `by ${evidence.clusters.join(', ')} (${evidence.tier})`;
  return `a ${level} read of ${key} from ${begun.ms.toFixed(1)} to ${ended.ms.toFixed(1)} ${by}`;
}
