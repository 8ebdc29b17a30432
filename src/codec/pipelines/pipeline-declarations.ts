/** The part of the declarations that does not depend on the schema. Its types are those of `core/pipelines/definition`. */
export const PIPELINE_DECLARATIONS = `
/** A 64-bit number: read as text, written as text or as a number that is exact. */
type Int64 = string | number;
type Float = number | 'NaN' | 'Infinity' | '-Infinity';

type ObjectName<C extends keyof Corpora> = keyof Corpora[C]['objects'] & string;
type EventName<C extends keyof Corpora> = keyof Corpora[C]['events'] & string;
type Action<C extends keyof Corpora, E extends EventName<C>> = (Corpora[C]['events'][E] & { action: string })['action'];
type Dimension<C extends keyof Corpora, E extends EventName<C>> = (Corpora[C]['events'][E] & {
  dimension: string;
})['dimension'];

/** A period of events, which ends at the time of the run. */
type EventReads<C extends keyof Corpora> = {
  [E in EventName<C>]: { dataType: E; windowDays: number; actions?: readonly Action<C, E>[] };
}[EventName<C>];

interface Cell<Value> {
  readonly subType: string;
  /** Version, in milliseconds since the Unix epoch. */
  readonly timestampMs: number;
  readonly value: Value;
}

interface Event<C extends keyof Corpora, E extends EventName<C>> {
  readonly action: Action<C, E>;
  /** Milliseconds since the Unix epoch. */
  readonly timeMs: number;
  readonly dimensions: { readonly [D in Dimension<C, E>]?: string };
}

interface CountQuery<C extends keyof Corpora, E extends EventName<C>> {
  readonly actions?: readonly Action<C, E>[];
  /** Days before the time of the run. */
  readonly days?: number;
  readonly where?: { readonly [D in Dimension<C, E>]?: readonly string[] };
}

interface PipelineObject<C extends keyof Corpora> {
  readonly id: string;
  /** The newest version of each SubType. */
  cells<T extends ObjectName<C>>(dataType: T): readonly Cell<Corpora[C]['objects'][T]>[];
  get<T extends ObjectName<C>>(dataType: T, subType: string): Corpora[C]['objects'][T] | undefined;
  events<E extends EventName<C>>(dataType: E): Iterable<Event<C, E>>;
  count<E extends EventName<C>>(dataType: E, query?: CountQuery<C, E>): number;
  countBy<E extends EventName<C>>(
    dataType: E,
    dimension: Dimension<C, E>,
    query?: CountQuery<C, E>,
  ): ReadonlyMap<string, number>;
}

type Write<C extends keyof Corpora> = {
  [T in ObjectName<C>]:
    | { dataType: T; subType: string; value: Corpora[C]['objects'][T] }
    | { dataType: T; subType: string; deleted: true };
}[ObjectName<C>];

interface PipelineContext<Shared> {
  /** Logical time of the run, in milliseconds since the Unix epoch. */
  readonly runTimeMs: number;
  readonly generation?: number;
  readonly logger: { info(message: string): void; warn(message: string): void };
  readonly signal: AbortSignal;
  /** Result of \`setup\`. */
  readonly shared: Shared;
}

type Result<C extends keyof Corpora> = readonly Write<C>[] | null | undefined | void;

interface Pipeline<C extends keyof Corpora, Shared> {
  readonly name: string;
  readonly corpus: C;
  readonly reads: readonly (ObjectName<C> | EventReads<C>)[];
  readonly writes: readonly ObjectName<C>[];
  /** Called once in each worker thread. */
  setup?(context: Omit<PipelineContext<unknown>, 'shared'>): Shared | Promise<Shared>;
  process(object: PipelineObject<C>, context: PipelineContext<Shared>): Result<C> | Promise<Result<C>>;
}

function definePipeline<C extends keyof Corpora, Shared = undefined>(
  definition: Pipeline<C, Shared>,
): Pipeline<C, Shared>;
`;
