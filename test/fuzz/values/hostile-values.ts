/** Values that programs often mishandle: texts, numbers and shapes. */
import type { Random } from '../../../src/platform/random';
import { below, pick, weighted } from './choose';
import type { JsonTree } from './json-tree';

/** Names that every JavaScript object inherits, and `__proto__`, which changes the prototype. */
export const INHERITED_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'prototype',
  '__defineGetter__',
] as const;

const HOSTILE_TEXTS: readonly string[] = [
  ...INHERITED_NAMES,
  '',
  ' ',
  '\0',
  'a\0b',
  '\n',
  '\r\n',
  '\t',
  '\u001b[31m',
  '\u007f',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\u202e',
  '\ud800',
  '\udfff',
  'a\ud83d',
  '😀',
  'é',
  'e\u0301',
  '\uffff',
  '‮abc',
  'İ',
  'ß',
  'ﬀ',
  '.',
  '..',
  '../..',
  '/',
  '//',
  '\\',
  '%',
  '%00',
  '%2e%2e',
  '%zz',
  '#',
  '!',
  '?',
  '*',
  '|',
  '~',
  '$',
  '${x}',
  'null',
  'true',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '0x10',
  '1e400',
  '9007199254740993',
  '-1',
  '0',
  '1.5',
  '1d',
  '0d',
  '-1d',
  '1.5d',
  '9999999999999999d',
  '1ms',
  '90d',
  '400d',
  '1h',
  '1w',
  '1mo',
  'P1D',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '2026-02-30',
  '1969-12-31',
  '2026-11-22',
  '2026-11-22T25:00:00Z',
  '2026-11-22T12:00:00+99:99',
  'UTC',
  'Europe/Berlin',
  'Etc/Nowhere',
  '123e4567-e89b-12d3-a456-000000000001',
  '{}',
  '[]',
  '"',
  "'",
  '`',
  '<script>',
  "' or 1=1",
  '(a+)+$',
  '=1+1',
  'x'.repeat(64),
  'x'.repeat(129),
  'x'.repeat(1_025),
  'x'.repeat(5_000),
  '😀'.repeat(300),
  '\0'.repeat(100),
];

const NUMBERS: readonly JsonTree[] = [
  0,
  1,
  -1,
  2,
  3,
  10,
  64,
  65,
  100,
  101,
  1_000,
  10_001,
  0.5,
  -0.5,
  1.5,
  1e-7,
  5e-324,
  1e21,
  1e308,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  -(2 ** 31),
  8.64e15,
  8.64e15 + 1,
  1_700_000_000_000,
  1_700_000_000,
  ...[
    '-0',
    '1e400',
    '-1e400',
    '9007199254740993',
    '18446744073709551616',
    '0.1e1',
    `1${'0'.repeat(400)}`,
  ].map((raw) => ({ raw })),
];

/** Texts that are not JSON. */
const BROKEN: readonly string[] = [
  '',
  'NaN',
  'undefined',
  '01',
  '+1',
  '.5',
  '1.',
  "'a'",
  '"\\x"',
  '"\\ud800"',
  '"\u0000"',
  '[',
  '{',
  '{"a"',
  '//',
  '{"a":1,}',
  '[1,]',
  '\u00a01',
  '\ufeff{}',
  'tru',
  '-',
  '1 2',
  '{"a":1}{"a":1}',
];

export function hostileText(random: Random): string {
  return pick(random, HOSTILE_TEXTS);
}

export function hostileValue(random: Random): JsonTree {
  return weighted<JsonTree>(random, [
    [8, () => hostileText(random)],
    [6, () => pick(random, NUMBERS)],
    [3, () => pick<JsonTree>(random, [null, true, false, [], { members: [] }])],
    [1, () => nested(random)],
    [1, () => wide(random)],
    [1, () => ({ members: [[pick(random, INHERITED_NAMES), hostileText(random)]] })],
    [1, () => ({ raw: pick(random, BROKEN) })],
  ]);
}

/** Returns nested arrays or objects. */
function nested(random: Random): JsonTree {
  const depth = pick(random, [3, 20, 40, 70, 1_000]);
  if (below(random, 2) === 0) return { raw: '['.repeat(depth) + ']'.repeat(depth) };
  return { raw: '{"a":'.repeat(depth) + '1' + '}'.repeat(depth) };
}

/** Returns many entries or members. */
function wide(random: Random): JsonTree {
  const length = pick(random, [65, 300, 1_001, 5_000]);
  const entry = hostileText(random).slice(0, 20);
  if (below(random, 3) > 0) return Array.from({ length }, () => entry);
  return { members: Array.from({ length }, (_, index) => [`m${index}`, index] as const) };
}
