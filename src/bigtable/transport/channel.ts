import { backoffMs } from '../../platform/time/backoff';
import type { Random } from '../../platform/random';
import { toBigtableError, type BigtableError } from '../client/bigtable-error';
import { openSession, type Session, type SessionOptions } from './session';
import { connectSocket, type SocketOptions } from './socket';

export interface ChannelOptions {
  readonly socket: SocketOptions;
  readonly session: SessionOptions;
  readonly random: Random;
  readonly connectTimeoutMs: number;
  readonly reconnectInitialDelayMs: number;
  readonly reconnectMaxDelayMs: number;
}

/**
 * One connection to the endpoint, opened on demand. A lost or retired connection is replaced at the next demand; after
 * a failure, not before an exponentially growing pause with jitter.
 */
export class Channel {
  readonly #options: ChannelOptions;
  readonly #onChange: () => void;
  #session: Session | undefined;
  /** Retired sessions with calls in flight. */
  readonly #leaving = new Set<Session>();
  #connecting = false;
  #failures = 0;
  #mayConnectAtMs = 0;
  #lastFailure: BigtableError | undefined;
  /** Aborted when the channel is closed. */
  readonly #closing = new AbortController();

  /** `onChange` is called when waiting calls may find room, or when waiting has become pointless. */
  constructor(options: ChannelOptions, onChange: () => void) {
    this.#options = options;
    this.#onChange = onChange;
  }

  /** Session that can take another call, if any. */
  get ready(): Session | undefined {
    return this.#session?.hasRoom === true ? this.#session : undefined;
  }

  /** True when waiting is sensible: a session exists, though full, or is being opened. */
  get mayBecomeReady(): boolean {
    return this.#connecting || this.#session?.retired === false;
  }

  get connecting(): boolean {
    return this.#connecting;
  }

  /** Error of the last attempt to connect; undefined once an attempt has succeeded. */
  get lastFailure(): BigtableError | undefined {
    return this.#lastFailure;
  }

  /** Number of calls in flight. */
  get active(): number {
    let active = this.#session?.active ?? 0;
    for (const session of this.#leaving) active += session.active;
    return active;
  }

  /** False while a connection exists or is being opened, and during the pause after a failure. */
  get mayConnect(): boolean {
    return !this.#closing.signal.aborted && !this.mayBecomeReady && this.#nowMs() >= this.#mayConnectAtMs;
  }

  connect(): void {
    if (!this.mayConnect) return;
    this.#connecting = true;
    this.#open().then(
      (session) => this.#onConnected(session),
      (error: unknown) => this.#onFailed(toBigtableError(error)),
    );
  }

  /** Closes all connections, including one being opened. Calls in flight end with the error. */
  close(error: BigtableError): void {
    this.#closing.abort();
    for (const session of [...this.#leaving, this.#session]) {
      if (session !== undefined && session.active > 0) session.destroy(error);
      else session?.close();
    }
  }

  async #open(): Promise<Session> {
    const { socket: socketOptions, session: options, connectTimeoutMs } = this.#options;
    const setup = { clock: options.clock, timeoutMs: connectTimeoutMs, signal: this.#closing.signal };
    const socket = await connectSocket(socketOptions, setup);
    return openSession(socket, options, {
      ...setup,
      onChange: (session) => this.#onSessionChange(session),
    });
  }

  #onConnected(session: Session): void {
    this.#connecting = false;
    this.#failures = 0;
    this.#lastFailure = undefined;
    if (this.#session?.closed === false) this.#leaving.add(this.#session);
    this.#session = session;
    if (this.#closing.signal.aborted) session.close();
    this.#onSessionChange(session);
  }

  #onFailed(error: BigtableError): void {
    this.#connecting = false;
    this.#lastFailure = error;
    this.#mayConnectAtMs = this.#nowMs() + this.#pauseMs();
    this.#failures += 1;
    this.#onChange();
  }

  #onSessionChange(session: Session): void {
    if (session.retired && session === this.#session) {
      this.#session = undefined;
      this.#leaving.add(session);
    }
    if (session.closed) this.#leaving.delete(session);
    this.#onChange();
  }

  #pauseMs(): number {
    const { reconnectInitialDelayMs, reconnectMaxDelayMs, random } = this.#options;
    const limits = { initialDelayMs: reconnectInitialDelayMs, maxDelayMs: reconnectMaxDelayMs };
    return backoffMs(limits, this.#failures, random);
  }

  #nowMs(): number {
    return this.#options.session.clock.monotonicMs();
  }
}
