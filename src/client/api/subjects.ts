import type { Send } from '../call';
import { TidemarkError } from '../errors';
import { LIMITS } from '../limits';
import { ndjsonValues } from '../ndjson';
import type { CallOptions, ReadOptions, WriteOptions } from '../options';
import type { SchemaShape } from '../schema';
import type { ChangedConsent, Consent, Erasure, RequestedErasure, SubjectExportLine } from '../types';

/** Decisions of a user, by purpose. */
export type ConsentChange<S extends SchemaShape> = {
  readonly [Purpose in S['purposes']]?:
    | {
        readonly granted: boolean;
        /** Origin of the decision, such as a TCF string. */
        readonly source?: string | undefined;
        /** Time of the decision. Default: now. */
        readonly at?: string | number | undefined;
      }
    | undefined;
};

/** Options of an export. */
export interface ExportOptions extends ReadOptions {
  /** Stored data that reads do not return. Default: `none`. */
  readonly hidden?: 'none' | 'no_consent' | 'all' | undefined;
}

/** Consent, erasure and access to all data of users. */
export class SubjectsApi<S extends SchemaShape> {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Yields everything that is stored about a user. Throws `invalid_response` if the answer is truncated. */
  async *export(
    id: string,
    { hidden, ...options }: ExportOptions = {},
  ): AsyncGenerator<SubjectExportLine, void, undefined> {
    const { stream, release } = await this.#send({
      operation: 'exportSubject',
      path: { id },
      query: { hidden },
      options,
      streams: true,
      timeoutMs: LIMITS.exportTimeoutMs,
    });
    let isComplete = false;
    try {
      if (stream === undefined) return;
      for await (const line of ndjsonValues(stream, LIMITS.exportLineBytesMax)) {
        isComplete = (line as SubjectExportLine).type === 'complete';
        yield line as SubjectExportLine;
      }
    } finally {
      release?.();
    }
    if (!isComplete) throw new TidemarkError('invalid_response', 'the export is truncated: request it again');
  }

  /** Requests the erasure of all data of a user. */
  async erase(id: string, options?: CallOptions): Promise<RequestedErasure> {
    return (await this.#send({ operation: 'deleteSubject', path: { id }, options })).body as RequestedErasure;
  }

  /** Returns the state of the last erasure of a user. */
  async erasure(id: string, options?: CallOptions): Promise<Erasure> {
    return (await this.#send({ operation: 'getErasure', path: { id }, options })).body as Erasure;
  }

  async consent(id: string, options?: ReadOptions): Promise<Consent> {
    return (await this.#send({ operation: 'getConsent', path: { id }, options })).body as Consent;
  }

  /** Grants or withdraws purposes. Other purposes keep their decisions. */
  async setConsent(id: string, purposes: ConsentChange<S>, options?: WriteOptions): Promise<ChangedConsent> {
    const call = { path: { id }, body: { purposes }, options };
    return (await this.#send({ operation: 'putConsent', ...call })).body as ChangedConsent;
  }
}
