import type { DataChange } from '../../../bigtable/changes/change-types';
import { isBlockQualifier } from '../../../core/blocks/block-column';
import type { Pipeline } from '../../../core/pipelines/pipeline';
import { PRIVACY_FAMILY } from '../../../core/privacy/privacy-family';
import { LOCATION_FAMILY } from '../../../core/residency/location-family';
import { objectIdOf } from '../../../core/rows/row-key';

type Mutation = DataChange['mutations'][number];

/**
 * Returns what decides whether a change is a reason to process its object again: a write of a DataType that the pipeline
 * reads, or of the record of the user's choices and deletions, which changes what is visible. No reasons are:
 *
 * - garbage collection, since what it removes was past the retention before;
 * - the pipeline's own output, which would otherwise be processed for ever;
 * - watermarks, reservations, and rows that Tidemark writes for itself;
 * - copies by moves between placements, which carry the location: the data is the same;
 * - action blocks that compaction writes: the events are the same.
 */
export function createTrigger(pipeline: Pipeline): (change: DataChange) => boolean {
  const inputs = new Set([...pipeline.objects.keys(), ...pipeline.events.keys()]);
  for (const output of pipeline.writes.keys()) inputs.delete(output);
  return ({ type, key, mutations }) => {
    if (type === 'garbage-collection' || objectIdOf(key) === undefined) return false;
    const families = new Set(mutations.map(familyOf));
    if (families.has(LOCATION_FAMILY)) return false;
    if (families.has(PRIVACY_FAMILY)) return true;
    return [...families].some((family) => inputs.has(family)) && !isCompaction(mutations, pipeline);
  };
}

function familyOf({ setCell, addToCell, mergeToCell, deleteFromColumn, deleteFromFamily }: Mutation): string {
  const of = setCell ?? addToCell ?? mergeToCell ?? deleteFromColumn ?? deleteFromFamily;
  return of?.familyName ?? '';
}

/** A compaction sets a block and deletes the cells of its events, in one mutation of the row. */
function isCompaction(mutations: readonly Mutation[], { events }: Pipeline): boolean {
  const ofEvents = mutations.filter((mutation) => events.has(familyOf(mutation)));
  const blocks = ofEvents.filter(({ setCell }) => setCell && isBlock(setCell.columnQualifier));
  const others = ofEvents.filter(({ setCell }) => setCell && !isBlock(setCell.columnQualifier));
  return blocks.length > 0 && others.length === 0;
}

const isBlock = (qualifier: Uint8Array | string | null | undefined): boolean =>
  qualifier instanceof Uint8Array && isBlockQualifier(qualifier, 0, qualifier.length);
