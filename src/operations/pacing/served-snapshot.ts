import type { PublishedSnapshot, ServedSnapshot, ServedState } from '../../core/pacing/published-state';
import type { PacingView } from './pacing-watch';

/** What ad servers are told while nothing is heard of the controller: what it decided last, or to stop all. */
export type WhenSilent = 'keep' | 'stop';

const NOTHING_PUBLISHED: PublishedSnapshot = {
  epoch: 0,
  sequence: 0,
  decidedAtMs: 0,
  controller: '',
  states: [],
};

/** Why a campaign is stopped that the controller did not stop. */
const CONTROLLER_SILENT = 'controller_silent';

/** What ad servers are to go by. */
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
