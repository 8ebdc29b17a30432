/** Writes objects of a generation. */
import { setCell } from '../../bigtable/write/mutations';
import type { Mutation } from '../../bigtable/client/types';
import { generationColumn } from '../../core/generations/generation-column';
import {
  generationOf,
  type GenerationRecord,
  type GenerationState,
} from '../../core/generations/generation-record';
import { columnMarker } from '../../core/objects/delete-markers';
import { rowKey } from '../../core/rows/row-key';
import type { DataType } from '../../core/schema/schema';
import { TidemarkError } from '../../errors';
import type { CancelSignal } from '../../platform/tasks/cancellation';
import type { Writer } from '../../consistency/store';
import { MoverSteps, type StepDependencies } from '../../residency/mover/steps';
import type { GenerationDirectory } from './generation-directory';

/** A cell of an object, or the deletion of one. */
interface GenerationCell {
  readonly id: string;
  readonly subType: string;
  /** Version: the logical time of the run, in milliseconds since the Unix epoch. */
  readonly versionMs: number;
  /** Serialized message. Undefined deletes all versions of the SubType in the generation up to this one. */
  readonly value: Buffer | undefined;
}

interface WriteGenerationDependencies extends StepDependencies {
  readonly directory: Pick<GenerationDirectory, 'read'>;
  /** Writer of batch clusters. */
  readonly writer: Pick<Writer, 'mutateRows'>;
}

interface GenerationToWrite {
  readonly dataType: DataType;
  readonly generation: number;
  /** States in which cells may be written: `building` for a full pass, `published` too for one that follows changes. */
  readonly states: readonly GenerationState[];
  readonly signal?: CancelSignal | undefined;
}

/**
 * Writes a page of cells, and checks after the last acknowledgement that the generation may still be written. A page
 * whose write fails does not count: a worker that was paused must not make a complete generation of a closed one.
 * Writing a page again has the same effect.
 *
 * Throws `generation_conflict` and `generation_not_found` for a closed generation, and the errors of writes once a step
 * has failed for too long.
 */
export type WriteGeneration = (target: GenerationToWrite, cells: readonly GenerationCell[]) => Promise<void>;

export function createWriteGeneration(dependencies: WriteGenerationDependencies): WriteGeneration {
  const { directory, writer } = dependencies;
  return async (target, cells) => {
    const { dataType, signal } = target;
    const steps = new MoverSteps(dependencies, signal);
    const checkOpen = async (): Promise<void> =>
      requireOpen(await steps.run((call) => directory.read(dataType, call)), target);
    await checkOpen();
    const rows = rowsOf(cells, target);
    await steps.run(async (call) => {
      const results = await writer.mutateRows(dataType.corpus, rows, call);
      const failed = results.find((result) => result instanceof TidemarkError);
      if (failed !== undefined) throw failed;
    });
    await checkOpen();
  };
}

/** Throws `generation_conflict` or `generation_not_found` if the generation may not be written. */
export function requireOpen(
  record: GenerationRecord,
  { generation, states }: Pick<GenerationToWrite, 'generation' | 'states'>,
): void {
  const { state, completedAtMs } = generationOf(record, generation);
  const isOpen = states.includes(state) && (states.includes('published') || completedAtMs === undefined);
  if (isOpen) return;
  const present = state === 'building' ? 'complete' : state;
  throw new TidemarkError(
    'generation_conflict',
    `generation ${generation} is ${present}: it cannot be written`,
  );
}

/** Returns the mutation that writes a cell of a generation. */
export function generationMutation(
  { family, generation }: { readonly family: string; readonly generation: number },
  { subType, versionMs, value }: Omit<GenerationCell, 'id'>,
): Mutation {
  const name = Buffer.from(subType);
  const column = generationColumn(generation, value === undefined ? columnMarker(name) : name);
  return setCell(family, column, versionMs * MICROS_PER_MS, value ?? NO_VALUE);
}

const MICROS_PER_MS = 1_000;
const NO_VALUE = Buffer.alloc(0);

function rowsOf(cells: readonly GenerationCell[], { dataType, generation }: GenerationToWrite) {
  const { family } = dataType;
  const byId = new Map<string, Mutation[]>();
  for (const { id, ...cell } of cells) {
    const mutations = byId.get(id);
    const mutation = generationMutation({ family, generation }, cell);
    if (mutations === undefined) byId.set(id, [mutation]);
    else mutations.push(mutation);
  }
  return Array.from(byId, ([id, mutations]) => ({ key: rowKey(id), mutations }));
}
