/**
 * The lease of the leader. It is stored in a row that only its holder changes, in transactions, and that candidates
 * watch.
 */
import { objectAt, stringAt, wholeNumberAt } from '../json/json-fields';
import { TidemarkError } from '../../errors';

/** Family of leases. Each row has its version beside the lease. */
export const LEASE_FAMILY = '_lease';
export const LEASE_QUALIFIER = Buffer.from('lease');

export interface Lease {
  /** Id of this run of the process. */
  readonly holder: string;
  /** Leadership term. It increases with each new leader: by one, or by more after a lost lease. */
  readonly epoch: number;
  /** Sequence number of the holder's last publication in this term. 0: nothing is published yet. */
  readonly sequence: number;
  /** Number of rounds of decisions that the holder has made in this term, with or without something to publish. */
  readonly rounds: number;
  /**
   * Time of the write by the holder's clock, in milliseconds since the Unix epoch. No decision depends on it, since
   * that clock may be wrong.
   */
  readonly writtenAtMs: number;
  /** Time without a renewal after which another process may take the lease, in milliseconds. */
  readonly durationMs: number;
  /** Whether the holder released the lease. The next leader then need not wait. */
  readonly isReleased: boolean;
}

/**
 * Maximum duration of a lease, in milliseconds. A stored lease with a longer one counts as corrupted:
 * candidates wait for it as long as for a lease of their own duration.
 */
export const LEASE_MAX_MS = 600_000;

export function encodeLease({ isReleased, ...lease }: Lease): Buffer {
  return Buffer.from(JSON.stringify({ ...lease, isOver: isReleased }));
}

/** Decodes a stored lease. Throws `data_corrupted`. */
export function decodeLease(bytes: Buffer): Lease {
  try {
    const { holder, isOver, ...numbers } = objectAt(JSON.parse(bytes.toString('utf8')), 'lease');
    const number = (name: string, max = Number.MAX_SAFE_INTEGER): number =>
      wholeNumberAt(numbers[name], name, { min: 0, max });
    return {
      holder: stringAt(holder, 'holder'),
      epoch: number('epoch'),
      sequence: number('sequence'),
      rounds: number('rounds'),
      writtenAtMs: number('writtenAtMs'),
      durationMs: number('durationMs', LEASE_MAX_MS),
      isReleased: isOver === true,
    };
  } catch (cause) {
    throw new TidemarkError('data_corrupted', 'the stored lease is corrupted', { cause });
  }
}

/**
 * Detects the end of another process's lease by the own clock only: the lease has ended when its row has not changed
 * for the lease's duration. The holder measures from before its last write, the watcher from after it has seen that
 * write. So the holder's time ends first, whatever either clock shows and however they jump. (As in Amazon's DynamoDB
 * lock client.)
 */
export class LeaseWatch {
  readonly #marginMs: number;
  #seen: { readonly version: string; readonly atMs: number } | undefined;

  /** `marginMs` allows for clocks that run at different speeds. */
  constructor(marginMs: number) {
    this.#marginMs = marginMs;
  }

  /**
   * Returns the time until the lease ends, in milliseconds, or 0 if it has ended. `version` is the version of the row,
   * which was read before the monotonic time `atMs`.
   */
  leftMs(version: string, durationMs: number, atMs: number): number {
    if (this.#seen?.version !== version) this.#seen = { version, atMs };
    return Math.max(0, this.#seen.atMs + durationMs + this.#marginMs - atMs);
  }
}
