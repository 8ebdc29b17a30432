import { TidemarkError } from '../../../errors';
import type { DeadLetterOperations } from '../../../operations/console/dead-letters';
import { jsonResponse, type Endpoint } from '../../endpoint';
import { schemaRef } from '../../schemas/component-schemas';

export function listDeadLettersEndpoint(operations: DeadLetterOperations | undefined): Endpoint {
  return {
    method: 'GET',
    path: '/v1/dead-letters',
    operationId: 'listDeadLetters',
    summary: 'List messages that could not be ingested, with the reason',
    description:
      'Returns the first messages of the subscription of dead letters, without their bodies; they stay in it. Answers are cached ' +
      'for some seconds. Fails with `unknown_route` unless `TIDEMARK_PUBSUB_DEAD_LETTER_SUBSCRIPTION` is set.',
    tag: 'Operation',
    access: 'operations:read',
    response: {
      status: 200,
      description: 'The messages.',
      forms: { 'application/json': { schema: schemaRef('DeadLetters') } },
    },
    errors: ['unknown_route', 'store_unavailable', 'store_rejected'],
    async handle() {
      const { subscription, topic, list } = required(operations);
      const { atMs, messages, hasMore } = await list();
      return jsonResponse({
        at: new Date(atMs).toISOString(),
        subscription,
        topic,
        messages: messages.map(({ deadLetteredAtMs, ...message }) => ({
          ...message,
          deadLetteredAt: new Date(deadLetteredAtMs).toISOString(),
        })),
        hasMore,
      });
    },
  };
}

export function replayDeadLettersEndpoint(operations: DeadLetterOperations | undefined): Endpoint {
  return {
    method: 'POST',
    path: '/v1/dead-letters:replay',
    operationId: 'replayDeadLetters',
    summary: 'Publish dead-lettered messages again',
    description:
      'Publishes messages that were dead-lettered before the request to the topic of the events, and removes them from the ' +
      'subscription. Events that were counted already are not counted twice. A request replays a bounded number: repeat it while ' +
      'it replays some. Fails with `unknown_route` unless `TIDEMARK_PUBSUB_DEAD_LETTER_SUBSCRIPTION` is set.',
    tag: 'Operation',
    access: 'dead-letters:replay',
    response: {
      status: 200,
      description: 'The number of messages that were published, and of those that stay.',
      forms: { 'application/json': { schema: schemaRef('DeadLetterReplay') } },
    },
    errors: ['unknown_route', 'store_unavailable', 'store_rejected'],
    handle: async () => jsonResponse(await required(operations).replay()),
  };
}

function required(operations: DeadLetterOperations | undefined): DeadLetterOperations {
  if (operations !== undefined) return operations;
  throw new TidemarkError(
    'unknown_route',
    'this server reads no dead letters: set TIDEMARK_PUBSUB_DEAD_LETTER_SUBSCRIPTION and TIDEMARK_PUBSUB_REPLAY_TOPIC',
  );
}
