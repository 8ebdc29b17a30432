import { isEventDataType, type DataType } from '../../core/schema/schema';
import type { JsonSchema } from '../endpoint';

/** Names that the proto files declare and that requests and answers use, in the order of the declarations. */
export interface Vocabulary {
  /** Event types: families of the DataTypes of events. */
  readonly eventTypes: readonly string[];
  /** DataTypes of any kind. */
  readonly dataTypes: readonly string[];
  readonly corpora: readonly string[];
  readonly actions: readonly string[];
  readonly dimensions: readonly string[];
  readonly levels: readonly string[];
  /** Dimensions that identify the entity of a level. */
  readonly levelDimensions: readonly string[];
  /** Levels with sketches, by which campaigns are counted. */
  readonly sketchLevels: readonly string[];
  /** Dimensions by which the sketches break counts down. */
  readonly breakdowns: readonly string[];
}

/** Returns the names that these DataTypes declare, each once. */
export function vocabularyOf(dataTypes: readonly DataType[]): Vocabulary {
  const types = dataTypes.filter(isEventDataType).map(({ events }) => events);
  const sketches = types.flatMap((type) => type.sketches);
  return {
    eventTypes: distinct(dataTypes.filter(isEventDataType).map(({ family }) => family)),
    dataTypes: distinct(dataTypes.map(({ family }) => family)),
    corpora: distinct(dataTypes.map(({ corpus }) => corpus)),
    actions: distinct(types.flatMap(({ actions }) => actions.map(({ name }) => name))),
    dimensions: distinct(types.flatMap(({ dimensions }) => dimensions.map(({ name }) => name))),
    levels: distinct(types.flatMap(({ levels }) => levels.map(({ name }) => name))),
    levelDimensions: distinct(types.flatMap(({ levels }) => levels.map(({ dimension }) => dimension.name))),
    sketchLevels: distinct(sketches.map(({ level }) => level.name)),
    breakdowns: distinct(sketches.flatMap((each) => each.breakdowns.map(({ name }) => name))),
  };
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}

/** Returns the schema of a string that is one of the names; of any string if there are none. */
export function oneOfNames(names: readonly string[], description?: string): JsonSchema {
  const text = names.length === 0 ? { type: 'string' } : { type: 'string', enum: names };
  return description === undefined ? text : { ...text, description };
}

/** Returns the properties of an object that maps each of these names to the same schema. */
export function eachOf(names: readonly string[], schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(names.map((name) => [name, schema]));
}
