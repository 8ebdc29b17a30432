/** Calls the table-admin API, over this project's own transport. */
import { DEFAULTS } from '../../config/defaults';
import { frameMessage } from '../../platform/network/grpc';
import { systemClock, type Clock } from '../../platform/time/clock';
import { systemRandom, type Random } from '../../platform/random';
import { CLIENT_METADATA } from '../client/client-metadata';
import { RetryingCall, runWithRetries, type CallObserver } from '../client/retrying-call';
import type { CallOptions } from '../client/types';
import { callUnary } from '../client/unary-call';
import { createTransport, type Credentials, type GrpcTransport } from '../transport/create-transport';
import type { TableAdminMethod } from './table-admin-methods';

/** Address and options of a connection. */
export interface TableAdminOptions {
  /** Address in the form `host:port`. */
  readonly endpoint: string;
  /** True for HTTP/2 without TLS and credentials, for emulators. */
  readonly plaintext: boolean;
  /** Credentials of each call. Absent: calls carry none. */
  readonly credentials?: Credentials | undefined;
  readonly clock?: Clock | undefined;
  /** Randomness of the pauses between the attempts of a call. */
  readonly random?: Random | undefined;
  readonly observer?: CallObserver | undefined;
}

const SERVICE = 'google.bigtable.admin.v2.BigtableTableAdmin';

/** Connection to the table-admin API, with the data client's deadlines, cancellation, retries and errors. */
export class TableAdminConnection {
  readonly #options: TableAdminOptions;
  readonly #clock: Clock;
  readonly #transport: GrpcTransport;

  constructor(options: TableAdminOptions) {
    const { endpoint, plaintext, credentials, clock = systemClock } = options;
    this.#options = options;
    this.#clock = clock;
    this.#transport = createTransport({ endpoint, plaintext, credentials, channels: 1, clock });
  }

  /** Sends a call and retries it if its method allows that. Throws `TidemarkError`s only. */
  call<Request, Answer>(
    method: TableAdminMethod<Request, Answer>,
    request: Request,
    options?: CallOptions,
  ): Promise<Answer> {
    const { random = systemRandom, observer } = this.#options;
    const dependencies = { clock: this.#clock, random, observer, limits: DEFAULTS.bigtable };
    const params = new URLSearchParams(method.route(request)).toString();
    const spec = {
      service: SERVICE,
      method: method.name,
      metadata: { ...CLIENT_METADATA, 'x-goog-request-params': params },
      timeoutMs: DEFAULTS.bigtable.adminTimeoutMs,
      idempotent: method.idempotent,
    };
    const retryingCall = new RetryingCall(dependencies, spec, options);
    const message = frameMessage(method.encode(request));
    return runWithRetries(retryingCall, async () =>
      method.decode(await callUnary(this.#transport, retryingCall.nextCall(message))),
    );
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }
}
