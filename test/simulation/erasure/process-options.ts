import type { GrpcTransport } from '../../../src/bigtable/transport/create-transport';
import type { PrivacyRules } from '../../../src/core/privacy/privacy-rules';
import type { Random } from '../../../src/platform/random';
import type { MachineClock } from '../residency/machine-clock';
import type { Region } from '../residency/world';
import type { Guards } from './guards';
import type { World } from './world';

export interface ProcessSettings {
  readonly guards: Guards;
  readonly rules: PrivacyRules;
  /** Largest difference between two clocks, in milliseconds. */
  readonly clockSkewMaxMs: number;
  /** Largest lead of an event's time, in milliseconds. */
  readonly futureToleranceMs: number;
  /** Lease by which processes follow the feed of moves, in milliseconds. */
  readonly leaseMs: number;
}

export interface ProcessOptions {
  readonly region: Region;
  readonly world: World;
  readonly machine: MachineClock;
  readonly transport: GrpcTransport;
  readonly random: Random;
  readonly settings: ProcessSettings;
}
