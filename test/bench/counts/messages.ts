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

export type ServiceRequest = { readonly start: StartMessage } | { readonly usage: true } | ReadRequest;

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

/** What the load process is told: the same POSTs in turn, over so many connections. */
export interface LoadRequest {
  readonly port: number;
  readonly path: string;
  readonly bodies: readonly string[];
  readonly connections: number;
  readonly durationMs: number;
  /** Absent: each connection asks again as soon as it has its answer. Otherwise requests begin when they are due, whether or not the earlier ones are answered. */
  readonly perSecond?: number;
}

export interface LoadResult {
  /** Answers by their status. */
  readonly statuses: Readonly<Record<number, number>>;
  readonly seconds: number;
  /** Of the answers with status 200, from when each request was due, ascending, milliseconds. */
  readonly latenciesMs: readonly number[];
  /** Requests that were due and not answered in the end. */
  readonly unanswered: number;
}
