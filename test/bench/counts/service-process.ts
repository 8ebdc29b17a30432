/**
 * One contestant in a process of its own, so that its processor time is its own. Its modules are imported when it starts: the
 * official client of the Express service alone doubles the heap, and with it the pauses of full collections.
 */
import '../../../src/platform/process/v8-flags';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createDataClient } from '../../../src/bigtable/client/data-client';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { loadConfig } from '../../../src/config/index';
import { parseCountQuery } from '../../../src/core/counts/parse-count-query';
import { rowKey } from '../../../src/core/rows/row-key';
import { DEFAULTS } from '../../../src/config/defaults';
import { queryPeriod } from '../../../src/operations/counts/count-actions';
import { planUserEventsRead } from '../../../src/operations/events/read-user-events';
import { answerMessages } from '../answer-messages';
import { usageOf } from '../local-server/usage';
import { queryOf, type BenchQuery } from './data';
import {
  FLOOR,
  type Contestant,
  type ReadRequest,
  type ServiceRequest,
  type StartMessage,
  type Usage,
} from './messages';
import { PauseWatch } from './pauses';

const { project, instance } = DEFAULTS.bigtable;

const pauses = new PauseWatch();
let reads = 0;
let readFor: ((request: ReadRequest) => Promise<void>) | undefined;

/** Each resolves with the port to send requests to. */
const STARTERS: Readonly<Record<Contestant, (message: StartMessage) => Promise<number>>> = {
  async tidemark({ endpoint, env }) {
    const { openService } = await import('../../../src/workers/service.js');
    const service = await openService(
      loadConfig({ BIGTABLE_EMULATOR_HOST: endpoint, PORT: '0', TIDEMARK_LOG_LEVEL: 'error', ...env }),
    );
    return (await service.listen()).port;
  },
  async 'Express + veneer'({ endpoint }) {
    const { expressService } = await import('./express-service.js');
    return portOf((await expressService(endpoint, project, instance)).address());
  },
  async Redis({ redis }) {
    const { redisService } = await import('./redis-service.js');
    return portOf((await redisService(redis!)).address());
  },
  async 'ReadRows alone'({ endpoint }) {
    readFor = reader(endpoint);
    return 0;
  },
  [FLOOR]: startFloor,
};

function portOf(address: string | AddressInfo | null): number {
  return (address as AddressInfo).port;
}

/** Resolves with the port of a server that does no more than any service of counts must. */
async function startFloor({ endpoint }: StartMessage): Promise<number> {
  const { bareService } = await import('./bare-service.js');
  const server = bareService(endpoint, (query) => readOf(query, query.asOf));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return portOf(server.address());
}

function clientOf(endpoint: string) {
  const transport = createTransport({ endpoint, plaintext: true });
  return createDataClient({ transport, project, instance });
}

/** Reads what the count reads, and does nothing with it. */
function reader(endpoint: string) {
  const client = clientOf(endpoint);
  return async ({ readFor: durationMs, users, nowMs, inFlight }: ReadRequest): Promise<void> => {
    const requests = users.map((user) => readOf(queryOf(user, nowMs), nowMs));
    const endMs = performance.now() + durationMs;
    let next = 0;
    const loop = async (): Promise<void> => {
      do {
        const row = await client.readRow(requests[next++ % requests.length]!);
        if (row === undefined) throw new Error('the row is gone');
        reads += 1;
      } while (performance.now() < endMs);
    };
    await Promise.all(Array.from({ length: inFlight }, loop));
  };
}

const schema = loadSchema();

function readOf(body: BenchQuery, nowMs: number) {
  const query = parseCountQuery(body, {
    ...DEFAULTS.events,
    ...DEFAULTS.counts,
    nowMs,
    eventDataType: schema.eventDataType.bind(schema),
  });
  const { dataType, userId } = query;
  const { filter } = planUserEventsRead({ dataType, ...queryPeriod(query) }, DEFAULTS.counts, nowMs);
  return { table: dataType.corpus, key: rowKey(userId), filter: filter! };
}

async function answerRequest(request: ServiceRequest): Promise<unknown> {
  if ('start' in request) return STARTERS[request.start.contestant](request.start);
  if ('readFor' in request) return readFor?.(request);
  if ('pauses' in request) return pauses.take();
  return { cpuMicros: cpuMicros(), reads } satisfies Usage;
}

/** Returns the processor time of this process and its workers. */
function cpuMicros(): number {
  const { user, system } = process.cpuUsage();
  return workerPids().reduce((sum, pid) => sum + usageOf(pid).cpuMicros, user + system);
}

function workerPids(): readonly number[] {
  const { pid } = process;
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text
    .split(' ')
    .filter((each) => each !== '')
    .map(Number);
}

answerMessages(answerRequest);
