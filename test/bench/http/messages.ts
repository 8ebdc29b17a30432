/** Messages between the benchmark and the processes that it measures. */
export type Contestant =
  | 'bare node:http'
  | 'bare Express'
  | 'HTTP layer'
  | 'whole request'
  | 'ReadRows alone';

export interface StartMessage {
  readonly contestant: Contestant;
  /** `host:port` of the store. */
  readonly endpoint: string;
  /** The answer that every contestant gives; empty where it is still to be found out. */
  readonly answer: string;
}

/** Asks for `{ cpuMicros, reads }` used and done so far. */
export type Request =
  | { readonly start: StartMessage }
  | { readonly usage: true }
  | { readonly readFor: number };

export interface Usage {
  readonly cpuMicros: number;
  /** Only of the contestant that makes its own load. */
  readonly reads: number;
}
