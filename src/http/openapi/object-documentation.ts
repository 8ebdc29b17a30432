import type { SelectionFields } from '../../operations/objects/object-cells';
import { TIMESTAMP_MS_MAX } from '../../operations/objects/object-rules';
import type { Parameter } from '../endpoint';

/** Paths, parameters and examples that the object endpoints share. */
const segment = (name: string, description: string, example: string): Parameter => ({
  in: 'path',
  name,
  description: `${description}; percent-encoded.`,
  schema: { type: 'string', minLength: 1, maxLength: 1_024 },
  example,
});

export const OBJECT_PATH = '/v1/corpora/{corpus}/objects/{id}';
export const CELL_PATH = `${OBJECT_PATH}/{dataType}/{subType}`;

export const OBJECT_PARAMETERS: readonly Parameter[] = [
  segment('corpus', 'Corpus', 'users'),
  segment('id', 'Id of the object', 'user-1'),
];

export const CELL_PARAMETERS: readonly Parameter[] = [
  ...OBJECT_PARAMETERS,
  segment('dataType', 'Family of the DataType', 'profile'),
  segment('subType', 'SubType', 'main'),
];

export const TIMESTAMP_PARAMETER: Parameter = {
  in: 'query',
  name: 'timestampMs',
  description: 'Version of the cell: milliseconds since the Unix epoch.',
  schema: { type: 'integer', minimum: 0, maximum: TIMESTAMP_MS_MAX },
};

export const VERSIONS_PARAMETER: Parameter = {
  in: 'query',
  name: 'versions',
  description: 'Number of versions to read of each cell, newest first.',
  schema: { type: 'integer', minimum: 1, maximum: 100, default: 1 },
};

export const GENERATIONS_PARAMETER: Parameter = {
  in: 'query',
  name: 'generations',
  description:
    'Generations to read instead of the published ones, separated by commas, for DataTypes that are stored in generations.',
  schema: { type: 'string' },
  example: 'embedding=3',
};

/** Generations of an answer with DataTypes that are stored in generations. */
export const GENERATIONS_HEADER = 'tidemark-generations';

/** Field names in errors for a cell that the path selects. */
export const PATH_FIELDS: SelectionFields = {
  select: 'dataType',
  dataType: () => 'dataType',
  subTypes: () => 'subType',
  subType: () => 'subType',
};

/** Field names in errors for cells that the query parameter selects. */
export const QUERY_FIELDS: SelectionFields = {
  select: 'dataTypes',
  dataType: () => 'dataTypes',
  subTypes: () => 'dataTypes',
  subType: () => 'dataTypes',
};

export const PROFILE_EXAMPLE = {
  locale: 'id-ID',
  interests: [{ topic: 'running', score: 0.8 }],
  updatedAtMs: '1795239300000',
};

export const CELL_EXAMPLE = {
  dataType: 'profile',
  subType: 'main',
  timestampMs: 1_795_239_300_000,
  value: PROFILE_EXAMPLE,
};
