import type { ConsistencyLevel, ReadEvidence } from '../../../src/core/consistency/consistency';
import type { Workload } from '../../../src/routing/topology/topology';

/** A moment of the simulation: its real time, which no process sees, and its place among all that was recorded. */
export interface Moment {
  readonly ms: number;
  readonly order: number;
}

/** `event`: a cell of its own that stays. `put` and `delete`: of a register, that is, a column that is overwritten. */
type WriteKind = 'event' | 'put' | 'delete';

/** A write as its client knows it. */
export interface WriteRecord {
  /** Unique: the column of an event, the value of a put. */
  readonly name: string;
  readonly key: string;
  readonly kind: WriteKind;
  /** The register; absent with an event, and with the deletion of all registers of the row. */
  readonly register: string | undefined;
  readonly workload: Workload;
  /** Writes of the row that its token named: it comes after them. */
  readonly after: ReadonlySet<WriteRecord>;
  readonly begun: Moment;
  /** Moment at which its client knew that it was done; undefined while, or if, that is not known. */
  acked: Moment | undefined;
  /** Reading of the writer's clock then, or a little later, in milliseconds. */
  ackedMs: number;
}

/** Contents of a row in an answer, as far as the filter passes them. */
export interface Shown {
  /** Names of the events; undefined where the filter hides them. */
  readonly events: ReadonlySet<string> | undefined;
  /** By register, the name of the put whose value it has; undefined where the filter hides them. */
  readonly values: ReadonlyMap<string, string> | undefined;
}

/** A row as it was answered, with what its reader was promised. */
export interface ReadRecord {
  readonly key: string;
  readonly workload: Workload;
  readonly level: ConsistencyLevel;
  readonly begun: Moment;
  readonly ended: Moment;
  readonly maxStalenessMs: number | undefined;
  /** By the clock of the process that read. */
  readonly asOfMs: number | undefined;
  readonly mayBeStale: boolean;
  /** Writes of this row that the token given with the read names. */
  readonly implied: ReadonlySet<WriteRecord>;
  readonly shown: Shown;
  readonly evidence: ReadEvidence;
}

/** Everything that was written, in the order in which it began. */
export class History {
  readonly #nowMs: () => number;
  readonly #byKey = new Map<string, WriteRecord[]>();
  readonly #byName = new Map<string, WriteRecord>();
  #orders = 0;
  #lastOfRegisters: WriteRecord | undefined;

  /** `nowMs` is the real time. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  now(): Moment {
    return { ms: this.#nowMs(), order: this.#orders++ };
  }

  begin(write: Pick<WriteRecord, 'key' | 'kind' | 'register' | 'workload' | 'after'>): WriteRecord {
    const name = `${write.kind[0]}${this.#byName.size}`;
    const record: WriteRecord = { ...write, name, begun: this.now(), acked: undefined, ackedMs: 0 };
    const ofKey = this.#byKey.get(write.key);
    if (ofKey === undefined) this.#byKey.set(write.key, [record]);
    else ofKey.push(record);
    this.#byName.set(name, record);
    if (write.kind !== 'event') this.#lastOfRegisters = record;
    return record;
  }

  /** Returns the write of a register that began last. */
  get lastOfRegisters(): WriteRecord | undefined {
    return this.#lastOfRegisters;
  }

  writesOf(key: string): readonly WriteRecord[] {
    return this.#byKey.get(key) ?? [];
  }

  of(name: string): WriteRecord | undefined {
    return this.#byName.get(name);
  }
}

/**
 * Whether the first write certainly took effect before the second one: it was acknowledged before the second one began, or the
 * client of the second one had seen it and passed a token that names it. A write without an acknowledgement may take effect at
 * any later time.
 */
export function isBefore(first: WriteRecord, second: WriteRecord): boolean {
  return (first.acked !== undefined && first.acked.order < second.begun.order) || second.after.has(first);
}
