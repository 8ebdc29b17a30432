/** Definition of a pipeline: what a user's module exports. Types only, and `definePipeline`. */

/** Event DataType that a pipeline reads: the events of the last days before the time of the run. */
export interface EventReads {
  /** Family of the event DataType, such as `ad_action`. */
  readonly dataType: string;
  /** Length of the period that ends at the time of the run, in days. */
  readonly windowDays: number;
  /** Actions to read. @default all actions of the type */
  readonly actions?: readonly string[] | undefined;
}

/** DataType that a pipeline reads: the name of a DataType of objects, or a period of events. */
export type PipelineReads = string | EventReads;

/** Visible cell of an object. */
export interface PipelineCell<Value = unknown> {
  readonly subType: string;
  /** Version of the cell, in milliseconds since the Unix epoch. */
  readonly timestampMs: number;
  /** Value in the proto3 JSON mapping, as in the API. */
  readonly value: Value;
}

/** Event of the object, deduplicated. */
export interface PipelineEvent {
  readonly action: string;
  /** Event time, in milliseconds since the Unix epoch. */
  readonly timeMs: number;
  /** Ids by the name of the dimension. Dimensions that the event lacks are absent. */
  readonly dimensions: Readonly<Record<string, string>>;
}

/** Selection of events to count. */
export interface PipelineCountQuery {
  /** @default all actions that the pipeline reads */
  readonly actions?: readonly string[] | undefined;
  /** Length of the period that ends at the time of the run, in days. @default the period that the pipeline reads */
  readonly days?: number | undefined;
  /** Ids by the name of a dimension: an event counts if it has one of the ids in each. */
  readonly where?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Object as `process` receives it. It has no data that a choice, an erasure or a deletion hides. */
export interface PipelineObject {
  readonly id: string;
  /** Returns the newest version of each SubType. Throws `invalid_argument` for a DataType that `reads` lacks. */
  cells(dataType: string): readonly PipelineCell[];
  /** Returns the value of one SubType; undefined if the object has none. */
  get(dataType: string, subType: string): unknown;
  /** Returns the events of the period that `reads` declares, earliest first within each stored part. */
  events(dataType: string): Iterable<PipelineEvent>;
  /** Returns the number of events. */
  count(dataType: string, query?: PipelineCountQuery): number;
  /** Returns the number of events by the ids of a dimension. */
  countBy(dataType: string, dimension: string, query?: PipelineCountQuery): ReadonlyMap<string, number>;
}

/** Write of a pipeline: a value, or the deletion of a SubType. */
export type PipelineWrite =
  | { readonly dataType: string; readonly subType: string; readonly value: unknown }
  | { readonly dataType: string; readonly subType: string; readonly deleted: true };

/** Logger of a pipeline. Its lines are printed by the command, on stderr. */
export interface PipelineLogger {
  info(message: string): void;
  warn(message: string): void;
}

/** Second argument of `process`. */
export interface PipelineContext<Shared = unknown> {
  /** Logical time of the run, in milliseconds since the Unix epoch: the same for all objects, threads and workers. */
  readonly runTimeMs: number;
  /** Generation that the run writes; of several DataTypes, that of the first. Absent: none is stored in generations. */
  readonly generation?: number | undefined;
  readonly logger: PipelineLogger;
  /** Aborts when the run ends early. */
  readonly signal: AbortSignal;
  /** Result of `setup`. */
  readonly shared: Shared;
}

type MaybePromise<T> = T | Promise<T>;
/** Result of `process`. Nothing, null and an empty list write nothing. */
export type PipelineResult = readonly PipelineWrite[] | null | undefined | void;

/** Pipeline as a user's module exports it. */
export interface PipelineDefinition<Shared = unknown> {
  /** Name of the pipeline: lower-case letters, digits, `_` and `-`. */
  readonly name: string;
  readonly corpus: string;
  readonly reads: readonly PipelineReads[];
  /** DataTypes of objects, in the same corpus. */
  readonly writes: readonly string[];
  /** Called once in each worker thread. Its result is `context.shared`. */
  setup?(context: Omit<PipelineContext, 'shared'>): MaybePromise<Shared>;
  /** Called for each object that has anything of `reads`. An error concerns this object only. */
  process(object: PipelineObject, context: PipelineContext<Shared>): MaybePromise<PipelineResult>;
}

/** Returns the definition itself. It gives editors and compilers the types of a pipeline. */
export function definePipeline<Shared = unknown>(
  definition: PipelineDefinition<Shared>,
): PipelineDefinition<Shared> {
  return definition;
}
