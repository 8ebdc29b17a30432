/** Control of the faults of an embedded Bigtable. */
import type { InstanceState } from './instance-state';

/** Duration and reach of a fault. */
export interface FaultScope {
  /** Time after which the fault ends, in milliseconds, up to a day. @default it does not end by itself */
  readonly forMs?: number | undefined;
  /** Id of the only instance that is affected. @default all instances */
  readonly instance?: string | undefined;
}

/** Conditions of a link. Absent fields stay as they are. */
export interface LinkConditions {
  /** One-way delay, in milliseconds. */
  readonly delayMs?: number;
  /** Maximum random addition to the delay, in milliseconds. */
  readonly jitterMs?: number;
  /** 0: no limit. */
  readonly bytesPerSecond?: number;
  /** Share of the transmissions that are lost and sent again, 0 to 1. */
  readonly dropRate?: number;
  readonly retryMs?: number;
  readonly reorderRows?: boolean;
  readonly reorderWithinRow?: boolean;
}

/**
 * Causes and ends faults. A place is a region or a cluster: its id, or a unique prefix of it. Methods resolve once the
 * fault is in effect, and throw a `TidemarkError` with the code `invalid_argument` for a place that does not exist.
 */
export interface FaultControl {
  /** Cuts the links between two places, or between one place and all others. */
  cut(a: string, b?: string, scope?: FaultScope): Promise<void>;
  /** Ends the cuts between two places, those of one place, or all. */
  heal(a?: string, b?: string): Promise<void>;
  /** Changes the delay, bandwidth, loss or order of links between two places. */
  link(a: string, b: string, conditions: LinkConditions, scope?: FaultScope): Promise<void>;
  /** Adds latency to each request to a cluster, in milliseconds. 0 ends the fault. */
  slow(cluster: string, latencyMs: number, scope?: FaultScope): Promise<void>;
  /** Fails a share of the requests to a cluster with UNAVAILABLE: 0 to 1. 0 ends the fault. */
  failRequests(cluster: string, share: number, scope?: FaultScope): Promise<void>;
  /** Sets the clock of a cluster ahead, or back if negative, in whole milliseconds. 0 ends the fault. */
  skewClock(cluster: string, skewMs: number, scope?: FaultScope): Promise<void>;
  /** Stops a cluster: it serves no requests and does not replicate. It loses nothing. */
  stopCluster(cluster: string, scope?: FaultScope): Promise<void>;
  /** Starts a stopped cluster, which then receives the writes that it missed. */
  startCluster(cluster: string): Promise<void>;
  /** Ends all faults. */
  reset(): Promise<void>;
  /** Returns the state of the clusters and of the links between them. */
  status(): Promise<readonly InstanceState[]>;
}
