/** Checks of tables, families and GC rules, and of the schema lock. */
import type { CallOptions } from '../../../bigtable/client/types';
import type { SchemaRegistry } from '../../../codec/declarations/schema-registry';
import { schemaSnapshotOf } from '../../../codec/declarations/schema-snapshot';
import type { Config } from '../../../config/index';
import { compareSchemas } from '../../../core/schema/schema-lock';
import { declaredTables, describeStep, type SchemaPlan } from '../../../core/schema/schema-plan';
import { countOf } from '../../../core/shared/count-of';
import { createPlanSchema } from '../../../operations/schema/apply-schema';
import { withSchemaAdmin } from '../../shared/connection';
import { readSchemaLock } from '../../schema/lock-file';
import { failed, ok, skipped, warning, type CheckFinding } from '../check';

/** Compares tables, families and GC rules with the proto files. */
export function checkSchema(
  config: Config,
  schema: SchemaRegistry,
  call: CallOptions,
): Promise<readonly CheckFinding[]> {
  return withSchemaAdmin(config, async ({ admin, placements }) => {
    const plan = await createPlanSchema({ admin, schema, placements })(call);
    const tables = declaredTables(schema.corpora(), placements).length;
    return schemaFindings(plan, tables);
  });
}

function schemaFindings({ steps, undeclared }: SchemaPlan, tables: number): readonly CheckFinding[] {
  const apply = 'run `tidemark schema apply`, which shows its plan first';
  const missing = steps.map((step) => failed(missingPart(step), apply));
  const foreign = undeclared.map((family) =>
    warning(
      `family ${family} is declared by no proto file`,
      'set TIDEMARK_PROTO_PATH to the folder of its proto file, or drop the family if its data is not needed',
    ),
  );
  if (missing.length > 0) return [...missing, ...foreign];
  return [ok(`${countOf(tables, 'table')} with families and GC rules as declared`), ...foreign];
}

function missingPart(step: SchemaPlan['steps'][number]): string {
  switch (step.kind) {
    case 'create-table':
      return `table ${step.table} does not exist`;
    case 'create-family':
      return `family ${step.table}/${step.family.family} does not exist`;
    case 'update-gc-rule':
      return `another GC rule is in the store: ${describeStep(step).replace(/^\W+/, '')}`;
  }
}

/** Compares the proto files with the lock of the released schema. */
export function checkLock(
  lockFile: string,
  { protoPaths }: Pick<Config['schema'], 'protoPaths'>,
  schema: SchemaRegistry,
): readonly CheckFinding[] {
  const current = schemaSnapshotOf(schema);
  const locked = readSchemaLock(lockFile, current);
  if (locked === undefined) {
    return protoPaths.length === 0
      ? [skipped(`${lockFile} does not exist here, and no proto files of your own are used`)]
      : [
          warning(
            `${lockFile} does not exist: incompatible changes go unnoticed`,
            'run `tidemark schema lock`',
          ),
        ];
  }
  const { incompatible, additions } = compareSchemas(locked, current);
  if (incompatible.length > 0)
    return incompatible.map((change) =>
      failed(
        `incompatible with stored data: ${change.replaceAll('\n', ' ')}`,
        'revert this change of the proto files',
      ),
    );
  if (additions.length > 0)
    return [
      warning(`${lockFile} lacks ${countOf(additions.length, 'addition')}`, 'run `tidemark schema lock`'),
    ];
  return [ok(`${lockFile} has the schema of the proto files`)];
}
