import type { LiveFeed } from '../../../operations/console/live-feed';
import type { AnswerParts } from '../../response-body';
import type { Endpoint } from '../../endpoint';
import { schemaRef } from '../../schemas/component-schemas';

/** Most snapshots that a request can ask for. */
const COUNT_MAX = 1_000_000;

interface Dependencies {
  readonly feed: LiveFeed;
  readonly limits: { readonly liveMaxMs: number };
}

export function getConsoleLive({ feed, limits }: Dependencies): Endpoint {
  return {
    method: 'GET',
    path: '/v1/console/live',
    operationId: 'getConsoleLive',
    summary: 'Follow the store: a snapshot every two seconds',
    description:
      'Sends server-sent events, each with a snapshot as its data. A process makes one snapshot for all consoles, and none without ' +
      'an open console. The answer ends after ten minutes, or when the server shuts down: send the request again. A reader that is ' +
      'slow gets fewer snapshots, and its connection is closed if it reads nothing for seconds.',
    tag: 'Operation',
    access: 'console:read',
    parameters: [
      {
        in: 'query',
        name: 'count',
        description: 'Number of snapshots after which the answer ends. Default: the answer ends by time.',
        schema: { type: 'integer', minimum: 1, maximum: COUNT_MAX },
      },
    ],
    response: {
      status: 200,
      description: 'The events. The schema is that of the data of one event.',
      forms: { 'text/event-stream': { schema: schemaRef('ConsoleSnapshot') } },
    },
    errors: [],
    handle(request) {
      const count = request.integer('count', 1, COUNT_MAX);
      const signal = request.beginLive(limits.liveMaxMs);
      return { status: 200, mediaType: 'text/event-stream', parts: events(feed.watch(signal, count)) };
    },
  };
}

async function* events(snapshots: AsyncGenerator<string, void>): AnswerParts {
  for await (const snapshot of snapshots) yield `data: ${snapshot}\n\n`;
}
