import type { EventDataType } from '../../core/schema/schema';
import {
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
    event_types: Object.fromEntries(eventTypes),
  };
}

function eventTypeOf(dataType: EventDataType, definition: string): TerraformEventType {
  const { corpus, message, owner, consentPurpose, writers, readers } = dataType;
  return { corpus, message, definition, owner, consent_purpose: consentPurpose, writers, readers };
}
