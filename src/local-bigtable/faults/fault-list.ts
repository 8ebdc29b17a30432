import type { Clock } from '../../platform/time/clock';
import { resourceExhaustedError } from '../grpc/rpc-error';

interface Entry<Fault> {
  readonly id: number;
  /** Affected links or clusters, in words. */
  readonly label: string;
  readonly fault: Fault;
  /** Time at which the fault expires, in milliseconds of the monotonic clock. Absent: it does not expire. */
  readonly endsMs?: number;
  readonly cancel?: () => void;
}

/** Fault that expires, in words, and the remaining time in milliseconds. */
export interface TimedFault {
  readonly description: string;
  readonly remainingMs: number;
}

interface FaultListOptions {
  readonly clock: Clock;
  readonly countMax: number;
  /** Called when a fault has expired. */
  readonly onEnd: () => void;
}

/** Faults of one kind in order of creation: later ones override earlier ones. Some expire. */
export class FaultList<Fault extends { readonly change: object }> {
  readonly #options: FaultListOptions;
  #entries: readonly Entry<Fault>[] = [];
  #ids = 0;

  constructor(options: FaultListOptions) {
    this.#options = options;
  }

  get faults(): readonly Fault[] {
    return this.#entries.map(({ fault }) => fault);
  }

  /** Returns the faults that expire. */
  timed(): TimedFault[] {
    const nowMs = this.#options.clock.monotonicMs();
    return this.#entries.flatMap(({ label, fault, endsMs }) =>
      endsMs === undefined
        ? []
        : [{ description: `${label}: ${describe(fault.change)}`, remainingMs: endsMs - nowMs }],
    );
  }

  /** Throws RESOURCE_EXHAUSTED if there is no room for `count` more faults. Must be called before they are added. */
  checkCapacity(count: number): void {
    const { countMax } = this.#options;
    if (this.#entries.length + count <= countMax) return;
    throw resourceExhaustedError(
      `There are already ${countMax} faults, which is the maximum: reset them first`,
    );
  }

  /** Adds a fault. Without `forMs` it is permanent and replaces earlier values of the same fields. */
  add(label: string, fault: Fault, forMs?: number): void {
    const { clock, onEnd } = this.#options;
    if (forMs === undefined) {
      this.removeFields(Object.keys(fault.change), label);
      this.#entries = [...this.#entries, { id: this.#ids++, label, fault }];
      return;
    }
    const id = this.#ids++;
    const cancel = clock.schedule(forMs, () => {
      this.#entries = this.#entries.filter((entry) => entry.id !== id);
      onEnd();
    });
    this.#entries = [...this.#entries, { id, label, fault, endsMs: clock.monotonicMs() + forMs, cancel }];
  }

  /** Removes these fields from all faults, or from those with the label. */
  removeFields(fields: readonly string[], label?: string): void {
    this.#entries = this.#entries.flatMap((entry) => {
      if (label !== undefined && entry.label !== label) return [entry];
      const rest = Object.entries(entry.fault.change).filter(([field]) => !fields.includes(field));
      if (rest.length > 0) return [{ ...entry, fault: { ...entry.fault, change: Object.fromEntries(rest) } }];
      entry.cancel?.();
      return [];
    });
  }

  clear(): void {
    for (const { cancel } of this.#entries) cancel?.();
    this.#entries = [];
  }
}

function describe(change: object): string {
  return Object.entries(change)
    .map(([field, value]) => (value === true ? field : `${field} ${String(value)}`))
    .join(', ');
}
