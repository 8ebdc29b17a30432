import protobuf from 'protobufjs';
import {
  isEventDataType,
  type Corpus,
  type DataType,
  type EventDataType,
  type SketchDeclaration,
} from '../../core/schema/schema';
import { appendAll } from '../../core/shared/lists';
import { TidemarkError } from '../../errors';
import { readDeclaration } from './data-type-declaration';
import { loadDescriptors, type ProtoLoadOptions } from '../protobuf/descriptors';
import type { EventCodec } from '../events/event-codec';
import type { EventMessage } from '../events/event-messages';
import { eventConflicts, EventTypes } from '../events/event-types';
import { ShapeCompiler } from '../protobuf/message-shape';
import { createObjectCodec, type ObjectCodec } from '../protobuf/object-codec';
import { knownNames } from '../../core/json/did-you-mean';

/** Loads the registry of the built-in proto files and those in the user's folders. */
export function loadSchema(options: ProtoLoadOptions = {}): SchemaRegistry {
  return new SchemaRegistry(loadDescriptors(options));
}

/** All DataTypes that the proto files declare, by corpus and family. Immutable once built. */
export class SchemaRegistry {
  readonly #corpora: ReadonlyMap<string, Corpus>;
  readonly #dataTypes: ReadonlyMap<string, ReadonlyMap<string, DataType>>;
  readonly #events: EventTypes;
  readonly #codecs = new Map<string, ObjectCodec>();
  readonly #shapes = new ShapeCompiler();

  /** Throws `schema_invalid` with every problem of every declaration. */
  constructor(readonly root: protobuf.Root) {
    const shapes = {
      dataType: this.#shapes.message(root.lookupType('tidemark.v1.DataTypeOptions')),
      dimension: this.#shapes.message(root.lookupType('tidemark.v1.DimensionOptions')),
    };
    const problems: string[] = [];
    const types = messageTypes(root);
    const dataTypes = types
      .map((type) => readDeclaration(type, shapes, problems))
      .filter((dataType) => dataType !== undefined);
    appendAll(problems, conflicts(dataTypes));
    if (problems.length > 0) {
      throw new TidemarkError('schema_invalid', `the schema is invalid:\n  ${problems.join('\n  ')}`);
    }
    this.#dataTypes = byCorpusAndFamily(dataTypes);
    this.#corpora = corporaOf(this.#dataTypes, sketchesOf(dataTypes));
    this.#events = new EventTypes(this.dataTypes().filter(isEventDataType), types);
  }

  /** Returns the corpora by name, with their DataTypes by name. */
  corpora(): readonly Corpus[] {
    return [...this.#corpora.values()];
  }

  corpus(name: string): Corpus {
    const corpus = this.#corpora.get(name);
    if (corpus === undefined) {
      const message = `corpus ${quote(name)} does not exist${knownNames(name, [...this.#corpora.keys()])}`;
      throw new TidemarkError('unknown_corpus', message, { field: 'corpus' });
    }
    return corpus;
  }

  dataTypes(): readonly DataType[] {
    return this.corpora().flatMap((corpus) => corpus.dataTypes);
  }

  /** Returns a DataType. Throws `unknown_corpus` or `unknown_data_type` that names `field`. */
  dataType(corpus: string, family: string, field = 'dataType'): DataType {
    const inCorpus = this.#dataTypes.get(this.corpus(corpus).name);
    const dataType = inCorpus?.get(family);
    if (dataType === undefined) {
      const known = knownNames(family, [...(inCorpus?.keys() ?? [])]);
      const message = `DataType ${quote(family)} does not exist in corpus ${corpus}${known}`;
      throw new TidemarkError('unknown_data_type', message, { field });
    }
    return dataType;
  }

  /** Returns the DataTypes with events, by name. */
  eventTypes(): readonly EventDataType[] {
    return this.#events.all;
  }

  /** Event type of requests that name none. Undefined if every request must name one. */
  get defaultEventType(): EventDataType | undefined {
    return this.#events.defaultType;
  }

  /**
   * Returns the event DataType of that family, or the default one without a name. Throws the typed error that names
   * `field`, where the name came from.
   */
  eventDataType(name?: string, field = 'dataType'): EventDataType {
    return this.#events.dataType(name, field);
  }

  eventCodec(dataType: EventDataType): EventCodec {
    return this.#events.codec(dataType);
  }

  /** Returns the messages that contain events of this type: its own, then batches. */
  eventMessages(dataType: EventDataType): readonly [EventMessage, ...EventMessage[]] {
    return this.#events.messages(dataType);
  }

  /** Returns a message by full name, or undefined if it contains no events. */
  eventMessage(name: string): EventMessage | undefined {
    return this.#events.message(name);
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

/** Builds the corpora in the order of their names. A corpus exists if DataTypes or sketches name it. */
function corporaOf(
  dataTypes: ReadonlyMap<string, ReadonlyMap<string, DataType>>,
  sketches: readonly SketchDeclaration[],
): Map<string, Corpus> {
  const names = [...new Set([...dataTypes.keys(), ...sketches.map(({ corpus }) => corpus)])].sort();
  return new Map(
    names.map((name) => {
      const corpus: Corpus = {
        name,
        dataTypes: [...(dataTypes.get(name)?.values() ?? [])],
        sketches: sketches.filter((each) => each.corpus === name),
      };
      return [name, Object.freeze(corpus)];
    }),
  );
}

function sketchesOf(dataTypes: readonly DataType[]): readonly SketchDeclaration[] {
  return dataTypes.flatMap(({ events }) => events?.sketches ?? []);
}

/** Returns the conflicts between declarations. */
function conflicts(dataTypes: readonly DataType[]): string[] {
  const problems: string[] = [];
  const takenBy = new Map<string, string>();
  const sketches = dataTypes.flatMap(({ events, message }) =>
    (events?.sketches ?? []).map((each) => ({ ...each, message })),
  );
  for (const { corpus, family, message } of [...dataTypes, ...sketches]) {
    const other = takenBy.get(`${corpus}/${family}`);
    if (other !== undefined)
      problems.push(`${message}: family "${family}" of corpus "${corpus}" is already used by ${other}`);
    takenBy.set(`${corpus}/${family}`, message);
  }
  for (const { registeredAs, message } of sketches) {
    if (registeredAs === undefined) continue;
    const name = `${registeredAs.corpus}/${registeredAs.family}`;
    const registered = dataTypes.find((each) => `${each.corpus}/${each.family}` === name);
    if (registered?.generations === true)
      problems.push(`${message}: sketches have registered_as "${name}", which is stored in generations`);
    if (registered === undefined || isEventDataType(registered))
      problems.push(`${message}: sketches have registered_as "${name}", which is not a DataType of objects`);
  }
  return [...problems, ...mixedCorpora(dataTypes), ...eventConflicts(dataTypes.filter(isEventDataType))];
}

/** Rows are users in all DataTypes of a corpus, or in none. */
function mixedCorpora(dataTypes: readonly DataType[]): string[] {
  const personal = new Map(
    dataTypes
      .filter(({ lawfulBasis }) => lawfulBasis !== 'not_personal')
      .map(({ corpus, message }) => [corpus, message]),
  );
  return dataTypes
    .filter(({ corpus, lawfulBasis }) => lawfulBasis === 'not_personal' && personal.has(corpus))
    .map(
      ({ corpus, message }) =>
        `${message}: lawful_basis is NOT_PERSONAL, but corpus "${corpus}" has the data of users in ${personal.get(corpus)}`,
    );
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
