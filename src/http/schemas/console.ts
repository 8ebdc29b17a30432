/** Schemas of what the console reads beside the data API. Fields that are not known are absent. */
import { SCOPES } from '../../core/access/scopes';
import { closedObject } from './parts';

const count = { type: 'integer', minimum: 0 };
const number = { type: 'number' };
const text = { type: 'string' };
const flag = { type: 'boolean' };
const listOf = <Item>(items: Item) => ({ type: 'array', items });
const ms = { type: 'number', minimum: 0, description: 'Milliseconds.' };
const perSecond = { type: 'number', minimum: 0, description: 'Rate since the snapshot before.' };
const total = { type: 'number', minimum: 0, description: 'Total since the server started.' };
const rate = { perSecond, total };

const cluster = closedObject({
  id: text,
  instance: text,
  region: text,
  role: { type: 'string', enum: ['serving', 'batch'] },
  writes: { type: 'string', enum: ['accepted', 'draining', 'refused', 'fenced'] },
});

const EMBEDDED_INSTANCE = closedObject({
  name: text,
  clusters: listOf(
    closedObject({
      id: text,
      region: text,
      stopped: flag,
      slowMs: ms,
      pendingCommits: count,
      errorRate: number,
    }),
  ),
  links: listOf(closedObject({ from: text, to: text, blocked: flag, backlog: count, lagMs: ms })),
  tables: count,
  pendingRows: count,
});

const SNAPSHOT = closedObject(
  {
    atMs: { ...count, description: 'Time of the snapshot, in milliseconds since the Unix epoch.' },
    intervalMs: { ...count, description: 'Time between two snapshots, in milliseconds.' },
    server: closedObject({ startedAtMs: count, workers: count, heapShare: number, loopDelayMs: ms }),
    requests: closedObject(
      {
        perSecond,
        inFlight: count,
        failedPerSecond: { ...perSecond, description: 'Rate of answers with status 500 and above.' },
        shedPerSecond: {
          ...perSecond,
          description: 'Rate of requests that were rejected because of overload.',
        },
        p50Ms: ms,
        p95Ms: ms,
        p99Ms: ms,
        routes: listOf(
          closedObject({ method: text, route: text, perSecond, p99Ms: ms, total }, [
            'method',
            'route',
            'perSecond',
            'total',
          ]),
        ),
        errors: listOf(closedObject({ code: text, status: count, ...rate })),
      },
      ['perSecond', 'inFlight', 'failedPerSecond', 'shedPerSecond', 'routes', 'errors'],
    ),
    reads: closedObject({
      perSecond,
      lookupsPerSecond: perSecond,
      unmetPerSecond: perSecond,
      levels: listOf(closedObject({ level: text, perSecond, p50Ms: ms, p99Ms: ms }, ['level', 'perSecond'])),
      tiers: listOf(closedObject({ level: text, tier: text, met: flag, ...rate })),
    }),
    clusters: listOf(
      closedObject({ id: text, phase: text, lookups: closedObject(rate), writes: closedObject(rate) }),
    ),
    replication: closedObject({
      lags: listOf(closedObject({ origin: text, replica: text, heartbeatAgeMs: ms })),
      alarms: listOf(closedObject({ kind: text, origin: text, replica: text })),
    }),
    ingestion: closedObject(
      { lagMs: ms, alarms: count, outcomes: listOf(closedObject({ outcome: text, ...rate })) },
      ['alarms', 'outcomes'],
    ),
    campaigns: closedObject(
      {
        states: listOf(closedObject({ state: text, reason: text, count })),
        overDelivered: count,
        starved: count,
        utilisation: number,
        isLeader: flag,
        epoch: count,
        decisionAgeMs: ms,
      },
      ['states', 'overDelivered', 'starved', 'isLeader', 'epoch'],
    ),
    residency: closedObject({ subjectsMoving: count, oldestMoveSeconds: number }),
    consoles: { ...closedObject({ open: count, max: count }), description: 'Open consoles of this process.' },
    embedded: {
      ...listOf(EMBEDDED_INSTANCE),
      description: 'Clusters and links of the embedded Bigtable. Absent with any other store.',
    },
  },
  [
    'atMs',
    'intervalMs',
    'server',
    'requests',
    'reads',
    'clusters',
    'replication',
    'ingestion',
    'campaigns',
    'residency',
    'consoles',
  ],
);

const FAULT_CHANGE = closedObject(
  {
    action: {
      type: 'string',
      enum: ['cut', 'heal', 'slow', 'stop', 'start', 'reset'],
      description:
        '`cut` and `heal` need `place` and `other`, `slow` and `stop` and `start` need `place`; `reset` ends all faults.',
    },
    place: { ...text, description: 'Region or cluster.' },
    other: { ...text, description: 'Region or cluster at the other end of the link.' },
    latencyMs: { ...count, description: 'Latency that is added to each request of the cluster; 0 ends it.' },
    forMs: {
      ...count,
      minimum: 1,
      description: 'Time after which the fault ends by itself. Default: the longest one.',
    },
  },
  ['action'],
);

export const CONSOLE_SCHEMAS = {
  ConsoleSnapshot: SNAPSHOT,
  ConsoleContext: closedObject(
    {
      caller: closedObject({ id: text, scopes: listOf({ type: 'string', enum: [...SCOPES] }) }),
      version: text,
      region: text,
      namesClusters: {
        ...flag,
        description: 'Whether the topology names the clusters. If not, Bigtable chooses among unknown ones.',
      },
      clusters: listOf(cluster),
      links: listOf(closedObject({ between: listOf(text), delayMs: ms })),
      hasFaults: {
        ...flag,
        description: 'Whether the store is an embedded Bigtable whose faults can be changed.',
      },
    },
    ['caller', 'version', 'namesClusters', 'clusters', 'links', 'hasFaults'],
  ),
  ConsoleFaultChange: FAULT_CHANGE,
  EmbeddedInstances: closedObject({ instances: listOf(EMBEDDED_INSTANCE) }),
  OperationsStatus: closedObject(
    {
      at: { type: 'string', format: 'date-time' },
      generations: listOf(
        closedObject({ dataType: text, published: count, publications: count, readable: listOf(count) }, [
          'dataType',
          'publications',
          'readable',
        ]),
      ),
      erasures: closedObject(
        { open: count, overdue: count, nextDueAt: { type: 'string', format: 'date-time' }, hasMore: flag },
        ['open', 'overdue', 'hasMore'],
      ),
      compaction: {
        ...closedObject({
          at: { type: 'string', format: 'date-time' },
          dataTypes: listOf(
            closedObject(
              {
                dataType: text,
                rows: count,
                rowsToPack: count,
                oldestAt: { type: 'string', format: 'date-time' },
                failure: { ...text, description: 'Code of the error that ended the sample early.' },
              },
              ['dataType', 'rows', 'rowsToPack'],
            ),
          ),
        }),
        description:
          'Sample of rows that have events of days that are over: how many have such events that are not packed into blocks, and the ' +
          'time of the oldest.',
      },
      placementGroups: {
        ...count,
        description: 'Placement groups of the topology. Without any, no user moves.',
      },
      configuration: listOf(
        closedObject(
          {
            name: text,
            description: text,
            value: { ...text, description: 'Absent for secrets, and for variables without a value.' },
            source: { type: 'string', enum: ['environment', 'default'] },
            isSecret: { ...flag, description: 'Whether the variable is a secret that is set.' },
          },
          ['name', 'description', 'source', 'isSecret'],
        ),
      ),
    },
    ['at', 'generations', 'compaction', 'placementGroups', 'configuration'],
  ),
  DeadLetters: closedObject({
    at: { type: 'string', format: 'date-time' },
    subscription: text,
    topic: { ...text, description: 'Topic to which a replay publishes.' },
    messages: listOf(
      closedObject(
        {
          reason: { ...text, description: 'Code of the error that rejected the message.' },
          field: text,
          detail: text,
          deadLetteredAt: { type: 'string', format: 'date-time' },
          bytes: { ...count, description: 'Length of the body.' },
          canBeReplayed: {
            ...flag,
            description: 'Whether a replay can publish it: its body was not truncated.',
          },
        },
        ['reason', 'detail', 'deadLetteredAt', 'bytes', 'canBeReplayed'],
      ),
    ),
    hasMore: flag,
  }),
  DeadLetterReplay: closedObject({ replayed: count, truncated: count }),
};
