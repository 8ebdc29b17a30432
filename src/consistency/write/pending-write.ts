import { cancelledError, deadlineError } from '../../bigtable/client/bigtable-error';
import { isIdempotent } from '../../bigtable/write/mutations';
import type { Mutation } from '../../bigtable/client/types';
import { WATERMARK_FAMILY } from '../../core/consistency/row-watermark';
import { invalidArgument, type TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { RowToWrite, WriteReceipt } from '../store';
import type { CancelSignal } from '../../platform/tasks/cancellation';

/** Size of a mutation besides its qualifier and value, in bytes; an upper bound. */
const MUTATION_BYTES = 128;

/** A write that a caller requested for a row, until it is settled: acknowledged, failed, or aborted by its caller. */
export class PendingWrite {
  readonly mutations: readonly Mutation[];
  /** See `RowToWrite.stay`. */
  readonly stay: number;
  /** Upper bound of its size in a request, in bytes. */
  readonly bytes: number;
  readonly idempotent: boolean;
  /**
   * Largest number of writes that it may be batched with, itself included. Halved each time that a mutation with it was
   * rejected.
   */
  joinMax = Infinity;
  /** Error of the last attempt, if there was one. */
  failure: TidemarkError | undefined;
  /** Called when the caller has aborted the write. */
  onAborted: (() => void) | undefined;
  readonly caller: WriteCaller;
  #outcome: WriteReceipt | TidemarkError | undefined;

  constructor(caller: WriteCaller, { mutations, stay = 0 }: Pick<RowToWrite, 'mutations' | 'stay'>) {
    this.caller = caller;
    this.mutations = mutations;
    this.stay = stay;
    let bytes = 0;
    for (const mutation of mutations) bytes += bytesOf(mutation);
    this.bytes = bytes;
    this.idempotent = mutations.every(isIdempotent);
  }

  get settled(): boolean {
    return this.#outcome !== undefined;
  }

  /** Outcome of the write. Undefined until it is settled. */
  get outcome(): WriteReceipt | TidemarkError | undefined {
    return this.#outcome;
  }

  /** Settles the write. Only the first outcome counts. */
  settle(outcome: WriteReceipt | TidemarkError): void {
    if (this.#outcome !== undefined) return;
    this.#outcome = outcome;
    this.caller.onSettled();
  }

  abort(reason: TidemarkError): void {
    if (this.settled) return;
    this.settle(reason);
    this.onAborted?.();
  }
}

/** One call of the writer: the time that its writes may take, and what aborts them before. */
export class WriteCaller {
  readonly deadlineMs: number;
  readonly #timeoutMs: number;
  readonly #signal: CancelSignal | undefined;
  readonly #writes: PendingWrite[] = [];
  readonly #cancelTimer: () => void;
  /** Number of writes that are not settled. */
  #open = 0;
  #whenSettled: (() => void) | undefined;

  constructor(clock: Clock, timeoutMs: number, signal?: CancelSignal) {
    this.#timeoutMs = timeoutMs;
    this.#signal = signal;
    this.deadlineMs = clock.monotonicMs() + timeoutMs;
    this.#cancelTimer = clock.schedule(timeoutMs, this.#onDeadline);
    this.#signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  write(row: Pick<RowToWrite, 'mutations' | 'stay'>): PendingWrite {
    const write = new PendingWrite(this, row);
    this.#writes.push(write);
    this.#open += 1;
    return write;
  }

  /** Called by each write once, when it is settled. */
  onSettled(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#whenSettled?.();
  }

  /**
   * Resolves when all writes of the call are settled. The call has one timer and one listener for all writes, and none
   * afterwards.
   */
  async outcomes(): Promise<(WriteReceipt | TidemarkError)[]> {
    // One promise for the call, because one for each write costs more than most of what is done for it.
    if (this.#open > 0) await new Promise<void>((resolve) => (this.#whenSettled = resolve));
    this.#cancelTimer();
    this.#signal?.removeEventListener('abort', this.#onAbort);
    return this.#writes.map((write) => write.outcome!);
  }

  readonly #onAbort = (): void => {
    const reason = cancelledError(this.#signal?.reason);
    for (const write of this.#writes) write.abort(reason);
  };

  /** Aborts the writes with the error of the last attempt, which explains more than a passed deadline. */
  readonly #onDeadline = (): void => {
    for (const write of this.#writes) write.abort(write.failure ?? deadlineError(this.#timeoutMs));
  };
}

function bytesOf({ setCell, deleteFromColumn }: Mutation): number {
  const qualifier = setCell?.columnQualifier ?? deleteFromColumn?.columnQualifier;
  return MUTATION_BYTES + (setCell?.value?.length ?? 0) + (qualifier?.length ?? 0);
}

/**
 * Throws `invalid_argument` for mutations that would touch watermarks. Only the writer sets them, and nothing deletes
 * them: a deletion of the whole row would remove other writers' watermarks. Then an origin that is queried just after
 * it shows no writes, and one that is queried just before it does not show the deletion yet, so a replica with neither
 * would count as proven.
 */
export function checkNoWatermarks(field: () => string, mutations: readonly Mutation[]): void {
  for (let index = 0; index < mutations.length; index++) {
    const each = mutations[index]!;
    if (each.deleteFromRow) {
      throw invalidArgument(
        `${field()}[${index}]`,
        "would delete the row's watermark: delete the row's families instead",
      );
    }
    const { familyName } =
      each.setCell ??
      each.deleteFromColumn ??
      each.deleteFromFamily ??
      each.addToCell ??
      each.mergeToCell ??
      {};
    if (familyName !== WATERMARK_FAMILY) continue;
    throw invalidArgument(
      `${field()}[${index}]`,
      `the family ${WATERMARK_FAMILY} is reserved for watermarks`,
    );
  }
}
