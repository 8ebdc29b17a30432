import { compileFilter } from '../filter/compile-filter';
import { mergeCells } from '../filter/compose-filters';
import type { CellsFilter } from '../filter/cells-filter';
import type { MessageSink } from '../grpc/server-call';
import { invalidArgumentError } from '../grpc/rpc-error';
import { data, int64 } from '../encoding/proto';
import type { Replica } from '../replication/replica';
import { type StoredCell, compareCells } from '../store/stored-cell';
import type { StoredRow } from '../store/stored-row';
import { successor } from '../store/key-span';
import { ChunkEncoder } from './chunk-encoder';
import type { LocalDependencies } from './local-dependencies';
import { type DataMethod, streamMethod } from './data-method';
import { RequestStats } from './request-stats';
import { ReadRowsMessage } from './read-rows-message';
import { type RequestedSpan, requestedSpans } from './requested-spans';

/**
 * Creates the method that streams the requested rows. Each message is a consistent view of the table, sent once it is
 * durable.
 */
export function createReadRows(dependencies: LocalDependencies) {
  const method: DataMethod<data.ReadRowsRequest> = {
    type: data.ReadRowsRequest,
    access: 'read',
    rowKey: onlyKeyOf,
  };
  const reading = { ...dependencies, encoder: new ChunkEncoder(dependencies.reading.valueChunkBytesMax) };
  return streamMethod(dependencies, method, (replica, request, out) => {
    const read = new Read(reading, replica, request);
    const first = read.next();
    if (!read.done || first.committed !== undefined) return send(read, first, out);
    // Most reads concern one row and end here, in the turn of the event loop in which they arrived.
    if (first.frame !== undefined) void out.write(first.frame);
    return undefined;
  });
}

/** Returns the key of a request for one row. */
function onlyKeyOf({ rows }: data.ReadRowsRequest): Uint8Array | undefined {
  const keys = rows?.rowKeys ?? [];
  return keys.length === 1 && (rows?.rowRanges ?? []).length === 0 ? keys[0] : undefined;
}

function wantsStats({ requestStatsView: view }: data.ReadRowsRequest): boolean {
  const { RequestStatsView } = data.ReadRowsRequest;
  return view === RequestStatsView.REQUEST_STATS_FULL;
}

async function send(read: Read, first: Message, out: MessageSink): Promise<void> {
  for (let message = first; ; message = read.next()) {
    await message.committed;
    if (message.frame !== undefined) await out.write(message.frame);
    if (read.done) return;
    // Other calls and this call's deadline run before the scan continues.
    await new Promise(setImmediate);
    if (out.isEnded) return;
  }
}

interface Message {
  readonly frame: Buffer | undefined;
  /** Present while the message contains data that is not durable. */
  readonly committed: Promise<void> | undefined;
}

interface ReadRowsDependencies extends LocalDependencies {
  readonly encoder: ChunkEncoder;
}

/** One ReadRows call: its filter, its remaining spans, and its next message. */
class Read {
  readonly #dependencies: ReadRowsDependencies;
  readonly #replica: Replica;
  readonly #filter: CellsFilter | undefined;
  readonly #stats: RequestStats | undefined;
  /**
   * Everything except the row that the answer depends on. Undefined when the answer depends on chance or time, or cells
   * are counted.
   */
  readonly #cacheKey: string | undefined;
  readonly #reversed: boolean;
  /** Remaining spans; the next one is last. */
  readonly #spans: RequestedSpan[];
  #rowsLeft: number;

  constructor(dependencies: ReadRowsDependencies, replica: Replica, request: data.ReadRowsRequest) {
    if (int64(request.rowsLimit) < 0) throw invalidArgumentError('rows_limit must not be negative');
    this.#dependencies = dependencies;
    this.#replica = replica;
    const filter = request.filter ? compileFilter(request.filter) : undefined;
    this.#filter = filter?.apply;
    const { visibilityKey, dependsOnTime } = replica;
    this.#stats = wantsStats(request) ? new RequestStats(dependencies.clock) : undefined;
    const repeatable = !dependsOnTime && filter?.random !== true && this.#stats === undefined;
    this.#cacheKey = repeatable ? `${visibilityKey}:${filter?.key ?? ''}` : undefined;
    this.#reversed = request.reversed;
    this.#spans = requestedSpans(request.rows);
    if (!this.#reversed) this.#spans.reverse();
    this.#rowsLeft = int64(request.rowsLimit) || Infinity;
  }

  get done(): boolean {
    return this.#rowsLeft === 0 || this.#spans.length === 0;
  }

  /** Reads until a message is full or nothing remains. */
  next(): Message {
    const { commits, reading } = this.#dependencies;
    const message = new ReadRowsMessage(reading);
    while (!this.done && !message.full) this.#readSpan(this.#spans.pop()!, message);
    if (this.done && this.#stats !== undefined) message.append(this.#stats.encoded());
    const version = Math.max(message.version, this.#replica.removedVersion);
    return { frame: message.frame(this.#dependencies.encoder), committed: commits.whenCommitted(version) };
  }

  #readSpan(span: RequestedSpan, message: ReadRowsMessage): void {
    if (span.isKey === true || span.end === successor(span.start)) {
      const row = this.#replica.row(span.start);
      if (row !== undefined) this.#readRow(row, message);
      return;
    }
    for (const row of this.#replica.scan(span, this.#reversed)) {
      this.#readRow(row, message);
      if (this.#rowsLeft === 0) return;
      if (!message.full) continue;
      this.#spans.push(
        this.#reversed ? { start: span.start, end: row.key } : { start: successor(row.key), end: span.end },
      );
      return;
    }
  }

  #readRow(row: StoredRow, message: ReadRowsMessage): void {
    const encoded = this.#cached(row) ?? this.#encoded(row);
    if (encoded === undefined) return message.skip(row);
    message.add(row, encoded);
    this.#rowsLeft--;
  }

  #cached(row: StoredRow): Buffer | undefined {
    return this.#cacheKey === undefined ? undefined : this.#dependencies.encodings.get(row, this.#cacheKey);
  }

  #encoded(row: StoredRow): Buffer | undefined {
    const seen = this.#replica.cells(row);
    const cells = this.#filtered(row, seen);
    this.#stats?.count(seen.length, cells.length);
    if (cells.length === 0) return undefined;
    const encoded = this.#dependencies.encoder.row(row.key, cells);
    if (this.#cacheKey !== undefined) this.#dependencies.encodings.offer(row, this.#cacheKey, encoded);
    return encoded;
  }

  #filtered(row: StoredRow, cells: readonly StoredCell[]): readonly StoredCell[] {
    if (this.#filter === undefined) return cells;
    const sinkOutput: StoredCell[] = [];
    const passed = this.#filter(cells, { rowKey: row.key, random: this.#dependencies.random, sinkOutput });
    return sinkOutput.length === 0 ? passed : mergeCells([sinkOutput.sort(compareCells), passed]);
  }
}
