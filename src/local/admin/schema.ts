import { invalidArgument, unimplemented } from '../grpc/rpc-error';
import { LIMITS } from '../limits';
import { type admin, int64 } from '../proto';
import { type Aggregate, AGGREGATES } from '../store/aggregate';
import type { GcRule } from '../store/gc';
import type { Family } from '../store/table';

/** A family's definition as the admin API writes it, turned into the store's. Refuses what Bigtable refuses. */
export function familyFrom(name: string, definition: admin.IColumnFamily): Family {
  const gcRule = gcRuleFrom(definition.gcRule);
  const aggregate = aggregateFrom(definition.valueType);
  return { name, ...(gcRule && { gcRule }), ...(aggregate && { aggregate }) };
}

export function familiesFrom(definitions: Readonly<Record<string, admin.IColumnFamily>>): Family[] {
  const families = Object.entries(definitions);
  if (families.length > LIMITS.familiesPerTableMax) {
    throw invalidArgument(
      `${families.length} column families are over the limit of ${LIMITS.familiesPerTableMax}`,
    );
  }
  return families.map(([name, definition]) => familyFrom(name, definition));
}

/** The families of a request's map, safe against entries without a value and names that objects treat specially. */
export function familyDefinitions(
  map: Readonly<Record<string, admin.IColumnFamily | null>> | null | undefined,
): Record<string, admin.IColumnFamily> {
  const definitions = Object.create(null) as Record<string, admin.IColumnFamily>;
  for (const [name, definition] of Object.entries(map ?? {})) definitions[name] = definition ?? {};
  return definitions;
}

export function checkFamilyName(name: string): void {
  if (!FAMILY_NAME.test(name)) throw invalidArgument(`Invalid column family name: "${name}"`);
}

const FAMILY_NAME = new RegExp(`^[-_.a-zA-Z0-9]{1,${LIMITS.familyNameCharsMax}}$`);

function gcRuleFrom(rule: admin.IGcRule | null | undefined): GcRule | undefined {
  if (!rule) return undefined;
  switch ((rule as admin.GcRule).rule) {
    case 'maxNumVersions': {
      const max = rule.maxNumVersions ?? 0;
      if (max < 1) throw invalidArgument('max_num_versions must be at least 1');
      return { kind: 'versions', max };
    }
    case 'maxAge': {
      const maxMs = int64(rule.maxAge?.seconds) * 1000 + (rule.maxAge?.nanos ?? 0) / 1e6;
      if (maxMs < 1) throw invalidArgument('max_age must be at least one millisecond');
      return { kind: 'age', maxMs };
    }
    case 'intersection':
      return { kind: 'intersection', rules: rulesFrom(rule.intersection?.rules) };
    case 'union':
      return { kind: 'union', rules: rulesFrom(rule.union?.rules) };
    default:
      return undefined;
  }
}

function rulesFrom(rules: admin.IGcRule[] | null | undefined): GcRule[] {
  const parts = (rules ?? []).flatMap((rule) => gcRuleFrom(rule) ?? []);
  if (parts.length === 0) throw invalidArgument('A composite GC rule must contain rules');
  return parts;
}

function aggregateFrom(type: admin.IType | null | undefined): Aggregate | undefined {
  const aggregate = type?.aggregateType;
  if (!aggregate) return undefined;
  if (!aggregate.inputType?.int64Type) throw invalidArgument('Aggregates are supported over int64 only');
  const aggregator = (aggregate as admin.Type.Aggregate).aggregator;
  if (aggregator === 'sum' || aggregator === 'min' || aggregator === 'max') return AGGREGATES[aggregator];
  throw unimplemented('Only sum, min and max aggregates are supported');
}
