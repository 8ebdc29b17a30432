import type { Row } from '../../bigtable/client/types';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { visibleCells } from '../../core/objects/delete-markers';
import type {
  PipelineCell,
  PipelineCountQuery,
  PipelineEvent,
  PipelineObject,
} from '../../core/pipelines/definition';
import type { Pipeline } from '../../core/pipelines/pipeline';
import type { HiddenEvents } from '../../core/privacy/visible-events';
import { cellsOfFamily, columnsOfFamily } from '../../core/rows/row-parts';
import type { DataType } from '../../core/schema/schema';
import { invalidArgument, TidemarkError } from '../../errors';
import { PipelineEvents } from './pipeline-events';

const MICROS_PER_MS = 1_000;

/** Row of an object, without what is hidden. */
export interface InputObject {
  readonly id: string;
  readonly row: Row;
  /** Returns which events of the family, packed in blocks, are hidden. */
  readonly hidden: (family: string) => HiddenEvents | undefined;
}

export interface StoredObjectContext {
  readonly pipeline: Pipeline;
  readonly schema: Pick<SchemaRegistry, 'codec'>;
  readonly runTimeMs: number;
  /** Maximum number of cells with events of one DataType: single events and blocks. */
  readonly eventCellsMax: number;
}

/** The object that `process` receives. It decodes what is asked for, once. */
export class StoredPipelineObject implements PipelineObject {
  readonly id: string;
  readonly #input: InputObject;
  readonly #context: StoredObjectContext;
  readonly #cells = new Map<string, readonly PipelineCell[]>();
  readonly #events = new Map<string, PipelineEvents>();

  constructor(input: InputObject, context: StoredObjectContext) {
    this.id = input.id;
    this.#input = input;
    this.#context = context;
  }

  cells(family: string): readonly PipelineCell[] {
    const known = this.#cells.get(family);
    if (known !== undefined) return known;
    const { objects } = this.#context.pipeline;
    const dataType = objects.get(family);
    if (dataType === undefined) throw notRead(family, 'objects', objects.keys());
    const cells = this.#decode(dataType);
    this.#cells.set(family, cells);
    return cells;
  }

  get(family: string, subType: string): unknown {
    return this.cells(family).find((cell) => cell.subType === subType)?.value;
  }

  events(family: string): Iterable<PipelineEvent> {
    return this.#eventsOf(family).events();
  }

  count(family: string, query?: PipelineCountQuery): number {
    return this.#eventsOf(family).count(query);
  }

  countBy(family: string, dimension: string, query?: PipelineCountQuery): ReadonlyMap<string, number> {
    return this.#eventsOf(family).countBy(dimension, query);
  }

  /** Cells come newest first within a column, so the first one of each column is its value. */
  #decode(dataType: DataType): readonly PipelineCell[] {
    const codec = this.#context.schema.codec(dataType);
    const { cells } = visibleCells(cellsOfFamily(this.#input.row, dataType.family));
    return cells
      .filter(({ qualifier }, index) => index === 0 || !qualifier.equals(cells[index - 1]!.qualifier))
      .map(({ qualifier, timestampMicros, value }) => ({
        subType: qualifier.toString('utf8'),
        timestampMs: timestampMicros / MICROS_PER_MS,
        value: codec.toJson(value),
      }));
  }

  #eventsOf(family: string): PipelineEvents {
    const known = this.#events.get(family);
    if (known !== undefined) return known;
    const { pipeline, runTimeMs, eventCellsMax } = this.#context;
    const reads = pipeline.events.get(family);
    if (reads === undefined) throw notRead(family, 'events', pipeline.events.keys());
    const { row, hidden } = this.#input;
    const columns = columnsOfFamily(row, family);
    if (columns.end - columns.start > eventCellsMax)
      throw new TidemarkError('too_many_events', `has more than ${eventCellsMax} cells of ${family}`);
    const events = new PipelineEvents(reads, runTimeMs, { columns, hidden: hidden(family) });
    this.#events.set(family, events);
    return events;
  }
}

function notRead(family: string, what: string, known: Iterable<string>): TidemarkError {
  const names = [...known].join(', ') || 'none';
  return invalidArgument(
    'dataType',
    `"${family}" is not among the DataTypes of ${what} in "reads": ${names}`,
  );
}
