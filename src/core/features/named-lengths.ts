import { invalidArgument } from '../../errors';
import { arrayAt, stringAt } from '../json/json-fields';
import { countOf } from '../shared/count-of';
import type { NamedLength } from './feature-spec';

const LENGTH = /^([1-9]\d{0,8})([mhd])$/;
const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

export interface LengthLimits {
  readonly lengthsMax: number;
  readonly daysMax: number;
}

/** Parses a list of distinct lengths, such as `["1h", "7d"]`. Each is named by its text. */
export function namedLengthsAt(value: unknown, field: string, limits: LengthLimits): readonly NamedLength[] {
  const entries = arrayAt(value, field);
  if (entries.length > limits.lengthsMax) {
    throw invalidArgument(field, `must have at most ${limits.lengthsMax} lengths`);
  }
  const lengths = entries.map((entry, i) => namedLengthAt(entry, `${field}[${i}]`, limits));
  lengths.forEach(({ lengthMs }, i) => {
    const earlier = lengths.findIndex((each) => each.lengthMs === lengthMs);
    if (earlier < i) throw invalidArgument(`${field}[${i}]`, `has the same length as ${field}[${earlier}]`);
  });
  return lengths;
}

/** Parses a length such as `"90m"`, `"6h"` or `"7d"`. */
export function namedLengthAt(
  value: unknown,
  field: string,
  { daysMax }: Pick<LengthLimits, 'daysMax'>,
): NamedLength {
  const name = stringAt(value, field);
  const match = LENGTH.exec(name);
  if (match === null) {
    throw invalidArgument(field, 'must be a number above 0 and a unit, as in "90m", "6h" or "7d"');
  }
  const lengthMs = Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS];
  if (lengthMs > daysMax * UNIT_MS.d)
    throw invalidArgument(field, `must be ${countOf(daysMax, 'day')} or less`);
  return { name, lengthMs };
}
