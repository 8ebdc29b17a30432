import type { Random } from '../../../src/platform/random';
import { below, chance, pick, weighted } from './choose';
import { hostileText } from './hostile-values';
import { toTree, writeTree } from './json-tree';
import { mutateBytes } from './mutate-bytes';
import { mutateJson } from './mutate-json';

/** Returns a changed JSON document that is mostly still valid JSON. */
export function mutateJsonText(value: unknown, random: Random): Buffer {
  const text = Buffer.from(writeTree(mutateJson(toTree(value), random)));
  return chance(random, 0.1) ? mutateBytes(text, random) : text;
}

/** Returns a text with some lines and words changed, removed, doubled or moved. */
export function mutateText(text: string, random: Random): Buffer {
  if (chance(random, 0.3)) return mutateBytes(Buffer.from(text), random);
  const tokens = text.split(/(\s+|[{}()[\];:,="])/);
  for (let changes = 1 + below(random, 4); changes > 0; changes--) {
    const at = below(random, tokens.length);
    weighted<unknown>(random, [
      [3, () => (tokens[at] = hostileText(random))],
      [3, () => tokens.splice(at, 1 + below(random, 3))],
      [2, () => tokens.splice(at, 0, pick(random, tokens) ?? '')],
      [2, () => (tokens[at] = pick(random, tokens) ?? '')],
      [1, () => tokens.splice(at)],
    ]);
  }
  return Buffer.from(tokens.join(''));
}
