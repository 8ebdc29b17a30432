import type { ClientDependencies } from '../client/retrying-call';
import type { TableCallHeaders } from '../client/table-call-headers';

/** Bounds of reads of change streams. */
export interface ChangeStreamLimits {
  readonly scanTimeoutMs: number;
  /** Maximum size of one change on the wire, in bytes. */
  readonly changeBytesMax: number;
  /** Maximum number and size of the messages that are received ahead of the consumer. */
  readonly changesBufferedMax: number;
  readonly changeBytesBufferedMax: number;
  /** Time beyond the heartbeat interval without any message after which a stream is opened anew, in milliseconds. */
  readonly changeStreamStallMs: number;
}

/** Dependencies of reads of change streams. */
export interface ChangeStreamDependencies extends ClientDependencies {
  readonly tableHeaders: TableCallHeaders;
  readonly changeLimits: ChangeStreamLimits;
}
