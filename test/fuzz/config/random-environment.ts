import { configurationVariables } from '../../../src/config/index';
import type { Random } from '../../../src/platform/random';
import { below, chance, pick } from '../values/choose';
import { hostileText } from '../values/hostile-values';
import { mutateText } from '../values/mutate-text';

/** Part of every secret that survives mutation and is easy to find in a message. */
export const SECRET = 'c2VjcmV0LXNlY3JldC1zZWNyZXQ';

const SECRETS: Readonly<Record<string, string>> = {
  TIDEMARK_TOKEN_KEYS: `1:${SECRET}AAAA,2:${SECRET}BBBB`,
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=${SECRET},x=y`,
};
const UNKNOWN = [
  'TIDEMARK_',
  'TIDEMARK_NOPE',
  'TIDEMARK___proto__',
  'TIDEMARK_HTTP_HOST ',
  'tidemark_x',
  'TIDEMARK_TEST_X',
];
const NUMBERS = [
  '-1',
  '0',
  '1',
  '1e3',
  '0x10',
  '1.5',
  ' 1',
  '1 ',
  '９',
  '99999999999999999999',
  'NaN',
  'Infinity',
  '+1',
  '1_000',
];

/** Returns variables, most of them with well-formed values. */
export function randomEnvironment(random: Random, most = 12): Record<string, string> {
  const variables = configurationVariables();
  const env: Record<string, string> = {};
  for (let left = below(random, most); left > 0; left--) {
    const { name, expected, fallback } = pick(random, variables);
    env[name] = valueOf(name, { expected, fallback, random });
  }
  for (const [name, value] of Object.entries(SECRETS)) {
    if (chance(random, 0.1))
      env[name] = chance(random, 0.3) ? value : withoutNul(secretlyMutated(value, random));
  }
  if (chance(random, 0.05)) env[pick(random, UNKNOWN)] = hostileText(random);
  if (chance(random, 0.8)) env['BIGTABLE_EMULATOR_HOST'] ??= '127.0.0.1:1';
  return env;
}

interface Form {
  readonly expected: string;
  readonly fallback: unknown;
  readonly random: Random;
}

function valueOf(name: string, { expected, fallback, random }: Form): string {
  if (chance(random, 0.1)) return hostileText(random);
  if (chance(random, 0.1)) return pick(random, NUMBERS);
  const right = rightValue(name, { expected, fallback, random });
  return chance(random, 0.15) ? mutateText(right, random).toString() : right;
}

function rightValue(name: string, { expected, fallback, random }: Form): string {
  if (SECRETS[name] !== undefined) return SECRETS[name];
  const [, least, most] = /from (\d+) to (\d+)/.exec(expected) ?? [];
  if (least !== undefined && most !== undefined) {
    const [a, b] = [Number(least), Number(most)];
    return String(pick(random, [a, b, a - 1, b + 1, Math.floor((a + b) / 2), (a + b) / 3]));
  }
  const values = [...expected.matchAll(/`([^`]+)`/g)].map(([, value]) => value!);
  if (values.length > 0) return pick(random, values);
  if (expected === 'host:port')
    return pick(random, ['127.0.0.1:1', '[::1]:65535', 'localhost:0', 'a:1:2', 'x:99999', ':1']);
  if (expected.includes('URL'))
    return pick(random, [
      'http://127.0.0.1:1',
      'https://x/y?z',
      'http://',
      'ftp://x',
      'http://[',
      'http://u:p@h/',
    ]);
  return typeof fallback === 'string' || typeof fallback === 'number' ? String(fallback) : 'x';
}

/** Changes the value around the secret, not within it. */
function secretlyMutated(value: string, random: Random): string {
  const at = pick(
    random,
    [0, value.indexOf(':'), value.indexOf(','), value.length].filter((each) => each >= 0),
  );
  return value.slice(0, at) + hostileText(random) + value.slice(at + below(random, 2));
}

/** Removes NUL characters, which an environment cannot contain. */
export function withoutNul(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Cs}/gu, '\ufffd');
}
