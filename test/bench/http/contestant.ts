/** A process of its own for each contestant, so that its processor time is its own. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import { createDataClient } from '../../../src/bigtable/client/data-client';
import { qualifierRange } from '../../../src/bigtable/read/filters';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { loadConfig } from '../../../src/config/index';
import { DEFAULTS } from '../../../src/config/defaults';
import { countEvents } from '../../../src/core/counts/count-events';
import type { CountQuery } from '../../../src/core/counts/count-query';
import { eventRange, secondsPrefix } from '../../../src/core/counts/event-range';
import { parseCountQuery } from '../../../src/core/counts/parse-count-query';
import { rowKey } from '../../../src/core/rows/row-key';
import { EMPTY_TOKEN } from '../../../src/core/tokens/write-token';
import { queryCounts } from '../../../src/http/endpoints/query-counts';
import { HttpServer } from '../../../src/http/server/http-server';
import { queryPeriod, type CountAnswer } from '../../../src/operations/counts/count-actions';
import { NO_EVENTS } from '../../../src/operations/events/read-user-events';
import { systemClock } from '../../../src/platform/time/clock';
import { createLogger } from '../../../src/platform/telemetry/logger';
import { createMetrics } from '../../../src/platform/telemetry/metrics';
import { NO_TRACING } from '../../../src/platform/telemetry/tracing';
import { plainColumns } from '../../support/plain-columns';
import { answerMessages } from '../answer-messages';
import type { Contestant, Request, StartMessage, Usage } from './messages';
import { plainEvents, QUERY } from './query';

const CALLS_IN_FLIGHT = 32;

let reads = 0;
let readFor: ((milliseconds: number) => Promise<void>) | undefined;

/** Each resolves with the port to send requests to. */
const STARTERS: Readonly<Record<Contestant, (message: StartMessage) => Promise<number>>> = {
  'bare node:http': ({ answer }) => listen(bareNode(Buffer.from(answer))),
  'bare Express': async ({ answer }) => listen(createServer(await bareExpress(answer))),
  'HTTP layer': startHttpLayer,
  'whole request': startApp,
  'ReadRows alone': startReader,
};

/** The least that a server of this API could do: read the body, parse it, answer with bytes made before. */
function bareNode(answer: Buffer): Server {
  return createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString());
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length });
      res.end(answer);
    });
  });
}

/** Serves with Express as on the first page of its manual. */
async function bareExpress(answer: string): Promise<Express> {
  const { default: express } = await import('express');
  const app = express();
  app.use(express.json());
  app.post('/v1/counts\\:query', (_req, res) => {
    res.type('application/json').send(answer);
  });
  return app;
}

async function startHttpLayer({ answer }: StartMessage): Promise<number> {
  const { consistency } = JSON.parse(answer) as { readonly consistency: CountAnswer['evidence'] };
  const evidence = { ...consistency, token: EMPTY_TOKEN };
  const query = parsedQuery();
  const prepared: CountAnswer = {
    table: countEvents(query, [plainColumns(plainEvents(), query.dataType.events)], 0),
    omitted: [],
    completeUpToMs: undefined,
    evidence,
    read: { readAtMs: 0, countedFromMs: 0, range: undefined, evidence, readMs: 0 },
    cost: { stats: NO_EVENTS.stats, events: 0, decodeMs: 0, countMs: 0 },
  };
  // Tokens are the store's business: they are not signed here.
  const tokens = { encode: () => 'token', decode: () => EMPTY_TOKEN };
  const endpoint = queryCounts(() => Promise.resolve(prepared), {
    rules: { tokens, check: () => undefined },
    schema: loadSchema(),
    clock: systemClock,
    limits: { ...DEFAULTS.events, ...DEFAULTS.counts },
  });
  const server = new HttpServer({
    endpoints: [endpoint],
    config: { ...DEFAULTS.http, port: 0 },
    clock: systemClock,
    logger: createLogger({ level: 'info', service: 'bench' }),
    metrics: await createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 }),
    tracing: NO_TRACING,
  });
  return (await server.listen()).port;
}

async function startApp({ endpoint }: StartMessage): Promise<number> {
  const { createApp } = await import('../../../src/app.js');
  const app = await createApp(loadConfig({ BIGTABLE_EMULATOR_HOST: endpoint, PORT: '0' }));
  return (await app.listen()).port;
}

/** Reads what the count reads, and does nothing with it. */
async function startReader({ endpoint }: StartMessage): Promise<number> {
  const transport = createTransport({ endpoint, plaintext: true });
  const client = createDataClient({ transport, project: 'tidemark', instance: 'tidemark' });
  const { dataType, userId, ...query } = parsedQuery();
  const { corpus: table, family } = dataType;
  const range = eventRange(queryPeriod(query), { countedFromMs: 0, nowMs: Date.now() });
  if (range === undefined) throw new Error('the query reads nothing');
  const [start, end] = [secondsPrefix(range.startSeconds), secondsPrefix(range.endSeconds)];
  const request = { table, key: rowKey(userId), filter: qualifierRange({ family, start, end }) };
  readFor = async (milliseconds) => {
    const endMs = performance.now() + milliseconds;
    const loop = async (): Promise<void> => {
      do {
        const row = await client.readRow(request);
        if (row === undefined) throw new Error('the row is gone');
        reads += 1;
      } while (performance.now() < endMs);
    };
    await Promise.all(Array.from({ length: CALLS_IN_FLIGHT }, loop));
  };
  return 0;
}

function parsedQuery(): CountQuery {
  const schema = loadSchema();
  return parseCountQuery(QUERY, {
    ...DEFAULTS.events,
    ...DEFAULTS.counts,
    eventDataType: schema.eventDataType.bind(schema),
    nowMs: Date.now(),
  });
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

async function answerRequest(request: Request): Promise<unknown> {
  if ('start' in request) return STARTERS[request.start.contestant](request.start);
  if ('readFor' in request) return readFor?.(request.readFor);
  const { user, system } = process.cpuUsage();
  return { cpuMicros: user + system, reads } satisfies Usage;
}

answerMessages(answerRequest);
