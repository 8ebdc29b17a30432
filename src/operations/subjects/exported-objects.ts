import type { Cell } from '../../bigtable/client/types';
import type { ObjectCodec } from '../../codec/protobuf/object-codec';
import { parseGenerationColumn } from '../../core/generations/generation-column';
import { isDeleteMarker, visibleCells } from '../../core/objects/delete-markers';
import { hiddenReason, type HiddenBounds } from '../../core/privacy/hidden-reason';
import {
  exportedDataType,
  isExported,
  type ExportLine,
  type HiddenChoice,
} from '../../core/privacy/subject-export';
import type { DataType } from '../../core/schema/schema';
import { TidemarkError } from '../../errors';

const MICROS_PER_MS = 1_000;

/** DataType of an export, its codec, and which hidden cells are exported. */
interface ExportedContext {
  readonly dataType: DataType;
  readonly codec: Pick<ObjectCodec, 'toJson'>;
  readonly choice: HiddenChoice;
}

/** Turns the cells of one DataType of objects into lines, page by page: those of all its generations, if it has any. */
export class ExportedObjects {
  readonly #context: ExportedContext;
  /** Cells outside of generations have none. */
  readonly #byGeneration = new Map<number | undefined, ObjectsOfGeneration>();

  constructor(dataType: DataType, codec: Pick<ObjectCodec, 'toJson'>, choice: HiddenChoice) {
    this.#context = { dataType, codec, choice };
  }

  /** Returns the lines of the next cells of the row, in Bigtable's order. */
  *lines(cells: readonly Cell[], bounds: HiddenBounds): Iterable<ExportLine> {
    if (this.#context.dataType.generations !== true) yield* this.#of(undefined).lines(cells, bounds);
    else
      for (const [generation, own] of groupedByGeneration(cells))
        yield* this.#of(generation).lines(own, bounds);
  }

  #of(generation: number | undefined): ObjectsOfGeneration {
    const known = this.#byGeneration.get(generation);
    if (known !== undefined) return known;
    const objects = new ObjectsOfGeneration(this.#context, generation);
    this.#byGeneration.set(generation, objects);
    return objects;
  }
}

/** Returns the cells by generation, with SubTypes and delete markers as columns. */
function groupedByGeneration(cells: readonly Cell[]): ReadonlyMap<number | undefined, readonly Cell[]> {
  const groups = new Map<number | undefined, Cell[]>();
  for (const cell of cells) {
    const parsed = parseGenerationColumn(cell.qualifier);
    const own = parsed === undefined ? cell : { ...cell, qualifier: parsed.column };
    const group = groups.get(parsed?.generation);
    if (group === undefined) groups.set(parsed?.generation, [own]);
    else group.push(own);
  }
  return groups;
}

class ObjectsOfGeneration {
  readonly #generation: number | undefined;
  readonly #about: ReturnType<typeof exportedDataType>;
  readonly #versionsMax: number;
  readonly #codec: Pick<ObjectCodec, 'toJson'>;
  readonly #choice: HiddenChoice;
  /** Delete markers come before all other columns of the family. */
  readonly #markers: Cell[] = [];
  #column: Buffer | undefined;
  /** Number of versions of the column that are neither deleted nor erased. */
  #versions = 0;

  constructor({ dataType, codec, choice }: ExportedContext, generation: number | undefined) {
    this.#generation = generation;
    this.#about = exportedDataType(dataType);
    this.#versionsMax = dataType.retention.versionsMax ?? Infinity;
    this.#codec = codec;
    this.#choice = choice;
  }

  /** Returns the lines of the next cells of the row, in Bigtable's order. */
  *lines(cells: readonly Cell[], bounds: HiddenBounds): Iterable<ExportLine> {
    const data: Cell[] = [];
    for (const cell of cells) {
      if (isDeleteMarker(cell.qualifier)) this.#markers.push(withoutBuffer(cell));
      else data.push(cell);
    }
    const visible = new Set(visibleCells([...this.#markers, ...data]).cells);
    for (const cell of data) {
      const isDeleted = !visible.has(cell);
      const isExcess = !isDeleted && this.#countVersion(cell.qualifier) > this.#versionsMax;
      const timestampMs = cell.timestampMicros / MICROS_PER_MS;
      const hidden = hiddenReason(timestampMs, bounds, { isDeleted, isExcess });
      if (isExported(hidden, this.#choice)) yield this.#line(cell, timestampMs, hidden);
    }
  }

  #countVersion(qualifier: Buffer): number {
    this.#versions = this.#column?.equals(qualifier) === true ? this.#versions + 1 : 1;
    this.#column = qualifier;
    return this.#versions;
  }

  #line({ qualifier, value }: Cell, timestampMs: number, hidden: string | undefined): ExportLine {
    const subType = qualifier.toString('utf8');
    const generation = this.#generation;
    return {
      type: 'object',
      ...this.#about,
      subType,
      generation,
      timestampMs,
      hidden,
      ...this.#valueOf(value),
    };
  }

  /** A value that the schema cannot read is exported as its bytes. */
  #valueOf(value: Buffer): { readonly value?: unknown; readonly valueBase64?: string } {
    try {
      return { value: this.#codec.toJson(value) };
    } catch (error) {
      if (!(error instanceof TidemarkError)) throw error;
      return { valueBase64: value.toString('base64') };
    }
  }
}

/** Returns a copy that does not keep the buffer of its whole page in memory. */
function withoutBuffer(marker: Cell): Cell {
  return { ...marker, qualifier: Buffer.from(marker.qualifier), value: Buffer.alloc(0) };
}
