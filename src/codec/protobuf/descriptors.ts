/** Loads proto files by reflection: the built-in ones from src/gen, and those of the user's folders. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import protobuf from 'protobufjs';
import { appendAll } from '../../core/shared/lists';
import { TidemarkError } from '../../errors';
import builtIn from '../../gen/descriptors.json';

const OPTIONS_PROTO = 'tidemark/v1/options.proto';
const DESCRIPTOR_PROTO = 'google/protobuf/descriptor.proto';

export interface ProtoLoadOptions {
  /** Import folders, as in `protoc --proto_path`. Every `.proto` file in them is loaded. */
  readonly protoPaths?: readonly string[];
}

/** Loads all declared types. Throws `schema_invalid` that names the file if one cannot be found or parsed. */
export function loadDescriptors({ protoPaths = [] }: ProtoLoadOptions = {}): protobuf.Root {
  const root = protobuf.Root.fromJSON(builtIn.root as unknown as protobuf.INamespace);
  // Bundled google/protobuf files that are not listed here are loaded by protobufjs when they are imported.
  appendAll(root.files, builtIn.files);
  const files = protoPaths.flatMap((folder) => protoFilesIn(folder));
  if (files.length === 0) return root;
  root.resolvePath = (_origin, target) => resolveImport(protoPaths, target);
  try {
    return root.loadSync(files, { keepCase: true });
  } catch (cause) {
    if (cause instanceof TidemarkError) throw cause;
    throw new TidemarkError('schema_invalid', parseProblem(cause), { cause });
  }
}

function protoFilesIn(folder: string): string[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new TidemarkError('schema_invalid', `the proto path ${folder} is not a folder`);
  }
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.proto'))
    .map((name) => name.split(sep).join('/'))
    .sort();
  const taken = names.find((name) => name !== OPTIONS_PROTO && builtIn.files.includes(name));
  if (taken !== undefined) {
    throw new TidemarkError(
      'schema_invalid',
      `${join(folder, taken)} has the name of a built-in proto file: rename it`,
    );
  }
  return names;
}

/**
 * Returns the path of an import. Null skips loaded files. The folder may contain a copy of options.proto for other
 * tools.
 */
function resolveImport(protoPaths: readonly string[], target: string): string | null {
  if (builtIn.files.includes(target)) return null;
  if (target === DESCRIPTOR_PROTO) return require.resolve(`protobufjs/${target}`);
  const found = protoPaths.map((folder) => resolve(folder, target)).find((path) => existsSync(path));
  if (found === undefined) {
    throw new TidemarkError(
      'schema_invalid',
      `${target} is imported but not found in: ${protoPaths.join(', ')}`,
    );
  }
  return found;
}

function parseProblem(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (!message.startsWith("illegal value '{'")) return message;
  return `${message}: write a list of messages by repeating the field, \`actions: {…} actions: {…}\``;
}
