import type { Config } from '../config/index';
import type { SharedPoll } from '../store/open-store';

/** Messages from the supervisor to a worker. */
export type SupervisorMessage =
  /** First message. `worker` is the id of the worker, from 1. */
  | { readonly kind: 'start'; readonly worker: number; readonly config: Config }
  /** Makes the worker the primary, which writes and reads heartbeats for all workers. */
  | { readonly kind: 'become-primary' }
  /** Requests all heartbeats from the primary, for a worker that has begun to serve and has none. */
  | { readonly kind: 'share-heartbeats' }
  /** Passes heartbeats of the primary on to the other workers. */
  | HeartbeatsMessage
  | { readonly kind: 'reload' }
  /**
   * Hands over a connection, whose handle comes with the message. Numbers increase with each hand-over. The worker
   * answers `taken` before it reads from the connection, or `declined`.
   */
  | { readonly kind: 'connection'; readonly number: number; readonly listener: Listener }
  /** Makes the worker decline a hand-over whose connection has not arrived. */
  | { readonly kind: 'confirm-connection'; readonly number: number }
  | { readonly kind: 'drain' }
  /** Requests the metrics of the worker. */
  | { readonly kind: 'get-metrics'; readonly requestId: number }
  /** Requests the readiness of the worker. */
  | { readonly kind: 'get-readiness'; readonly requestId: number }
  /** Answers `get-all-metrics`. */
  | { readonly kind: 'all-metrics'; readonly requestId: number; readonly text: string };

/** Messages from a worker to the supervisor. */
export type WorkerMessage =
  /** Reports that the worker takes connections from now on. */
  | { readonly kind: 'serving'; readonly region: string | undefined }
  | { readonly kind: 'taken'; readonly number: number }
  | { readonly kind: 'declined'; readonly number: number }
  /** Reports that the start failed permanently. The reason is on stderr. Another worker would fail in the same way. */
  | { readonly kind: 'cannot-start' }
  /** Reports that the worker takes no more connections. */
  | { readonly kind: 'draining' }
  | HeartbeatsMessage
  /** Answers `get-metrics`, or `get-readiness`: with the reason why the worker is not ready, empty if it is. */
  | { readonly kind: 'answer'; readonly requestId: number; readonly text: string }
  /** Requests the metrics of all workers, for a client of this worker. */
  | { readonly kind: 'get-all-metrics'; readonly requestId: number };

/** Heartbeats that the primary has read. */
export interface HeartbeatsMessage {
  readonly kind: 'heartbeats';
  readonly look: SharedPoll;
}

/** Listeners whose connections workers serve. */
export type Listener = 'api' | 'grpc';

export interface Address {
  readonly host: string;
  readonly port: number;
}
