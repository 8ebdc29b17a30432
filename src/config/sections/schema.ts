import { folders, type Environment } from '../environment';
import { widened } from '../widened';

/** Defaults of the schema: files that commands compare and write. */
export const SCHEMA_DEFAULTS = {
  lockFile: 'protos/schema.lock.json',
  terraformFile: 'terraform/schema.json',
  /** Retention of a change stream that `schema change-stream` enables, in milliseconds: the longest that exists. */
  changeStreamRetentionMs: 7 * 86_400_000,
  /** Time limit until a change stream is enabled, and time between two looks at the table, in milliseconds. */
  enableTimeoutMs: 120_000,
  enablePollMs: 200,
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
