import type { Config } from '../config/index';
import type { SharedPoll } from '../store/open-store';

/** What a worker is told by the process that keeps it. */
export type SupervisorMessage =
  /** The first message. Only one worker at a time writes and reads heartbeats. */
  | { readonly kind: 'start'; readonly worker: number; readonly config: Config }
  | { readonly kind: 'keep-heartbeats' }
  /** To the worker that reads heartbeats: another worker has begun to serve, and knows none. */
  | { readonly kind: 'share-heartbeats' }
  /** To the others: what that one has found. */
  | HeartbeatsMessage
  | { readonly kind: 'reload' }
  /**
   * Comes with the handle of a connection that the worker is to serve. Numbers grow from one hand-over to the next. The worker answers
   * `taken` before it reads from the connection, or `declined`.
   */
  | { readonly kind: 'connection'; readonly number: number }
  /** Makes the worker decline a hand-over whose connection has not arrived. */
  | { readonly kind: 'confirm-connection'; readonly number: number }
  | { readonly kind: 'drain' }
  /** Asks for its own metrics. */
  | { readonly kind: 'tell-metrics'; readonly question: number }
  | { readonly kind: 'tell-readiness'; readonly question: number }
  /** Answers `ask-metrics`. */
  | { readonly kind: 'metrics-of-all'; readonly question: number; readonly text: string };

/** What a worker says. */
export type WorkerMessage =
  /** The worker takes connections from now on. */
  | { readonly kind: 'serving'; readonly region: string | undefined }
  | { readonly kind: 'taken'; readonly number: number }
  | { readonly kind: 'declined'; readonly number: number }
  /** The start failed for a reason that lasts, which stderr has: another worker would fail in the same way. */
  | { readonly kind: 'cannot-start' }
  /** The worker takes no connections any more. */
  | { readonly kind: 'draining' }
  | HeartbeatsMessage
  /** What it was asked for; of its readiness what keeps it from getting requests, and nothing where nothing does. */
  | { readonly kind: 'answer'; readonly question: number; readonly text: string }
  /** Somebody asked it for metrics, and is to get those of all workers. */
  | { readonly kind: 'ask-metrics'; readonly question: number };

export interface HeartbeatsMessage {
  readonly kind: 'heartbeats-seen';
  readonly look: SharedPoll;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}
