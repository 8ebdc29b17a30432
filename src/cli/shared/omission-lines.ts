import type { Omission } from '../../core/privacy/omissions';

/** Returns a line for each DataType that an answer leaves out. */
export function omissionLines(omitted: readonly Omission[] = []): readonly string[] {
  return omitted.map(({ dataType, purpose }) => `left out: ${dataType}, the user has not allowed ${purpose}`);
}
