import { CAMPAIGN_DEFAULTS } from './campaign-defaults';

/** Every limit and default of the product: its name, its value, its reason. The environment changes some; see config.ts. */
export const DEFAULTS = {
  ...CAMPAIGN_DEFAULTS,
  bigtable: {
    project: 'tidemark',
    instance: 'tidemark',
    appProfileId: '',
    endpoint: 'bigtable.googleapis.com:443',
    adminEndpoint: 'bigtableadmin.googleapis.com:443',
    channels: 2,
    /** Calls share a connection's packets, so a further channel is used only from this many streams on. */
    streamsPerChannelStep: 16,
    /** Calls that wait for a connection or a free stream; more are refused as overload. */
    callsQueuedMax: 1_024,
    /** Repeats of a call that the server certainly did not process (refused stream, GOAWAY). */
    transparentRetriesMax: 3,
    reconnectInitialDelayMs: 50,
    reconnectMaxDelayMs: 5_000,
    /** How much the server may send ahead of the reader, per stream and per connection. */
    streamWindowBytes: 1024 * 1024,
    connectionWindowBytes: 16 * 1024 * 1024,
    /** Time for calls in flight to end when the client closes. */
    closeTimeoutMs: 10_000,
    /** A bearer token is renewed this long before it expires. */
    tokenRefreshMarginMs: 300_000,
    /** After so long a wait for a token it is asked for anew. */
    tokenTimeoutMs: 10_000,
    /** A token that is refused so soon after another one was is kept: it is not the token that is wrong. */
    tokenRejectionPauseMs: 10_000,
    /** Default deadlines, retries included. */
    pointTimeoutMs: 5_000,
    scanTimeoutMs: 600_000,
    adminTimeoutMs: 60_000,
    connectTimeoutMs: 3_000,
    keepaliveIntervalMs: 30_000,
    keepaliveTimeoutMs: 10_000,
    retryInitialDelayMs: 10,
    retryMaxDelayMs: 2_000,
    retryAttemptsMax: 10,
    /** Cloud Bigtable's limits, enforced before the call. */
    keyBytesMax: 4_096,
    cellBytesMax: 100 * 1024 * 1024,
    mutationsPerRowMax: 100_000,
    mutationsPerBatchMax: 100_000,
    batchBytesMax: 64 * 1024 * 1024,
    messageBytesMax: 256 * 1024 * 1024,
    /** Rows, and their bytes, read ahead of a scan's consumer. */
    rowsBufferedMax: 256,
    rowBytesBufferedMax: 4 * 1024 * 1024,
    /** Calls that one big mutateRows keeps in flight. */
    mutateCallsInFlightMax: 4,
  },
  /** Which cluster is asked. */
  routing: {
    /** Share of the reads that may send an extra lookup although nothing has failed, and how many can be saved up. */
    hedgeBudget: 0.05,
    hedgeBurst: 10,
    /** Reads that take longer than this share of them are worth a second one; below the minimum none is. */
    hedgeQuantile: 0.95,
    hedgeDelayMinMs: 2,
    /** Latencies count for one to two windows, and say nothing while there are fewer. */
    latencyWindowMs: 15_000,
    latencySamplesMin: 100,
    /** A cluster is ejected after so many failures in a row, or such a share of a window's calls, if they were enough. */
    failuresInARowMax: 5,
    failureShareMax: 0.5,
    failureCallsMin: 20,
    failureWindowMs: 10_000,
    /** Shorter calls that ran out of time say more of their deadline than of the cluster. */
    deadlineCountsFromMs: 250,
    /** So many times slower than the other clusters of the region, and slower by so much at least. */
    latencyOutlierFactor: 3,
    latencyOutlierMinMs: 20,
    latencyComparisonMs: 5_000,
    /** Times the ejections in a row, up to the maximum; each such time without one takes one off. */
    ejectionMs: 5_000,
    ejectionMaxMs: 60_000,
    ejectionDecayMs: 30_000,
    /** More are not ejected, except the first: a region may go with all its clusters, but not everybody. */
    ejectedShareMax: 0.75,
    /**
     * Pause after which an ejected cluster is probed by a read that no other cluster can answer; twice that while such a
     * probe is not answered. Other such reads wait for the probe as long as the pause.
     */
    originProbeMs: 500,
    /** A probe that has told nothing for so long makes room for another one. */
    probeTimeoutMs: 5_000,
    /** In this time all rows come back to a cluster that answers again, beginning with the least share. */
    slowStartMs: 10_000,
    slowStartShareMin: 0.1,
    /** How often a topology file is looked at. */
    topologyPollMs: 5_000,
  },
  /** Batch work, so that it does not disturb serving. */
  admission: {
    callsInFlightMax: 16,
    /** However slow serving is, batch work gets on with so many. */
    callsInFlightMin: 1,
    callsQueuedMax: 1_024,
    /** How long a call without a deadline of its own may wait. */
    queueTimeoutMs: 60_000,
    /** 0 for no limit. */
    rowsPerSecond: 0,
    /** Batch work gives way while serving is slower than this. */
    servingLatencyTargetMs: 50,
    /** How often serving is looked at; then either one more call may be in flight, or this share of them. */
    adjustIntervalMs: 1_000,
    decreaseFactor: 0.5,
  },
  consistency: {
    /** Two clocks of the fleet are never further apart: what heartbeats prove depends on it. */
    clockSkewMaxMs: 100,
    /** What is older counts as being in every cluster: a token's lifetime and an hour. */
    replicationLagMaxMs: 25 * 3_600_000,
    /**
     * Newest watermark cells of each column that a read fetches to prove what a row contains. A chain that is longer
     * within the horizon proves nothing beyond its origin. At most WATERMARK_VERSIONS_MAX.
     */
    watermarkDepth: 32,
  },
  /** Announcements of clusters as origins, before they take writes. */
  announcements: {
    /** How long a cluster may take writes after it was announced. */
    lastsMs: 24 * 3_600_000,
    /** An announcement with less time left is renewed; in each process by up to the spread later, so that one renews for all. */
    renewBelowMs: 23 * 3_600_000,
    renewSpreadMs: 600_000,
    /** With less time left the cluster takes no more writes: longer than any write may be under way. */
    marginMs: 600_000,
    /** How often clusters that are not cleared yet are announced again, and by how much of it these times differ at random. */
    intervalMs: 5_000,
    jitter: 0.2,
    /** Where a cluster is cleared and some origin has not acknowledged it since. */
    incompleteRetryMs: 60_000,
    /** Pause after which a write that finds no cleared cluster has them announced again, without waiting for the interval. */
    retryMs: 500,
    /** Of one call that reads or writes announcements. */
    callTimeoutMs: 2_000,
    /** A cluster that a reload makes accepting, and that was no origin before, counts as draining for so long. */
    newOriginDelayMs: 30_000,
    /** How long processes may take to read a topology file before a drained cluster is judged. */
    drainRolloutMs: 60_000,
    /** How often Bigtable is asked whether a table is consistent, and for how long. */
    consistencyPollMs: 1_000,
    consistencyTimeoutMs: 3_600_000,
  },
  /** Comparison of Bigtable's app profiles with the topology. */
  profiles: { intervalMs: 60_000, jitter: 0.2, callTimeoutMs: 5_000 },
  tokens: {
    lifetimeMs: 24 * 3_600_000,
    /** How often a file of keys is looked at. */
    keysPollMs: 5_000,
    /** Writes that a token names one by one; more are summed up by their origins. */
    writesMax: 32,
  },
  writing: {
    /** Writes of one row that wait for the one under way. */
    waitingPerRowMax: 1_000,
    /** Rows of which a writer remembers the last acknowledged write; some 400 bytes each. */
    rowsTrackedMax: 50_000,
  },
  reading: {
    /** Pause before rows that nobody could prove are looked up again; doubles up to the second. */
    lookupInitialDelayMs: 5,
    lookupMaxDelayMs: 250,
    /** Between two replicas that are asked while an answer from somewhere else is awaited. */
    staggerDelayMs: 20,
    /** So long one that says nothing is waited for alone, or a third of the time that there is. */
    firstReplicaTimeoutMs: 500,
    /** By so much a read ends before its caller's deadline, to say what it could not prove. */
    deadlineMarginMs: 5,
    /** Of a read that brings no deadline. */
    pointTimeoutMs: 5_000,
    /** Rows of one read of several that are asked for by themselves at the same time. */
    rowsInFlightMax: 16,
    /** Writes that a replica shows out of order are logged once in so long for each origin and replica. */
    orderGapLogIntervalMs: 60_000,
  },
  /** Reads of whole tables, for batch work. */
  scanning: { stretchMs: 30_000, callTimeoutMs: 120_000, patienceMs: 60_000 },
  /** Packing of events into blocks. */
  compaction: {
    /** How long a day has been over when it is packed. */
    graceMs: 6 * 3_600_000,
    eventsPerBlockMax: 40_000,
    /** From there on a block is not merged with others any more. */
    largeBlockEvents: 10_000,
    largeBlockBytes: 256 * 1024,
    /** Names of a row's cells that are read at a time, and cells that are packed at a time. */
    headsPerRead: 20_000,
    cellsPerStep: 20_000,
    stepBytesMax: 16 * 1024 * 1024,
    /** Runs of columns in one read's filter. */
    spansPerStep: 64,
    /** Rows looked through, and rows with something to pack among them, before they are packed. */
    rowsPerPage: 5_000,
    rowsPackedPerPage: 256,
    rowsInFlight: 8,
    callTimeoutMs: 20_000,
    /** How long a row may go on failing. */
    retryTimeoutMs: 60_000,
    /** Rows that are refused one after the other: beyond, it is no matter of the rows. */
    rejectionsInARowMax: 10,
    progressIntervalMs: 5_000,
    checkpointIntervalMs: 1_000,
  },
  /** As they are with the evidence `row+shard`, where they prove answers. */
  heartbeats: {
    intervalMs: 1_000,
    /** Of the one shard that carries the serving latency, where the others are slower. */
    latencyIntervalMs: 5_000,
    /** By how much of it intervals differ at random. */
    jitter: 0.2,
    /** Other regions' clusters are given heartbeats once in so many intervals. */
    farIntervals: 3,
    /** Clusters beyond the nearest region are asked for their heartbeats once in so many intervals. */
    farLookIntervals: 3,
    /** Without a heartbeat for so many intervals, and for so long at least, there is an alarm. */
    staleAfterIntervals: 5,
    staleAfterMinMs: 5_000,
    /** Of one call that writes or reads heartbeats. */
    callTimeoutMs: 2_000,
    /** After failures that a repetition does not mend, heartbeats are tried once in so long at least. */
    backoffMaxMs: 60_000,
    /** Heartbeats of an origin whose clocks were too far apart prove nothing until so long after the last sign of it. */
    skewQuietMs: 60_000,
  },
  /** What replaces it with the evidence `row`, where heartbeats only bound the staleness that answers report. */
  slowHeartbeats: { intervalMs: 30_000, farLookIntervals: 10 },
  /** Bursts of writes to rows of its own, by which a process finds replicas that apply a row's writes out of order. */
  orderCanary: {
    enabled: true,
    /** Between two bursts at one cluster, of all processes of its region together. */
    intervalMs: 60_000,
    jitter: 0.2,
    /** Writes in a burst, one after the other. */
    writes: 8,
    /** Between two reads of a replica; a write that is out of order for less may be overlooked. */
    pollIntervalMs: 20,
    /** A replica that does not show the last write in so long counts as lagging. */
    timeoutMs: 10_000,
    /** Of one read or write. */
    callTimeoutMs: 2_000,
  },
  audit: {
    /** Share of the answers proven by heartbeats, or by the row's watermark, that are checked against the origin. */
    rate: 0.001,
    /** Between an answer and its check, so that the origin too has what the answer had of other origins. */
    delayMs: 2_000,
    /** Answers that wait for their check, and checks under way; more are left out. */
    checksQueuedMax: 256,
    checksInFlightMax: 2,
    timeoutMs: 5_000,
    /** A write that was begun so long ago is acknowledged or given up: longer than any write may take. */
    marginMs: 30_000,
  },
  http: {
    host: '127.0.0.1',
    port: 8080,
    bodyBytesMax: 4 * 1024 * 1024,
    /** Of questions, which are small: what is in a body costs more than its bytes. */
    queryBodyBytesMax: 1024 * 1024,
    requestTimeoutMs: 2_000,
    drainTimeoutMs: 10_000,
    requestsInFlightMax: 1_024,
    /** Work of large requests in flight, and what a request is at most that counts as none: numbers of answers, see http/work-budget. */
    workInFlightMax: 2_000_000,
    workOrdinaryMax: 5_000,
    /** How long requests are begun in one turn of the event loop. */
    turnMs: 10,
    /** Long polls, which wait for news and take nothing but memory meanwhile. */
    requestsWaitingMax: 1_000,
    /** Bodies being read or worked on, all requests together. */
    bodyBytesInFlightMax: 256 * 1024 * 1024,
    /** How long the headers, and then the whole request, may take to arrive. */
    headersTimeoutMs: 10_000,
    bodyTimeoutMs: 30_000,
    /** A body that is not there after so long must have arrived at this rate, on average. */
    bodyGraceMs: 5_000,
    bodyBytesPerSecondMin: 10_000,
    /** Requests of one connection whose answers are not sent. */
    pipelinedMax: 32,
    /** Answers that their callers have not read, all together. Beyond that the oldest are given up. */
    unsentBytesMax: 128 * 1024 * 1024,
    /** How long an answer may take to be read: so long, and as long as its bytes take at the rate. */
    unsentTimeoutMs: 5_000,
    unsentBytesPerSecondMin: 100_000,
    /** Longer than the 60 s after which common load balancers drop an idle connection: they close first. */
    keepAliveTimeoutMs: 65_000,
    connectionsMax: 10_000,
    /** Lines in the log about refused requests, in a second and for each code; the others are counted. */
    refusalLinesPerSecond: 5,
    retryAfterSeconds: 1,
    readinessCacheMs: 1_000,
    readinessTimeoutMs: 1_000,
    /** While draining, connections that are open get one more answer: this long an idle one is waited for. */
    drainGraceMs: 500,
    /** Requests are refused while the event loop is late. */
    shedding: {
      enabled: true,
      /** How late it may be throughout a window. */
      delayTargetMs: 10,
      windowMs: 100,
      sampleMs: 5,
      /** A window has as many: otherwise one pause of the garbage collector, longer than a window, would be one. */
      samplesMin: 3,
      /** However late it is, so many requests may be in flight. */
      requestsMin: 32,
      /** After a good window that many more; after a bad one, this share of them. */
      requestsStep: 8,
      decreaseFactor: 0.7,
      /** Of the requests in flight, from which on bulk work is refused. */
      bulkShare: 0.75,
      /** It is over when no request was refused for so long. */
      quietMs: 2_000,
    },
  },
  /** Who callers are; limits of what each may ask stand in the access file. */
  access: {
    /** How often the access file, and files of keys, are looked at. */
    pollMs: 5_000,
    issuersMax: 32,
    callersMax: 10_000,
    /** Callers whose rates are remembered. Beyond that the oldest that have nothing in flight are forgotten, and get a new burst. */
    callersTrackedMax: 50_000,
    /** Longer tokens are refused unread. */
    tokenBytesMax: 8_192,
    /** By how much an issuer's clock may differ from ours. */
    clockToleranceMs: 30_000,
    /** Tokens that are known to be good, so that they need not be verified again; the least recently seen make room. */
    verifiedTokensMax: 10_000,
    /** How often the keys of an issuer are fetched again. */
    keysRefreshMs: 300_000,
    /** Pause after a failure; doubles up to the second. */
    keysRetryMs: 1_000,
    keysRetryMaxMs: 30_000,
    /** Tokens with a key that is not known have the keys fetched again, but not more often than this. */
    keysCooldownMs: 10_000,
    /** The keys of an issuer that cannot be reached are good for so long after they were fetched. */
    keysMaxAgeMs: 24 * 3_600_000,
    /** For discovery and keys together. */
    keysTimeoutMs: 5_000,
    /** Tokens of one issuer that wait for its keys; others are answered at once that these cannot be had. */
    keysWaitingMax: 64,
    keysBytesMax: 256 * 1024,
  },
  /** The listener for probes and scrapes. Its callers are few, and none of them sends a body. */
  admin: {
    host: '127.0.0.1',
    connectionsMax: 64,
    /** How long the headers, and then the whole request, may take to arrive. */
    requestTimeoutMs: 5_000,
    keepAliveTimeoutMs: 65_000,
    /** More than a scrape of all workers and a try of the store take together. */
    answerTimeoutMs: 5_000,
    /** For answers under way when the process ends. */
    closeTimeoutMs: 500,
  },
  /** Of one service: the processes that share its port. */
  processes: {
    /** 1: the process serves by itself. */
    workers: 1,
    workersMax: 256,
    /** Before a worker that has ended by itself is replaced; doubles with each in a row that lived for a short time. */
    restartInitialDelayMs: 50,
    restartMaxDelayMs: 10_000,
    /** A worker that lived for so long says nothing against the next one. */
    stableAfterMs: 10_000,
    /** With more in a row that did not, the service ends. */
    earlyEndsMax: 5,
    /** A worker that does not serve so long after its start is killed, and replaced. */
    startTimeoutMs: 60_000,
    /** Beyond the drain timeout, for a worker to close its connections to the store; then it is killed. */
    drainMarginMs: 15_000,
    /** A worker that does not tell its metrics in time is left out. */
    metricsTimeoutMs: 1_000,
    /** Connections that are accepted and that no worker has taken yet. Further ones are closed. */
    connectionsWaitingMax: 1_024,
    /** A connection that no worker takes in this time, in milliseconds, is closed. */
    connectionWaitMaxMs: 10_000,
    /** Time after which a worker that has not taken a connection must confirm that the connection has arrived. */
    handOverConfirmMs: 1_000,
    /** Shortest time between two log lines about connections that are closed before a worker takes them. */
    unservedLogIntervalMs: 10_000,
  },
  events: {
    idBytesMax: 1_024,
    batchEventsMax: 10_000,
    /** Tolerated lead of a producer's clock. */
    futureToleranceMs: 10 * 60_000,
    /** Added to the deadline of a request for each further event: a busy process writes some hundred events a second. */
    timeoutPerEventMs: 4,
    /** Longest deadline of a batch: no longer than a drain waits for it. */
    longestTimeoutMs: 10_000,
  },
  counts: {
    windowsMax: 64,
    entityIdsMax: 10_000,
    windowDaysMax: 400,
    /** Windows × listed ids: the size of the answer that a query can force. */
    listedCountsMax: 200_000,
    /** Of one user in one read: cells (single events, and blocks of many), and their bytes. Beyond are bots. */
    eventCellsMax: 50_000,
    eventBytesMax: 16 * 1024 * 1024,
    /** Users in one batch, and the bytes of their events that are held together; larger ones are read user by user. */
    batchUsersMax: 100,
    batchBytesMax: 64 * 1024 * 1024,
    /** Numbers in one answer. */
    answerCountsMax: 500_000,
    /** So many times as many may be held while counting: also those of ids that turn out to have no event in any window. */
    countersPerAnswerCount: 16,
  },
  /** Frequency caps and reservations. */
  caps: {
    candidatesMax: 1_000,
    /** With `reserve`: each allowed one is written. */
    candidatesReservedMax: 100,
    rulesMax: 64,
    /** Candidates × rules. */
    checksMax: 20_000,
    maximumMax: 1_000_000,
    /** Unexpired, of one user and DataType. */
    reservationsPerUserMax: 500,
    /** Requests of one user that are decided together, and those that wait for their turn. */
    joinedPerTransactionMax: 64,
    waitingPerUserMax: 1_000,
    /** Ids in one release. */
    releasedMax: 1_000,
    /** Pause after a conflict; doubles up to the second, of which a random share is taken. */
    conflictInitialDelayMs: 2,
    conflictMaxDelayMs: 100,
    /** Of a request that brings no deadline. */
    timeoutMs: 2_000,
  },
  features: {
    candidatesMax: 1_000,
    featureWindowsMax: 16,
    /** Half-lives, and scales: each is one more weight of every event. */
    decaysMax: 8,
    lookbackDaysMax: 400,
    /** Candidates × features: the size of the answer. */
    featureValuesMax: 500_000,
    /** What differing requests ask for, prepared once; any one of them may come again. */
    layoutsCachedMax: 100,
  },
  featureExport: {
    /** Whose users are read together. */
    batchRecords: 200,
    batchesInFlight: 4,
    checkpointIntervalMs: 1_000,
    retryInitialDelayMs: 100,
    retryMaxDelayMs: 5_000,
    /** How long one batch may go on failing before the export gives up. */
    retryTimeoutMs: 60_000,
  },
  objects: {
    idBytesMax: 1_024,
    subTypeBytesMax: 1_024,
    versionsMax: 100,
    /** Objects in one batch, and cells named for one object. */
    batchMax: 500,
    selectorsMax: 1_000,
    /** Values held for one answer. */
    answerBytesMax: 64 * 1024 * 1024,
    /** Tolerated lead of a writer's clock. */
    futureToleranceMs: 10 * 60_000,
  },
  importer: {
    batchEvents: 1_000,
    batchesInFlight: 4,
    /** With those that wait for counts over all users: as many as are written between two flushes of these. */
    batchesUnsettledMax: 32,
    /** Keys remembered to tell duplicates in the summary; 13 to 27 bytes each. */
    dedupKeysTrackedMax: 20_000_000,
    recordBytesMax: 1024 * 1024,
    checkpointIntervalMs: 1_000,
    retryInitialDelayMs: 100,
    retryMaxDelayMs: 5_000,
    /** How long one batch may go on failing before the import gives up. */
    retryTimeoutMs: 60_000,
    progressIntervalMs: 5_000,
  },
  pubsub: {
    /** StreamingPull calls at once, and what all of them together may hold. */
    streams: 10,
    messagesInFlightMax: 10_000,
    bytesInFlightMax: 64 * 1024 * 1024,
    batchEvents: 1_000,
    batchDelayMs: 20,
    batchesInFlight: 4,
    /** Pause before a failed batch is handed back; grows while the store stays away. */
    failureInitialDelayMs: 100,
    failureMaxDelayMs: 10_000,
    /** A message that its consumer died with comes again after so long. */
    ackDeadlineSeconds: 10,
    /** A message that was held for so long is leased no longer. */
    leaseMaxMs: 10 * 60_000,
    /** Acknowledgements wait so long for company. */
    ackDelayMs: 10,
    reconnectInitialDelayMs: 100,
    reconnectMaxDelayMs: 10_000,
    keepaliveIntervalMs: 30_000,
    /** A stream is opened anew after so long. */
    streamMaxMs: 15 * 60_000,
    /** Time for messages in flight to be settled when the consumer ends. */
    closeTimeoutMs: 30_000,
    /** How often the consumer tells how far it is. */
    progressIntervalMs: 10_000,
    /** How often Cloud Monitoring is asked for the subscription's backlog. */
    backlogIntervalMs: 60_000,
    /** Where dead letters are looked at: no answer for so long is none. */
    deadLetterPullTimeoutMs: 3_000,
  },
  schema: { lockFile: 'protos/schema.lock.json', terraformFile: 'terraform/schema.json' },
  /** Settings of the commands that run the embedded Bigtable. Its own defaults are in src/local-bigtable/defaults.ts. */
  local: {
    host: '127.0.0.1',
    /** The common port of Bigtable emulators. */
    port: 8086,
    dataDir: '.tidemark',
    /** Time limit of the commands that control a running server, in milliseconds. Long, for busy machines. */
    controlTimeoutMs: 30_000,
    statusIntervalMs: 1_000,
  },
} as const;
