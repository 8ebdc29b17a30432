/** Protobuf messages that the pacing controller publishes. */
import type { PacingReason, PacingStateName } from '../../core/pacing/pacing';
import type {
  PublishedSnapshot,
  PublishedState,
  ServedSnapshot,
  ServedState,
} from '../../core/pacing/published-state';
import { TidemarkError } from '../../errors';
import { tidemark } from '../../gen/tidemark';

const { PacingChange, PacingState, PacingSnapshot } = tidemark.v1;

/** Encoded states. An unchanged state is published again with each change of another one. */
const encoded = new WeakMap<ServedState, Buffer>();

/** Encodes a `tidemark.v1.PacingState`. */
export function encodePacingState(state: ServedState): Buffer {
  const known = encoded.get(state);
  if (known !== undefined) return known;
  const bytes = Buffer.from(PacingState.encode(messageOf(state)).finish());
  encoded.set(state, bytes);
  return bytes;
}

/** Encodes a `tidemark.v1.PacingChange`. */
export function encodePacingChange(state: ServedState): Buffer {
  return Buffer.from(PacingChange.encode({ state: messageOf(state) }).finish());
}

/** Tag of the field `campaigns`, number 5. The length and the bytes of a state follow. */
const CAMPAIGNS_TAG = (5 << 3) | 2;

/** Encodes a `tidemark.v1.PacingSnapshot`. */
export function encodePacingSnapshot({ states, ...snapshot }: ServedSnapshot): Buffer {
  const writer = PacingSnapshot.encode(snapshot);
  for (const state of states) writer.uint32(CAMPAIGNS_TAG).bytes(encodePacingState(state));
  return Buffer.from(writer.finish());
}

/** Decodes a `tidemark.v1.PacingSnapshot`. Throws `data_corrupted`. */
export function decodePacingSnapshot(bytes: Buffer): PublishedSnapshot {
  try {
    const { epoch, sequence, decidedAtMs, controller, campaigns } = PacingSnapshot.decode(bytes);
    return { epoch, sequence, decidedAtMs, controller, states: campaigns.map(stateOf) };
  } catch (cause) {
    throw new TidemarkError('data_corrupted', 'the stored pacing states are corrupted', { cause });
  }
}

function messageOf({ completeUpToMs, ...state }: ServedState): tidemark.v1.IPacingState {
  return completeUpToMs === undefined ? state : { ...state, completeUpToMs };
}

const STATES: readonly PacingStateName[] = ['active', 'throttled', 'stopped'];

function stateOf(message: tidemark.v1.IPacingState): PublishedState {
  const { campaignId, day, state, passShare, reason, completeUpToMs } = message;
  const known = STATES.find((each) => each === state);
  if (known === undefined) throw new TypeError(`"${state}" is not a state of a campaign`);
  return {
    campaignId: campaignId ?? '',
    day: day ?? '',
    state: known,
    passShare: passShare ?? 0,
    // Reasons are only displayed, and a later version may have further ones.
    reason: (reason ?? '') as PacingReason,
    unitsPurchased: message.unitsPurchased ?? 0,
    count: message.count ?? 0,
    unitsPerSecond: message.unitsPerSecond ?? 0,
    completeUpToMs: completeUpToMs === 0 ? undefined : (completeUpToMs ?? undefined),
    priority: message.priority ?? 0,
    decidedAtMs: message.decidedAtMs ?? 0,
    epoch: message.epoch ?? 0,
    sequence: message.sequence ?? 0,
  };
}
