import { invalidArgumentError } from '../grpc/rpc-error';

/** Patterns of resource names, from the comments of the API's proto files. */
const PATTERNS = {
  project: /^projects\/[^/]+$/,
  instance: /^projects\/[^/]+\/instances\/(?!-$)[^/]+$/,
  table: /^projects\/[^/]+\/instances\/[^/]+\/tables\/[^/]+$/,
  cluster: /^projects\/[^/]+\/instances\/[^/]+\/clusters\/[^/]+$/,
  location: /^projects\/[^/]+\/locations\/[^/]+$/,
} as const;

/** Throws INVALID_ARGUMENT if `name` is not the name of a resource of this kind. */
export function checkName(kind: keyof typeof PATTERNS, field: string, name: string): void {
  if (!PATTERNS[kind].test(name))
    throw invalidArgumentError(`${field} is not the name of a ${kind}: "${name}"`);
}

/** Returns the instances of a project for the parent `…/instances/-`; undefined for a single instance. */
export function expandInstanceWildcard(parent: string, names: Iterable<string>): string[] | undefined {
  if (!parent.endsWith('/instances/-')) {
    checkName('instance', 'parent', parent);
    return undefined;
  }
  const prefix = parent.slice(0, -1);
  return [...names].filter((name) => name.startsWith(prefix)).sort();
}
