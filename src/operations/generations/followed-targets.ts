import type { CallOptions } from '../../bigtable/client/types';
import { followedGenerations } from '../../core/generations/generation-record';
import type { Pipeline } from '../../core/pipelines/pipeline';
import type { GenerationTargets } from '../pipelines/output-mutations';
import type { GenerationDirectory } from './generation-directory';

/** Returns the generations that output is written to now, by family of the DataTypes that are stored in generations. */
export type FollowedTargets = (call: CallOptions) => Promise<ReadonlyMap<string, GenerationTargets>>;

/**
 * Returns what reads the generations that a pipeline writes when it follows changes, at the cluster that decides about them.
 * Undefined if it writes none.
 */
export function createFollowedTargets(
  directory: Pick<GenerationDirectory, 'read'>,
  { name, writes }: Pick<Pipeline, 'name' | 'writes'>,
): FollowedTargets | undefined {
  const dataTypes = [...writes.values()].filter(({ generations }) => generations === true);
  if (dataTypes.length === 0) return undefined;
  return async (call) => {
    const targets = dataTypes.map(async (dataType) => {
      const record = await directory.read(dataType, call);
      const numbers = followedGenerations(record, name).map(({ number }) => number);
      return [dataType.family, { numbers }] as const;
    });
    return new Map(await Promise.all(targets));
  };
}
