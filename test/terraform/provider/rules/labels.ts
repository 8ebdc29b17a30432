import { isObject } from '../values';
import type { Value } from '../values';
import type { Problem } from '../problem';
import { problem } from './rule';

const KEY = /^[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{N}_-]{0,62}$/u;
const VALUE = /^[\p{Ll}\p{Lo}\p{N}_-]{0,63}$/u;
const LABELS_MAX = 64;

/** Checks the labels of a resource: https://cloud.google.com/resource-manager/docs/labels-overview. */
export function wrongLabels(name: string, labels: Value | undefined): Problem[] {
  if (!isObject(labels)) return [];
  const entries = Object.entries(labels);
  const wrong = entries.filter(
    ([key, value]) => !KEY.test(key) || (typeof value === 'string' && !VALUE.test(value)),
  );
  return [
    ...wrong.map(([key, value]) =>
      problem(
        name,
        `label ${key} = ${JSON.stringify(value)}: keys and values are small letters, digits, "_" and "-"`,
      ),
    ),
    ...(entries.length > LABELS_MAX ? [problem(name, `there may be ${LABELS_MAX} labels at most`)] : []),
  ];
}
