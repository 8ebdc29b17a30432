import type { Retention } from './schema';

/** Rule that selects the cells of a family that are garbage. Absent means that no cell is garbage. */
export type GcRule =
  | { readonly maxAgeMs: number }
  | { readonly versionsMax: number }
  /** A cell is garbage if any of the rules matches. */
  | { readonly anyOf: readonly GcRule[] }
  /** A cell is garbage if all of the rules match. */
  | { readonly allOf: readonly GcRule[] };

/**
 * Returns the GC rule of a retention. If both limits are set, the rule is their union: a cell is garbage if it is too
 * old or if enough newer versions exist. So neither limit weakens the other.
 */
export function gcRuleOf({ maxAgeMs, versionsMax }: Retention): GcRule | undefined {
  const rules: GcRule[] = [];
  if (maxAgeMs !== undefined) rules.push({ maxAgeMs });
  if (versionsMax !== undefined) rules.push({ versionsMax });
  return rules.length > 1 ? { anyOf: rules } : rules[0];
}

/**
 * Returns a readable form of a rule, such as `age > 180d or versions > 3`. Rules with the same meaning have the same
 * form.
 */
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
