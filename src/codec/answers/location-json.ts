import { NO_EPOCH, writePlacement, type DirectoryEntry } from '../../core/residency/location';

/** Location of a subject, as operations return it. */
interface AnsweredLocation {
  readonly group: string;
  readonly objectId: string;
  readonly subjectKey: string;
  readonly defaultPlacement: string;
  readonly entry: DirectoryEntry | undefined;
}

/**
 * Returns the JSON of a location, which the API and the CLI share. A subject without an entry is in the default
 * placement.
 */
export function locationJson({ entry, defaultPlacement, ...subject }: AnsweredLocation): object {
  if (entry === undefined) {
    const placement = { placement: defaultPlacement, state: 'home', epoch: NO_EPOCH, reason: 'default' };
    return { ...subject, hasEntry: false, ...placement };
  }
  const { state, epoch, from, to, reason, accessLocation } = entry;
  return {
    ...subject,
    hasEntry: true,
    placement: writePlacement(entry),
    state,
    epoch,
    reason,
    accessLocation,
    move: state === 'home' ? undefined : { from, to },
    decidedAt: new Date(entry.decidedAtMs).toISOString(),
    changedAt: new Date(entry.changedAtMs).toISOString(),
  };
}
