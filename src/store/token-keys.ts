import { randomBytes } from 'node:crypto';
import type { Config } from '../config';
import { createTokenCodec, type TokenCodec } from '../core/token-codec';
import { SECRET_BYTES_MIN, type TokenKey } from '../core/token-keys';
import type { Clock } from '../platform/clock';
import type { Logger } from '../platform/logger';
import type { StoreTopology } from '../routing/store-topology';

/** Tokens belong to the store: to the topology's first instance, whatever it grows to. */
export function storeNameOf({ instances }: StoreTopology): string {
  const [first] = instances;
  return `${first?.project}/${first?.id}`;
}

export function tokenCodecOf(
  { tokens, consistency }: Config,
  topology: StoreTopology,
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): TokenCodec {
  return createTokenCodec({
    storeName: storeNameOf(topology),
    keys: tokens.keys ?? [processKey(logger)],
    nowMs: () => clock.nowMs(),
    lifetimeMs: tokens.lifetimeMs,
    clockSkewMaxMs: consistency.clockSkewMaxMs,
    writesMax: tokens.writesMax,
  });
}

/** For a process, or for all workers of one, that nobody gave any. */
export function processKey(logger: Logger): TokenKey {
  logger.warn('TIDEMARK_TOKEN_KEYS is not set: tokens end with this service, and no other one takes them');
  return { id: 0, secret: randomBytes(2 * SECRET_BYTES_MIN) };
}
