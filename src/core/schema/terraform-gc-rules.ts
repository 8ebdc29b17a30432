import type { GcRule } from './gc-rule';

/**
 * Returns a GC rule in the form of `google_bigtable_gc_policy.gc_rules`: JSON text with ordered keys and without
 * spaces. The provider stores it like this, so a plan shows no difference if nothing has changed.
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

/**
 * Formats a duration in the largest unit that divides it and that Go's `time.ParseDuration` knows. Days are not such a
 * unit.
 */
function goDuration(durationMs: number): string {
  const [unit, unitMs] = UNITS.find(([, each]) => durationMs % each === 0) ?? ['ms', 1];
  return `${durationMs / unitMs}${unit}`;
}
