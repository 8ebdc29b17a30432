import type { Config } from '../config';

/** What a worker is told by the process that keeps it. */
export type ToWorker =
  /** The first message. Only one worker at a time keeps the heartbeats. */
  | { readonly kind: 'start'; readonly worker: number; readonly config: Config }
  | { readonly kind: 'keep-heartbeats' }
  | { readonly kind: 'reload' }
  | { readonly kind: 'stop-listening' }
  | { readonly kind: 'drain' }
  /** Asks for its own metrics. */
  | { readonly kind: 'tell-metrics'; readonly question: number }
  | { readonly kind: 'tell-readiness'; readonly question: number }
  /** Answers `ask-metrics`. */
  | { readonly kind: 'metrics-of-all'; readonly question: number; readonly text: string };

/** What a worker says. */
export type FromWorker =
  | { readonly kind: 'listening'; readonly address: Address; readonly region: string | undefined }
  /** The start failed for a reason that lasts, which stderr has: another worker would fail in the same way. */
  | { readonly kind: 'cannot-start' }
  | { readonly kind: 'stopped-listening' }
  /** What it was asked for; of its readiness what keeps it from getting requests, and nothing where nothing does. */
  | { readonly kind: 'answer'; readonly question: number; readonly text: string }
  /** Somebody asked it for metrics, and is to get those of all workers. */
  | { readonly kind: 'ask-metrics'; readonly question: number };

export interface Address {
  readonly host: string;
  readonly port: number;
}
