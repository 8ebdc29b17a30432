/** Messages between the benchmark and the processes that it measures. */
import type { BenchUser } from './data';

export const CONTESTANTS = ['tidemark', 'Express + veneer', 'Redis', 'ReadRows alone'] as const;
export type Contestant = (typeof CONTESTANTS)[number];

export interface StartMessage {
  readonly contestant: Contestant;
  /** `host:port` of the Bigtable. */
  readonly endpoint: string;
  /** Address of Redis, if it is available. */
  readonly redis: string | undefined;
  /** Further settings of ours. */
  readonly env?: NodeJS.ProcessEnv;
}

export type ServiceRequest =
  { readonly start: StartMessage } | { readonly usage: true } | { readonly pauses: true } | ReadRequest;

/** For the contestant that makes its own load. */
export interface ReadRequest {
  readonly readFor: number;
  readonly users: readonly BenchUser[];
  readonly nowMs: number;
  readonly inFlight: number;
}

export interface Usage {
  readonly cpuMicros: number;
  /** Only of the contestant that makes its own load. */
  readonly reads: number;
}

/** Pauses of a service since the last query. */
export interface Pauses {
  readonly collections: readonly Collection[];
  /** For a processor, milliseconds. */
  readonly waitedMs: number;
}

/** Garbage collection; times are in milliseconds since the Unix epoch. */
export interface Collection {
  readonly startMs: number;
  readonly endMs: number;
}

/** Task of the load process: the same POST requests in turn, over this number of connections. */
export interface LoadRequest {
  readonly port: number;
  readonly path: string;
  readonly bodies: readonly string[];
  readonly connections: number;
  readonly durationMs: number;
  /** Absent: each connection asks again as soon as it has its answer. Otherwise requests begin when they are due, whether or not the earlier ones are answered. */
  readonly perSecond?: number;
  /** Time to wait for answers after the end, in milliseconds. Default: 20 s. */
  readonly patienceMs?: number;
}

export interface LoadResult {
  /** Answers by their status. */
  readonly statuses: Readonly<Record<number, number>>;
  readonly seconds: number;
  /** Latencies of the answers with status 200, from the due time of each request, ascending, in milliseconds. */
  readonly latenciesMs: readonly number[];
  /** The same answers; empty where requests are never due. */
  readonly answers: readonly Answer[];
  /** Requests that were due. */
  readonly due: number;
  /** Those of them that were not answered in the end: their connection was closed, or they took too long. */
  readonly unanswered: number;
}

/** When a request was due, when it was sent, and when its answer was there: milliseconds since the Unix epoch. */
export interface Answer {
  readonly dueMs: number;
  readonly sentMs: number;
  readonly doneMs: number;
}
