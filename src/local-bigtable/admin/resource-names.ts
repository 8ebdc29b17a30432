import { invalidArgumentError } from '../grpc/rpc-error';

/** The patterns of resource names and ids that the comments of the API's proto files give. */
const PATTERNS = {
  project: /^projects\/[^/]+$/,
  instance: /^projects\/[^/]+\/instances\/(?!-$)[^/]+$/,
  table: /^projects\/[^/]+\/instances\/[^/]+\/tables\/[^/]+$/,
  cluster: /^projects\/[^/]+\/instances\/[^/]+\/clusters\/[^/]+$/,
  location: /^projects\/[^/]+\/locations\/[^/]+$/,
} as const;

export function checkName(kind: keyof typeof PATTERNS, field: string, name: string): void {
  if (!PATTERNS[kind].test(name))
    throw invalidArgumentError(`${field} is not the name of a ${kind}: "${name}"`);
}

/** The instances that a parent means: `-` stands for all of a project. */
export function expandInstanceWildcard(parent: string, names: Iterable<string>): string[] | undefined {
  if (!parent.endsWith('/instances/-')) {
    checkName('instance', 'parent', parent);
    return undefined;
  }
  const prefix = parent.slice(0, -1);
  return [...names].filter((name) => name.startsWith(prefix)).sort();
}
