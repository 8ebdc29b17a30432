import type { EventDataType } from '../../core/schema/schema';
import {
  terraformLedgerFamilies,
  terraformPipelineFamilies,
  terraformPlacementFamilies,
  terraformTables,
  type TerraformEventType,
  type TerraformSchema,
} from '../../core/schema/terraform-schema';
import { ShapeCompiler } from '../protobuf/message-shape';
import type { SchemaRegistry } from './schema-registry';
import { selfContainedProto } from '../protobuf/self-contained-proto';

/** Returns the declared schema as the Terraform modules read it: tables, and schemas of topics. */
export function terraformSchemaOf(schema: SchemaRegistry): TerraformSchema {
  const shapes = new ShapeCompiler();
  const eventTypes = schema.eventTypes().map((dataType): [string, TerraformEventType] => {
    const shape = shapes.message(schema.root.lookupType(dataType.message));
    return [dataType.family, eventTypeOf(dataType, selfContainedProto(shape))];
  });
  return {
    tables: terraformTables(schema.corpora()),
    placement_families: terraformPlacementFamilies(),
    ledger_families: terraformLedgerFamilies(schema.corpora()),
    pipeline_families: terraformPipelineFamilies(),
    event_types: Object.fromEntries(eventTypes),
  };
}

function eventTypeOf(dataType: EventDataType, definition: string): TerraformEventType {
  const { corpus, message, owner, purpose, writers, readers } = dataType;
  return { corpus, message, definition, owner, purpose, writers, readers };
}
