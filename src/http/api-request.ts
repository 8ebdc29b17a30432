import type { IncomingHttpHeaders } from 'node:http';
import { parseJsonBody } from '../codec/json/json-body';
import type { Caller } from '../core/access/caller';
import type { DataAccess } from '../core/privacy/access-record';
import type { Omission } from '../core/privacy/omissions';
import type { DataType } from '../core/schema/schema';
import type { Steps } from '../core/shared/steps';
import { invalidArgument } from '../errors';
import type { MediaType } from './media-type';
import type { CancelSignal } from '../platform/tasks/cancellation';

/** Time limit and cancellation of a request, in the form of the options of every operation. */
export interface RequestCallOptions {
  /** Remaining time, in milliseconds. */
  readonly timeoutMs: number;
  /** Aborts when the deadline passes or the client closes the connection. */
  readonly signal: CancelSignal;
}

/** Functions by which a handler uses the time, the slot and the work of its request. */
export interface RequestControls {
  readonly callOptions: () => RequestCallOptions;
  readonly wait: WaitForChange;
  readonly extendDeadline: (byMs: number) => void;
  readonly inTurns: RunInTurns;
  readonly takeWork: (work: number) => void;
  readonly beginLive: (maxMs: number) => CancelSignal;
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
  readonly controls: RequestControls;
  /** Receives what the request accesses. Absent without an access log. */
  readonly accessed?: AccessedData | undefined;
}

/** Data of subjects that a request accesses, for the access log. */
export class AccessedData {
  readonly accesses: DataAccess[] = [];
  /** Families of the DataTypes that the answer leaves out for a subject, by its id. */
  readonly omitted = new Map<string, ReadonlySet<string>>();
}

/**
 * Runs a task that waits for a change, for at most `maxMs` milliseconds. The task must end soon after its signal
 * aborts. Meanwhile the request occupies no slot and its deadline is suspended. The wait ends early if the server
 * drains. Throws `overloaded` if too many requests are waiting.
 */
type WaitForChange = <T>(maxMs: number, task: (signal: CancelSignal) => Promise<T>) => Promise<T>;

/** Runs a computation in slices, interleaved with other requests. Stops it when the request is over. */
type RunInTurns = <T>(steps: Steps<T>) => T | Promise<T>;

/** A validated and decoded request, as endpoints get it. */
export class ApiRequest {
  readonly id: string;
  /** Caller of the request, for checks of access to data. */
  readonly caller: Caller;
  /** Media type of the body; undefined if the endpoint takes none. */
  readonly mediaType: MediaType | undefined;
  readonly body: Buffer;
  /** Media type that the answer must have. */
  readonly accepted: MediaType | undefined;
  readonly #options: ApiRequestOptions;
  readonly #controls: RequestControls;

  constructor(parts: ApiRequestOptions) {
    this.id = parts.id;
    this.caller = parts.caller;
    this.mediaType = parts.mediaType;
    this.body = parts.body;
    this.accepted = parts.accepted;
    this.#options = parts;
    this.#controls = parts.controls;
  }

  get callOptions(): RequestCallOptions {
    return this.#controls.callOptions();
  }

  wait<T>(maxMs: number, task: (signal: CancelSignal) => Promise<T>): Promise<T> {
    return this.#controls.wait(maxMs, task);
  }

  /**
   * Extends the deadline by `byMs` milliseconds, at most to the endpoint's longest one: for requests whose work grows
   * with their body. Has no effect if the caller chose a deadline. Call it before `callOptions`.
   */
  extendDeadline(byMs: number): void {
    this.#controls.extendDeadline(byMs);
  }

  /**
   * Takes the estimated work of the request from the work budget, in numbers of its answer. Call it before the work
   * begins. Throws `overloaded` if too much work is in progress.
   */
  takeWork(work: number): void {
    this.#controls.takeWork(work);
  }

  /**
   * Makes the answer a live one, which has no deadline and occupies no slot. Returns the signal at which it must end: after
   * `maxMs` milliseconds, when the client closes the connection, or when the server drains. Throws `overloaded` if too many
   * requests are waiting.
   */
  beginLive(maxMs: number): CancelSignal {
    return this.#controls.beginLive(maxMs);
  }

  /**
   * States which DataTypes of which subjects the request is about, for the access log. Call it before the rights are
   * checked, so that denials are logged, too.
   */
  accesses(kind: DataAccess['kind'], subjects: readonly string[], dataTypes: readonly DataType[]): void {
    this.#options.accessed?.accesses.push({ kind, subjects, dataTypes });
  }

  /** States which DataTypes the answer leaves out for a subject, because of its choices. */
  omits(subject: string, omissions: readonly Omission[]): void {
    if (omissions.length === 0) return;
    this.#options.accessed?.omitted.set(subject, new Set(omissions.map(({ dataType }) => dataType)));
  }

  inTurns<T>(steps: Steps<T>): T | Promise<T> {
    return this.#controls.inTurns(steps);
  }

  json(): unknown {
    return parseJsonBody(this.body);
  }

  /** Returns a header by its lower-case name. Repeated headers are joined as by node:http. */
  header(name: string): string | undefined {
    const value = this.#options.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  /** Returns a parameter of the content type by its lower-case name. */
  contentParameter(name: string): string | undefined {
    const parameters = this.header('content-type')?.split(';').slice(1) ?? [];
    for (const parameter of parameters) {
      const [key = '', value = ''] = parameter.split('=', 2);
      if (key.trim().toLowerCase() === name) return value.trim().replace(/^"(.*)"$/, '$1');
    }
    return undefined;
  }

  /** Returns a decoded path parameter. */
  param(name: string): string {
    return this.#options.params[name] as string;
  }

  query(name: string): string | undefined {
    return this.#options.query?.get(name) ?? undefined;
  }

  /** Returns a query parameter as an integer. Throws `invalid_argument` unless it is from `min` to `max`. */
  integer(name: string, min: number, max: number): number | undefined {
    const text = this.query(name);
    if (text === undefined) return undefined;
    const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw invalidArgument(name, `must be a whole number from ${min} to ${max}`);
  }

  /** Returns a query parameter as a list, separated by commas. */
  list(name: string): readonly string[] | undefined {
    return this.query(name)?.split(',');
  }
}
