/** Options and handle of an embedded Bigtable for the tests of one file. */
import type { FaultControl } from './fault-control';
import type { LocalBigtable, LocalBigtableOptions } from './local-bigtable';

/** Column family of a table to create. */
export interface FamilyOptions {
  /** Age at which cells become garbage, in milliseconds. @default they do not */
  readonly maxAgeMs?: number | undefined;
  /** Number of versions of a cell after which older ones become garbage. @default all are retained */
  readonly versionsMax?: number | undefined;
  /** Aggregate function of a family whose cells take AddToCell. @default plain cells */
  readonly aggregate?: 'sum' | 'min' | 'max' | undefined;
}

/** Tables to create, by id: the names of their families, or the options of each. */
export type TestTables = Readonly<
  Record<string, readonly string[] | Readonly<Record<string, FamilyOptions>>>
>;

/** Rows to write, by table and row key: values by `family:qualifier`. */
export type SeedRows = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, string | Uint8Array>>>>>
>;

/** Hooks of the test framework: those of Jest, or of `import * as vitest from 'vitest'`. */
export interface TestHooks {
  readonly beforeAll: (run: () => Promise<void>, timeoutMs?: number) => unknown;
  readonly afterEach: (run: () => Promise<void>, timeoutMs?: number) => unknown;
  readonly afterAll: (run: () => Promise<void>, timeoutMs?: number) => unknown;
}

export interface TestBigtableOptions extends LocalBigtableOptions {
  /** Project of the tables. @default that of the topology, else 'tidemark' */
  readonly project?: string | undefined;
  /** Id of the instance of the tables. @default the first of the topology, else 'test' */
  readonly instance?: string | undefined;
  readonly tables?: TestTables | undefined;
  readonly rows?: SeedRows | undefined;
  /** Called once the tables and rows are written, for data of other kinds. */
  readonly seed?: ((bigtable: LocalBigtable) => void | Promise<void>) | undefined;
  /** @default the global hooks, which Jest has, and Vitest with `globals: true` */
  readonly hooks?: TestHooks | undefined;
}

/** Embedded Bigtable of a test file. Its properties can be read from within hooks and tests. */
export interface TestBigtable {
  /** Address `host:port`, for clients that take one; BIGTABLE_EMULATOR_HOST names it too. */
  readonly endpoint: string;
  readonly project: string;
  /** Id of the instance with the tables. */
  readonly instance: string;
  /** Cuts, delays, stops and heals. All end after each test. */
  readonly faults: FaultControl;
}
