import { TOKEN_HEADER, type Send } from '../call';
import { chunks } from './counts';
import { isTidemarkError } from '../errors';
import { LIMITS } from '../limits';
import type { ReadOptions, WriteOptions } from '../options';
import type { CorpusName, DataTypeName, SchemaShape } from '../schema';
import type { Evidence, Omission, PutAnswer } from '../types';

/** One version of a cell, with the message of its DataType. */
export type Cell<S extends SchemaShape, C extends CorpusName<S>, D extends DataTypeName<S, C>> =
  D extends DataTypeName<S, C>
    ? {
        readonly dataType: D;
        readonly subType: string;
        readonly timestampMs: number;
        readonly value: S['objects'][C][D];
      }
    : never;

/** Generations to read instead of the published ones, by DataType. */
export type Generations = Readonly<Record<string, number>>;

export interface ObjectAnswer<C> {
  /** Newest versions first. */
  readonly cells: readonly C[];
  readonly omitted?: readonly Omission[];
  readonly generations?: Generations;
  readonly consistency: Evidence;
}

interface Versions {
  /** Versions of each cell. Default: 1. */
  readonly versions?: number | undefined;
  readonly generations?: Generations | undefined;
}

/** Names one object. */
export interface ObjectName<S extends SchemaShape, C extends CorpusName<S>> {
  readonly corpus: C;
  readonly id: string;
}

/** Names one cell. */
export interface CellName<
  S extends SchemaShape,
  C extends CorpusName<S>,
  D extends DataTypeName<S, C>,
> extends ObjectName<S, C> {
  readonly dataType: D;
  readonly subType: string;
}

export interface Selection<S extends SchemaShape, C extends CorpusName<S>, D extends DataTypeName<S, C>> {
  readonly dataType: D;
  /** Default: all SubTypes. */
  readonly subTypes?: readonly string[] | undefined;
}

export interface FoundObject<C> {
  readonly id: string;
  readonly cells: readonly C[];
  readonly missing: readonly { readonly dataType: string; readonly subType?: string }[];
  readonly omitted?: readonly Omission[];
  /** Present if the level is not proven for this object, and the read allowed stale answers. */
  readonly met?: false;
}

export interface BatchGetAnswer<C> {
  readonly objects: readonly FoundObject<C>[];
  readonly generations?: Generations;
  readonly consistency: Evidence;
}

/** Result of a deletion: the token for later reads. */
export interface Deleted {
  readonly token: string;
}

/** Reads and writes personalization objects. */
export class ObjectsApi<S extends SchemaShape> {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Writes a new version of a cell. With `timestampMs`, the version has that time, and the call is idempotent. */
  async put<C extends CorpusName<S>, D extends DataTypeName<S, C>>(
    cell: CellName<S, C, D> & {
      readonly value: S['objects'][C][D];
      readonly timestampMs?: number | undefined;
    },
    options?: WriteOptions,
  ): Promise<PutAnswer> {
    const { value, timestampMs, ...name } = cell;
    const idempotent = timestampMs !== undefined;
    const call = { path: { ...name }, query: { timestampMs }, body: value, options, idempotent };
    const { body } = await this.#send({ operation: 'putObject', ...call });
    return body as PutAnswer;
  }

  /** Reads one cell. Throws `object_not_found` if it does not exist. */
  async getCell<C extends CorpusName<S>, D extends DataTypeName<S, C>>(
    { versions, generations, ...name }: CellName<S, C, D> & Versions,
    options?: ReadOptions,
  ): Promise<ObjectAnswer<Cell<S, C, D>>> {
    const query = { versions, generations: textOf(generations) };
    const { body } = await this.#send({ operation: 'getCell', path: { ...name }, query, options });
    return body as ObjectAnswer<Cell<S, C, D>>;
  }

  /** Returns the newest value of a cell, or undefined if it does not exist. */
  async value<C extends CorpusName<S>, D extends DataTypeName<S, C>>(
    cell: CellName<S, C, D>,
    options?: ReadOptions,
  ): Promise<S['objects'][C][D] | undefined> {
    try {
      const { cells } = await this.getCell(cell, options);
      return (cells[0] as { readonly value: S['objects'][C][D] } | undefined)?.value;
    } catch (error) {
      if (isTidemarkError(error, 'object_not_found')) return undefined;
      throw error;
    }
  }

  /** Reads cells of an object: of these DataTypes, or of all. Throws `object_not_found` if there are none. */
  async get<C extends CorpusName<S>, D extends DataTypeName<S, C> = DataTypeName<S, C>>(
    object: ObjectName<S, C> & Versions & { readonly select?: readonly Selection<S, C, D>[] | undefined },
    options?: ReadOptions,
  ): Promise<ObjectAnswer<Cell<S, C, D>>> {
    const { corpus, id, select, versions, generations } = object;
    const dataTypes = select?.flatMap(({ dataType, subTypes }) =>
      subTypes === undefined ? [dataType] : subTypes.map((each) => `${dataType}/${each}`),
    );
    const query = { dataTypes: dataTypes?.join(','), versions, generations: textOf(generations) };
    const { body } = await this.#send({ operation: 'getObject', path: { corpus, id }, query, options });
    return body as ObjectAnswer<Cell<S, C, D>>;
  }

  /** Reads cells of several objects. */
  async batchGet<C extends CorpusName<S>, D extends DataTypeName<S, C>>(
    request: Versions & {
      readonly corpus: C;
      readonly objects: readonly { readonly id: string; readonly select: readonly Selection<S, C, D>[] }[];
    },
    options?: ReadOptions,
  ): Promise<BatchGetAnswer<Cell<S, C, D>>> {
    const { corpus, ...body } = request;
    const answer = await this.#send({ operation: 'batchGetObjects', path: { corpus }, body, options });
    return answer.body as BatchGetAnswer<Cell<S, C, D>>;
  }

  /** Reads the same cells of any number of objects, with one request for each 100 of them. */
  async *scan<C extends CorpusName<S>, D extends DataTypeName<S, C>>(
    ids: Iterable<string> | AsyncIterable<string>,
    {
      corpus,
      select,
      ...versions
    }: Versions & { readonly corpus: C; readonly select: readonly Selection<S, C, D>[] },
    options?: ReadOptions,
  ): AsyncGenerator<FoundObject<Cell<S, C, D>>, void, undefined> {
    for await (const part of chunks(ids, LIMITS.scanObjects)) {
      const objects = part.map((id) => ({ id, select }));
      const answer = await this.batchGet<C, D>({ corpus, objects, ...versions }, options);
      yield* answer.objects;
    }
  }

  /** Deletes a cell: all its versions, or the one of `timestampMs`. */
  async delete<C extends CorpusName<S>, D extends DataTypeName<S, C>>(
    { timestampMs, ...name }: CellName<S, C, D> & { readonly timestampMs?: number | undefined },
    options?: WriteOptions,
  ): Promise<Deleted> {
    const idempotent = timestampMs !== undefined;
    const call = { path: { ...name }, query: { timestampMs }, options, idempotent };
    return deleted(await this.#send({ operation: 'deleteObject', ...call }));
  }

  /** Deletes all cells of an object. */
  async deleteAll<C extends CorpusName<S>>(
    object: ObjectName<S, C>,
    options?: WriteOptions,
  ): Promise<Deleted> {
    return deleted(await this.#send({ operation: 'deleteWholeObject', path: { ...object }, options }));
  }
}

/** Returns the token of an answer without a body. */
export function deleted({ headers }: { readonly headers: Headers }): Deleted {
  return { token: headers.get(TOKEN_HEADER) ?? '' };
}

function textOf(generations: Generations | undefined): string | undefined {
  if (generations === undefined) return undefined;
  return Object.entries(generations)
    .map(([dataType, generation]) => `${dataType}=${generation}`)
    .join(',');
}
