import type { Send } from '../call';
import { LIMITS } from '../limits';
import { ndjsonValues } from '../ndjson';
import type { CallOptions } from '../options';
import type { ConsoleContext, ConsoleFaultChange, ConsoleSnapshot, EmbeddedInstances } from '../types';

/** Calls of the console beside those for data: the caller, the clusters, and the numbers of the moment. */
export class ConsoleApi {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Returns the caller with its scopes, and the regions and clusters of the store. */
  async context(options?: CallOptions): Promise<ConsoleContext> {
    return (await this.#send({ operation: 'getConsole', options })).body as ConsoleContext;
  }

  /** Yields a snapshot every two seconds until the server ends the answer, which it does after minutes. */
  async *live(options?: CallOptions): AsyncGenerator<ConsoleSnapshot, void, undefined> {
    const { stream, release } = await this.#send({
      operation: 'getConsoleLive',
      headers: { accept: 'text/event-stream' },
      options,
      streams: true,
      sendsDeadline: false,
      timeoutMs: LIMITS.liveTimeoutMs,
    });
    try {
      if (stream === undefined) return;
      for await (const snapshot of ndjsonValues(stream, LIMITS.liveLineBytesMax, 'data: '))
        yield snapshot as ConsoleSnapshot;
    } finally {
      release?.();
    }
  }

  /** Cuts, slows, stops or heals parts of an embedded Bigtable. Returns the state of its clusters and links. */
  async changeFaults(change: ConsoleFaultChange, options?: CallOptions): Promise<EmbeddedInstances> {
    return (await this.#send({ operation: 'changeFaults', body: change, options })).body as EmbeddedInstances;
  }
}
