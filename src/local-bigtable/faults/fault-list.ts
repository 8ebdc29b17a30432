import type { Clock } from '../../platform/time/clock';
import { resourceExhaustedError } from '../grpc/rpc-error';

interface Entry<Fault> {
  readonly id: number;
  /** What it lies on, for people. */
  readonly label: string;
  readonly fault: Fault;
  /** Present when it ends by itself; monotonic milliseconds. */
  readonly endsMs?: number;
  readonly cancel?: () => void;
}

export interface TimedFault {
  readonly description: string;
  readonly remainingMs: number;
}

interface FaultListOptions {
  readonly clock: Clock;
  readonly countMax: number;
  /** Called when a fault has ended by itself. */
  readonly onEnd: () => void;
}

/** Faults of one kind in the order of their making: later ones win. Some end by themselves. */
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

  /** Those that end by themselves. */
  timed(): TimedFault[] {
    const nowMs = this.#options.clock.monotonicMs();
    return this.#entries.flatMap(({ label, fault, endsMs }) =>
      endsMs === undefined
        ? []
        : [{ description: `${label}: ${describe(fault.change)}`, remainingMs: endsMs - nowMs }],
    );
  }

  /** To be called before faults are added. */
  checkCapacity(count: number): void {
    const { countMax } = this.#options;
    if (this.#entries.length + count <= countMax) return;
    throw resourceExhaustedError(`At most ${countMax} faults at once; reset first`);
  }

  /** Without `forMs` the fault is there to stay, and replaces what was said earlier of the same. */
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

  /** Takes these fields out of the faults, of all or of those with the label. */
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
