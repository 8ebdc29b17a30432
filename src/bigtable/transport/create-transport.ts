import { DEFAULTS } from '../../config/defaults';
import { TidemarkError } from '../../errors';
import { systemClock, type Clock } from '../../platform/time/clock';
import { systemRandom, type Random } from '../../platform/random';
import { USER_AGENT } from '../client/client-metadata';
import { withCredentials } from './authorized-call';
import type { GrpcTransport, StartCall } from './call';
import type { ChannelOptions } from './channel';
import type { Credentials } from './credentials';
import { Pool } from './pool';
import { parseEndpoint } from './socket';
import { withTimeLimit } from './time-limit';
import { TokenCache } from './token-cache';
import { withTransparentRetry } from './transparent-retry';

export type { Call, CallHandle, CallHandler, GrpcTransport, StartCall } from './call';
export { googleCredentials, type Credentials } from './credentials';

type TransportLimits = {
  readonly [Name in TransportLimitName]: number;
};

type TransportLimitName =
  | 'callsQueuedMax'
  | 'closeTimeoutMs'
  | 'connectTimeoutMs'
  | 'connectionWindowBytes'
  | 'keepaliveIntervalMs'
  | 'keepaliveTimeoutMs'
  | 'messageBytesMax'
  | 'reconnectInitialDelayMs'
  | 'reconnectMaxDelayMs'
  | 'streamWindowBytes'
  | 'streamsPerChannelStep'
  | 'tokenRefreshMarginMs'
  | 'tokenRejectionPauseMs'
  | 'tokenTimeoutMs'
  | 'transparentRetriesMax';

export interface TransportOptions {
  /** Address in the form `host:port`. */
  readonly endpoint: string;
  /** True for HTTP/2 without TLS, for emulators. Excludes credentials. */
  readonly plaintext: boolean;
  readonly credentials?: Credentials | undefined;
  /** Certificate authorities in PEM format that replace the system's. */
  readonly ca?: string;
  /** Maximum number of connections. */
  readonly channels?: number;
  readonly userAgent?: string;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly limits?: Partial<TransportLimits>;
}

/**
 * Creates a gRPC transport over node:http2. Each concern is a function around the next: time limit → credentials →
 * transparent retry → pool → session. Connections are opened by the first call that needs them, or by `connect`.
 */
export function createTransport(options: TransportOptions): GrpcTransport {
  if (options.plaintext && options.credentials !== undefined) {
    throw new TidemarkError(
      'invalid_argument',
      'credentials require TLS: omit them or set plaintext to false',
      {
        field: 'credentials',
      },
    );
  }
  const clock = options.clock ?? systemClock;
  const limits: TransportLimits = { ...DEFAULTS.bigtable, ...options.limits };
  const pool = new Pool({
    ...limits,
    clock,
    channel: channelOptions(options, clock, limits),
    channels: options.channels ?? DEFAULTS.bigtable.channels,
  });
  const repeatable = withTransparentRetry(pool.start, limits.transparentRetriesMax);
  const authorized = authorize(repeatable, options.credentials, clock, limits);
  return {
    start: withTimeLimit(authorized, clock),
    connect: () => pool.connect(),
    close: () => pool.close(),
  };
}

function authorize(
  start: StartCall,
  credentials: Credentials | undefined,
  clock: Clock,
  limits: TransportLimits,
): StartCall {
  if (credentials === undefined) return start;
  return withCredentials(start, new TokenCache(credentials, clock, limits));
}

function channelOptions(options: TransportOptions, clock: Clock, limits: TransportLimits): ChannelOptions {
  const { plaintext, endpoint } = options;
  return {
    ...limits,
    random: options.random ?? systemRandom,
    socket: { endpoint: parseEndpoint(endpoint), plaintext, ca: options.ca },
    session: {
      authority: endpoint,
      scheme: plaintext ? 'http' : 'https',
      userAgent: options.userAgent ?? USER_AGENT,
      clock,
      limits,
    },
  };
}
