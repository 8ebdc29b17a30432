/** What the proto files declare, as plain frozen records. Built by `codec/schema-registry`, read everywhere. */

export interface Retention {
  /** Cells older than this are garbage; absent keeps them until they are erased. */
  readonly maxAgeMs?: number;
  /** Only the newest cells of a column are kept; absent keeps all. */
  readonly versionsMax?: number;
}

/** How two events of one action are recognised as the same: equal dimensions within one aligned window. */
export interface DedupPolicy {
  /** In the order of their hash. The user is always part of the key: he is the row. */
  readonly dimensions: readonly Dimension[];
  /** Length of the window that event times are floored to, from the Unix epoch. */
  readonly windowSeconds: number;
}

export interface ActionDeclaration {
  readonly name: string;
  /** Stable number, 1–255: the action's byte in the column qualifier. */
  readonly code: number;
  readonly dedup: DedupPolicy;
}

/** How ids of a dimension look: any text, whole numbers of 64 bits, or UUIDs. All are strings to the API. */
export type IdType = 'string' | 'uint64' | 'uuid';

/** One of the finite, named properties of an event that it can be filtered, grouped and counted by. */
export interface Dimension {
  /** As the API and JSON write it, e.g. `adGroupId`. */
  readonly name: string;
  /** Place in `EventType.dimensions`: the order in which dimensions are hashed and stored, that of the field numbers. */
  readonly index: number;
  readonly fieldNumber: number;
  /** Of the field in the event's proto message. */
  readonly wire: 'string' | 'bytes' | 'uint64' | 'fixed64';
  readonly idType: IdType;
  /** Whether every event must have it. */
  readonly required: boolean;
}

/** A level of the entities that events are about, e.g. `campaign`, and the dimension that identifies them. */
export interface EventLevel {
  readonly name: string;
  readonly dimension: Dimension;
}

/** A field of the event's message that is no dimension. */
export interface EventField {
  /** As JSON writes it. */
  readonly name: string;
  readonly fieldNumber: number;
}

/** What an application declares of its events; see `protos/tidemark/v1/options.proto`. */
export interface EventType {
  /** Full name of the proto message, e.g. `tidemark.v1.AdAction`. */
  readonly message: string;
  readonly dimensions: readonly Dimension[];
  /** The outermost first. */
  readonly levels: readonly EventLevel[];
  readonly actions: readonly ActionDeclaration[];
  readonly user: EventField & { readonly idType: IdType; readonly wire: Dimension['wire'] };
  readonly action: EventField;
  /** Milliseconds since the Unix epoch. */
  readonly time: EventField;
  /** Where requests name no DataType. */
  readonly isDefault: boolean;
  /** Counts over all users, kept as events come in. */
  readonly sketches: readonly SketchDeclaration[];
}

/**
 * Counts of an entity's events by all users together: HyperLogLog sketches, in a row for each entity and day. An event counts in
 * the hour and the day of its own time.
 */
export interface SketchDeclaration {
  /** Column family of the sketches, in the table `corpus`. */
  readonly family: string;
  readonly corpus: string;
  /** Whose entities are counted; its dimension is required. */
  readonly level: EventLevel;
  /** By whose values the counts are broken down too. */
  readonly breakdowns: readonly Dimension[];
  /** IANA name: whose days and hours. */
  readonly timeZone: string;
  /** Whether distinct users are counted as well. */
  readonly reach: boolean;
  /** Where entities must have an object, for their events to be taken. */
  readonly registeredAs?: { readonly corpus: string; readonly family: string };
  readonly retention: Retention;
}

export interface DataType {
  /** Column family, and the `{dataType}` of the API. */
  readonly family: string;
  readonly corpus: string;
  /** Full name of the proto message, e.g. `tidemark.v1.Profile`. */
  readonly message: string;
  readonly owner: string;
  readonly provenance: string;
  readonly consentPurpose: string;
  readonly retention: Retention;
  /** Maximum size of one serialized value. */
  readonly valueBytesMax: number;
  readonly readers: readonly string[];
  readonly writers: readonly string[];
  /** Present where the DataType holds events rather than objects. */
  readonly events?: EventType;
}

/** One that holds events. */
export type EventDataType = DataType & { readonly events: EventType };

export function isEventDataType(dataType: DataType): dataType is EventDataType {
  return dataType.events !== undefined;
}

/** Bigtable's limit for one cell; no DataType may declare more. */
export const VALUE_BYTES_LIMIT = 100 * 1024 * 1024;
/** Where a DataType declares none. */
export const VALUE_BYTES_DEFAULT = 1024 * 1024;

export interface Corpus {
  /** Table id. */
  readonly name: string;
  readonly dataTypes: readonly DataType[];
  /** Of the event types of whichever corpus. */
  readonly sketches: readonly SketchDeclaration[];
}
