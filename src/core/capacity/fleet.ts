/** Inputs of a capacity plan: the load of a fleet, and the capacity and prices of its parts. */

export interface Fleet {
  readonly clusters: readonly FleetCluster[];
  /** For each region, the region that takes its load when all its clusters are unavailable. Absent: none. */
  readonly nearest: Readonly<Record<string, string>>;
  readonly traffic: Traffic;
  readonly storage: FleetStorage;
  readonly heartbeats: FleetHeartbeats;
  readonly observability: FleetObservability;
  readonly limits: FleetCapacityLimits;
  readonly prices: FleetPrices;
}

export interface FleetCluster {
  readonly id: string;
  readonly region: string;
  readonly workload: 'serving' | 'batch';
}

interface Traffic {
  /** Share of each region in all requests and events. The shares add up to 1. */
  readonly regionShares: Readonly<Record<string, number>>;
  /** Requests by name. Each reads one row. */
  readonly reads: Readonly<Record<string, ReadTraffic>>;
  /** Ingested events by name. Each writes one row. */
  readonly events: Readonly<Record<string, EventTraffic>>;
  /**
   * Share of reads that are sent a second time because the first attempt was slow (`hedgedShare`), and share that needs
   * a lookup at an origin for a proof (`originLookupShare`).
   */
  readonly hedgedShare: number;
  readonly originLookupShare: number;
}

interface ReadTraffic {
  readonly perSecond: number;
  /** CPU time of a process per read, in microseconds. */
  readonly cpuMicros: number;
  readonly rowBytes: number;
}

interface EventTraffic {
  readonly perSecond: number;
  readonly cpuMicros: number;
  /** Size of the replicated mutation, in bytes. */
  readonly mutationBytes: number;
}

interface FleetStorage {
  /** Ratio of the average event rate of a day to the peak rate. */
  readonly averageToPeak: number;
  readonly packedEventBytes: number;
  readonly unpackedEventBytes: number;
  readonly retentionDays: number;
  /** Number of days before events are packed. */
  readonly unpackedDays: number;
  /** Size of objects, sketches and everything else, in bytes. */
  readonly otherBytes: number;
  /** Stored bytes of the backups in a cluster, as a multiple of the cluster's data. 0: no backups. */
  readonly backupCopies: number;
}

/** Metrics and logs of the processes. */
interface FleetObservability {
  /** Number of time series of a process. Each has a sample per scrape. */
  readonly seriesPerProcess: number;
  readonly scrapeIntervalMs: number;
  /** Average size of the log entries of a read, in bytes, after exclusions. */
  readonly logBytesPerRead: number;
}

export interface FleetHeartbeats {
  readonly tables: number;
  /** Empty if heartbeats are off. */
  readonly paces: readonly FleetHeartbeatPace[];
  /** Number of worker processes per machine. One of them writes and reads heartbeats. */
  readonly processesPerMachine: number;
}

interface FleetHeartbeatPace {
  readonly shards: number;
  readonly intervalMs: number;
  /** Interval at which a machine reads the heartbeats of a cluster in another region, in milliseconds. */
  readonly remotePollIntervalMs: number;
}

interface FleetCapacityLimits {
  /** Maximum throughput of one node: rows of 1 KB read or written, and bytes scanned. */
  readonly nodeReadsPerSecond: number;
  readonly nodeWritesPerSecond: number;
  readonly nodeScanBytesPerSecond: number;
  readonly nodeStorageBytes: number;
  /** Planned utilisation of nodes, of their storage and of a process's core, from 0 to 1. */
  readonly nodeUtilisation: number;
  readonly storageUtilisation: number;
  readonly processUtilisation: number;
  /** Memory of a process with one core, in GiB. */
  readonly processMemoryGib: number;
  /** Number of hours per day in which batch work scans the new events. */
  readonly batchHoursPerDay: number;
}

/** Prices in US dollars. */
interface FleetPrices {
  readonly nodeHour: number;
  readonly storageGibMonth: number;
  readonly cpuHour: number;
  readonly memoryGibHour: number;
  readonly replicationGib: number;
  readonly pubsubGib: number;
  readonly backupGibMonth: number;
  /** Price of a million metric samples. */
  readonly metricSamplesMillion: number;
  readonly logGib: number;
}
