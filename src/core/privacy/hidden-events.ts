import { NamedEvents } from './named-events';
import type { HiddenEvents } from './visible-events';
import type { RowPrivacy } from './row-privacy';

const MICROS_PER_MS = 1_000;

/** Returns which events of the family no read shows; undefined if there are none. */
export function hiddenEvents(privacy: RowPrivacy | undefined, family: string): HiddenEvents | undefined {
  return privacy === undefined ? undefined : eventsOf(privacy.upTo(family), privacy.named(family));
}

/**
 * Returns which events of the family no read will ever show again, so that they may be deleted; undefined if there are
 * none.
 */
export function removableEvents(privacy: RowPrivacy | undefined, family: string): HiddenEvents | undefined {
  return privacy === undefined ? undefined : eventsOf(privacy.removableUpTo(family), privacy.named(family));
}

function eventsOf(
  upToMicros: number,
  named: ReadonlyMap<string, number> | undefined,
): HiddenEvents | undefined {
  if (upToMicros < 0 && named === undefined) return undefined;
  return {
    upToMs: upToMicros < 0 ? -1 : upToMicros / MICROS_PER_MS,
    named: named === undefined ? undefined : new NamedEvents(named),
  };
}
