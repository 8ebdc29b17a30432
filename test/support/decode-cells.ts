import type { SchemaRegistry } from '../../src/codec/declarations/schema-registry';
import type { BatchGetObjectsAnswer } from '../../src/operations/objects/batch-get-objects';
import type { ObjectCell } from '../../src/operations/objects/object-cells';

/** An answer whose cells have JSON values. */
export type Decoded<A> = Omit<A, 'cells'> & {
  readonly cells: readonly (Omit<ObjectCell, 'value'> & { readonly value: unknown })[];
};

/** A batch whose cells have JSON values. */
export interface DecodedObjects {
  readonly objects: readonly Decoded<BatchGetObjectsAnswer['objects'][number]>[];
}

/** Returns the answer with its cells' values decoded to JSON. */
export function decodeCells<A extends { readonly cells: readonly ObjectCell[] }>(
  schema: SchemaRegistry,
  corpus: string,
  answer: A,
): Decoded<A> {
  const cells = answer.cells.map((cell) => {
    const codec = schema.codec(schema.dataType(corpus, cell.dataType));
    return { ...cell, value: codec.toJson(cell.value) };
  });
  return { ...answer, cells };
}
