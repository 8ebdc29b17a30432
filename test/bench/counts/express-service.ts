/** The straightforward service: Express, the package for Bigtable as its documentation uses it, one cell for each event. */
import type { Server } from 'node:http';
import { Bigtable } from '@google-cloud/bigtable';
import express from 'express';
import { DAY_MS, LEVEL_FIELDS, LEVELS, WINDOW_DAYS, type BenchEvent, type BenchQuery } from './data';
import { EXPRESS_FAMILY, EXPRESS_TABLE } from './express-table';

interface VeneerCell {
  readonly value: string;
}

export function expressService(endpoint: string, project: string, instance: string): Promise<Server> {
  process.env['BIGTABLE_EMULATOR_HOST'] = endpoint;
  const client = new Bigtable({ projectId: project, metricsEnabled: false });
  const table = client.instance(instance).table(EXPRESS_TABLE);
  const app = express();
  app.use(express.json({ limit: '1mb' }));
  app.post('/v1/counts\\:query', async (req, res) => {
    const query = req.body as BenchQuery;
    const days = Math.max(...query.windows.map((window) => WINDOW_DAYS[window]!));
    const start = new Date(query.asOf - days * DAY_MS);
    const [rows] = await table.getRows({
      keys: [query.userId],
      filter: [{ family: EXPRESS_FAMILY }, { time: { start, end: new Date(query.asOf) } }],
    });
    const data = rows[0]?.data as Record<string, Record<string, VeneerCell[]>> | undefined;
    const events = Object.values(data?.[EXPRESS_FAMILY] ?? {}).map(
      ([cell]) => JSON.parse(cell!.value) as BenchEvent,
    );
    res.json({ counts: countsOf(events, query) });
  });
  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve(server));
  });
}

/** Objects, a Map for each window and level. */
function countsOf(events: readonly BenchEvent[], query: BenchQuery): object {
  const wanted = events.filter(({ action }) => query.actions.includes(action));
  return Object.fromEntries(
    query.windows.map((window) => {
      const fromMs = query.asOf - WINDOW_DAYS[window]! * DAY_MS;
      const inWindow = wanted.filter(({ eventTimeMs }) => eventTimeMs >= fromMs && eventTimeMs < query.asOf);
      const levels = LEVELS.map((level) => {
        const counts = new Map(query.entities[level].map((id) => [id, 0]));
        for (const event of inWindow) {
          const id = event[LEVEL_FIELDS[level]];
          const count = counts.get(id);
          if (count !== undefined) counts.set(id, count + 1);
        }
        return [level, Object.fromEntries(counts)];
      });
      return [window, { total: inWindow.length, ...Object.fromEntries(levels) }];
    }),
  );
}
