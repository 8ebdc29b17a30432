import type { IncomingHttpHeaders } from 'node:http';
import { parseJsonBody } from '../codec/json/json-body';
import type { Caller } from '../core/access/caller';
import type { Steps } from '../core/shared/steps';
import { invalidArgument } from '../errors';
import type { MediaType } from './media-type';

/** What a request may take, structurally the options of every operation. */
export interface CallOptions {
  /** Milliseconds left. */
  readonly timeoutMs: number;
  /** Aborts when the deadline passes or the caller goes away. */
  readonly signal: AbortSignal;
}

interface ApiRequestOptions {
  readonly id: string;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly mediaType: MediaType | undefined;
  readonly body: Buffer;
  readonly accepted: MediaType | undefined;
  readonly callOptions: () => CallOptions;
  readonly wait: WaitForChange;
  readonly extendDeadline: (byMs: number) => void;
  readonly inTurns: RunInTurns;
  readonly takeWork: (work: number) => void;
}

/**
 * Waits for news, for so long at most; the task ends soon after its signal aborts. Meanwhile the request is not in flight, and
 * its deadline stands still. Over early when the server drains. Throws `overloaded` where too many wait already.
 */
export type WaitForChange = <T>(maxMs: number, task: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** Runs a computation in slices, between which other requests have their turn; ends it when the request is over. */
export type RunInTurns = <T>(steps: Steps<T>) => T | Promise<T>;

/** A request as endpoints see it: checked, decoded, and without the server's objects. */
export class ApiRequest {
  readonly id: string;
  /** Who asks, as far as that matters to what may be answered. */
  readonly caller: Caller;
  /** The media type of the body; undefined where the endpoint takes none. */
  readonly mediaType: MediaType | undefined;
  readonly body: Buffer;
  /** The media type that the answer is to have. */
  readonly accepted: MediaType | undefined;
  readonly #options: ApiRequestOptions;

  constructor(parts: ApiRequestOptions) {
    this.id = parts.id;
    this.caller = parts.caller;
    this.mediaType = parts.mediaType;
    this.body = parts.body;
    this.accepted = parts.accepted;
    this.#options = parts;
  }

  get callOptions(): CallOptions {
    return this.#options.callOptions();
  }

  wait<T>(maxMs: number, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.#options.wait(maxMs, task);
  }

  /**
   * Moves the deadline by so much, milliseconds, at most to the endpoint's longest one: for requests whose work grows with their
   * body. Does nothing where the caller has chosen a deadline. To be called before `allowance`.
   */
  extendDeadline(byMs: number): void {
    this.#options.extendDeadline(byMs);
  }

  /**
   * Says how much work the request is, in numbers of its answer, before it is begun. Throws `overloaded` where too much of it is
   * under way.
   */
  takeWork(work: number): void {
    this.#options.takeWork(work);
  }

  inTurns<T>(steps: Steps<T>): T | Promise<T> {
    return this.#options.inTurns(steps);
  }

  json(): unknown {
    return parseJsonBody(this.body);
  }

  /** A header by its name in lower case; one that came several times as node:http joins it. */
  header(name: string): string | undefined {
    const value = this.#options.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  /** A parameter of the content type, by its name in lower case. */
  contentParameter(name: string): string | undefined {
    const parameters = this.header('content-type')?.split(';').slice(1) ?? [];
    for (const parameter of parameters) {
      const [key = '', value = ''] = parameter.split('=', 2);
      if (key.trim().toLowerCase() === name) return value.trim().replace(/^"(.*)"$/, '$1');
    }
    return undefined;
  }

  /** A path parameter, decoded. */
  param(name: string): string {
    return this.#options.params[name] as string;
  }

  query(name: string): string | undefined {
    return this.#options.query?.get(name) ?? undefined;
  }

  /** A query parameter that is a whole number. */
  integer(name: string, min: number, max: number): number | undefined {
    const text = this.query(name);
    if (text === undefined) return undefined;
    const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw invalidArgument(name, `must be a whole number from ${min} to ${max}`);
  }

  /** A query parameter that is a list, as `a,b`. */
  list(name: string): readonly string[] | undefined {
    return this.query(name)?.split(',');
  }
}
