/** A pipeline whose definition has been checked against the schema. */
import type { ActionDeclaration, DataType, EventDataType } from '../schema/schema';
import type { PipelineDefinition } from './definition';

/** Period of events that a pipeline reads. */
export interface PipelineEventReads {
  readonly dataType: EventDataType;
  /** Length of the period that ends at the time of the run, in milliseconds. */
  readonly windowMs: number;
  readonly actions: readonly ActionDeclaration[];
}

export interface Pipeline {
  readonly name: string;
  readonly corpus: string;
  /** DataTypes of objects that it reads, by family. */
  readonly objects: ReadonlyMap<string, DataType>;
  /** Event DataTypes that it reads, by family. */
  readonly events: ReadonlyMap<string, PipelineEventReads>;
  /** DataTypes of objects that it writes, by family. */
  readonly writes: ReadonlyMap<string, DataType>;
  /** Functions of the user's module. */
  readonly module: Pick<PipelineDefinition, 'setup' | 'process'>;
}
