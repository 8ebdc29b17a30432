import { loadSchema } from '../../codec/declarations/schema-registry';
import type { Config } from '../../config/index';
import { createApplySchema, createPlanSchema } from '../../operations/schema/apply-schema';
import { withSchemaAdmin } from '../shared/connection';

/** Creates the tables and families of the schema. */
export async function applySchema(config: Config): Promise<void> {
  await withSchemaAdmin(config, async (admins) => {
    const dependencies = { ...admins, schema: loadSchema(config.schema) };
    const { steps } = await createPlanSchema(dependencies)();
    await createApplySchema(dependencies)(steps);
  });
}
