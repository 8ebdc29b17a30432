import { tableIdOf } from './check-fields';
import { FramedWriter } from '../protobuf/framed-writer';

const TABLES_CACHED_MAX = 1_000;

/** Precomputed parts that all calls to one table share. */
export interface TableCallHeader {
  /** Resource name `projects/…/instances/…/tables/…`. */
  readonly name: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** Serialized fields table_name and app_profile_id. The number of the latter differs between requests. */
  readonly readRows: Buffer;
  readonly mutateRow: Buffer;
  readonly mutateRows: Buffer;
}

const READ_ROWS_APP_PROFILE = 5;
const MUTATE_ROW_APP_PROFILE = 4;
const MUTATE_ROWS_APP_PROFILE = 3;

/** Call headers by table name, in a cache that is cleared when it is full. Names of placed tables are valid. */
export class TableCallHeaders {
  readonly #instanceName: string;
  readonly #appProfileId: string;
  readonly #metadata: Readonly<Record<string, string>>;
  readonly #headers = new Map<string, TableCallHeader>();

  constructor(instanceName: string, appProfileId: string, metadata: Readonly<Record<string, string>>) {
    this.#instanceName = instanceName;
    this.#appProfileId = appProfileId;
    this.#metadata = metadata;
  }

  /** Returns the header of a table. Throws `invalid_argument` for an invalid name. */
  of(table: string): TableCallHeader {
    return this.#headers.get(table) ?? this.#add(table);
  }

  #add(table: string): TableCallHeader {
    const name = `${this.#instanceName}/tables/${tableIdOf(table)}`;
    const header: TableCallHeader = {
      name,
      metadata: { ...this.#metadata, ...this.#routing(name) },
      readRows: this.#fields(name, READ_ROWS_APP_PROFILE),
      mutateRow: this.#fields(name, MUTATE_ROW_APP_PROFILE),
      mutateRows: this.#fields(name, MUTATE_ROWS_APP_PROFILE),
    };
    if (this.#headers.size >= TABLES_CACHED_MAX) this.#headers.clear();
    this.#headers.set(table, header);
    return header;
  }

  /**
   * Returns the header by which Google's front end routes without reading the body;
   * https://google.aip.dev/client-libraries/4222.
   */
  #routing(name: string): Record<string, string> {
    const profile = `app_profile_id=${encodeURIComponent(this.#appProfileId)}`;
    return { 'x-goog-request-params': `table_name=${encodeURIComponent(name)}&${profile}` };
  }

  #fields(name: string, appProfileField: number): Buffer {
    const writer = new FramedWriter().bytes((1 << 3) | 2, Buffer.from(name));
    if (this.#appProfileId !== '') writer.bytes((appProfileField << 3) | 2, Buffer.from(this.#appProfileId));
    return writer.message();
  }
}
