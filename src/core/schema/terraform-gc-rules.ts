import type { GcRule } from './gc-rule';

/**
 * A GC rule as `google_bigtable_gc_policy.gc_rules` takes it: JSON text, keys in order and without spaces, which is how the
 * provider keeps it, so that a plan shows no difference where there is none.
 */
export function terraformGcRules(rule: GcRule): string {
  const nested = nestedRule(rule);
  return JSON.stringify('mode' in nested ? nested : { rules: [nested] });
}

type NestedRule =
  | { readonly max_age: string }
  | { readonly max_version: number }
  | { readonly mode: 'union' | 'intersection'; readonly rules: readonly NestedRule[] };

function nestedRule(rule: GcRule): NestedRule {
  if ('maxAgeMs' in rule) return { max_age: goDuration(rule.maxAgeMs) };
  if ('versionsMax' in rule) return { max_version: rule.versionsMax };
  if ('anyOf' in rule) return { mode: 'union', rules: rule.anyOf.map(nestedRule) };
  return { mode: 'intersection', rules: rule.allOf.map(nestedRule) };
}

const UNITS = [
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const;

/** In the largest unit that divides it, of those that Go's `time.ParseDuration` knows; days are none of them. */
function goDuration(durationMs: number): string {
  const [unit, unitMs] = UNITS.find(([, each]) => durationMs % each === 0) ?? ['ms', 1];
  return `${durationMs / unitMs}${unit}`;
}
