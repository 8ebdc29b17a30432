import { malformedEvent } from '../events/stored-event';
import { WireReader } from '../protobuf/wire-reader';
import type { EventType } from '../schema/schema';

/** Returns the field numbers of stored events that the type does not declare, ascending. Only packing needs them. */
export function unknownFieldsOf(values: Iterable<Buffer>, type: EventType): readonly number[] {
  const unknown = new Set<number>();
  const known = new Set(
    [type.user, type.action, type.time, ...type.dimensions].map((field) => field.fieldNumber),
  );
  const reader = new WireReader(malformedEvent);
  for (const value of values) {
    reader.open(value);
    while (reader.position < reader.end) {
      const tag = reader.tag();
      if (!known.has(tag >>> 3)) unknown.add(tag >>> 3);
      reader.skip(tag & 7);
    }
  }
  return [...unknown].sort((a, b) => a - b);
}
