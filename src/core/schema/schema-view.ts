/** The schema as the API and the CLI return it. References to dimensions are by name. */
import type { Corpus, DataType, EventType, SketchDeclaration } from './schema';

export type DataTypeView = Omit<DataType, 'events'> & { readonly events?: EventTypeView | undefined };

interface EventTypeView {
  readonly user: Field;
  /** Name of the action field. */
  readonly action: string;
  readonly time: string;
  readonly dimensions: readonly (Field & { readonly required: boolean })[];
  readonly levels: readonly { readonly name: string; readonly dimension: string }[];
  readonly actions: readonly {
    readonly name: string;
    readonly code: number;
    readonly dedup: { readonly dimensions: readonly string[]; readonly windowSeconds: number };
  }[];
  readonly default: boolean;
  /** Sketches that count over all users. */
  readonly sketches: readonly SketchesView[];
}

interface SketchesView {
  readonly family: string;
  readonly corpus: string;
  readonly level: string;
  readonly breakdowns: readonly string[];
  readonly timeZone: string;
  readonly reach: boolean;
  /** `<corpus>/<family>` of the objects that entities must have. Absent if entities need no object. */
  readonly registeredAs?: string | undefined;
}

interface Field {
  readonly name: string;
  readonly idType: string;
}

export function corpusView({ name, dataTypes }: Corpus) {
  return { name, dataTypes: dataTypes.map(dataTypeView) };
}

function dataTypeView({ events, ...dataType }: DataType): DataTypeView {
  return { ...dataType, events: events === undefined ? undefined : eventTypeView(events) };
}

function eventTypeView({
  user,
  action,
  time,
  dimensions,
  levels,
  actions,
  isDefault,
  sketches,
}: EventType): EventTypeView {
  return {
    user: { name: user.name, idType: user.idType },
    action: action.name,
    time: time.name,
    dimensions: dimensions.map(({ name, idType, required }) => ({ name, idType, required })),
    levels: levels.map(({ name, dimension }) => ({ name, dimension: dimension.name })),
    actions: actions.map(({ name, code, dedup: { dimensions: by, windowSeconds } }) => ({
      name,
      code,
      dedup: { dimensions: by.map((dimension) => dimension.name), windowSeconds },
    })),
    default: isDefault,
    sketches: sketches.map(sketchesView),
  };
}

function sketchesView(declared: SketchDeclaration): SketchesView {
  const { family, corpus, level, breakdowns, timeZone, reach, registeredAs } = declared;
  return {
    family,
    corpus,
    level: level.name,
    timeZone,
    reach,
    breakdowns: breakdowns.map(({ name }) => name),
    registeredAs: registeredAs === undefined ? undefined : `${registeredAs.corpus}/${registeredAs.family}`,
  };
}
