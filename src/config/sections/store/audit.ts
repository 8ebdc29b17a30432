import { oneOf, share, type Environment } from '../../environment';
import { widened } from '../../widened';

/** Defaults of the audit, which compares proven answers with the origin afterwards. */
export const AUDIT_DEFAULTS = {
  /**
   * Share, 0 to 1, of the answers proven by heartbeats or by the row's watermark that are checked against the origin.
   */
  rate: 0.001,
  /**
   * Time between an answer and its check, in milliseconds, so that the origin has received the same writes of other
   * origins.
   */
  delayMs: 2_000,
  /** Maximum number of answers that wait for their check; further ones are not checked. */
  checksQueuedMax: 256,
  /** Maximum number of concurrent checks. */
  checksInFlightMax: 2,
  timeoutMs: 5_000,
  /** Time after which a write has certainly been acknowledged or has failed, in milliseconds. */
  marginMs: 30_000,
} as const;

/**
 * Defaults of the order canary: bursts of writes to rows of its own that reveal replicas which apply a row's writes out
 * of order.
 */
export const ORDER_CANARY_DEFAULTS = {
  enabled: true,
  /** Time between two bursts at one cluster, by all processes of its region together, in milliseconds. */
  intervalMs: 60_000,
  jitter: 0.2,
  /** Number of consecutive writes in a burst. */
  writes: 8,
  /** Time between two reads of a replica, in milliseconds. Writes that are out of order for less time may be missed. */
  pollIntervalMs: 20,
  /** Time after which a replica that does not show the last write counts as lagging, in milliseconds. */
  timeoutMs: 10_000,
  /** Timeout of one read or write, in milliseconds. */
  callTimeoutMs: 2_000,
} as const;

export function readAuditConfig(env: Environment) {
  const d = widened(AUDIT_DEFAULTS);
  return {
    ...d,
    rate: env.get(
      'TIDEMARK_AUDIT_RATE',
      share,
      d.rate,
      'Share of the answers proven without their origin that are checked against it afterwards',
    ),
  };
}

export function readOrderCanaryConfig(env: Environment) {
  const d = widened(ORDER_CANARY_DEFAULTS);
  const enabled = env.get(
    'TIDEMARK_ORDER_CANARY',
    oneOf(['on', 'off']),
    d.enabled ? 'on' : 'off',
    "Whether to write canary rows that reveal replicas which apply a row's writes out of order",
  );
  return { ...d, enabled: enabled === 'on' };
}
