/**
 * A lease: who is in office, of those that could be. It lies in a row that only the holder changes, by transactions, and that
 * whoever waits for his turn watches.
 */
import { objectAt, stringAt, wholeNumberAt } from '../json/json-fields';
import { TidemarkError } from '../../errors';

/** Where leases are, each with its row's version beside it. */
export const LEASE_FAMILY = '_lease';
export const LEASE_QUALIFIER = Buffer.from('lease');

export interface Lease {
  /** An id of this run of the process. */
  readonly holder: string;
  /** One more with each term of office. */
  readonly epoch: number;
  /** Of what the holder has published in this term; 0: nothing yet. */
  readonly sequence: number;
  /** How often he has decided in this term, whether there was anything new to publish or not. */
  readonly rounds: number;
  /** When it was written, by the holder's clock, which may be wrong: nothing is decided by it. */
  readonly writtenAtMs: number;
  /** How long nobody else takes the office when nothing more is heard of the holder. */
  readonly durationMs: number;
  /** Given up in order: the next one need not wait. */
  readonly isOver: boolean;
}

/** No lease lasts longer: what says so is damaged, and keeps nobody waiting for it. */
export const LEASE_MAX_MS = 600_000;

export function encodeLease(lease: Lease): Buffer {
  return Buffer.from(JSON.stringify(lease));
}

/** Throws `data_corrupted`. */
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
      isOver: isOver === true,
    };
  } catch (cause) {
    throw new TidemarkError('data_corrupted', 'the stored lease is damaged', { cause });
  }
}

/**
 * When another one's lease is over, by the own clock alone: as soon as the row has not changed for the lease's duration. The
 * holder counts from before his last write, who watches from after he has seen it: so the holder's time is over first,
 * whatever either clock shows, and however they jump. (As in Amazon's DynamoDB lock client.)
 */
export class LeaseWatch {
  readonly #marginMs: number;
  #seen: { readonly version: string; readonly atMs: number } | undefined;

  /** The margin is for clocks that do not go at the same pace. */
  constructor(marginMs: number) {
    this.#marginMs = marginMs;
  }

  /** `version` is the row's, read before `atMs`, a monotonic time. Milliseconds until the lease is over; 0: it is. */
  leftMs(version: string, durationMs: number, atMs: number): number {
    if (this.#seen?.version !== version) this.#seen = { version, atMs };
    return Math.max(0, this.#seen.atMs + durationMs + this.#marginMs - atMs);
  }
}
