/** What a fleet is asked to carry, and what its parts can do: the inputs of a capacity plan. */

export interface Fleet {
  readonly clusters: readonly FleetCluster[];
  /** By region: where its load goes when all its clusters are gone. Absent: nowhere. */
  readonly nearest: Readonly<Record<string, string>>;
  readonly traffic: Traffic;
  readonly storage: FleetStorage;
  readonly heartbeats: FleetHeartbeats;
  readonly limits: FleetLimits;
  readonly prices: FleetPrices;
}

export interface FleetCluster {
  readonly id: string;
  readonly region: string;
  readonly workload: 'serving' | 'batch';
}

export interface Traffic {
  /** By region: its share of all requests and events. They sum up to 1. */
  readonly regionShares: Readonly<Record<string, number>>;
  /** By name: requests that read one row each. */
  readonly reads: Readonly<Record<string, ReadTraffic>>;
  /** By name: what is taken in; each event is a write of one row. */
  readonly events: Readonly<Record<string, EventTraffic>>;
  /** Of the reads: those sent a second time because the first one was slow, and those that ask other clusters for a proof. */
  readonly hedgedShare: number;
  readonly secondLookupShare: number;
}

export interface ReadTraffic {
  readonly perSecond: number;
  /** CPU of a process for one of them. */
  readonly cpuMicros: number;
  readonly rowBytes: number;
}

export interface EventTraffic {
  readonly perSecond: number;
  readonly cpuMicros: number;
  /** Of the mutation as it is replicated. */
  readonly mutationBytes: number;
}

export interface FleetStorage {
  /** Events of a day, as a share of what comes in at the peak all day long. */
  readonly averageToPeak: number;
  readonly packedEventBytes: number;
  readonly unpackedEventBytes: number;
  readonly retentionDays: number;
  /** How long events lie unpacked. */
  readonly unpackedDays: number;
  /** Objects, sketches and everything else. */
  readonly otherBytes: number;
}

export interface FleetHeartbeats {
  readonly tables: number;
  /** Empty where heartbeats are off. */
  readonly paces: readonly FleetHeartbeatPace[];
  /** Worker processes of a machine, of which one writes and reads heartbeats. */
  readonly processesPerMachine: number;
}

export interface FleetHeartbeatPace {
  readonly shards: number;
  readonly intervalMs: number;
  /** From one look of a machine at another region's cluster to the next. */
  readonly remotePollIntervalMs: number;
}

export interface FleetLimits {
  /** Of one node, at most: rows of 1 KB read or written, and bytes scanned. */
  readonly nodeReadsPerSecond: number;
  readonly nodeWritesPerSecond: number;
  readonly nodeScanBytesPerSecond: number;
  readonly nodeStorageBytes: number;
  /** What of a node, of its storage and of a process's core is to be in use. */
  readonly nodeUtilisation: number;
  readonly storageUtilisation: number;
  readonly processUtilisation: number;
  /** Memory of a process with one core. */
  readonly processMemoryGib: number;
  /** Hours of a day in which batch work looks through what has come in. */
  readonly batchHoursPerDay: number;
}

/** In US dollars. */
export interface FleetPrices {
  readonly nodeHour: number;
  readonly storageGibMonth: number;
  readonly cpuHour: number;
  readonly memoryGibHour: number;
  readonly replicationGib: number;
  readonly pubsubGib: number;
}
