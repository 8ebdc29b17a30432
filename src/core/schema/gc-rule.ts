import type { Retention } from './schema';

/** Which cells of a family are garbage; absent means none. */
export type GcRule =
  | { readonly maxAgeMs: number }
  | { readonly versionsMax: number }
  /** Garbage when any of the rules says so. */
  | { readonly anyOf: readonly GcRule[] }
  /** Garbage when all of the rules say so. */
  | { readonly allOf: readonly GcRule[] };

/**
 * A retention with both limits is their union: a cell is garbage when it is too old, and also when newer versions push it
 * out. So neither limit weakens the other.
 */
export function gcRuleOf({ maxAgeMs, versionsMax }: Retention): GcRule | undefined {
  const rules: GcRule[] = [];
  if (maxAgeMs !== undefined) rules.push({ maxAgeMs });
  if (versionsMax !== undefined) rules.push({ versionsMax });
  return rules.length > 1 ? { anyOf: rules } : rules[0];
}

/** For a person, and equal for rules that mean the same, e.g. `age > 180d or versions > 3`. */
export function describeGcRule(rule: GcRule | undefined): string {
  if (rule === undefined) return 'never';
  if ('maxAgeMs' in rule) return `age > ${describeAge(rule.maxAgeMs)}`;
  if ('versionsMax' in rule) return `versions > ${rule.versionsMax}`;
  return 'anyOf' in rule ? joined(rule.anyOf, 'or') : joined(rule.allOf, 'and');
}

function joined(rules: readonly GcRule[], word: 'and' | 'or'): string {
  const parts = rules.map((rule) => {
    const nested = ('anyOf' in rule && word === 'and') || ('allOf' in rule && word === 'or');
    return nested ? `(${describeGcRule(rule)})` : describeGcRule(rule);
  });
  return [...new Set(parts)].sort().join(` ${word} `);
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const;

function describeAge(ageMs: number): string {
  const [unit, unitMs] = UNITS.find(([, each]) => ageMs >= each && ageMs % each === 0) ?? ['ms', 1];
  return `${ageMs / unitMs}${unit}`;
}
