import type { Omission } from '../../core/privacy/omissions';
import type { AnswerBuffer } from '../json/answer-buffer';

/** Returns the member `omitted` of an answer, which is absent if nothing is left out. */
export function orAbsent(omitted: readonly Omission[] = []): readonly Omission[] | undefined {
  return omitted.length === 0 ? undefined : omitted;
}

/** Appends the member `omitted` to an object that has other members; nothing if nothing is left out. */
export function writeOmitted(json: AnswerBuffer, omitted: readonly Omission[] = []): void {
  if (omitted.length > 0) json.text(`,"omitted":${JSON.stringify(omitted)}`);
}
