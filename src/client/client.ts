import { CampaignsApi } from './api/campaigns';
import { CapsApi } from './api/caps';
import type { Send } from './call';
import { ConsoleApi } from './api/console';
import { CountsApi } from './api/counts';
import { TidemarkError } from './errors';
import { EventsApi } from './api/events';
import { FeaturesApi } from './api/features';
import { LocationsApi } from './api/locations';
import { ObjectsApi } from './api/objects';
import type { ClientOptions } from './options';
import { GLOBAL_RUNTIME, type Runtime } from './runtime';
import type { DefaultSchema, SchemaShape } from './schema';
import { ServerApi } from './api/server';
import { SessionTokens } from './session';
import { SubjectsApi } from './api/subjects';
import { createSend } from './transport';

/** The operations of the API, by topic. */
export interface Operations<S extends SchemaShape> {
  readonly events: EventsApi<S>;
  readonly counts: CountsApi<S>;
  readonly caps: CapsApi<S>;
  readonly features: FeaturesApi<S>;
  readonly campaigns: CampaignsApi<S>;
  readonly objects: ObjectsApi<S>;
  readonly locations: LocationsApi;
  readonly subjects: SubjectsApi<S>;
  readonly server: ServerApi;
  readonly console: ConsoleApi;
}

/** Calls that see each other: each read contains what the session has written and read before. */
export interface Session<S extends SchemaShape> extends Omit<Operations<S>, 'events'> {
  /** Batches have no place in a session: each would leave a token. */
  readonly events: Pick<EventsApi<S>, 'write'>;
  /** Returns the session as text, for a cookie, a message, or another process. It is no secret and grants no rights. */
  serialize(): string;
}

/** Client of one server or of a load balancer before several. */
export interface Client<S extends SchemaShape> extends Operations<S> {
  /** Starts a session, or continues one that `serialize` has returned. */
  session(serialized?: string): Session<S>;
}

/**
 * Creates a client. `S` is the schema that `tidemark schema types` has written; by default, that of the built-in proto
 * files. The client holds no connection of its own and needs no closing.
 */
export function createClient<S extends SchemaShape = DefaultSchema>(options: ClientOptions): Client<S> {
  if (!/^https?:\/\//.test(options.url)) {
    throw new TidemarkError('invalid_option', 'must begin with http:// or https://', { field: 'url' });
  }
  const runtime: Runtime = {
    ...GLOBAL_RUNTIME,
    ...options.runtime,
    fetch: options.fetch ?? GLOBAL_RUNTIME.fetch,
  };
  const send = createSend(options, runtime);
  return {
    ...operationsOf<S>(send, runtime),
    session(serialized) {
      const tokens = new SessionTokens(serialized);
      return { ...operationsOf<S>(tokens.sender(send), runtime), serialize: () => tokens.serialize() };
    },
  };
}

function operationsOf<S extends SchemaShape>(send: Send, runtime: Runtime): Operations<S> {
  return {
    events: new EventsApi(send, runtime),
    counts: new CountsApi(send),
    caps: new CapsApi(send),
    features: new FeaturesApi(send),
    campaigns: new CampaignsApi(send),
    objects: new ObjectsApi(send),
    locations: new LocationsApi(send),
    subjects: new SubjectsApi(send),
    server: new ServerApi(send),
    console: new ConsoleApi(send),
  };
}
