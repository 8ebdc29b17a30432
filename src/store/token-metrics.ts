/** Metrics that show whether a key rotation may proceed and whether the store's own tokens are rejected. */
import type { TokenCodec } from '../core/tokens/token-codec';
import type { TokenKeyRing } from '../core/tokens/token-key-ring';
import { TidemarkError, type ErrorCode } from '../errors';
import type { Clock } from '../platform/time/clock';
import type { LabelledValue, Metrics } from '../platform/telemetry/metrics';

export interface ObservedKeys {
  readonly ring: TokenKeyRing;
  readonly clock: Clock;
  /** Returns the time since the keys were last found in their file, in milliseconds; only for keys from a file. */
  readonly ageMs?: () => number;
}

export function observeTokenKeys(metrics: Metrics, { ring, clock, ageMs }: ObservedKeys): void {
  const known = new KeyFirstSeen(ring, clock);
  const keys = 'Keys of write tokens in use by this process: one signs, all verify';
  metrics.gauges(
    { name: 'tidemark.tokens.keys', description: keys, labels: ['key_id', 'use'], absentValue: 0 },
    () =>
      ring.keys.map(({ id }, index) => ({
        value: 1,
        labels: { key_id: String(id), use: index === 0 ? 'signing' : 'verifying' },
      })),
  );
  const since = 'Time at which this process first loaded the key, in seconds of Unix time';
  const about = { name: 'tidemark.tokens.key.known_since', description: since, labels: ['key_id'] };
  metrics.gauges({ ...about, unit: 's', absentValue: 0 }, () => known.values());
  if (ageMs === undefined) return;
  const age = 'Time since the keys in use were last found in their file';
  metrics.gauges({ name: 'tidemark.tokens.keys.age', description: age, unit: 's', absentValue: 0 }, () => [
    { value: ageMs() / 1_000, labels: {} },
  ]);
}

/** First time at which each key was seen; updated when metrics are collected. */
class KeyFirstSeen {
  readonly #ring: TokenKeyRing;
  readonly #clock: Clock;
  #sinceMs: ReadonlyMap<number, number> = new Map();

  constructor(ring: TokenKeyRing, clock: Clock) {
    this.#ring = ring;
    this.#clock = clock;
    this.values();
  }

  values(): readonly LabelledValue[] {
    const nowMs = this.#clock.nowMs();
    this.#sinceMs = new Map(this.#ring.keys.map(({ id }) => [id, this.#sinceMs.get(id) ?? nowMs]));
    return [...this.#sinceMs].map(([id, sinceMs]) => ({
      value: sinceMs / 1_000,
      labels: { key_id: String(id) },
    }));
  }
}

const REJECTION_CODES: readonly ErrorCode[] = [
  'token_invalid',
  'token_foreign',
  'token_expired',
  'token_in_future',
];

/** Returns the codec with the tokens that it rejects counted. */
export function countRejectedTokens(codec: TokenCodec, metrics: Metrics): TokenCodec {
  const refused = metrics.counter(
    { name: 'tidemark.tokens.rejected', description: 'Write tokens rejected, by reason' },
    ['reason'],
  );
  for (const reason of REJECTION_CODES) refused(0, reason);
  return {
    encode: (token) => codec.encode(token),
    decode(text, field) {
      try {
        return codec.decode(text, field);
      } catch (error) {
        if (error instanceof TidemarkError) refused(1, error.code);
        throw error;
      }
    },
  };
}
