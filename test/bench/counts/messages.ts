/** What the benchmark says to the processes that it measures, and what they say back. */
import type { BenchUser } from './data';

export const CONTESTANTS = ['tidemark', 'Express + veneer', 'Redis', 'ReadRows alone'] as const;
export type Contestant = (typeof CONTESTANTS)[number];

export interface StartMessage {
  readonly contestant: Contestant;
  /** `host:port` of the Bigtable. */
  readonly endpoint: string;
  /** Of Redis, where there is one. */
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

/** What has kept a service from its work since it was asked last. */
export interface Pauses {
  readonly collections: readonly Collection[];
  /** For a processor, milliseconds. */
  readonly waitedMs: number;
}

/** Of garbage; milliseconds since the Unix epoch. */
export interface Collection {
  readonly startMs: number;
  readonly endMs: number;
}

/** What the load process is told: the same POSTs in turn, over so many connections. */
export interface LoadRequest {
  readonly port: number;
  readonly path: string;
  readonly bodies: readonly string[];
  readonly connections: number;
  readonly durationMs: number;
  /** Absent: each connection asks again as soon as it has its answer. Otherwise requests begin when they are due, whether or not the earlier ones are answered. */
  readonly perSecond?: number;
  /** How long answers are waited for after the duration. Default 20 s. */
  readonly patienceMs?: number;
}

export interface LoadResult {
  /** Answers by their status. */
  readonly statuses: Readonly<Record<number, number>>;
  readonly seconds: number;
  /** Of the answers with status 200, from when each request was due, ascending, milliseconds. */
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
