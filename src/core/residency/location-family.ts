/**
 * Family of locations: the states of rows in placements, the entries of the location directory, and fences. Only the
 * newest version of a cell counts.
 */
export const LOCATION_FAMILY = '_loc';

const DAY_MS = 86_400_000;

/** Age at which fences are garbage, in milliseconds. No process uses knowledge of locations that is as old. */
export const FENCE_RETENTION_MS = 30 * DAY_MS;
