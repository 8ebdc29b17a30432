import type { Pipeline } from '../../../core/pipelines/pipeline';

/** Returns the families of a page's cells, in the order of their numbers. */
export function readFamilies({ objects, events }: Pipeline): readonly string[] {
  return [...objects.keys(), ...events.keys()];
}

/** Returns the families of a result's cells, in the order of their numbers. */
export function writtenFamilies({ writes }: Pipeline): readonly string[] {
  return [...writes.keys()];
}
