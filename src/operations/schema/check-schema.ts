import type { CallOptions } from '../../bigtable/client/types';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { snapshotOf } from '../../codec/declarations/schema-snapshot';
import { compareSchemas, type SchemaSnapshot } from '../../core/schema/schema-lock';
import type { SchemaPlan } from '../../core/schema/schema-plan';
import { createPlanSchema, type SchemaAdmin } from './apply-schema';

export interface SchemaReport {
  /** Nothing is wrong: no sentence in any of the lists, and no step. */
  readonly ok: boolean;
  /** Changes that would make stored data unreadable or mean something else. */
  readonly incompatible: readonly string[];
  /** Compatible changes that the lock does not hold yet. */
  readonly unlocked: readonly string[];
  /** How the store differs from the declaration; absent where only the proto files were checked. */
  readonly drift?: SchemaPlan;
}

export interface CheckSchemaDependencies {
  readonly schema: SchemaRegistry;
  readonly locked: SchemaSnapshot;
  /** Absent: the store is left out. */
  readonly admin?: SchemaAdmin;
}

export type CheckSchema = (options?: CallOptions) => Promise<SchemaReport>;

/** Compares the proto files with the lock, and the store with the proto files. Changes nothing. */
export function createCheckSchema({ schema, locked, admin }: CheckSchemaDependencies): CheckSchema {
  return async (options) => {
    const { incompatible, additions: unlocked } = compareSchemas(locked, snapshotOf(schema));
    const drift = admin === undefined ? undefined : await createPlanSchema({ admin, schema })(options);
    const differences = (drift?.steps.length ?? 0) + (drift?.undeclared.length ?? 0);
    const ok = incompatible.length + unlocked.length + differences === 0;
    return { ok, incompatible, unlocked, ...(drift !== undefined && { drift }) };
  };
}
