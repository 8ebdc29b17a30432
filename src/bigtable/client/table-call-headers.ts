import { checkTable } from './check-fields';
import { ProtoWriter } from '../protobuf/proto-writer';

const TABLES_CACHED_MAX = 1_000;

/** What every call to one table shares, made once. */
export interface TableCallHeader {
  /** `projects/…/instances/…/tables/…`. */
  readonly name: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** The fields table_name and app_profile_id, serialized; the latter's number differs from request to request. */
  readonly readRows: Buffer;
  readonly mutateRow: Buffer;
  readonly mutateRows: Buffer;
}

const READ_ROWS_APP_PROFILE = 5;
const MUTATE_ROW_APP_PROFILE = 4;
const MUTATE_ROWS_APP_PROFILE = 3;

/** Heads by table id, in a cache that forgets everything when it is full. */
export class TableCallHeaders {
  readonly #instanceName: string;
  readonly #appProfileId: string;
  readonly #metadata: Readonly<Record<string, string>>;
  readonly #heads = new Map<string, TableCallHeader>();

  constructor(instanceName: string, appProfileId: string, metadata: Readonly<Record<string, string>>) {
    this.#instanceName = instanceName;
    this.#appProfileId = appProfileId;
    this.#metadata = metadata;
  }

  /** Throws `invalid_argument` for what cannot be a table id. */
  of(table: string): TableCallHeader {
    return this.#heads.get(table) ?? this.#add(table);
  }

  #add(table: string): TableCallHeader {
    checkTable(table);
    const name = `${this.#instanceName}/tables/${table}`;
    const head: TableCallHeader = {
      name,
      metadata: { ...this.#metadata, ...this.#routing(name) },
      readRows: this.#fields(name, READ_ROWS_APP_PROFILE),
      mutateRow: this.#fields(name, MUTATE_ROW_APP_PROFILE),
      mutateRows: this.#fields(name, MUTATE_ROWS_APP_PROFILE),
    };
    if (this.#heads.size >= TABLES_CACHED_MAX) this.#heads.clear();
    this.#heads.set(table, head);
    return head;
  }

  /** The header by which Google's front end routes without reading the body; https://google.aip.dev/client-libraries/4222. */
  #routing(name: string): Record<string, string> {
    const profile = `app_profile_id=${encodeURIComponent(this.#appProfileId)}`;
    return { 'x-goog-request-params': `table_name=${encodeURIComponent(name)}&${profile}` };
  }

  #fields(name: string, appProfileField: number): Buffer {
    const writer = new ProtoWriter().bytes((1 << 3) | 2, Buffer.from(name));
    if (this.#appProfileId !== '') writer.bytes((appProfileField << 3) | 2, Buffer.from(this.#appProfileId));
    return writer.message();
  }
}
