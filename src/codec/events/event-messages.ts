/** Finds the protobuf messages that contain events: those of the event types, and batches of them. */
import type protobuf from 'protobufjs';
import type { EventDataType } from '../../core/schema/schema';
import { fullNameOf } from '../protobuf/message-shape';

export interface EventMessage {
  /** Full name, as in the `messageType` of a content type. */
  readonly name: string;
  readonly dataType: EventDataType;
  /** Number of the field with the events, if the message is a batch. */
  readonly batchField?: number;
}

/** Returns the messages of one event type: its own, then the batches. */
export function eventMessages(
  types: readonly protobuf.Type[],
  dataType: EventDataType,
): readonly [EventMessage, ...EventMessage[]] {
  const batches = types.flatMap((type) => {
    const batchField = batchFieldOf(type, dataType);
    return batchField === undefined ? [] : [{ name: fullNameOf(type), dataType, batchField }];
  });
  return [{ name: dataType.message, dataType }, ...batches.sort((a, b) => (a.name < b.name ? -1 : 1))];
}

/** A message is a batch if its only field repeats the event's message. No option is needed. */
function batchFieldOf(type: protobuf.Type, { message }: EventDataType): number | undefined {
  const [field, ...others] = type.fieldsArray;
  if (field === undefined || others.length > 0 || !field.repeated) return undefined;
  const { resolvedType } = field.resolve();
  return resolvedType !== null && fullNameOf(resolvedType) === message ? field.id : undefined;
}
