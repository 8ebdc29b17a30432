import { invalidArgumentError } from '../grpc/rpc-error';
import type { wellKnown } from '../encoding/proto';

type Fields = Record<string, unknown>;

export interface MaskRules {
  /** The paths that a mask may name. */
  readonly paths: readonly string[];
  /** Fields, as messages have them, of which at most one is set. */
  readonly oneofs?: readonly (readonly string[])[];
}

/** The paths of a mask; both of the spellings that clients use are understood. */
export function maskPaths(mask: wellKnown.IFieldMask | null | undefined, { paths }: MaskRules): string[] {
  const asked = (mask?.paths ?? []).map(toSnakeCase);
  const unknown = asked.find((path) => !paths.includes(path));
  if (unknown !== undefined) {
    throw invalidArgumentError(`update_mask names ${unknown}; what can be updated is ${paths.join(', ')}`);
  }
  return asked;
}

/** The message with what the paths name taken from the update. Both are left as they are. */
export function applyFieldMask<T extends object>(
  present: T,
  update: T,
  paths: readonly string[],
  { oneofs = [] }: Pick<MaskRules, 'oneofs'> = {},
): T {
  const result: Fields = { ...(present as Fields) };
  for (const path of paths) copyField(result, update as Fields, path.split('.').map(toCamelCase));
  const named = new Set(paths.map((path) => toCamelCase(path.split('.')[0]!)));
  for (const fields of oneofs) {
    const set = fields.filter((field) => isSet(result[field]));
    if (set.length > 1) for (const field of set) if (!named.has(field)) delete result[field];
  }
  return result as T;
}

function copyField(target: Fields, source: Fields, [head = '', ...rest]: readonly string[]): void {
  const value = Object.hasOwn(source, head) ? source[head] : undefined;
  // What is cleared within a message that is not there does not bring the message into being.
  if (!isSet(value) && !isSet(target[head])) return;
  if (rest.length > 0) {
    const inner = { ...(target[head] as Fields | undefined) };
    copyField(inner, (value as Fields | undefined) ?? {}, rest);
    target[head] = inner;
  } else if (isSet(value)) {
    target[head] = value;
  } else {
    delete target[head];
  }
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null;
const toSnakeCase = (path: string): string => path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const toCamelCase = (path: string): string =>
  path.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
