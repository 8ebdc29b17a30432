/** Messages between the benchmark and the processes that it measures. */
import type { BenchUser } from './data';

/** Reads the row and counts nothing, with node:http, node:http2 and JSON alone: no service of counts in Node can take less. */
export const FLOOR = 'bare node:http and http2';
export const CONTESTANTS = ['tidemark', 'Express + veneer', 'Redis', FLOOR, 'ReadRows alone'] as const;
export type Contestant = (typeof CONTESTANTS)[number];

export interface StartMessage {
  readonly contestant: Contestant;
  /** `host:port` of the Bigtable. */
  readonly endpoint: string;
  /** Address of Redis, if it is available. */
  readonly redis: string | undefined;
  /** Further settings of ours. */
  readonly env?: NodeJS.ProcessEnv | undefined;
}

export type ServiceRequest =
  | { readonly start: StartMessage }
  | { readonly usage: true }
  | { readonly pauses: true }
  | ReadRequest;

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
  /** Time since the last query. */
  readonly seconds: number;
  readonly collections: readonly Collection[];
  /** Time for which it waited for a processor, in milliseconds. */
  readonly waitedMs: number;
}

/** Garbage collection; times are in milliseconds since the Unix epoch. */
export interface Collection {
  /** Whether it covers the whole heap (mark-sweep), not only new objects. */
  readonly isFull: boolean;
  readonly startMs: number;
  readonly endMs: number;
}
