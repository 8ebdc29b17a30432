import type { ConsistencyLevel, ReadEvidence } from '../../../src/core/consistency';
import type { Workload } from '../../../src/topology/topology';

/** A moment of the simulation: its real time, which no process sees, and its place among all that was recorded. */
export interface Moment {
  readonly ms: number;
  readonly order: number;
}

export type WriteKind = 'put' | 'delete-column' | 'delete-row';

/** A write as its client knows it. */
export interface WriteRecord {
  readonly key: string;
  readonly kind: WriteKind;
  /** The column, its own alone, by which an answer shows that it contains the write; absent: it leaves nothing to see. */
  readonly marker: string | undefined;
  /** With `delete-column`: the marker that goes. */
  readonly deletes: string | undefined;
  readonly workload: Workload;
  readonly begun: Moment;
  /** When its client knew that it was done; undefined while, or if, that is not known. */
  acked: Moment | undefined;
  /** What the writer's clock showed then, or a little later. */
  ackedMs: number;
  /** A call of its process failed meanwhile: what it sent may be done again, or late, however it ended. */
  rough: boolean;
}

/** A row as it was answered, with what its reader was promised. */
export interface ReadRecord {
  readonly key: string;
  readonly workload: Workload;
  readonly level: ConsistencyLevel;
  readonly begun: Moment;
  readonly ended: Moment;
  readonly maxStalenessMs: number | undefined;
  /** By the clock of whoever asked. */
  readonly asOfMs: number | undefined;
  readonly mayBeStale: boolean;
  /** The writes that the token, given with the read, speaks for; of this row. */
  readonly implied: ReadonlySet<WriteRecord>;
  readonly markers: ReadonlySet<string>;
  readonly evidence: ReadEvidence;
}

/** Everything that was written, in the order in which it began. */
export class History {
  readonly #nowMs: () => number;
  readonly #byKey = new Map<string, WriteRecord[]>();
  readonly #byMarker = new Map<string, WriteRecord>();
  #orders = 0;

  /** `nowMs` is the real time. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  now(): Moment {
    return { ms: this.#nowMs(), order: this.#orders++ };
  }

  begin(write: Pick<WriteRecord, 'key' | 'kind' | 'marker' | 'deletes' | 'workload'>): WriteRecord {
    const record: WriteRecord = { ...write, begun: this.now(), acked: undefined, ackedMs: 0, rough: false };
    const ofKey = this.#byKey.get(write.key);
    if (ofKey === undefined) this.#byKey.set(write.key, [record]);
    else ofKey.push(record);
    if (record.marker !== undefined) this.#byMarker.set(record.marker, record);
    return record;
  }

  writesOf(key: string): readonly WriteRecord[] {
    return this.#byKey.get(key) ?? [];
  }

  /** The write whose marker it is. */
  of(marker: string): WriteRecord | undefined {
    return this.#byMarker.get(marker);
  }
}
