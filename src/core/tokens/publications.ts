/** Publications of generations in tokens: a read with such a token uses a pointer that is at least as new. */
import { hash128 } from '../shared/hash64';

/** Bytes of a DataType's id in tokens. */
export const PUBLICATION_ID_BYTES = 8;

/** The pointer of a DataType that a read has used, or a publication has written. */
export interface Publication {
  /** Id of the DataType: 8 bytes of a hash of its name, as Latin-1. */
  readonly dataType: string;
  /** Number of changes of the pointer: a larger one is newer. */
  readonly number: number;
}

/** Returns the id of a DataType in tokens. */
export function publicationId(corpus: string, family: string): string {
  return hash128(Buffer.from(`${corpus}/${family}`)).toString('latin1', 0, PUBLICATION_ID_BYTES);
}

/** Returns the newest publication of each DataType; undefined without any. */
export function newestPublications(
  lists: Iterable<readonly Publication[] | undefined>,
): readonly Publication[] | undefined {
  let newest: Map<string, number> | undefined;
  for (const list of lists) {
    for (const { dataType, number } of list ?? []) {
      newest ??= new Map();
      newest.set(dataType, Math.max(number, newest.get(dataType) ?? 0));
    }
  }
  if (newest === undefined) return undefined;
  return Array.from(newest, ([dataType, number]) => ({ dataType, number }));
}
