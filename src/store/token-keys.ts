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

/** Keys with which this process currently signs and verifies tokens. */
export interface TokenKeySource {
  readonly ring: TokenKeyRing;
  /** Reads the key file immediately instead of at the next poll. */
  reload(): void;
  stop(): void;
}

/** Returns the store name in tokens: the topology's first instance, which stays first when instances are added. */
export function storeNameOf({ instances }: StoreTopology): string {
  const [first] = instances;
  return `${first?.project}/${first?.id}`;
}

/** Opens the token keys. Throws `invalid_argument` when the key file is invalid. */
export function openTokenKeys(options: TokenKeyOptions): TokenKeySource {
  const { config, clock, logger, metrics } = options;
  const { keys, keysFile } = config.tokens;
  if (keysFile !== undefined) return watchKeys(keysFile, options);
  const ring = new TokenKeyRing(keys ?? [randomTokenKey(logger)]);
  if (metrics !== undefined) observeTokenKeys(metrics, { ring, clock });
  return { ring, reload: () => undefined, stop: () => undefined };
}

/** Watches the key file. An invalid file changes nothing, so valid tokens stay valid. */
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
        'the token key file is invalid: the previous keys stay in use',
      ),
  });
  const ring = new TokenKeyRing(value);
  if (metrics !== undefined) observeTokenKeys(metrics, { ring, clock, ageMs });
  return { ring, reload: look, stop };
}

/** Parses the keys. Error messages never quote the content of the file. */
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

/** Returns a random key, for a process (with all its workers) without configured keys. */
export function randomTokenKey(logger: Logger): TokenKey {
  logger.warn(
    'TIDEMARK_TOKEN_KEYS is not set: tokens become invalid when this service ends, and other services reject them',
  );
  return { id: 0, secret: randomBytes(2 * SECRET_BYTES_MIN) };
}
