import { setCell } from '../../bigtable/write/mutations';
import type { Mutation } from '../../bigtable/client/types';
import type { RowPrivacy } from '../../core/privacy/row-privacy';
import { deleteMutations } from '../../consistency/write/versioned-mutations';
import { generationMutation } from '../generations/write-generation';
import type { PipelineOutput } from './process-object';

const MICROS_PER_MS = 1_000;
const NO_CELLS: readonly never[] = Object.freeze([]);

/** Mutations of one row. */
export interface OutputMutations {
  readonly mutations: readonly Mutation[];
  /** Number of cells that are not written, because the user's choices or erasures would hide them. */
  readonly withheld: number;
}

export interface OutputOptions {
  /** Version of the cells, in milliseconds since the Unix epoch. */
  readonly versionMs: number;
  /** Record of the user as it was read with the input. */
  readonly privacy: Pick<RowPrivacy, 'upTo'> | undefined;
  /** Generations to write of each DataType that is stored in generations, by family. */
  readonly generations?: ReadonlyMap<string, GenerationTargets> | undefined;
}

/** Generations that cells of a DataType are written to, all by one mutation of the row. */
export interface GenerationTargets {
  /** Numbers. Without any, the cells are not written. */
  readonly numbers: readonly number[];
  /** Version of the cells. Default: that of the other output. */
  readonly versionMs?: number | undefined;
}

/**
 * Returns the mutations that write the output at a version. They may be applied in any order and any number of times,
 * because each cell and each delete marker has that version: a newer write stays visible, and an older one hidden.
 */
export function outputMutations(outputs: readonly PipelineOutput[], options: OutputOptions): OutputMutations {
  const { privacy, generations } = options;
  const plan = { versionMs: options.versionMs, futureCells: NO_CELLS };
  const mutations: Mutation[] = [];
  let withheld = 0;
  for (const output of outputs) {
    const { family, subType, value } = output;
    const qualifier = output.qualifier ?? Buffer.from(subType, 'utf8');
    const targets = generations?.get(family);
    const versionMs = targets?.versionMs ?? options.versionMs;
    const isWithheld = value !== undefined && (privacy?.upTo(family) ?? -1) >= versionMs * MICROS_PER_MS;
    if (isWithheld) withheld += 1;
    else if (targets !== undefined)
      for (const generation of targets.numbers)
        mutations.push(generationMutation({ family, generation }, { subType, versionMs, value }));
    else if (value === undefined) {
      for (const each of deleteMutations({ family, qualifier }, [], plan)) mutations.push(each);
    } else mutations.push(setCell(family, qualifier, versionMs * MICROS_PER_MS, value));
  }
  return { mutations, withheld };
}
