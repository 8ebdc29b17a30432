/**
 * Typical counting service on Redis: a sorted set for each user with event times as scores, one read by score, and counting in the
 * service. Uses node:http, one multiplexed connection, short text encodings of events, and one pass over them.
 */
import { createServer, type Server } from 'node:http';
import { createClient } from '@redis/client';
import { DAY_MS, LEVELS, WINDOW_DAYS, type BenchEvent, type BenchQuery } from './data';

/** `time|action|view type|insertion|advertiser|campaign|ad group|ad`: the levels at the end, the outermost first. */
export function redisMember(event: BenchEvent): string {
  const { eventTimeMs, action, viewType, insertionId, advertiserId, campaignId, adGroupId, adId } = event;
  const ids = [advertiserId, campaignId, adGroupId, adId];
  return [eventTimeMs, action, viewType, insertionId, ...ids].join('|');
}

const FIRST_LEVEL = 4;

export type Redis = ReturnType<typeof redisClient>;

export function redisClient(url: string) {
  return createClient({ url });
}

export async function redisService(url: string): Promise<Server> {
  const redis = redisClient(url);
  await redis.connect();
  const answer = async (body: Buffer): Promise<string> => {
    const query = JSON.parse(body.toString()) as BenchQuery;
    const days = Math.max(...query.windows.map((window) => WINDOW_DAYS[window]!));
    const fromMs = query.asOf - days * DAY_MS;
    const members = await redis.zRange(query.userId, fromMs, `(${query.asOf}`, { BY: 'SCORE' });
    return JSON.stringify({ counts: countsOf(members, query) });
  };
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      answer(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).then(
        (text) => {
          res.writeHead(200, {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          });
          res.end(text);
        },
        (error: unknown) => res.writeHead(500).end(String(error)),
      );
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** An event is looked up once for each level, and counted in the shortest window that it is in; sums make the others. */
function countsOf(members: readonly string[], query: BenchQuery): object {
  const { windows, entities, asOf } = query;
  const starts = windows.map((window) => asOf - WINDOW_DAYS[window]! * DAY_MS);
  const actions = new Set(query.actions);
  const places = LEVELS.map((level) => new Map(entities[level].map((id, place) => [id, place])));
  const counts = LEVELS.map((level) => windows.map(() => new Uint32Array(entities[level].length)));
  const totals = windows.map(() => 0);
  for (const member of members) {
    const fields = member.split('|');
    if (!actions.has(fields[1]!)) continue;
    const timeMs = Number(fields[0]);
    const window = starts.findIndex((start) => timeMs >= start);
    totals[window]! += 1;
    for (let level = 0; level < LEVELS.length; level++) {
      const place = places[level]!.get(fields[FIRST_LEVEL + level]!);
      if (place !== undefined) counts[level]![window]![place]! += 1;
    }
  }
  return Object.fromEntries(
    windows.map((name, window) => {
      if (window > 0) totals[window]! += totals[window - 1]!;
      const levels = LEVELS.map((level, at) => {
        const now = counts[at]![window]!;
        const before = counts[at]![window - 1];
        if (before !== undefined) for (let i = 0; i < now.length; i++) now[i]! += before[i]!;
        return [level, Object.fromEntries(entities[level].map((id, place) => [id, now[place]]))];
      });
      return [name, { total: totals[window], ...Object.fromEntries(levels) }];
    }),
  );
}
