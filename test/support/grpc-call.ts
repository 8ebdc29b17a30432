import type { AnswerCheck } from '../../src/bigtable/client/answer-check';
import type { BigtableError } from '../../src/bigtable/client/bigtable-error';
import type { CallHandle, GrpcTransport } from '../../src/bigtable/transport/create-transport';
import { systemClock } from '../../src/platform/time/clock';
import { frameMessage } from '../../src/platform/network/grpc';

export interface CallEnd {
  readonly messages: readonly string[];
  readonly error: BigtableError | undefined;
}

export interface TestCall {
  readonly handle: CallHandle;
  readonly messages: string[];
  readonly ended: Promise<CallEnd>;
}

export interface TestCallOptions {
  readonly request?: string | Buffer;
  readonly path?: string;
  readonly timeoutMs?: number;
  /** Deadline by the transport's clock, for clocks other than the system's. */
  readonly deadlineMs?: number;
  readonly metadata?: Record<string, string>;
  readonly signal?: AbortSignal;
  readonly checkAnswer?: AnswerCheck;
}

/** Starts a call and records its result. */
export function startCall(transport: GrpcTransport, options: TestCallOptions = {}): TestCall {
  const messages: string[] = [];
  let ends = 0;
  let handle: CallHandle | undefined;
  const ended = new Promise<CallEnd>((resolve, reject) => {
    handle = transport.start(
      {
        path: options.path ?? '/test.Service/Method',
        request: frameMessage(Buffer.from(options.request ?? 'request')),
        metadata: options.metadata ?? {},
        deadlineMs: options.deadlineMs ?? systemClock.monotonicMs() + (options.timeoutMs ?? 60_000),
        signal: options.signal,
        checkAnswer: options.checkAnswer,
      },
      {
        onMessage: (message) => messages.push(message.toString()),
        onEnd(error) {
          ends += 1;
          if (ends > 1) reject(new Error('the call ended twice'));
          resolve({ messages, error });
        },
      },
    );
  });
  return { handle: handle as CallHandle, messages, ended };
}

export function call(transport: GrpcTransport, options?: TestCallOptions): Promise<CallEnd> {
  return startCall(transport, options).ended;
}
