/** The schema as people and programs are shown it: what refers to a dimension does so by its name. */
import type { Corpus, DataType, EventType, SketchDeclaration } from './schema';

export type DataTypeView = Omit<DataType, 'events'> & { readonly events?: EventTypeView };

export interface EventTypeView {
  readonly user: Field;
  /** Names of the fields. */
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
  /** Counts over all users. */
  readonly sketches: readonly SketchesView[];
}

export interface SketchesView {
  readonly family: string;
  readonly corpus: string;
  readonly level: string;
  readonly breakdowns: readonly string[];
  readonly timeZone: string;
  readonly reach: boolean;
  /** `<corpus>/<family>`. */
  readonly registeredAs?: string;
}

interface Field {
  readonly name: string;
  readonly idType: string;
}

export function corpusView({ name, dataTypes }: Corpus) {
  return { name, dataTypes: dataTypes.map(dataTypeView) };
}

function dataTypeView({ events, ...dataType }: DataType): DataTypeView {
  return { ...dataType, ...(events !== undefined && { events: eventTypeView(events) }) };
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
    ...(registeredAs !== undefined && { registeredAs: `${registeredAs.corpus}/${registeredAs.family}` }),
  };
}
