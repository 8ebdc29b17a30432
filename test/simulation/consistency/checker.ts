import type { History, ReadRecord, WriteRecord } from './history';
import { isBefore } from './history';
import { REGISTERS, workloadOf } from './world';

export interface CheckerOptions {
  readonly history: History;
  /** Whether the staleness in answers must be right: replication within a shard is in order. */
  readonly checksStaleness: boolean;
  /** Clock readings may be this old, less a millisecond: bounds of staleness hold by the readings. */
  readonly clockTickMs: number;
}

/** A promise of an answer: why it is one, and the writes that it covers. */
interface Promised {
  readonly why: string;
  readonly covers: (write: WriteRecord) => boolean;
}

/**
 * Checks answers against what really happened, of which it knows everything, and not against anything that the product reports
 * about itself.
 *
 * - An event that a promise covers is shown.
 * - A register shows a value that was written there, by a write that had begun.
 * - Of each write of a register that a promise covers, it shows that write or one that is not certainly older (`isBefore`); a
 * register that shows nothing does so by a deletion for which the same is true.
 *
 * No write is excused: one whose outcome is unknown may take effect at any later time, or never, but one that was acknowledged
 * never takes effect once more.
 */
export class Checker {
  readonly #options: CheckerOptions;

  constructor(options: CheckerOptions) {
    this.#options = options;
  }

  /** Returns what is wrong with the answer, in words. */
  check(read: ReadRecord): string[] {
    const promises = this.#promises(read);
    return [...this.#fromNowhere(read), ...dishonest(read), ...this.#broken(read, promises)];
  }

  /** Like `check`, for a read after the end of all faults: by then every replica has every acknowledged write. */
  checkHealed(read: ReadRecord): string[] {
    const everything: Promised = { why: 'all being well', covers: ({ acked }) => acked !== undefined };
    return [...this.check(read), ...this.#broken(read, [everything])];
  }

  #fromNowhere(read: ReadRecord): string[] {
    const { key, ended, shown } = read;
    const isKnown = (name: string, register: string | undefined): boolean => {
      const write = this.#options.history.of(name);
      return (
        write !== undefined &&
        write.key === key &&
        write.register === register &&
        write.begun.order < ended.order
      );
    };
    return [
      ...[...(shown.events ?? [])].filter((name) => !isKnown(name, undefined)),
      ...[...(shown.values ?? [])].flatMap(([register, name]) => (isKnown(name, register) ? [] : [name])),
    ].map((name) => `${named(read)} shows ${name}, which no client wrote there`);
  }

  /** Returns the promises of the answer. */
  #promises(read: ReadRecord): Promised[] {
    const { evidence, begun, implied, maxStalenessMs, asOfMs, level } = read;
    const before = (staleMs: number) => (write: WriteRecord) =>
      isOfSame(read, write) &&
      write.acked!.order < begun.order &&
      write.acked!.ms <= begun.ms - staleMs - (this.#options.clockTickMs - 1);
    const promises: Promised[] = [];
    if (evidence.met) promises.push({ why: 'its token', covers: (write) => implied.has(write) });
    if (evidence.met && level === 'bounded') {
      promises.push({ why: `staleness of ${maxStalenessMs} ms`, covers: before(maxStalenessMs!) });
    }
    if (evidence.met && level === 'strict') {
      const covers = (write: WriteRecord): boolean =>
        isOfSame(read, write) && isStrictly(write, begun.order, asOfMs);
      promises.push({ why: 'being strict', covers });
    }
    const { stalenessMs } = evidence;
    if (stalenessMs !== undefined && this.#options.checksStaleness) {
      promises.push({ why: `claim to be stale by ${stalenessMs} ms`, covers: before(stalenessMs) });
    }
    return promises;
  }

  /** Returns the promises that the answer breaks, each with a write that shows it. */
  #broken(read: ReadRecord, promises: readonly Promised[]): string[] {
    const writes = this.#options.history.writesOf(read.key);
    return promises.flatMap(({ why, covers }) => {
      const covered = writes.filter(covers);
      const missing = [...missingEvents(read, covered), ...this.#outdated(read, covered)];
      return missing.map((what) => `${named(read)} ${what}, against ${why}`);
    });
  }

  #outdated(read: ReadRecord, covered: readonly WriteRecord[]): string[] {
    const { values } = read.shown;
    if (values === undefined) return [];
    return REGISTERS.flatMap((register) => {
      const required = covered.filter((write) => concerns(write, register));
      const name = values.get(register);
      if (name === undefined) return this.#wronglyEmpty(read, register, required);
      const value = this.#options.history.of(name);
      const newer = value && required.find((write) => isBefore(value, write));
      return newer === undefined
        ? []
        : [`shows ${describe(value!)} in ${register} and not ${describe(newer)}`];
    });
  }

  #wronglyEmpty(read: ReadRecord, register: string, required: readonly WriteRecord[]): string[] {
    if (required.length === 0) return [];
    const mayBeReason = (write: WriteRecord): boolean =>
      write.kind === 'delete' &&
      concerns(write, register) &&
      write.begun.order < read.ended.order &&
      !required.some((other) => isBefore(write, other));
    if (this.#options.history.writesOf(read.key).some(mayBeReason)) return [];
    return [`shows nothing in ${register} and lacks ${describe(required.at(-1)!)}`];
  }
}

function missingEvents({ shown }: ReadRecord, covered: readonly WriteRecord[]): string[] {
  const { events } = shown;
  if (events === undefined) return [];
  return covered
    .filter(({ kind, name }) => kind === 'event' && !events.has(name))
    .map((write) => `lacks ${describe(write)}`);
}

function dishonest(read: ReadRecord): string[] {
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

const concerns = ({ kind, register }: WriteRecord, column: string): boolean =>
  kind !== 'event' && (register === undefined || register === column);

/**
 * Whether the write belongs to the workload of the read. Reads promise only writes of their own workload; writes of batch work
 * are reached by tokens.
 */
const isOfSame = (read: ReadRecord, write: WriteRecord): boolean =>
  write.acked !== undefined && write.workload === read.workload;

/** Whether the write was acknowledged before the read began, and by the time that the read named, if it named one. */
const isStrictly = ({ acked, ackedMs }: WriteRecord, order: number, asOfMs: number | undefined): boolean =>
  acked!.order < order && (asOfMs === undefined || ackedMs <= asOfMs);

function describe({ name, begun, acked }: WriteRecord): string {
  const end = acked === undefined ? 'never acknowledged' : `acknowledged at ${acked.ms.toFixed(1)}`;
  return `${name} (begun at ${begun.ms.toFixed(1)}, ${end})`;
}

function named({ level, key, begun, ended, evidence }: ReadRecord): string {
  const by = `by ${evidence.clusters.join(', ')} (${evidence.tier})`;
  return `a ${level} read of ${key} from ${begun.ms.toFixed(1)} to ${ended.ms.toFixed(1)} ${by}`;
}
