import type {
  FamilyModification,
  TableAdminClient,
  TableSchema,
} from '../../bigtable/admin/table-admin-client';
import type { CallOptions } from '../../bigtable/client/types';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import type { PlacementRules } from '../../core/residency/placement-rules';
import {
  declaredTables,
  planSchema,
  type FamilyState,
  type SchemaPlan,
  type SchemaStep,
  type TableState,
} from '../../core/schema/schema-plan';

/** The methods of the table admin that applying a schema needs. None of them can drop anything. */
export type SchemaAdmin = Pick<TableAdminClient, 'getTable' | 'createTable' | 'modifyColumnFamilies'>;

export interface ApplySchemaDependencies {
  readonly admin: SchemaAdmin;
  readonly schema: SchemaRegistry;
  /** Placement rules of the topology. Absent: each corpus has one table. */
  readonly placements?: PlacementRules | undefined;
}

/** Returns the steps that `apply` would carry out now. */
export type PlanSchema = (options?: CallOptions) => Promise<SchemaPlan>;

export function createPlanSchema({ admin, schema, placements }: ApplySchemaDependencies): PlanSchema {
  return async (options) => {
    const corpora = schema.corpora();
    const declared = declaredTables(corpora, placements);
    const tables = await Promise.all(declared.map(({ table }) => admin.getTable(table, options)));
    return planSchema(declared, tables.filter((table) => table !== undefined).map(stateOf));
  };
}

function stateOf({ table, families }: TableSchema): TableState {
  return {
    table,
    families: Object.entries(families).map(([family, { gcRule }]) =>
      gcRule === undefined ? { family } : { family, gcRule },
    ),
  };
}

/**
 * Carries out the steps of a plan. It creates and changes tables and families but never drops any, and may run
 * repeatedly and concurrently.
 */
export type ApplySchema = (steps: readonly SchemaStep[], options?: CallOptions) => Promise<void>;

export function createApplySchema(dependencies: ApplySchemaDependencies): ApplySchema {
  const { admin } = dependencies;
  const plan = createPlanSchema(dependencies);
  return async (steps, options) => {
    for (const group of byTable(steps)) {
      try {
        await applyToTable(admin, group, options);
      } catch (error) {
        // Another process may have applied the same schema meanwhile.
        if (isNeeded(group, await plan(options))) throw error;
      }
    }
  };
}

interface TableSteps {
  readonly table: string;
  readonly steps: readonly SchemaStep[];
}

function byTable(steps: readonly SchemaStep[]): TableSteps[] {
  const tables = [...new Set(steps.map(({ table }) => table))];
  return tables.map((table) => ({ table, steps: steps.filter((step) => step.table === table) }));
}

function isNeeded({ table }: TableSteps, plan: SchemaPlan): boolean {
  return plan.steps.some((step) => step.table === table);
}

/** All family changes of a table are one call, which applies all or none of them. */
async function applyToTable(
  admin: SchemaAdmin,
  { table, steps }: TableSteps,
  options?: CallOptions,
): Promise<void> {
  const modifications: FamilyModification[] = [];
  for (const step of steps) {
    if (step.kind === 'create-table') await admin.createTable(schemaOf(step), options);
    else modifications.push(modificationOf(step));
  }
  if (modifications.length > 0) await admin.modifyColumnFamilies(table, modifications, options);
}

function schemaOf({ table, families }: { table: string; families: readonly FamilyState[] }): TableSchema {
  const definitions = families.map((state) => [state.family, definitionOf(state)] as const);
  return { table, families: Object.fromEntries(definitions) };
}

function modificationOf(step: Exclude<SchemaStep, { kind: 'create-table' }>): FamilyModification {
  const kind = step.kind === 'create-family' ? 'create' : 'update';
  return { kind, family: step.family.family, definition: definitionOf(step.family) };
}

function definitionOf({ gcRule }: FamilyState): TableSchema['families'][string] {
  return gcRule === undefined ? {} : { gcRule };
}
