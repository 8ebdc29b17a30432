import type { CallOptions } from '../../bigtable/client/types';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { schemaSnapshotOf } from '../../codec/declarations/schema-snapshot';
import type { PlacementRules } from '../../core/residency/placement-rules';
import { compareSchemas, type SchemaSnapshot } from '../../core/schema/schema-lock';
import type { SchemaPlan } from '../../core/schema/schema-plan';
import { createPlanSchema, type SchemaAdmin } from './apply-schema';

export interface SchemaReport {
  /** Whether all lists are empty and the drift has no steps. */
  readonly ok: boolean;
  /** Changes that would make stored data unreadable or change its meaning. */
  readonly incompatible: readonly string[];
  /** Compatible changes that the lock file does not have yet. */
  readonly unlocked: readonly string[];
  /** Differences between the store and the declaration; absent when only the proto files were checked. */
  readonly drift?: SchemaPlan | undefined;
}

export interface CheckSchemaDependencies {
  readonly schema: SchemaRegistry;
  readonly locked: SchemaSnapshot;
  /** Absent: the store is not checked. */
  readonly admin?: SchemaAdmin;
  /** Placement rules of the topology. Absent: each corpus has one table. */
  readonly placements?: PlacementRules | undefined;
}

export type CheckSchema = (options?: CallOptions) => Promise<SchemaReport>;

/**
 * Returns an operation that compares the proto files with the lock file, and the store with the proto files. It
 * changes nothing.
 */
export function createCheckSchema({
  schema,
  locked,
  admin,
  placements,
}: CheckSchemaDependencies): CheckSchema {
  return async (options) => {
    const { incompatible, additions: unlocked } = compareSchemas(locked, schemaSnapshotOf(schema));
    const drift =
      admin === undefined ? undefined : await createPlanSchema({ admin, schema, placements })(options);
    const differences = (drift?.steps.length ?? 0) + (drift?.undeclared.length ?? 0);
    const ok = incompatible.length + unlocked.length + differences === 0;
    return { ok, incompatible, unlocked, drift };
  };
}
