import { GrpcStatus } from '../../platform/network/grpc';
import { BigtableError } from '../client/bigtable-error';
import type { Call, CallHandle, CallHandler, StartCall } from './call';
import type { AccessToken } from './credentials';
import { DeferredCall, withMetadata } from './deferred-call';
import type { TokenCache } from './token-cache';

/**
 * Adds an access token to each call. A call without a token fails with UNAVAILABLE, because metadata servers fail
 * temporarily. A call whose token is rejected is sent once more with another token, whatever its method, because the
 * server did not process it.
 */
export function withCredentials(start: StartCall, tokens: TokenCache): StartCall {
  return (call, handler) => new AuthorizedCall(start, call, handler, tokens);
}

class AuthorizedCall implements CallHandle, CallHandler {
  readonly #start: StartCall;
  readonly #call: Call;
  readonly #handler: CallHandler;
  readonly #tokens: TokenCache;
  #token: AccessToken | undefined;
  #current: CallHandle;
  #isPaused = false;
  /** True when the call must not be repeated: it has used a second token, received an answer, or was cancelled. */
  #isFinal = false;

  constructor(start: StartCall, call: Call, handler: CallHandler, tokens: TokenCache) {
    this.#start = start;
    this.#call = call;
    this.#handler = handler;
    this.#tokens = tokens;
    this.#current = this.#send();
  }

  onMessage(message: Buffer): void {
    this.#isFinal = true;
    this.#handler.onMessage(message);
  }

  onEnd(error: BigtableError | undefined): void {
    if (error?.grpcStatus !== GrpcStatus.UNAUTHENTICATED || !this.#canUseAnotherToken()) {
      return this.#handler.onEnd(error);
    }
    this.#isFinal = true;
    this.#current = this.#send();
    if (this.#isPaused) this.#current.pause();
  }

  pause(): void {
    this.#isPaused = true;
    this.#current.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#current.resume();
  }

  cancel(error: BigtableError): void {
    this.#isFinal = true;
    this.#current.cancel(error);
  }

  #canUseAnotherToken(): boolean {
    return this.#token !== undefined && this.#tokens.discard(this.#token) && !this.#isFinal;
  }

  #send(): CallHandle {
    const token = this.#tokens.get();
    if (!(token instanceof Promise)) {
      this.#token = token;
      return this.#start(withMetadata(this.#call, token.metadata), this);
    }
    const deferred = new DeferredCall(this.#call, this);
    token.then(
      (fetched) => {
        this.#token = fetched;
        deferred.begin(this.#start, fetched.metadata);
      },
      (cause: unknown) => deferred.fail(noToken(cause)),
    );
    return deferred;
  }
}

function noToken(cause: unknown): BigtableError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new BigtableError(GrpcStatus.UNAVAILABLE, `no credentials: ${reason}`, { cause });
}
