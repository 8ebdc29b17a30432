import protobuf from 'protobufjs';
import { holdsEvents, type Corpus, type DataType, type EventDataType } from '../core/schema';
import { invalidArgument, TidemarkError } from '../errors';
import { readDeclaration } from './data-type-declaration';
import { loadDescriptors, type LoadOptions } from './descriptors';
import { ShapeCompiler } from './message-shape';
import { createObjectCodec, type ObjectCodec } from './object-codec';

/** The registry of the built-in proto files and of those in the user's own folders. */
export function loadSchema(options: LoadOptions = {}): SchemaRegistry {
  return new SchemaRegistry(loadDescriptors(options));
}

/** Every DataType that the proto files declare, by corpus and family. Immutable once built. */
export class SchemaRegistry {
  readonly #corpora: ReadonlyMap<string, Corpus>;
  readonly #dataTypes: ReadonlyMap<string, ReadonlyMap<string, DataType>>;
  readonly #eventTypes: ReadonlyMap<string, EventDataType>;
  readonly #defaultEventType: EventDataType | undefined;
  readonly #codecs = new Map<string, ObjectCodec>();
  readonly #shapes = new ShapeCompiler();

  /** Throws `schema_invalid` with every problem of every declaration. */
  constructor(readonly root: protobuf.Root) {
    const shapes = {
      dataType: this.#shapes.message(root.lookupType('tidemark.v1.DataTypeOptions')),
      dimension: this.#shapes.message(root.lookupType('tidemark.v1.DimensionOptions')),
    };
    const problems: string[] = [];
    const dataTypes = messageTypes(root)
      .map((type) => readDeclaration(type, shapes, problems))
      .filter((dataType) => dataType !== undefined);
    problems.push(...conflicts(dataTypes));
    if (problems.length > 0) {
      throw new TidemarkError('schema_invalid', `The schema is invalid:\n  ${problems.join('\n  ')}`);
    }
    this.#dataTypes = byCorpusAndFamily(dataTypes);
    this.#corpora = new Map(
      [...this.#dataTypes].map(([name, types]) => [
        name,
        Object.freeze({ name, dataTypes: [...types.values()] }),
      ]),
    );
    this.#eventTypes = new Map(
      this.dataTypes()
        .filter(holdsEvents)
        .map((dataType) => [dataType.family, dataType]),
    );
    this.#defaultEventType = defaultOf([...this.#eventTypes.values()]);
  }

  /** In the order of their names, as are the DataTypes in them. */
  corpora(): readonly Corpus[] {
    return [...this.#corpora.values()];
  }

  corpus(name: string): Corpus {
    const corpus = this.#corpora.get(name);
    if (corpus === undefined) {
      throw new TidemarkError('unknown_corpus', `There is no corpus ${quote(name)}`, { field: 'corpus' });
    }
    return corpus;
  }

  dataTypes(): readonly DataType[] {
    return this.corpora().flatMap((corpus) => corpus.dataTypes);
  }

  /** `field` is what the error names. */
  dataType(corpus: string, family: string, field = 'dataType'): DataType {
    const dataType = this.#dataTypes.get(this.corpus(corpus).name)?.get(family);
    if (dataType === undefined) {
      const message = `There is no DataType ${quote(family)} in corpus ${corpus}`;
      throw new TidemarkError('unknown_data_type', message, { field });
    }
    return dataType;
  }

  /** Those that hold events, in the order of their names. */
  eventTypes(): readonly EventDataType[] {
    return [...this.#eventTypes.values()];
  }

  /**
   * The event DataType of that family, or the default one where no name is given. Throws the typed error that names
   * `field`, where the name came from.
   */
  eventDataType(name?: string, field = 'dataType'): EventDataType {
    if (name === undefined) return this.#defaultEventType ?? noDefault(this.eventTypes(), field);
    const dataType = this.#eventTypes.get(name);
    if (dataType !== undefined) return dataType;
    throw new TidemarkError(
      'unknown_data_type',
      `There is no DataType ${quote(name)} of events; known: ${namesOf(this.eventTypes())}`,
      { field },
    );
  }

  /** Goes: see `eventDataType`. */
  eventType(): EventDataType {
    return this.eventDataType();
  }

  codec(dataType: DataType): ObjectCodec {
    const known = this.#codecs.get(dataType.message);
    if (known !== undefined) return known;
    const codec = createObjectCodec(this.#shapes.message(this.root.lookupType(dataType.message)));
    this.#codecs.set(dataType.message, codec);
    return codec;
  }
}

function quote(name: string): string {
  return JSON.stringify(name);
}

function messageTypes(namespace: protobuf.NamespaceBase): protobuf.Type[] {
  return namespace.nestedArray.flatMap((child) => {
    if (!(child instanceof protobuf.Namespace)) return [];
    const inside = messageTypes(child);
    return child instanceof protobuf.Type ? [child, ...inside] : inside;
  });
}

/** What no single declaration can know. */
function conflicts(dataTypes: readonly DataType[]): string[] {
  const problems: string[] = [];
  const takenBy = new Map<string, string>();
  for (const { corpus, family, message } of dataTypes) {
    const other = takenBy.get(`${corpus}/${family}`);
    if (other !== undefined)
      problems.push(`${message}: family "${family}" of corpus "${corpus}" is ${other}'s already`);
    takenBy.set(`${corpus}/${family}`, message);
  }
  return [...problems, ...eventConflicts(dataTypes.filter(holdsEvents))];
}

/** Requests name an event DataType by its family alone. */
function eventConflicts(eventTypes: readonly EventDataType[]): string[] {
  const problems: string[] = [];
  const byFamily = new Map<string, EventDataType>();
  for (const dataType of eventTypes) {
    const { message, family, corpus } = dataType;
    const other = byFamily.get(family);
    byFamily.set(family, dataType);
    if (other === undefined || other.corpus === corpus) continue;
    problems.push(
      `${message}: family "${family}" of events is ${other.message}'s in corpus "${other.corpus}"`,
    );
  }
  const [first, second] = defaults(eventTypes);
  if (first !== undefined && second !== undefined) {
    problems.push(`${second.message}: is the default of event DataTypes, but ${first.message} is so already`);
  }
  return problems;
}

/** An application's own default goes before that of Tidemark itself, which it cannot change. */
function defaults(eventTypes: readonly EventDataType[]): readonly EventDataType[] {
  const declared = eventTypes.filter(({ events }) => events.isDefault);
  const own = declared.filter(({ message }) => !message.startsWith('tidemark.'));
  return own.length > 0 ? own : declared;
}

function defaultOf(eventTypes: readonly EventDataType[]): EventDataType | undefined {
  return eventTypes.length === 1 ? eventTypes[0] : defaults(eventTypes)[0];
}

function noDefault(eventTypes: readonly EventDataType[], field: string): never {
  if (eventTypes.length === 0) {
    throw new TidemarkError(
      'schema_invalid',
      'No DataType declares actions, so there is nowhere to put events',
    );
  }
  throw invalidArgument(
    field,
    `is required, since no event DataType is the default; known: ${namesOf(eventTypes)}`,
  );
}

function namesOf(eventTypes: readonly EventDataType[]): string {
  return eventTypes.map(({ family }) => family).join(', ');
}

function byCorpusAndFamily(dataTypes: readonly DataType[]): Map<string, Map<string, DataType>> {
  const name = ({ corpus, family }: DataType): string => `${corpus}/${family}`;
  const sorted = [...dataTypes].sort((a, b) => (name(a) < name(b) ? -1 : 1));
  const grouped = new Map<string, Map<string, DataType>>();
  for (const dataType of sorted) {
    const families = grouped.get(dataType.corpus) ?? new Map<string, DataType>();
    grouped.set(dataType.corpus, families.set(dataType.family, dataType));
  }
  return grouped;
}
