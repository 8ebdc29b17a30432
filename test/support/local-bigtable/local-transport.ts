import { BigtableError, type BigtableErrorDetails } from '../../../src/bigtable/client/bigtable-error';
import type {
  Call,
  CallHandle,
  CallHandler,
  GrpcTransport,
  StartCall,
} from '../../../src/bigtable/transport/create-transport';
import { withTimeLimit } from '../../../src/bigtable/transport/time-limit';
import type { MessageSink } from '../../../src/local-bigtable/grpc/server-call';
import { RpcError } from '../../../src/local-bigtable/grpc/rpc-error';
import type { MethodHandler } from '../../../src/local-bigtable/grpc/grpc-server';
import { CLIENT_REGION_HEADER } from '../../../src/local-bigtable/service/data-method';
import type { Clock } from '../../../src/platform/time/clock';
import { FRAME_HEADER_BYTES, GrpcStatus, MessageReader } from '../../../src/platform/network/grpc';

export interface LocalTransportOptions {
  /** Handlers of the embedded core: `core.handlers`. */
  readonly handlers: ReadonlyMap<string, MethodHandler>;
  /** Clock for deadlines and delays. */
  readonly clock: Clock;
  /** Region of the client. Absent: it is not sent. */
  readonly region?: string;
  /** Returns the fault of a call, at its start; undefined for none. */
  readonly faultOf?: (call: Call) => CallFault | undefined;
}

/**
 * Fault between the client and the server. `request-lost` never arrives; `answer-lost` is served, but the client never
 * learns of it. Both end like a broken connection after `afterMs`, or without it at the deadline. `request-delayed`
 * arrives `afterMs` late, even if the client no longer waits; `answer-delayed` returns late.
 */
export interface CallFault {
  readonly kind: 'request-lost' | 'answer-lost' | 'request-delayed' | 'answer-delayed';
  readonly afterMs?: number;
}

/**
 * Creates a transport that calls the embedded Bigtable's methods in process. It behaves like a network except for flow
 * control.
 */
export function createLocalTransport(options: LocalTransportOptions): GrpcTransport {
  let closed = false;
  const start: StartCall = (call, handler) => {
    if (!closed) return new LocalCall(options, call, handler);
    handler.onEnd(new BigtableError(GrpcStatus.CANCELLED, 'the client is closed', { code: 'draining' }));
    return ENDED;
  };
  return {
    start: withTimeLimit(start, options.clock),
    connect: () => Promise.resolve(),
    close: () => {
      closed = true;
      return Promise.resolve();
    },
  };
}

const ENDED: CallHandle = { pause() {}, resume() {}, cancel() {} };

/** One call from both sides: the client's handle, and the sink of the method. */
class LocalCall implements CallHandle, MessageSink {
  readonly #options: LocalTransportOptions;
  readonly #call: Call;
  readonly #handler: CallHandler;
  readonly #reader: MessageReader;
  /** True when the client no longer waits. */
  #over = false;
  /** True when the client waits but receives nothing. */
  #deaf = false;
  /** Delay of all answers, in milliseconds. */
  #lateMs = 0;
  #whenOver: (() => void) | undefined;
  #cancelTimer: (() => void) | undefined;

  constructor(options: LocalTransportOptions, call: Call, handler: CallHandler) {
    this.#options = options;
    this.#call = call;
    this.#handler = handler;
    this.#reader = new MessageReader(Infinity, (message) => handler.onMessage(message));
    // Like a network, never before the caller has its handle.
    queueMicrotask(() => this.#begin());
  }

  get isEnded(): boolean {
    return this.#over;
  }

  write(frame: Buffer): undefined {
    if (this.#over) throw new RpcError(GrpcStatus.CANCELLED, 'the call has ended');
    this.#whenBack(() => this.#deliver(frame));
  }

  /** Runs the task now or after the delay, in order. */
  #whenBack(task: () => void): void {
    if (this.#deaf) return;
    if (this.#lateMs === 0) task();
    else this.#options.clock.schedule(this.#lateMs, task);
  }

  #deliver(frame: Buffer): void {
    if (this.#over) return;
    try {
      this.#reader.push(frame);
    } catch (error) {
      // The client cannot decode the message and cancels the call.
      this.#end(error instanceof BigtableError ? error : internal(error));
    }
  }

  onEnded(task: () => void): void {
    this.#whenOver = task;
    if (this.#over) task();
  }

  pause(): void {}

  resume(): void {}

  cancel(error: BigtableError): void {
    this.#end(error);
  }

  #begin(): void {
    if (this.#over) return;
    const fault = this.#options.faultOf?.(this.#call);
    if (fault?.kind === 'request-delayed') {
      this.#options.clock.schedule(fault.afterMs ?? 0, () => this.#serve());
      return;
    }
    if (fault?.kind === 'answer-delayed') this.#lateMs = fault.afterMs ?? 0;
    else if (fault !== undefined) this.#breakDown(fault);
    if (fault?.kind !== 'request-lost') this.#serve();
  }

  #breakDown({ afterMs }: CallFault): void {
    this.#deaf = true;
    if (afterMs === undefined) return;
    this.#cancelTimer = this.#options.clock.schedule(afterMs, () =>
      this.#end(new BigtableError(GrpcStatus.UNAVAILABLE, 'connection lost', { broken: true })),
    );
  }

  #serve(): void {
    try {
      const served = this.#handle();
      if (!(served instanceof Promise)) return this.#finish(served);
      served.then(
        (frame) => this.#finish(frame),
        (error: unknown) => this.#fail(error),
      );
    } catch (error) {
      this.#fail(error);
    }
  }

  #handle(): Buffer | void | Promise<Buffer | void> {
    const { path, request, metadata } = this.#call;
    const { handlers, region } = this.#options;
    const handler = handlers.get(path);
    if (handler === undefined) throw new RpcError(GrpcStatus.UNIMPLEMENTED, `${path} is not implemented`);
    const message = request.subarray(FRAME_HEADER_BYTES);
    const headers = region === undefined ? metadata : { ...metadata, [CLIENT_REGION_HEADER]: region };
    if (handler.kind === 'unary') return handler.handle(message, headers);
    return handler.handle(message, this, headers);
  }

  #finish(frame: Buffer | void): void {
    this.#whenBack(() => {
      if (frame !== undefined) this.#deliver(frame);
      this.#end(undefined);
    });
  }

  #fail(error: unknown): void {
    const failure =
      error instanceof RpcError ? new BigtableError(error.status, error.message) : internal(error);
    this.#whenBack(() => this.#end(failure));
  }

  #end(error: BigtableError | undefined): void {
    if (this.#over) return;
    this.#over = true;
    this.#cancelTimer?.();
    this.#whenOver?.();
    this.#handler.onEnd(error);
  }
}

/** Returns an error of the server itself with its stack, for tests. */
function internal(cause: unknown): BigtableError {
  const details: BigtableErrorDetails = { cause };
  const message = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return new BigtableError(GrpcStatus.INTERNAL, message, details);
}
