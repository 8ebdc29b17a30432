import { randomBytes } from 'node:crypto';
import type { Config } from '../config/index';
import { createTokenCodec, type TokenCodec } from '../core/tokens/token-codec';
import { TokenKeyRing } from '../core/tokens/token-key-ring';
import { parseTokenKeys, SECRET_BYTES_MIN, type TokenKey, type TokenKeys } from '../core/tokens/token-keys';
import { invalidArgument } from '../errors';
import type { Clock } from '../platform/time/clock';
import type { Logger } from '../platform/telemetry/logger';
import type { Metrics } from '../platform/telemetry/metrics';
import { watchFile, type FileContents } from '../platform/files/watch-file';
import type { StoreTopology } from '../routing/topology/store-topology';
import { countRejectedTokens, observeTokenKeys } from './token-metrics';

const FILE_VARIABLE = 'TIDEMARK_TOKEN_KEYS_FILE';

export interface TokenKeyOptions {
  readonly config: Pick<Config, 'tokens' | 'consistency'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics?: Metrics | undefined;
}

/** The keys that this process signs and verifies tokens with, as they are now. */
export interface TokenKeySource {
  readonly ring: TokenKeyRing;
  /** Reads the file now, for those who can't wait. */
  reload(): void;
  stop(): void;
}

/** Tokens belong to the store: to the topology's first instance, whatever it grows to. */
export function storeNameOf({ instances }: StoreTopology): string {
  const [first] = instances;
  return `${first?.project}/${first?.id}`;
}

/** Throws `invalid_argument` where there is a file of keys that cannot be gone by. */
export function openTokenKeys(options: TokenKeyOptions): TokenKeySource {
  const { config, clock, logger, metrics } = options;
  const { keys, keysFile } = config.tokens;
  if (keysFile !== undefined) return watchKeys(keysFile, options);
  const ring = new TokenKeyRing(keys ?? [randomTokenKey(logger)]);
  if (metrics !== undefined) observeTokenKeys(metrics, { ring, clock });
  return { ring, reload: () => undefined, stop: () => undefined };
}

/** A bad file changes nothing: tokens that were good a moment ago stay so. */
function watchKeys(file: string, { config, clock, logger, metrics }: TokenKeyOptions): TokenKeySource {
  const {
    value,
    readNow: look,
    ageMs,
    stop,
  } = watchFile({
    file,
    clock,
    intervalMs: config.tokens.keysPollMs,
    parse: keysIn,
    onChange(keys) {
      ring.replace(keys);
      logger.info({ file, ...idsOf(keys) }, 'token keys read again');
    },
    onError: (err) =>
      logger.error(
        { err, file, ...idsOf(ring.keys) },
        'the file of token keys is refused: the keys before stay',
      ),
  });
  const ring = new TokenKeyRing(value);
  if (metrics !== undefined) observeTokenKeys(metrics, { ring, clock, ageMs });
  return { ring, reload: look, stop };
}

/** What is wrong never quotes what is in the file. */
function keysIn(contents: FileContents): TokenKeys {
  if ('text' in contents) return parseTokenKeys(contents.text.trim(), FILE_VARIABLE);
  throw invalidArgument(FILE_VARIABLE, `cannot be read: ${contents.failure.message}`);
}

function idsOf([signing, ...others]: TokenKeys): object {
  return { signing: signing.id, verifying: others.map(({ id }) => id) };
}

export function tokenCodecOf(
  { ring }: TokenKeySource,
  topology: StoreTopology,
  { config: { tokens, consistency }, clock, metrics }: TokenKeyOptions,
): TokenCodec {
  const codec = createTokenCodec({
    storeName: storeNameOf(topology),
    keys: ring,
    nowMs: () => clock.nowMs(),
    lifetimeMs: tokens.lifetimeMs,
    clockSkewMaxMs: consistency.clockSkewMaxMs,
    writesMax: tokens.writesMax,
  });
  return metrics === undefined ? codec : countRejectedTokens(codec, metrics);
}

/** For a process, or for all workers of one, that nobody gave any. */
export function randomTokenKey(logger: Logger): TokenKey {
  logger.warn('TIDEMARK_TOKEN_KEYS is not set: tokens end with this service, and no other one takes them');
  return { id: 0, secret: randomBytes(2 * SECRET_BYTES_MIN) };
}
