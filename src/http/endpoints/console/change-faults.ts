import { invalidArgument, TidemarkError } from '../../../errors';
import { objectAt, rejectUnknownFields, stringAt, wholeNumberAt } from '../../../core/json/json-fields';
import type { EmbeddedFaults } from '../../../operations/console/embedded-faults';
import { jsonResponse, type Endpoint } from '../../endpoint';
import { schemaRef } from '../../schemas/component-schemas';

interface Dependencies {
  /** Control of the embedded Bigtable. Absent: the store is another one, and every request fails. */
  readonly faults: EmbeddedFaults | undefined;
  readonly limits: { readonly faultMaxMs: number; readonly faultLatencyMaxMs: number };
}

const FIELDS = ['action', 'place', 'other', 'latencyMs', 'forMs'];

export function changeFaults({ faults, limits }: Dependencies): Endpoint {
  return {
    method: 'POST',
    path: '/v1/console/faults',
    operationId: 'changeFaults',
    summary: 'Cut, slow, stop or heal parts of the embedded Bigtable',
    description:
      'For trying out how the store behaves. Each fault ends by itself after `forMs`. Fails with `unknown_route` if the store is not ' +
      'an embedded Bigtable in the process of the server, as that of `tidemark start` is.',
    tag: 'Operation',
    access: 'console:faults',
    request: {
      'application/json': {
        schema: schemaRef('ConsoleFaultChange'),
        example: { action: 'cut', place: 'us-central1', other: 'europe-west1', forMs: 30_000 },
      },
    },
    response: {
      status: 200,
      description: 'The state of clusters and links after the change.',
      forms: { 'application/json': { schema: schemaRef('EmbeddedInstances') } },
    },
    errors: ['unknown_route'],
    async handle(request) {
      if (faults === undefined)
        throw new TidemarkError(
          'unknown_route',
          'the store is not an embedded Bigtable in the process of this server',
        );
      await changeOf(objectAt(request.json(), 'body'), limits)(faults);
      return jsonResponse({ instances: await faults.status() });
    },
  };
}

/** Returns the change that a request describes. Throws `invalid_argument` before anything is changed. */
function changeOf(
  body: Readonly<Record<string, unknown>>,
  { faultMaxMs, faultLatencyMaxMs }: Dependencies['limits'],
): (faults: EmbeddedFaults) => Promise<void> {
  rejectUnknownFields(body, FIELDS, '');
  const action = stringAt(body['action'], 'action');
  const place = (): string => stringAt(body['place'], 'place');
  const other = (): string => stringAt(body['other'], 'other');
  const forMs =
    body['forMs'] === undefined
      ? faultMaxMs
      : wholeNumberAt(body['forMs'], 'forMs', { min: 1, max: faultMaxMs });
  switch (action) {
    case 'cut': {
      const ends = [place(), other()] as const;
      return (faults) => faults.cut(...ends, { forMs });
    }
    case 'heal': {
      const ends = [place(), other()] as const;
      return (faults) => faults.heal(...ends);
    }
    case 'slow': {
      const [cluster, latencyMs] = [
        place(),
        wholeNumberAt(body['latencyMs'], 'latencyMs', { min: 0, max: faultLatencyMaxMs }),
      ];
      return (faults) => faults.slow(cluster, latencyMs, { forMs });
    }
    case 'stop': {
      const cluster = place();
      return (faults) => faults.stopCluster(cluster, { forMs });
    }
    case 'start': {
      const cluster = place();
      return (faults) => faults.startCluster(cluster);
    }
    case 'reset':
      return (faults) => faults.reset();
    default:
      throw invalidArgument('action', 'must be one of cut, heal, slow, stop, start, reset');
  }
}
