import type { DataTypeRule } from './privacy-rules';
import type { RowPrivacy } from './row-privacy';

/** A DataType that an answer leaves out, because the user has not allowed its purpose. */
export interface Omission {
  readonly dataType: string;
  readonly purpose: string;
  readonly reason: 'no_consent';
}

/** Receives the rule of each DataType that was left out, or would be if its policy was `enforce`. */
export type ObserveOmission = (rule: DataTypeRule) => void;

export const NO_OMISSIONS: readonly Omission[] = Object.freeze([]);

/**
 * Returns which of the DataTypes an answer leaves out, by their families. `privacy` is undefined if the rows of the table
 * are not users.
 */
export function omissionsOf(
  privacy: RowPrivacy | undefined,
  families: Iterable<string>,
  observe?: ObserveOmission,
): readonly Omission[] {
  if (privacy === undefined) return NO_OMISSIONS;
  let omissions: Omission[] | undefined;
  for (const family of families) {
    const rule = privacy.unlawful(family);
    if (rule === undefined) continue;
    observe?.(rule);
    if (rule.policy !== 'enforce') continue;
    omissions ??= [];
    omissions.push({ dataType: family, purpose: rule.purpose, reason: 'no_consent' });
  }
  return omissions ?? NO_OMISSIONS;
}
