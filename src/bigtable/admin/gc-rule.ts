import type { google } from '@google-cloud/bigtable/build/protos/protos';

/** Garbage-collection rule of a column family: selects the cells that Bigtable may delete. */
export type FamilyGcRule =
  | { readonly maxAgeMs: number }
  | { readonly versionsMax: number }
  /** A cell is garbage when any of the rules selects it. */
  | { readonly anyOf: readonly FamilyGcRule[] }
  /** A cell is garbage when all of the rules select it. */
  | { readonly allOf: readonly FamilyGcRule[] };

type ProtoRule = google.bigtable.admin.v2.IGcRule;

/** Converts a rule to its proto form. An absent rule, which retains everything, becomes an empty message. */
export function gcRuleToProto(rule: FamilyGcRule | undefined): ProtoRule {
  if (rule === undefined) return {};
  if ('maxAgeMs' in rule) return { maxAge: durationOf(rule.maxAgeMs) };
  if ('versionsMax' in rule) return { maxNumVersions: rule.versionsMax };
  if ('anyOf' in rule) return { union: { rules: rule.anyOf.map(gcRuleToProto) } };
  return { intersection: { rules: rule.allOf.map(gcRuleToProto) } };
}

/** Converts a proto rule; undefined for a rule that retains everything. */
export function gcRuleFromProto(rule: ProtoRule | null | undefined): FamilyGcRule | undefined {
  if (rule?.maxAge) return { maxAgeMs: millisecondsOf(rule.maxAge) };
  if (rule?.maxNumVersions) return { versionsMax: rule.maxNumVersions };
  if (rule?.union) return { anyOf: rulesOf(rule.union.rules) };
  if (rule?.intersection) return { allOf: rulesOf(rule.intersection.rules) };
  return undefined;
}

function rulesOf(rules: readonly ProtoRule[] | null | undefined): FamilyGcRule[] {
  return (rules ?? []).map(gcRuleFromProto).filter((rule) => rule !== undefined);
}

function durationOf(milliseconds: number): google.protobuf.IDuration {
  return { seconds: Math.floor(milliseconds / 1_000), nanos: Math.round((milliseconds % 1_000) * 1e6) };
}

function millisecondsOf({ seconds, nanos }: google.protobuf.IDuration): number {
  return Number(seconds ?? 0) * 1_000 + (nanos ?? 0) / 1e6;
}
