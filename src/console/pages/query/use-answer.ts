import { TidemarkError, type Client } from '../../../client';
import { useClient, type AnySchema } from '../../data/client';
import { useResource, type Resource } from '../../data/resource';
import type { QueryRequest } from './request';

/** Sends a request when it is set, and returns its answer; undefined before the first request. */
export function useAnswer(request: QueryRequest | undefined): Resource<unknown> | undefined {
  const client = useClient();
  const resource = useResource(
    (signal) => (request === undefined ? Promise.resolve(undefined) : send(client, request, signal)),
    [client, request],
  );
  return request === undefined ? undefined : resource;
}

/** The server checks the request: the types of the client know no form. */
async function send(
  client: Client<AnySchema>,
  { kind, path, body, consistency }: QueryRequest,
  signal: AbortSignal,
): Promise<unknown> {
  const options = { signal, consistency: consistency as never };
  if (kind === 'counts') return client.counts.query(body as never, options);
  if (kind === 'caps') return client.caps.check(body as never, options);
  if (kind === 'features') return client.features.fatigue(body as never, options);
  const object = objectOf(path);
  // The path would be that of another route.
  if (object.id === '') throw new TidemarkError('invalid_argument', 'is required', { field: 'id' });
  return client.objects.get(object, options);
}

function objectOf(path: string): { readonly corpus: string; readonly id: string } {
  const { pathname, searchParams } = new URL(path, location.origin);
  const [, , , corpus = '', , id = ''] = pathname.split('/').map(decodeURIComponent);
  const cells = searchParams.get('dataTypes')?.split(',');
  const object = {
    corpus,
    id,
    // The client joins DataTypes and SubTypes again.
    select: cells?.map((dataType) => ({ dataType })),
    versions: searchParams.get('versions') ?? undefined,
  };
  return object;
}
