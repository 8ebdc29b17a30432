import type { WhenSilent } from '../../config/sections/pacing-controller';
import type { PublishedSnapshot, ServedSnapshot, ServedState } from '../../core/pacing/published-state';
import type { PacingView } from './pacing-watch';

const NOTHING_PUBLISHED: PublishedSnapshot = {
  epoch: 0,
  sequence: 0,
  decidedAtMs: 0,
  controller: '',
  states: [],
};

/** Reason of campaigns that the API stops because the controller is silent. */
const CONTROLLER_SILENT = 'controller_silent';

/**
 * Returns the snapshot that ad servers get: the published one, or one with all campaigns stopped when it is stale and
 * `whenSilent` is `stop`.
 */
export function servedSnapshot(
  { snapshot = NOTHING_PUBLISHED, isStale }: PacingView,
  whenSilent: WhenSilent,
): ServedSnapshot {
  if (!isStale || whenSilent === 'keep') return snapshot;
  return { ...snapshot, states: snapshot.states.map(stopped) };
}

function stopped(state: ServedState): ServedState {
  return state.state === 'stopped'
    ? state
    : { ...state, state: 'stopped', passShare: 0, reason: CONTROLLER_SILENT };
}
