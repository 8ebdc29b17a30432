/** Options and handle of a Tidemark for the tests of one file. */
import type { Client } from '../client/client';
import type { DefaultEvents, DefaultSchema, Event, SchemaShape } from '../client/schema';
import type { FaultControl } from './fault-control';
import type { LocalTopology } from './local-topology';
import type { TestHooks } from './test-bigtable';

/** `S` is the schema that `tidemark schema types` has written. */
export interface TestTidemarkOptions<S extends SchemaShape = DefaultSchema> {
  /** Folders with proto files of your own. Their tables are created as well. @default the built-in proto files alone */
  readonly protoPaths?: readonly string[] | undefined;
  /** Instances, clusters, app profiles and links, or the path of a file with them. @default one cluster */
  readonly topology?: LocalTopology | string | undefined;
  /** Region of the API. @default the `clientRegion` of the topology */
  readonly region?: string | undefined;
  /** Events of the default type to write before the first test. */
  readonly events?: readonly Event<S, DefaultEvents<S>>[] | undefined;
  /** Called once the events are written, for data of other kinds. */
  readonly seed?: ((client: Client<S>) => unknown) | undefined;
  /** Further variables of docs/configuration.md. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** @default the global hooks, which Jest has, and Vitest with `globals: true` */
  readonly hooks?: TestHooks | undefined;
}

/** Tidemark of a test file. Its properties can be read from within hooks and tests. */
export interface TestTidemark<S extends SchemaShape = DefaultSchema> {
  /** URL of the API. */
  readonly url: string;
  readonly client: Client<S>;
  /** Address `host:port` of the embedded Bigtable. */
  readonly endpoint: string;
  /** Cuts, delays, stops and heals. All end after each test. */
  readonly faults: FaultControl;
}
