/**
 * Family of what residency stores: entries and the move feed in the directory, fences, and the mover's state of a row
 * in the corpora of placement groups. It has no garbage collection by age, except in the tables of fences.
 */
export const LOCATION_FAMILY = '_loc';
