/** Generations that a scan reads: one of each DataType from its start to its end, which may be hours later. */
import { NO_PINS, type PinnedGenerations } from '../../core/generations/generation-column';
import { chooseGenerations, type RequestedGenerations } from '../../core/generations/pointer-vector';
import type { DataType } from '../../core/schema/schema';
import { TidemarkError } from '../../errors';
import {
  numbersOf,
  withGenerations,
  type GenerationPointers,
  type ServedGenerationLimits,
} from './served-generations';

/** Generations of one scan. */
export interface ScanGenerations {
  /** Generation of each selected DataType with generations. Undefined: none was published when the scan began. */
  readonly pins: PinnedGenerations;
  /**
   * Checks that no cell of the generations can have been deleted before the last row arrived. Call it after each row, and after the
   * end of the scan. Returns undefined, or a promise when the pointers are to be read again, every few seconds. Rejects with
   * `generation_not_found` once a generation was collected, with `deadline_exceeded` if the process was suspended again and again, and
   * with the errors of reading the pointers.
   */
  readonly confirm: () => Promise<void> | undefined;
}

/** Scan of DataTypes without generations. */
export const WITHOUT_GENERATIONS: ScanGenerations = { pins: NO_PINS, confirm: () => undefined };

/** Generations of a scan by family. Null: none was published when it began. */
export type ScannedNumbers = Readonly<Record<string, number | null>>;

interface GenerationsToScan {
  readonly dataTypes: Iterable<DataType>;
  /** Generations that the caller names, by family. Default: the published ones. */
  readonly requested?: RequestedGenerations | undefined;
  /** Generations that an earlier run of the same scan has read. They take the place of the published ones. */
  readonly earlier?: ScannedNumbers | undefined;
}

/**
 * Chooses the generations of a scan, by pointers that are read now. Throws `generation_not_found` for a named or earlier one that
 * does not exist or was collected, `invalid_argument` for one of a DataType without generations, and the errors of reading the pointers.
 */
export async function pinForScan(
  pointers: Pick<GenerationPointers, 'poll' | 'vector' | 'ageMs'>,
  { dataTypes: selected, requested, earlier }: GenerationsToScan,
  limits: Pick<ServedGenerationLimits, 'pointerAgeMaxMs' | 'answerAgeMaxMs' | 'repeatsMax'>,
): Promise<ScanGenerations> {
  const dataTypes = withGenerations({ dataTypes: selected, requested });
  if (dataTypes.length === 0) return WITHOUT_GENERATIONS;
  await pointers.poll();
  const named = earlier === undefined ? requested : { ...requested, ...withNumber(earlier) };
  const chosen = chooseGenerations(pointers.vector!, dataTypes, named).pins;
  const pins = new Map(
    Array.from(
      chosen,
      ([family, number]) => [family, earlier?.[family] === null ? undefined : number] as const,
    ),
  );
  const numbers = numbersOf(pins);
  const readAgain = async (): Promise<void> => {
    for (let repeats = 0; repeats <= limits.repeatsMax; repeats++) {
      await pointers.poll();
      chooseGenerations(pointers.vector!, dataTypes, numbers);
      if (pointers.ageMs <= limits.answerAgeMaxMs) return;
    }
    throw new TidemarkError('deadline_exceeded', 'the process was suspended while it scanned a generation');
  };
  // As for reads: cells are deleted only when all pointers that do not show the collection are older than this.
  return { pins, confirm: () => (pointers.ageMs <= limits.pointerAgeMaxMs ? undefined : readAgain()) };
}

/** Returns the generations of a scan, to continue it later. */
export function scannedNumbers({ pins }: Pick<ScanGenerations, 'pins'>): ScannedNumbers {
  return Object.fromEntries(Array.from(pins, ([family, number]) => [family, number ?? null]));
}

function withNumber(earlier: ScannedNumbers): RequestedGenerations {
  return Object.fromEntries(
    Object.entries(earlier).filter((entry): entry is [string, number] => entry[1] !== null),
  );
}
