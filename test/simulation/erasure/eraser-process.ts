import { chain, cellsPerColumnLimit, familyIn, familyIs } from '../../../src/bigtable/read/filters';
import { deleteCell, setCell } from '../../../src/bigtable/write/mutations';
import type { Cell, Mutation } from '../../../src/bigtable/client/types';
import { DEFAULTS } from '../../../src/config/defaults';
import type { WriteReceipt } from '../../../src/consistency/store';
import { removeEvents } from '../../../src/core/compaction/remove-events';
import type { Consistency } from '../../../src/core/consistency/consistency';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { removableEvents } from '../../../src/core/privacy/hidden-events';
import { EVENTS_ERASED, OBJECTS_ERASED, PRIVACY_FAMILY } from '../../../src/core/privacy/privacy-family';
import { rowKey } from '../../../src/core/rows/row-key';
import { sleep } from '../../../src/platform/time/clock';
import { PrivateReader } from '../../../src/privacy/private-reader';
import { AD_ACTION } from '../../support/events';
import { openTables, type TableAccess } from '../residency/table-access';
import type { AckedTombstones, ErasureTimes, History } from './history';
import type { ProcessOptions } from './serving-process';
import { READ_TO_WRITE_MAX_MS } from './user-session';
import { EVENTS, LEDGER_FAMILY, LEDGER_TABLE, OBJECTS, USERS_TABLE } from './world';

const STRICT: Consistency = { level: 'strict', onUnmet: 'error' };
const CALL = { timeoutMs: 3_000 };
const RETRY_MS = 150;
const TOKEN_CALL_MS = 30;
const TOKEN_POLL_MS = 100;
const MICROS_PER_MS = 1_000;

/** Entry of the ledger about one erasure. */
export interface LedgerEntry {
  readonly id: string;
  readonly user: string;
  /** Times of the tombstones; undefined until they are acknowledged. */
  readonly times: ErasureTimes | undefined;
  /** Time of the second tombstone. */
  readonly secondMs: number | undefined;
  readonly isCertified: boolean;
}

export interface Certificate {
  readonly user: string;
  readonly times: ErasureTimes;
  /** Last commit that the last token covers: what clusters have accepted later may be on its way between them. */
  readonly version: number;
}

interface HiddenUser extends AckedTombstones {
  readonly times: ErasureTimes;
}

export interface EraserOptions extends ProcessOptions {
  readonly history: History;
  readonly onCertified: (certificate: Certificate) => void;
}

/** A process that erases users as docs/decisions/0013-privacy.md describes, on a machine of its own. */
export class EraserProcess {
  readonly #options: EraserOptions;
  readonly #tables: TableAccess;
  readonly #batch: TableAccess;
  readonly #reader: PrivateReader;
  readonly #killed = new AbortController();

  constructor(options: EraserOptions) {
    const { rules, clockSkewMaxMs } = options.settings;
    this.#options = options;
    this.#tables = openTables('serving', { ...options, clockSkewMaxMs });
    this.#batch = openTables('batch', { ...options, clockSkewMaxMs });
    this.#reader = new PrivateReader(this.#tables.reader, rules);
  }

  /** Requests an erasure. It is acknowledged when the tombstones are; then the process may die. */
  async request(user: string, { diesOnceHidden = false } = {}): Promise<void> {
    const { random, settings, history } = this.#options;
    const id = `${Math.floor(random() * 2 ** 32)}`;
    const isFirst = settings.guards.has('ledger-before-tombstone');
    if (isFirst) await this.#record(user, `${id}/requested`, {});
    const { times, ...acked } = await this.#hide(user);
    history.erased(user, times, acked);
    if (diesOnceHidden) await this.kill();
    if (!isFirst) await this.#record(user, `${id}/requested`, {});
    await this.#record(user, `${id}/hidden`, times);
  }

  /** Returns the entries of a user. */
  async entries(user: string): Promise<readonly LedgerEntry[]> {
    const filter = chain(familyIs(LEDGER_FAMILY), cellsPerColumnLimit(1));
    const read = { table: LEDGER_TABLE, key: rowKey(user), filter };
    const { row } = await this.#retried(() => this.#tables.reader.readRow(read, STRICT, CALL));
    const states = (row?.cells ?? []).map(({ qualifier, value }) => {
      const [id = '', state = ''] = qualifier.toString().split('/');
      return { id, state, details: JSON.parse(value.toString()) as ErasureTimes };
    });
    const ids = [...new Set(states.map(({ id }) => id))];
    return ids.map((id) => {
      const of = (state: string) => states.find((each) => each.id === id && each.state === state);
      return {
        id,
        user,
        times: of('hidden')?.details,
        secondMs: of('second')?.details.objectsMs,
        isCertified: of('certified') !== undefined,
      };
    });
  }

  /** Completes an erasure. Any other process may have begun it, or may be at it. */
  async complete(entry: LedgerEntry): Promise<void> {
    const { settings, machine, history } = this.#options;
    const { guards, clockSkewMaxMs } = settings;
    const { user, id } = entry;
    let { times, secondMs } = entry;
    if (times === undefined) {
      const { times: hidden, ...acked } = await this.#hide(user);
      history.erased(user, hidden, acked);
      await this.#record(user, `${id}/hidden`, hidden);
      times = hidden;
    }
    if (secondMs === undefined) {
      if (guards.has('token-before-second')) await this.#token();
      await this.#sweep(user);
      await sleep(machine, READ_TO_WRITE_MAX_MS + clockSkewMaxMs, this.#killed.signal);
      secondMs = times.objectsMs;
      if (guards.has('second-tombstone')) {
        const { times: second, ...acked } = await this.#hideAgain(user);
        history.erased(user, second, acked);
        secondMs = second.objectsMs;
      }
      history.closed(user, times);
      await this.#record(user, `${id}/second`, { ...times, objectsMs: secondMs });
    }
    await this.certify(user, { ...times, objectsMs: secondMs });
    await this.#record(user, `${id}/certified`, times);
  }

  /** Sweeps until no cluster has anything left. */
  async certify(user: string, times: ErasureTimes): Promise<void> {
    const { settings, world, onCertified } = this.#options;
    for (;;) {
      const waits = settings.guards.has('token-before-verify');
      if (waits) await this.#token();
      await this.#sweep(user);
      const version = waits ? await this.#token() : world.latestVersion;
      if (await this.#isAbsent(user, times)) return onCertified({ user, times, version });
      await sleep(this.#options.machine, RETRY_MS, this.#killed.signal);
    }
  }

  /** Writes the tombstones of an entry again, into a restored table. Entries without any are hidden by `complete`. */
  async replay({ user, times, secondMs = -1 }: LedgerEntry): Promise<void> {
    if (times === undefined) return;
    const objectsMs = Math.max(times.objectsMs, secondMs);
    await this.#write(USERS_TABLE, user, tombstones({ ...times, objectsMs }));
  }

  /** Kills the process, with everything that it waits for. What it has sent stays in flight. */
  async kill(): Promise<void> {
    this.#killed.abort(new Error('the process died'));
    await this.#options.transport.close();
    await Promise.all([this.#tables.routing.close(), this.#batch.routing.close()]);
  }

  get isKilled(): boolean {
    return this.#killed.signal.aborted;
  }

  async #hide(user: string): Promise<HiddenUser> {
    const { machine, settings } = this.#options;
    const { clockSkewMaxMs, futureToleranceMs } = settings;
    const { cells, erased } = await this.#stored(user);
    const nowMs = machine.nowMs();
    // What another process has hidden, whose clock may be ahead, is hidden by this entry, too: a replay knows no other.
    const times = {
      eventsMs: Math.max(
        erased.eventsMs,
        Math.max(nowMs, newestMs(cells, EVENTS)) + futureToleranceMs + clockSkewMaxMs,
      ),
      objectsMs: Math.max(erased.objectsMs, Math.max(nowMs, newestMs(cells, OBJECTS)) + clockSkewMaxMs),
    };
    return this.#writeTombstones(user, times, nowMs);
  }

  /** Hides the objects that were derived since. Returns the time of the second tombstone. */
  async #hideAgain(user: string): Promise<HiddenUser> {
    const { machine, settings } = this.#options;
    const { cells } = await this.#stored(user);
    const nowMs = machine.nowMs();
    const objectsMs = Math.max(nowMs, newestMs(cells, OBJECTS)) + settings.clockSkewMaxMs;
    return this.#writeTombstones(user, { eventsMs: -1, objectsMs }, nowMs);
  }

  /**
   * Writes tombstones, and waits until every clock has passed the present times: versions of later writes are above the
   * tombstone, wherever it has arrived. Versions that callers have named may be later; then writes need the token.
   */
  async #writeTombstones(user: string, times: ErasureTimes, nowMs: number): Promise<HiddenUser> {
    const { machine, settings } = this.#options;
    const { token } = await this.#write(USERS_TABLE, user, tombstones(times));
    const passedMs = nowMs + settings.clockSkewMaxMs;
    const waitMs = passedMs + settings.clockSkewMaxMs + 1 - machine.nowMs();
    if (waitMs > 0 && settings.guards.has('commit-wait')) await sleep(machine, waitMs, this.#killed.signal);
    return { times, token, passedMs };
  }

  async #stored(user: string): Promise<{ readonly cells: readonly Cell[]; readonly erased: ErasureTimes }> {
    const filter = familyIn([EVENTS, OBJECTS]);
    const read = { table: USERS_TABLE, key: rowKey(user), filter, keepsHidden: true, allowsJoin: true };
    const { row, privacy } = await this.#retried(() => this.#reader.readRow(read, STRICT, CALL));
    const { eventsErasedUpTo = -1, objectsErasedUpTo = -1 } = privacy?.record ?? {};
    const erased = {
      eventsMs: eventsErasedUpTo / MICROS_PER_MS,
      objectsMs: objectsErasedUpTo / MICROS_PER_MS,
    };
    return { cells: row?.cells ?? [], erased };
  }

  /** Deletes what one cluster has of what is hidden for ever. */
  async #sweep(user: string): Promise<void> {
    const read = { table: USERS_TABLE, key: rowKey(user), filter: familyIn([EVENTS, OBJECTS]) };
    const { row, privacy } = await this.#retried(() =>
      this.#reader.readRow({ ...read, keepsHidden: true }, EVENTUAL, CALL),
    );
    const cells = row?.cells ?? [];
    const events = removeEvents(
      cells.filter(({ family }) => family === EVENTS),
      AD_ACTION.events,
      { hidden: removableEvents(privacy, EVENTS), limits: DEFAULTS.compaction },
    );
    const upTo = privacy?.removableUpTo(OBJECTS) ?? -1;
    const objects = cells.filter(
      ({ family, timestampMicros }) => family === OBJECTS && timestampMicros <= upTo,
    );
    const mutations = [
      ...[...events.removed, ...objects].map(({ family, qualifier, timestampMicros }) =>
        deleteCell(family, qualifier, timestampMicros),
      ),
      ...events.blocks.map(({ qualifier, timestampMicros, value }) =>
        setCell(EVENTS, qualifier as Buffer, timestampMicros, value as Buffer),
      ),
    ];
    if (mutations.length > 0) await this.#write(USERS_TABLE, user, mutations);
  }

  /** Reads each cluster, and returns whether none of them has anything of the user up to the times. */
  async #isAbsent(user: string, { eventsMs, objectsMs }: ErasureTimes): Promise<boolean> {
    const keys = [rowKey(user)];
    const filter = familyIn([EVENTS, OBJECTS]);
    for (const { routing } of [this.#tables, this.#batch]) {
      for (const cluster of routing.router.forRead(USERS_TABLE, keys[0]!)) {
        const read = { table: USERS_TABLE, keys, filter };
        const cells = await this.#retried(async () => {
          const found: Cell[] = [];
          for await (const row of routing.clients.of(cluster).readRows(read, CALL)) found.push(...row.cells);
          return found;
        });
        const ofEvents = cells.filter(({ family }) => family === EVENTS);
        const hidden = { upToMs: eventsMs };
        const { removed } = removeEvents(ofEvents, AD_ACTION.events, { hidden, limits: DEFAULTS.compaction });
        const isObject = ({ family, timestampMicros }: Cell): boolean =>
          family === OBJECTS && timestampMicros <= objectsMs * MICROS_PER_MS;
        if (removed.length > 0 || cells.some(isObject)) return false;
      }
    }
    return true;
  }

  /** Waits for Bigtable's consistency token, as the replicas of the core show it. Returns the last commit that it covers. */
  async #token(): Promise<number> {
    const { world, machine } = this.#options;
    const { signal } = this.#killed;
    await sleep(machine, TOKEN_CALL_MS, signal);
    const version = world.latestVersion;
    await sleep(machine, TOKEN_CALL_MS, signal);
    while (!world.isReplicated(USERS_TABLE, version)) await sleep(machine, TOKEN_POLL_MS, signal);
    return version;
  }

  /** Records a state. If several processes record one, the latest times count. */
  async #record(user: string, column: string, details: Partial<ErasureTimes>): Promise<void> {
    const value = Buffer.from(JSON.stringify(details));
    await this.#write(LEDGER_TABLE, user, [
      setCell(LEDGER_FAMILY, Buffer.from(column), (details.eventsMs ?? 0) * MICROS_PER_MS, value),
    ]);
  }

  async #write(table: string, user: string, mutations: readonly Mutation[]): Promise<WriteReceipt> {
    const row = { key: rowKey(user), mutations };
    return this.#retried(() => this.#tables.writer.mutateRow(table, row, CALL));
  }

  async #retried<T>(task: () => Promise<T>): Promise<T> {
    const { signal } = this.#killed;
    for (;;) {
      signal.throwIfAborted();
      try {
        return await task();
      } catch (error) {
        signal.throwIfAborted();
        if (!(error as { retryable?: boolean }).retryable) throw error;
        await sleep(this.#options.machine, RETRY_MS, signal);
      }
    }
  }
}

function tombstones({ eventsMs, objectsMs }: ErasureTimes): Mutation[] {
  const at = (column: Buffer, timeMs: number): Mutation[] =>
    timeMs < 0 ? [] : [setCell(PRIVACY_FAMILY, column, timeMs * MICROS_PER_MS, Buffer.alloc(0))];
  return [...at(EVENTS_ERASED, eventsMs), ...at(OBJECTS_ERASED, objectsMs)];
}

function newestMs(cells: readonly Cell[], family: string): number {
  const times = cells.filter((cell) => cell.family === family).map(({ timestampMicros }) => timestampMicros);
  return Math.max(-1, ...times) / MICROS_PER_MS;
}
