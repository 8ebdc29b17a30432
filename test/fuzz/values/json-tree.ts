/**
 * JSON as a tree that can represent what `JSON.stringify` cannot write: duplicate members, a member `__proto__`,
 * numbers beyond doubles, and text that is not JSON.
 */

export type JsonTree = null | boolean | number | string | JsonTree[] | JsonMembers | JsonRaw;

export interface JsonMembers {
  readonly members: (readonly [name: string, value: JsonTree])[];
}

/** Text that is written verbatim. */
interface JsonRaw {
  readonly raw: string;
}

export function isMembers(tree: JsonTree): tree is JsonMembers {
  return typeof tree === 'object' && tree !== null && 'members' in tree;
}

export function toTree(value: unknown): JsonTree {
  if (Array.isArray(value)) return value.map(toTree);
  if (typeof value !== 'object' || value === null) return value as JsonTree;
  return { members: Object.entries(value).map(([name, each]) => [name, toTree(each)] as const) };
}

export function writeTree(tree: JsonTree): string {
  if (Array.isArray(tree)) return `[${tree.map(writeTree).join(',')}]`;
  if (typeof tree !== 'object' || tree === null) return JSON.stringify(tree);
  if ('raw' in tree) return tree.raw;
  const members = tree.members.map(([name, value]) => `${JSON.stringify(name)}:${writeTree(value)}`);
  return `{${members.join(',')}}`;
}

/** A position in the tree: its value, and a function that returns the whole tree with another value there. */
export interface JsonPlace {
  readonly value: JsonTree;
  readonly replace: (value: JsonTree) => JsonTree;
}

export function placesOf(tree: JsonTree, replace = (value: JsonTree): JsonTree => value): JsonPlace[] {
  const here = { value: tree, replace };
  if (Array.isArray(tree)) {
    return [
      here,
      ...tree.flatMap((each, index) => placesOf(each, (value) => replace(tree.with(index, value)))),
    ];
  }
  if (!isMembers(tree)) return [here];
  const { members } = tree;
  const below = members.flatMap(([name, each], index) =>
    placesOf(each, (value) => replace({ members: members.with(index, [name, value]) })),
  );
  return [here, ...below];
}
