/** Calls the table-admin API through Google's client, which is loaded at the first call. */
import type { v2 } from '@google-cloud/bigtable';
import type { Interceptor } from '@grpc/grpc-js';
import { DEFAULTS } from '../../config/defaults';
import type { CancelSignal } from '../../platform/tasks/cancellation';
import { systemClock, type Clock } from '../../platform/time/clock';
import { systemRandom, type Random } from '../../platform/random';
import { cancelledError, deadlineError } from '../client/bigtable-error';
import { credentialsError, officialClientError } from './official-client-error';
import { RetryingCall, runWithRetries, type Attempt, type CallObserver } from '../client/retrying-call';
import { parseEndpoint } from '../transport/socket';
import type { CallOptions } from '../client/types';

export type OfficialTableAdmin = v2.BigtableTableAdminClient;

/**
 * Options of one call to the official client: a single attempt without its own retries, with our timeout and
 * cancellation.
 */
export interface OfficialCallOptions {
  /** Timeout in milliseconds. */
  readonly timeout: number;
  readonly retry: null;
  readonly otherArgs: { options: { interceptors: Interceptor[] } };
}

/** Whether a method may be sent again after an attempt that may have reached the server. */
const IDEMPOTENT: Readonly<Record<TableAdminMethod, boolean>> = {
  CheckConsistency: true,
  CreateTable: false,
  DeleteTable: false,
  DropRowRange: true,
  GenerateConsistencyToken: true,
  GetTable: true,
  ListBackups: true,
  ListTables: true,
  ModifyColumnFamilies: false,
  UpdateTable: true,
};

/** Methods of the table-admin API that this client uses. */
export type TableAdminMethod =
  | 'CheckConsistency'
  | 'CreateTable'
  | 'DeleteTable'
  | 'DropRowRange'
  | 'GenerateConsistencyToken'
  | 'GetTable'
  | 'ListBackups'
  | 'ListTables'
  | 'ModifyColumnFamilies'
  | 'UpdateTable';

/** Address and options of a connection. */
export interface TableAdminOptions {
  /** Address in the form `host:port`. */
  readonly endpoint: string;
  /**
   * True for HTTP/2 without TLS and credentials, for emulators. Otherwise each call carries Application Default
   * Credentials.
   */
  readonly plaintext: boolean;
  /** Project id. Without it, the client searches for the project that the credentials belong to. */
  readonly project?: string | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
  readonly observer?: CallObserver | undefined;
}

const SERVICE = 'google.bigtable.admin.v2.BigtableTableAdmin';

/**
 * Connection to the table-admin API. It applies the data client's deadlines, cancellation, retries and errors, because
 * the official client neither takes an AbortSignal nor bounds its search for credentials.
 */
export class TableAdminConnection {
  readonly #options: TableAdminOptions;
  readonly #clock: Clock;
  #client: Promise<OfficialTableAdmin> | undefined;

  constructor(options: TableAdminOptions) {
    parseEndpoint(options.endpoint);
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** Sends a call and retries it if its method allows that. Throws `TidemarkError`s only. */
  call<T>(
    method: TableAdminMethod,
    send: (client: OfficialTableAdmin, options: OfficialCallOptions) => Promise<readonly [T, ...unknown[]]>,
    options?: CallOptions,
  ): Promise<T> {
    const { random = systemRandom, observer } = this.#options;
    const dependencies = { clock: this.#clock, random, observer, limits: DEFAULTS.bigtable };
    const timeoutMs = DEFAULTS.bigtable.adminTimeoutMs;
    const spec = { service: SERVICE, method, metadata: {}, timeoutMs, idempotent: IDEMPOTENT[method] };
    const retryingCall = new RetryingCall(dependencies, spec, options);
    return runWithRetries(retryingCall, () =>
      this.#within(retryingCall.nextAttempt(), async (limit) => {
        const client = await this.#open();
        try {
          const [answer] = await send(client, await officialOptions(limit));
          return answer;
        } catch (error) {
          throw officialClientError(error);
        }
      }),
    );
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await (await client?.catch(() => undefined))?.close();
  }

  /**
   * Opens the official client. After a failure the next call opens another one, because it never recovers from a failed
   * search for credentials.
   */
  #open(): Promise<OfficialTableAdmin> {
    const client = (this.#client ??= openOfficialClient(this.#options));
    return client.catch((error: unknown) => {
      if (this.#client === client) this.#client = undefined;
      throw credentialsError(error);
    });
  }

  /** Runs `attempt` until the deadline or the caller's signal ends it. */
  #within<T>({ deadlineMs, signal }: Attempt, attempt: (limit: CallLimit) => Promise<T>): Promise<T> {
    const timeoutMs = deadlineMs - this.#clock.monotonicMs();
    if (signal?.aborted === true) return Promise.reject(cancelledError(signal.reason));
    if (timeoutMs <= 0) return Promise.reject(deadlineError(0));
    const ended = new AbortController();
    return new Promise<T>((resolve, reject) => {
      const end = (error: Error): void => {
        reject(error);
        ended.abort();
      };
      const cancelTimer = this.#clock.schedule(timeoutMs, () => end(deadlineError(timeoutMs)));
      const onAbort = (): void => end(cancelledError(signal?.reason));
      signal?.addEventListener('abort', onAbort, { once: true });
      attempt({ timeoutMs, cancelled: ended.signal })
        .then(resolve, reject)
        .finally(() => {
          cancelTimer();
          signal?.removeEventListener('abort', onAbort);
        });
    });
  }
}

interface CallLimit {
  readonly timeoutMs: number;
  readonly cancelled: CancelSignal;
}

/** Loads the generated clients only: the package's index also loads exporters for Cloud Monitoring. */
async function openOfficialClient({
  endpoint,
  plaintext,
  project,
}: TableAdminOptions): Promise<OfficialTableAdmin> {
  const { BigtableTableAdminClient } = await import('@google-cloud/bigtable/build/src/v2/index.js');
  const { host, port } = parseEndpoint(endpoint);
  const address = {
    servicePath: host.includes(':') ? `[${host}]` : host,
    port,
    ...(project !== undefined && { projectId: project }),
  };
  const client = new BigtableTableAdminClient(
    plaintext ? { ...address, ...(await withoutCredentials()) } : address,
  );
  // Without this call, the client's methods initialize it and end the process when that fails.
  await client.initialize();
  return client;
}

/**
 * Prevents the official client from searching for credentials at the metadata server, and from using a proxy to reach
 * an emulator.
 */
async function withoutCredentials() {
  const { credentials } = await import('@grpc/grpc-js');
  const { GoogleAuth, PassThroughClient } = await import('google-auth-library');
  return {
    sslCreds: credentials.createInsecure(),
    auth: new GoogleAuth({ authClient: new PassThroughClient() }),
    'grpc.enable_http_proxy': 0,
  };
}

/** Creates options that also cancel the call on the wire when its attempt has ended. */
async function officialOptions({ timeoutMs, cancelled }: CallLimit): Promise<OfficialCallOptions> {
  const { InterceptingCall, status } = await import('@grpc/grpc-js');
  const cancelling: Interceptor = (options, nextCall) => {
    const call = nextCall(options);
    const cancel = (): void => call.cancelWithStatus(status.CANCELLED, 'the caller cancelled the call');
    if (cancelled.aborted) cancel();
    else cancelled.addEventListener('abort', cancel, { once: true });
    return new InterceptingCall(call);
  };
  return { timeout: timeoutMs, retry: null, otherArgs: { options: { interceptors: [cancelling] } } };
}
