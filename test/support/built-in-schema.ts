import { loadSchema, type SchemaRegistry } from '../../src/codec/declarations/schema-registry';

let schema: SchemaRegistry | undefined;

/** Returns the registry of the built-in proto files. It is immutable, so all stores that a test file opens share it. */
export const builtInSchema = (): SchemaRegistry => (schema ??= loadSchema());
