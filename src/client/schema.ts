/** Form of the schemas that the client is typed by, and the names that requests take from them. */
import type { BuiltInSchema } from '../gen/built-in-schema';

/** Event type, as `tidemark schema types` writes it. */
export interface EventTypeShape {
  readonly event: object;
  readonly actions: string;
  readonly dimensions: string;
  readonly levels: Readonly<Record<string, string>>;
  readonly sketches: string;
  readonly breakdowns: string;
}

/** Interface that `tidemark schema types` writes: the objects, event types and purposes of the proto files. */
export interface SchemaShape {
  readonly objects: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly events: Readonly<Record<string, EventTypeShape>>;
  readonly defaultEvents: string;
  readonly purposes: string;
}

/** Schema of the built-in proto files: the default of the client. */
export type DefaultSchema = BuiltInSchema;

export type EventTypes<S extends SchemaShape> = keyof S['events'] & string;
/** Event type of requests without `dataType`. */
export type DefaultEvents<S extends SchemaShape> = S['defaultEvents'] & EventTypes<S>;
export type Action<S extends SchemaShape, D extends EventTypes<S>> = S['events'][D]['actions'];
export type DimensionName<S extends SchemaShape, D extends EventTypes<S>> = S['events'][D]['dimensions'];
export type Level<S extends SchemaShape, D extends EventTypes<S>> = keyof S['events'][D]['levels'] & string;
/** Dimension that identifies the entity of a level. */
export type LevelDimension<S extends SchemaShape, D extends EventTypes<S>> = S['events'][D]['levels'][Level<
  S,
  D
>];
export type Event<S extends SchemaShape, D extends EventTypes<S>> = S['events'][D]['event'];

export type CorpusName<S extends SchemaShape> = keyof S['objects'] & string;
/** DataType of objects of a corpus. */
export type DataTypeName<S extends SchemaShape, C extends CorpusName<S>> = keyof S['objects'][C] & string;

/**
 * `dataType` of a request: it may be left out if the event type is the default one.
 */
export type DataTypeChoice<S extends SchemaShape, D extends EventTypes<S>> =
  DefaultEvents<S> extends D ? { readonly dataType?: D | undefined } : { readonly dataType: D };
