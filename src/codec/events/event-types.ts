/** Registry of the DataTypes with events, by the names that requests use, with their codecs. */
import type protobuf from 'protobufjs';
import type { EventDataType } from '../../core/schema/schema';
import { invalidArgument, TidemarkError } from '../../errors';
import { EventCodec } from './event-codec';
import { eventMessages, type EventMessage } from './event-messages';
import { knownNames } from '../../core/json/did-you-mean';

type Messages = readonly [EventMessage, ...EventMessage[]];

interface Known {
  readonly dataType: EventDataType;
  readonly codec: EventCodec;
  readonly messages: Messages;
}

export class EventTypes {
  readonly all: readonly EventDataType[];
  readonly #byFamily: ReadonlyMap<string, Known>;
  readonly #messages: ReadonlyMap<string, EventMessage>;
  /** Type of requests that name none. */
  readonly defaultType: EventDataType | undefined;

  /** `types` are all declared messages. Some may be batches of events. */
  constructor(all: readonly EventDataType[], types: readonly protobuf.Type[]) {
    this.all = all;
    this.#byFamily = new Map(
      all.map((dataType) => {
        const messages = eventMessages(types, dataType);
        return [dataType.family, { dataType, codec: new EventCodec(dataType.events), messages }];
      }),
    );
    const messages = [...this.#byFamily.values()].flatMap((known) => known.messages);
    this.#messages = new Map(messages.map((message) => [message.name, message]));
    this.defaultType = all.length === 1 ? all[0] : defaults(all)[0];
  }

  dataType(name: string | undefined, field: string): EventDataType {
    if (name === undefined) return this.defaultType ?? noDefault(this.all, field);
    const known = this.#byFamily.get(name);
    if (known !== undefined) return known.dataType;
    const message = `no DataType ${JSON.stringify(name)} with events${knownNames(name, [...this.#byFamily.keys()])}`;
    throw new TidemarkError('unknown_data_type', message, { field });
  }

  codec({ family }: EventDataType): EventCodec {
    return this.#byFamily.get(family)!.codec;
  }

  messages({ family }: EventDataType): Messages {
    return this.#byFamily.get(family)!.messages;
  }

  message(name: string): EventMessage | undefined {
    return this.#messages.get(name);
  }
}

/** Returns the conflicts between declarations. Requests identify an event DataType by its family only. */
export function eventConflicts(eventTypes: readonly EventDataType[]): string[] {
  const problems: string[] = [];
  const byFamily = new Map<string, EventDataType>();
  for (const dataType of eventTypes) {
    const { message, family, corpus } = dataType;
    const other = byFamily.get(family);
    byFamily.set(family, dataType);
    if (other === undefined || other.corpus === corpus) continue;
    problems.push(
      `${message}: family "${family}" of events is already used by ${other.message} in corpus "${other.corpus}"`,
    );
  }
  const [first, second] = defaults(eventTypes);
  if (first !== undefined && second !== undefined) {
    problems.push(
      `${second.message}: cannot be the default event DataType, because ${first.message} already is`,
    );
  }
  return problems;
}

/**
 * Returns the default types. An application's own default takes precedence over Tidemark's, which an application cannot
 * change.
 */
function defaults(eventTypes: readonly EventDataType[]): readonly EventDataType[] {
  const declared = eventTypes.filter(({ events }) => events.isDefault);
  const own = declared.filter(({ message }) => !message.startsWith('tidemark.'));
  return own.length > 0 ? own : declared;
}

function noDefault(eventTypes: readonly EventDataType[], field: string): never {
  if (eventTypes.length === 0) {
    const message = 'no DataType declares actions, so events cannot be stored: declare an event DataType';
    throw new TidemarkError('schema_invalid', message);
  }
  const message = `is required because no event DataType is the default; known: ${namesOf(eventTypes)}`;
  throw invalidArgument(field, message);
}

function namesOf(eventTypes: readonly EventDataType[]): string {
  return eventTypes.map(({ family }) => family).join(', ');
}
