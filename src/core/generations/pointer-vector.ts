/** Pointers to the generations of all DataTypes, which a process reads together and a read uses together. */
import { TidemarkError } from '../../errors';
import type { DataType } from '../schema/schema';
import { publicationId, type Publication } from '../tokens/publications';
import type { WriteToken } from '../tokens/write-token';
import { isReadable, publishedOf, type GenerationRecord } from './generation-record';
import { generationsOf, type DataTypeName } from './stored-generations';

/** Pointer of one DataType. */
interface GenerationPointer {
  /** Number of changes of the pointer: a larger one is newer. */
  readonly publication: number;
  /** Published generation; undefined before the first publication. */
  readonly published: number | undefined;
  /** Generations that reads may use. */
  readonly readable: ReadonlySet<number>;
}

/** Pointers by `corpus/family`. Immutable: a read takes one vector at its start and uses no other. */
export type PointerVector = ReadonlyMap<string, GenerationPointer>;

export function pointerOf(record: GenerationRecord): GenerationPointer {
  const readable = record.generations.filter(isReadable).map(({ number }) => number);
  return {
    publication: record.publications,
    published: publishedOf(record)?.number,
    readable: new Set(readable),
  };
}

/**
 * Returns the newer pointer of each DataType. A replica that lags behind may report an older one than another replica
 * did before.
 */
export function newerPointers(known: PointerVector, read: PointerVector): PointerVector {
  const newest = new Map(known);
  for (const [name, pointer] of read) {
    const before = known.get(name);
    if (before === undefined || before.publication <= pointer.publication) newest.set(name, pointer);
  }
  return newest;
}

/** Whether the vector is at least as new as the token requires for these DataTypes. */
export function coversToken(
  vector: PointerVector,
  dataTypes: Iterable<DataTypeName>,
  token: WriteToken | undefined,
): boolean {
  const required = token?.publications;
  if (required === undefined) return true;
  for (const dataType of dataTypes) {
    const id = publicationId(dataType.corpus, dataType.family);
    const publication = vector.get(generationsOf(dataType))?.publication ?? 0;
    if (required.some((each) => each.dataType === id && each.number > publication)) return false;
  }
  return true;
}

/** Generations that a caller names, by family. */
export type RequestedGenerations = Readonly<Record<string, number>>;

/** Generations of one read, and the pointers that it has seen. */
interface ChosenGenerations {
  readonly pins: ReadonlyMap<string, number | undefined>;
  readonly publications: readonly Publication[];
}

/**
 * Returns the generation of each DataType: the requested one, else the published one. Throws `generation_not_found` for
 * a requested generation that does not exist or was collected.
 */
export function chooseGenerations(
  vector: PointerVector,
  dataTypes: Iterable<DataType>,
  requested: RequestedGenerations = {},
): ChosenGenerations {
  const pins = new Map<string, number | undefined>();
  const publications: Publication[] = [];
  for (const { corpus, family, generations } of dataTypes) {
    if (generations !== true) continue;
    const pointer = vector.get(generationsOf({ corpus, family }));
    const named = Object.hasOwn(requested, family) ? requested[family] : undefined;
    if (named !== undefined && pointer?.readable.has(named) !== true) throw notFound(family, named);
    pins.set(family, named ?? pointer?.published);
    if (named === undefined && pointer !== undefined && pointer.publication > 0)
      publications.push({ dataType: publicationId(corpus, family), number: pointer.publication });
  }
  return { pins, publications };
}

function notFound(family: string, generation: number): TidemarkError {
  const message = `generation ${generation} of ${family} does not exist, or was collected`;
  return new TidemarkError('generation_not_found', message, { field: `generations.${family}` });
}
