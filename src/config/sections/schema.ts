import { folders, type Environment } from '../environment';
import { widened } from '../widened';

/** Defaults of the schema: files that commands compare and write. */
export const SCHEMA_DEFAULTS = {
  lockFile: 'protos/schema.lock.json',
  terraformFile: 'terraform/schema.json',
} as const;

export function readSchemaConfig(env: Environment) {
  const protoPaths = env.get(
    'TIDEMARK_PROTO_PATH',
    folders,
    [],
    'Folders with further proto files, for DataTypes of your own',
  );
  return { ...widened(SCHEMA_DEFAULTS), protoPaths };
}
