import { invalidArgumentError } from '../grpc/rpc-error';
import type { wellKnown } from '../encoding/proto';

type Fields = Record<string, unknown>;

/** Rules for the field masks of a resource. */
export interface MaskRules {
  /** Paths that a mask may contain. */
  readonly paths: readonly string[];
  /** Groups of fields, in camel case, of which at most one is set. */
  readonly oneofs?: readonly (readonly string[])[];
}

/** Returns the paths of a mask in snake case. Clients use both spellings. */
export function maskPaths(mask: wellKnown.IFieldMask | null | undefined, { paths }: MaskRules): string[] {
  const requested = (mask?.paths ?? []).map(toSnakeCase);
  const unknown = requested.find((path) => !paths.includes(path));
  if (unknown !== undefined) {
    throw invalidArgumentError(`update_mask contains ${unknown}; allowed paths: ${paths.join(', ')}`);
  }
  return requested;
}

/** Returns `current` with the fields that the paths name taken from `update`. Modifies neither argument. */
export function applyFieldMask<T extends object>(
  current: T,
  update: T,
  paths: readonly string[],
  { oneofs = [] }: Pick<MaskRules, 'oneofs'> = {},
): T {
  const result: Fields = { ...(current as Fields) };
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
  // Clearing a field of an absent message does not create the message.
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
