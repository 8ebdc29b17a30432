import { rowKey } from '../../core/rows/row-key';
import { isEventDataType } from '../../core/schema/schema';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import type { DataType } from '../../core/schema/schema';
import type { WriteToken } from '../../core/tokens/write-token';
import { invalidArgument } from '../../errors';
import { checkObjectId, isInternal, type ObjectWrite, type ObjectWriteDependencies } from './object-rules';

interface DeleteWholeObjectRequest {
  readonly corpus: string;
  readonly id: string;
}

interface DeleteWholeObjectAnswer {
  /** Token for reads that must observe the deletion. */
  readonly token: WriteToken;
}

export type DeleteWholeObject = ObjectWrite<DeleteWholeObjectRequest, DeleteWholeObjectAnswer>;

/**
 * Returns an operation that deletes all cells of an object, in all its DataTypes that hold objects, by one mutation of its
 * row. Events are not objects: they stay. It succeeds when there is nothing to delete, and is final like the deletion of
 * a single cell.
 */
export function createDeleteWholeObject({
  cells,
  schema,
  limits,
}: ObjectWriteDependencies): DeleteWholeObject {
  return async ({ corpus, id }, options) => {
    const dataTypes = deletableTypes(schema, corpus);
    checkObjectId(id, limits);
    const families = dataTypes.map(({ family }) => family);
    const { token } = await cells.deleteFamilies({ table: corpus, key: rowKey(id), families }, options);
    return { token };
  };
}

/**
 * Returns the DataTypes that the deletion of a whole object concerns. Throws `unknown_corpus`, or `invalid_argument` for a
 * corpus without objects, or with objects that only Tidemark or pipelines write.
 */
export function deletableTypes(schema: SchemaRegistry, corpus: string): readonly DataType[] {
  const objects = schema.corpus(corpus).dataTypes.filter((dataType) => !isEventDataType(dataType));
  if (objects.length === 0) throw invalidArgument('corpus', `${corpus} has no objects`);
  const internal = objects.find(isInternal);
  if (internal !== undefined)
    throw invalidArgument('corpus', `${internal.family} is written by Tidemark only: delete single cells`);
  const inGenerations = objects.find(({ generations }) => generations === true);
  if (inGenerations !== undefined)
    throw invalidArgument(
      'corpus',
      `${inGenerations.family} is stored in generations, which only pipelines write: delete single cells`,
    );
  return objects;
}
