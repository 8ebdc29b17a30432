import { computed } from '@preact/signals';
import { createClient, type Client } from '../../client';
import { freshToken } from '../sign-in/session';
import { credentials, pastedToken } from './token';

/**
 * The schema is that of the server, which the console learns at run time: names of corpora, DataTypes and dimensions are
 * strings.
 */
export interface AnySchema {
  readonly objects: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly events: Readonly<
    Record<
      string,
      {
        readonly event: object;
        readonly actions: string;
        readonly dimensions: string;
        readonly levels: Readonly<Record<string, string>>;
        readonly sketches: string;
        readonly breakdowns: string;
      }
    >
  >;
  readonly defaultEvents: string;
  readonly purposes: string;
}

/** Attempts are few: a person sees the failure and can repeat the request. */
const ATTEMPTS_MAX = 2;

const client = computed<Client<AnySchema>>(() => {
  // A session renews its token; a pasted one is what it is.
  const auth =
    credentials.value === '' ? undefined : pastedToken.value === '' ? freshToken : pastedToken.value;
  return createClient<AnySchema>({ url: location.origin, auth, attemptsMax: ATTEMPTS_MAX });
});

/** Returns the typed client of the API, with the credentials of the user. Others make a new client. */
export function useClient(): Client<AnySchema> {
  return client.value;
}

/** Returns the current client, outside of components. */
export function currentClient(): Client<AnySchema> {
  return client.peek();
}
