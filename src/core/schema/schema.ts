/** The declarations of the proto files as plain frozen records. `SchemaRegistry` builds them. */

export interface Retention {
  /** Age at which cells are garbage, in milliseconds. Absent keeps cells until they are erased. */
  readonly maxAgeMs?: number | undefined;
  /** Number of versions of a column that are kept. Absent keeps all. */
  readonly versionsMax?: number | undefined;
}

/**
 * Deduplication policy of an action. Two events are duplicates if they have equal dimensions within one aligned window.
 */
export interface DedupPolicy {
  /**
   * Dimensions in the order in which they are hashed. The user is always part of the key, because the row is the user.
   */
  readonly dimensions: readonly Dimension[];
  /**
   * Length of the dedup window, in seconds. Event times are rounded down to multiples of it since the Unix epoch. 0: no
   * window.
   */
  readonly windowSeconds: number;
}

export interface ActionDeclaration {
  readonly name: string;
  /** Stable number from 1 to 255: the action's byte in the column qualifier. */
  readonly code: number;
  readonly dedup: DedupPolicy;
}

/** Format of a dimension's ids: any text, 64-bit whole numbers, or UUIDs. All are strings in the API. */
export type IdType = 'string' | 'uint64' | 'uuid';

/** Declared property of an event by which events can be filtered, grouped and counted. */
export interface Dimension {
  /** Name in the API and in JSON, such as `adGroupId`. */
  readonly name: string;
  /** Index in `EventType.dimensions`: the order of the field numbers, in which dimensions are hashed and stored. */
  readonly index: number;
  readonly fieldNumber: number;
  /** Type of the field in the event's proto message. */
  readonly wire: 'string' | 'bytes' | 'uint64' | 'fixed64';
  readonly idType: IdType;
  /** Whether every event must have the dimension. */
  readonly required: boolean;
}

/** Level of entities that events refer to, such as `campaign`, and the dimension that identifies them. */
export interface EventLevel {
  readonly name: string;
  readonly dimension: Dimension;
}

/** Field of the event's message that is not a dimension. */
export interface EventField {
  /** Name in JSON. */
  readonly name: string;
  readonly fieldNumber: number;
}

/** Declaration of an event type; see `protos/tidemark/v1/options.proto`. */
export interface EventType {
  /** Full name of the proto message, e.g. `tidemark.v1.AdAction`. */
  readonly message: string;
  readonly dimensions: readonly Dimension[];
  /** Levels, outermost first. */
  readonly levels: readonly EventLevel[];
  readonly actions: readonly ActionDeclaration[];
  readonly user: EventField & { readonly idType: IdType; readonly wire: Dimension['wire'] };
  readonly action: EventField;
  /** Field of the event time, in milliseconds since the Unix epoch. */
  readonly time: EventField;
  /** Whether requests that name no DataType use this type. */
  readonly isDefault: boolean;
  /** Sketches that count over all users. They are updated as events arrive. */
  readonly sketches: readonly SketchDeclaration[];
}

/**
 * Declaration of counts of an entity's events by all users together. They are HyperLogLog sketches, in one row per
 * entity and day. An event counts in the hour and the day of its event time.
 */
export interface SketchDeclaration {
  /** Column family of the sketches, in the table `corpus`. */
  readonly family: string;
  readonly corpus: string;
  /** Level whose entities are counted. Its dimension is required. */
  readonly level: EventLevel;
  /** Dimensions by whose values the counts are also broken down. */
  readonly breakdowns: readonly Dimension[];
  /** IANA time zone of the days and hours. */
  readonly timeZone: string;
  /** Whether distinct users are counted too. */
  readonly reach: boolean;
  /**
   * DataType in which an entity must have an object for its events to be accepted. Absent if entities need no object.
   */
  readonly registeredAs?: { readonly corpus: string; readonly family: string } | undefined;
  readonly retention: Retention;
}

/** Ground on which data is processed for its purpose; see `LawfulBasis` in `options.proto`. */
export type LawfulBasis = 'consent' | 'contract' | 'legitimate_interest' | 'not_personal';

export interface DataType {
  /** Column family, and `{dataType}` in the API. */
  readonly family: string;
  readonly corpus: string;
  /** Full name of the proto message, e.g. `tidemark.v1.Profile`. */
  readonly message: string;
  readonly owner: string;
  readonly provenance: string;
  /** Purpose that the data is stored and used for. Users grant and withdraw purposes. */
  readonly purpose: string;
  readonly lawfulBasis: LawfulBasis;
  readonly retention: Retention;
  /** Maximum size of one serialized value, in bytes. */
  readonly valueBytesMax: number;
  readonly readers: readonly string[];
  readonly writers: readonly string[];
  /** Present if the objects are stored in generations, each of which becomes visible at once. */
  readonly generations?: true | undefined;
  /** Present if the DataType contains events rather than objects. */
  readonly events?: EventType;
}

/** DataType that contains events. */
export type EventDataType = DataType & { readonly events: EventType };

export function isEventDataType(dataType: DataType): dataType is EventDataType {
  return dataType.events !== undefined;
}

/** Bigtable's limit for the size of a cell, in bytes. No DataType may declare more. */
export const VALUE_BYTES_LIMIT = 100 * 1024 * 1024;
/** Maximum value size of a DataType that declares none, in bytes. */
export const VALUE_BYTES_DEFAULT = 1024 * 1024;

/** Whether rows of the corpus are users, whose choices and erasures are stored with their data. */
export function isPersonal({ dataTypes }: Pick<Corpus, 'dataTypes'>): boolean {
  return dataTypes.some(({ lawfulBasis }) => lawfulBasis !== 'not_personal');
}

export interface Corpus {
  /** Table id. */
  readonly name: string;
  readonly dataTypes: readonly DataType[];
  /** Sketches stored in this table. Event types of any corpus may declare them. */
  readonly sketches: readonly SketchDeclaration[];
}
