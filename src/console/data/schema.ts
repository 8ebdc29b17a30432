import type { Client, ServerSchema } from '../../client';
import { useClient, type AnySchema } from './client';
import { useResource, type Resource } from './resource';

export type Corpus = ServerSchema['corpora'][number];
export type DataType = Corpus['dataTypes'][number];
export type EventType = NonNullable<DataType['events']>;

/** The schema that was loaded last, by its client: a server keeps its schema while it runs. */
let loaded: { readonly client: Client<AnySchema>; readonly corpora: readonly Corpus[] } | undefined;

/** Returns the corpora of the server's schema, loaded once for all pages. */
export function useCorpora(): Resource<readonly Corpus[]> {
  const client = useClient();
  return useResource(
    async (signal) => {
      if (loaded?.client === client) return loaded.corpora;
      const { corpora } = await client.server.schema({ signal });
      loaded = { client, corpora };
      return corpora;
    },
    [client],
  );
}
