import { invalidArgumentError, unimplementedError } from '../grpc/rpc-error';
import { BIGTABLE_LIMITS } from '../bigtable-limits';
import { admin, milliseconds } from '../encoding/proto';
import { type Aggregator, AGGREGATORS } from '../store/aggregator';
import type { GarbageRule } from '../store/garbage-rule';
import type { FamilyDefinition } from '../store/stored-table';

/** Converts a family of the admin API to the store's. Throws for definitions that Bigtable rejects. */
function familyFromProto(name: string, definition: admin.IColumnFamily): FamilyDefinition {
  checkRuleSize(definition.gcRule);
  return { name, gcRule: gcRuleFrom(definition.gcRule), aggregator: aggregatorFrom(definition.valueType) };
}

/** Converts the families of a table definition. */
export function familiesFromProto(
  definitions: Readonly<Record<string, admin.IColumnFamily>>,
): FamilyDefinition[] {
  return Object.entries(definitions).map(([name, definition]) => familyFromProto(name, definition));
}

/** Normalizes the families of a request's map. Entries may lack a value, and names may be special to objects. */
export function normalizeFamilies(
  map: Readonly<Record<string, admin.IColumnFamily | null>> | null | undefined,
): Record<string, admin.IColumnFamily> {
  const definitions = Object.create(null) as Record<string, admin.IColumnFamily>;
  for (const [name, definition] of Object.entries(map ?? {})) {
    definitions[name] = normalizeFamily(definition ?? {});
  }
  return definitions;
}

/**
 * Returns a family in the form that the admin API returns: with the state type of an aggregate, which is that of its
 * input, and without an empty GC rule. Measured on production:
 * https://github.com/jayfeng0625/better-bttest/blob/main/bttest/family_schema_test.go
 *
 * The deprecated encoding of strings becomes its successor, as its comment in types.proto specifies.
 */
export function normalizeFamily(definition: admin.IColumnFamily): admin.IColumnFamily {
  const complete = { ...definition };
  if (complete.gcRule && (complete.gcRule as admin.GcRule).rule === undefined) delete complete.gcRule;
  const aggregate = complete.valueType?.aggregateType;
  if (aggregate?.inputType) {
    const aggregateType = admin.Type.Aggregate.create({ ...aggregate, stateType: aggregate.inputType });
    complete.valueType = admin.Type.create({ aggregateType });
  }
  if (complete.valueType?.stringType?.encoding?.utf8Raw) {
    complete.valueType = admin.Type.create({ stringType: { encoding: { utf8Bytes: {} } } });
  }
  return complete;
}

/** Throws INVALID_ARGUMENT for an invalid name of a column family. */
export function checkFamilyName(name: string): void {
  if (!FAMILY_NAME.test(name)) throw invalidArgumentError(`Invalid column family name: "${name}"`);
}

const FAMILY_NAME = new RegExp(`^[-_.a-zA-Z0-9]{1,${BIGTABLE_LIMITS.familyNameCharsMax}}$`);

function gcRuleFrom(rule: admin.IGcRule | null | undefined): GarbageRule | undefined {
  if (!rule) return undefined;
  switch ((rule as admin.GcRule).rule) {
    case 'maxNumVersions': {
      const max = rule.maxNumVersions ?? 0;
      if (max < 1) throw invalidArgumentError('max_num_versions must be at least 1');
      return { kind: 'versions', max };
    }
    case 'maxAge': {
      const maxMs = milliseconds(rule.maxAge);
      if (maxMs < 1) throw invalidArgumentError('max_age must be at least one millisecond');
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

function rulesFrom(rules: admin.IGcRule[] | null | undefined): GarbageRule[] {
  const parts = (rules ?? []).flatMap((rule) => gcRuleFrom(rule) ?? []);
  if (parts.length === 0)
    throw invalidArgumentError('A union or intersection of GC rules must contain at least one rule');
  return parts;
}

/** Checks the size before the rule is traversed, which also bounds its depth. */
function checkRuleSize(rule: admin.IGcRule | null | undefined): void {
  const bytes = rule ? admin.GcRule.encode(rule).finish().length : 0;
  if (bytes > BIGTABLE_LIMITS.gcRuleBytesMax) {
    throw invalidArgumentError(
      `gc_rule has ${bytes} bytes, over the limit of ${BIGTABLE_LIMITS.gcRuleBytesMax}`,
    );
  }
}

/**
 * Returns the aggregator of a family; undefined for plain bytes. A string family is plain, because only SQL
 * distinguishes text. Other types are rejected with production's wording:
 * https://github.com/googleapis/google-cloud-go/pull/10789
 */
function aggregatorFrom(type: admin.IType | null | undefined): Aggregator | undefined {
  const kind = (type as admin.Type | null | undefined)?.kind;
  if (kind === undefined) return undefined;
  if (kind === 'stringType') return checkStringType(type?.stringType);
  const aggregate = type?.aggregateType;
  if (!aggregate) {
    throw unimplementedError(
      `Error in field 'value_type' : Only Aggregate type and String type are supported, not ${kind}`,
    );
  }
  const aggregator = (aggregate as admin.Type.Aggregate).aggregator;
  if (aggregator === undefined) throw invalidArgumentError('aggregate_type must set an aggregator');
  if (aggregator === 'hllppUniqueCount') throw unimplementedError(NO_HLL);
  checkInputType(aggregate.inputType);
  return AGGREGATORS[aggregator];
}

const NO_HLL =
  'hllpp_unique_count is not supported, only sum, min and max are: its cells contain ZetaSketch states, and compatibility ' +
  'with them is unproven';

function checkStringType(type: admin.Type.IString | null | undefined): undefined {
  if (!type?.encoding?.utf8Bytes) throw invalidArgumentError('string_type must set an encoding');
}

function checkInputType(type: admin.IType | null | undefined): void {
  const encoding = type?.int64Type?.encoding;
  if (!type?.int64Type)
    throw invalidArgumentError('input_type of sum, min and max can only be an int64_type');
  if (encoding?.bigEndianBytes) return;
  if (encoding?.orderedCodeBytes)
    throw unimplementedError('int64 inputs in ordered_code_bytes are not supported');
  throw invalidArgumentError('int64_type must set an encoding');
}
