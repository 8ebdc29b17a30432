/** Those of counts over all users, of campaigns and their pacing. */
export const CAMPAIGN_DEFAULTS = {
  /** Counts over all users. */
  sketches: {
    /** A row is written no more often: events that come in between wait for the next time. */
    flushIntervalMs: 250,
    /** From so many bytes on, times as many mean a pause times as long, up to the longest: until Bigtable compacts it, a row has all of them. */
    flushBytesFree: 256 * 1024,
    flushIntervalMaxMs: 3_000,
    /** Rows written in one call. */
    rowsPerFlushMax: 1_000,
    flushTimeoutMs: 5_000,
    /** Sketches held, the least used of which go when they are written; 16 KB each at most. */
    bufferedMax: 20_000,
    /** Without events for so long, a sketch is let go. */
    idleMs: 10 * 60_000,
    /** How long it is known that an entity is registered, and that it is not or that nothing can be told. */
    registeredForMs: 5 * 60_000,
    unregisteredForMs: 2_000,
    registeredMax: 100_000,
    registerTimeoutMs: 1_000,
    registerRowsPerRead: 1_000,
  },
  campaigns: {
    flightsMax: 366,
    unitsPerDayMax: 1_000_000_000_000,
    /** Of flights, into the past and the future. */
    daysMax: 3_660,
    /** Campaigns on one page of a list. */
    pageMax: 1_000,
    /** Of campaigns as they are stored, looked at for one page: it ends with the one that reaches this. */
    pageBytesMax: 2 * 1024 * 1024,
    /** In one store: what the controller and the list hold. */
    campaignsMax: 20_000,
    /** Rows looked at for one page of a list: of those that a filter leaves out there may be many. */
    scannedMax: 2_000,
    /** How often processes look for campaigns that were changed. */
    refreshIntervalMs: 5_000,
    refreshTimeoutMs: 10_000,
    /** After a write of the same process. */
    refreshSoonMs: 500,
  },
  campaignCounts: {
    campaignsMax: 1_000,
    daysMax: 400,
    /** Campaigns × days: rows of one query. */
    rowsMax: 20_000,
    rowsPerRead: 1_000,
    /** Bytes of sketches that are held at once. */
    readBytesMax: 64 * 1024 * 1024,
    /** Numbers in one answer. */
    answerCountsMax: 200_000,
    /** Who follows counts reads all of each row once in so long, and else only what is new. */
    fullReadIntervalMs: 60_000,
    /** What was written so long before the last read may not have been there yet: clocks differ, writes and replication take time. */
    newMarginMs: 15_000,
    /** A writer has stopped when it has not written a sketch for so long: its columns may become part of another. */
    writerIdleMs: 3_600_000,
    /** Merging of columns: of one mutation, some more; and of one row, the first. */
    mergeColumnsPerStep: 256,
    mergeColumnsPerRow: 50_000,
    mergeRowsPerPage: 100,
    mergeRowsInFlight: 8,
    mergeFailuresInARowMax: 10,
    callTimeoutMs: 30_000,
  },
  pacing: {
    policy: 'proportional',
    /** What the policy `threshold` is known by. */
    thresholdShare: 0.7,
    intervalMs: 1_000,
    /** An ad server that waits for news has them at once; one that asks every second, within that. */
    actuationDelayMs: 1_000,
    /** Lag is taken into account, however long; beyond this something is wrong with ingestion, or with knowing how far it is. */
    staleAfterMs: 10 * 60_000,
    /** Neither stops what may be sold, nor sells what may have been delivered. */
    whenStale: 'extrapolate',
    /** 15,000 a minute: a broadly targeted campaign alone on a page of 30 million views a day. */
    unitsPerSecondMax: 250,
    /** An estimated count is off by more, one way, with one campaign in six; then for some tenths of a percent. */
    standardErrorsAdded: 1,
    /** Traffic hardly changes in 5 minutes, in which 16,000 units a day are some 50: enough to know a rate by. */
    rateMemoryMs: 5 * 60_000,
    /** Half of what is to come is left to what nobody knows: how the traffic goes on, and who begins later. */
    reserveShare: 0.5,
    /** And of the other half three quarters: docs/decisions/0007-pacing.md tells what less, and more, leads to. */
    demandRatioTarget: 0.25,
    passShareTolerance: 0.1,
    trafficShape: [] as readonly number[],
    /** An office lasts so long unless it is renewed, which is done every third of it. */
    leaseMs: 3_000,
    /** Beyond another one's lease, before his office is taken: clocks don't go at quite the same pace. */
    leaseMarginMs: 300,
    leaseCallTimeoutMs: 2_000,
    roundTimeoutMs: 10_000,
    /** How old counts are taken to be that come from a replica of which nothing tells how far it lags behind. */
    stalenessAssumedMs: 2_000,
    /** How often all states are published anew, changed or not. */
    fullIntervalMs: 60_000,
    /** States told in one call, as objects or on the topic. */
    statesPerCall: 500,
    callTimeoutMs: 5_000,
    /** For changes to be told when the controller ends. */
    closeTimeoutMs: 5_000,
    /** How old what a server tells ad servers of may be, while any of them asks, and for so long after. */
    pollIntervalMs: 500,
    pollTimeoutMs: 2_000,
    pollIdleTimeoutMs: 60_000,
    /** States are stale when nothing has been heard of the controller for so long. */
    silentAfterMs: 10_000,
    /** A long poll lasts at most so long: less than the 60 s after which common load balancers give up. */
    waitMaxMs: 50_000,
  },
  /** How far ingestion is. */
  lag: {
    /** How often a process tells how far it is, and how long what was read of it is gone by. */
    intervalMs: 1_000,
    callTimeoutMs: 2_000,
    /** One that has told nothing for so long is taken for dead. */
    deadAfterMs: 10_000,
    /** After the death of a process its messages have come to others: the subscriptions' ack deadline. */
    redeliveredAfterMs: 10_000,
    /** A subscription that has brought nothing for so long has nothing older to bring. */
    quietMs: 1_000,
    /** What producers take is allowed for up to so much; events that take longer come late. */
    producerDelayMaxMs: 30_000,
    /** How long what was observed of delays is gone by, at least. */
    observedMs: 30_000,
    /** Cloud Monitoring's account of the backlog is minutes old: ages below say nothing. */
    backlogAgeFromMs: 60_000,
    /** There is an alarm when counts are complete only up to so long ago. */
    alarmMs: 60_000,
    /** How often a server looks for alarms. */
    watchIntervalMs: 5_000,
    /** Reports of processes that have been gone for so long are removed by those that come. */
    sweepAfterMs: 10 * 60_000,
  },
  /** Exact counts of a day, held against sketches. */
  reconciliation: {
    /** Parts of the table that are gone through at once. */
    sectionsInFlight: 2,
    /** Cells of one user that are read at once; who has more is read in parts. */
    cellsPerRead: 20_000,
    /** Entities that are counted at once: some 2 KB each. */
    entitiesMax: 50_000,
    /** Entities whose sketches are read together. */
    entitiesPerRead: 100,
    /** Standard errors that an estimate may be off. */
    sigmas: 4,
    callTimeoutMs: 60_000,
    progressIntervalMs: 5_000,
    checkpointIntervalMs: 5_000,
    /** Lines of a report that a person is shown. */
    linesShownMax: 100,
    /** Rows of an export that are held before they are written; some 500 bytes each. */
    exportRowsHeld: 50_000,
  },
} as const;
