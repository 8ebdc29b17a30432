import { Enum, type Field, MapField, Type } from 'protobufjs';
import type { Random } from '../../src/platform/random';
import { pick } from './values/choose';
import { randomSql } from './values/random-sql';

const INSTANCE = 'projects/p/instances/i';
/** Table that most requests use. */
export const FUZZED_TABLE = `${INSTANCE}/tables/t`;
const DEPTH_MAX = 6;

/** Texts by name of the field; the first matching pattern applies. */
const TEXTS: readonly (readonly [field: RegExp, texts: readonly string[]])[] = [
  [/^appProfileId$/, ['', 'default', 'nope']],
  [/^tableName$/, [FUZZED_TABLE, `${INSTANCE}/tables/nope`, 'x']],
  [
    /^parent$/,
    [INSTANCE, `${INSTANCE}/clusters/c`, FUZZED_TABLE, 'projects/p', 'projects/p/instances/nope', '//'],
  ],
  [/^instanceName$/, [INSTANCE, 'projects/p/instances/nope', FUZZED_TABLE]],
  [
    /^(name|resource)$/,
    [FUZZED_TABLE, INSTANCE, `${INSTANCE}/clusters/c`, `${INSTANCE}/appProfiles/a`, 'operations/1'],
  ],
  [/familyName(?!Regex)|^id$|^key$/i, ['f', 'sum', 'g', 'nope', '__proto__', 'a b']],
  [/Regex/, ['f', '.*', '(', '\\C*', 'a{1000}', ':']],
  [/View/, ['']],
  [/paths/, ['gc_rule', 'deletion_protection', 'nope', 'a.b.c']],
  [/Id$/, ['t', 'u', 'c', 'a', 'i', '']],
  [/^(user_?ids?|users)$/i, ['user-1', 'user-2', '']],
  [/^actions?$|^event_?type$/i, ['impression', 'click', 'view', 'nope']],
  [/^levels?$/, ['ad', 'campaign', 'nope', '__proto__']],
  [/^(rolling|windows?)$/, ['1d', '7d', '0d', '99999d']],
  [/^(ad|campaign|insertion)_?id$/i, ['ad-1', 'cmp-1', '']],
  [/./, ['', 'x', '\u0000', 'é😀', 'projects/p', 'a'.repeat(5_000)]],
];
const BYTES = ['k', 'l', '', 'q', '\0', '\xff', '.*', '(', '12345678', 'x'.repeat(4_097)];
const INTEGERS = [1_000, 0, 1, 2, -1, 3, 100_001, 2_147_483_647, -2_147_483_648];
const INT64S = [...INTEGERS, 1_700_000_000_000_000, '9223372036854775807', '-9223372036854775808'];
const DOUBLES = [0.5, 0, 1, -1, NaN, Infinity, 5e-324];

/** Returns a message of the type with plausible fields, or nearly so, by their names and types. */
export function randomMessage(type: Type, random: Random, depth = 0): Record<string, unknown> {
  const message: Record<string, unknown> = {};
  for (const field of fieldsToSet(type, random)) {
    const holder = field.resolvedType instanceof Type ? field.resolvedType : undefined;
    if (holder !== undefined && depth >= DEPTH_MAX) continue;
    const value = (): unknown =>
      holder === undefined ? randomScalar(field, random) : randomMessage(holder, random, depth + 1);
    if (field instanceof MapField) message[field.name] = { [randomText('key', random)]: value() };
    else if (field.repeated)
      message[field.name] = Array.from({ length: 1 + Math.floor(random() * 3) }, value);
    else message[field.name] = value();
  }
  return message;
}

/** Returns most plain fields, and at most one of each oneof. */
function fieldsToSet(type: Type, random: Random): Field[] {
  const chosen = type.oneofsArray.map(({ fieldsArray }) => pick(random, fieldsArray));
  return type.fieldsArray.filter((field) => {
    field.resolve();
    if (field.partOf !== null) return chosen.includes(field) && random() < 0.95;
    return random() < 0.8;
  });
}

function randomScalar(field: Field, random: Random): unknown {
  if (field.resolvedType instanceof Enum)
    return pick(random, [...Object.values(field.resolvedType.values), 99]);
  switch (field.type) {
    case 'string':
      return randomText(field.name, random);
    case 'bytes':
      return Buffer.from(likely(random, BYTES), 'latin1');
    case 'bool':
      return random() < 0.7;
    case 'double':
    case 'float':
      return likely(random, DOUBLES);
    case 'int64':
    case 'uint64':
      return likely(random, INT64S);
    default:
      return likely(random, INTEGERS);
  }
}

function randomText(field: string, random: Random): string {
  if (field === 'query') return randomSql(random);
  const [, texts = ['']] = TEXTS.find(([pattern]) => pattern.test(field)) ?? [];
  return likely(random, texts);
}

/** Returns the first item most often. Otherwise messages of many fields would seldom be valid in all of them. */
function likely<T>(random: Random, items: readonly T[]): T {
  return random() < 0.75 ? items[0]! : pick(random, items);
}
