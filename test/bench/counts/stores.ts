/** Puts the same events into each contestant's store, in the form that it is best at. */
import { createDataClient } from '../../../src/bigtable/client/data-client';
import { setCell } from '../../../src/bigtable/write/mutations';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import type { DataClient, Mutation } from '../../../src/bigtable/client/types';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { loadConfig } from '../../../src/config/index';
import type { EventCell } from '../../../src/core/columns/event-cell';
import { packCells } from '../../../src/core/compaction/pack-cells';
import { overhangSecondsOf, planPacking } from '../../../src/core/compaction/plan-packing';
import { eventQualifier } from '../../../src/core/events/dedup-key';
import { eventFromNamed } from '../../../src/core/events/event';
import { rowKey } from '../../../src/core/rows/row-key';
import { DEFAULTS } from '../../../src/config/defaults';
import { createLogger } from '../../../src/platform/telemetry/logger';
import { openServingStore, type Store } from '../../../src/store/open-store';
import { applySchema } from '../../support/running-app';
import { eventsOf, type BenchEvent, type BenchUser } from './data';
import { EXPRESS_FAMILY, EXPRESS_TABLE } from './express-table';
import { redisClient, redisMember, type Redis } from './redis-service';
import { withTableAdmin } from '../../support/table-admin';

const { project, instance } = DEFAULTS.bigtable;
const schema = loadSchema();
const AD_ACTION = schema.eventDataType('ad_action');
const codec = schema.eventCodec(AD_ACTION);

/** Summary of a user's row in Tidemark's format. */
export interface StoredForm {
  readonly blocks: number;
  readonly rawCells: number;
  readonly bytes: number;
}

/** The stores of all contestants, open for writing. */
export class Stores {
  readonly #store: Store;
  readonly #client: DataClient;
  readonly #redis: Redis | undefined;
  readonly #nowMs: number;

  private constructor(endpoint: string, redis: Redis | undefined, nowMs: number) {
    const config = loadConfig({ BIGTABLE_EMULATOR_HOST: endpoint });
    const logger = createLogger({ level: 'silent', service: 'bench' });
    this.#store = openServingStore({ config, corpora: schema.corpora(), logger });
    this.#client = createDataClient({
      transport: createTransport({ endpoint, plaintext: true }),
      project,
      instance,
    });
    this.#redis = redis;
    this.#nowMs = nowMs;
  }

  static async open(endpoint: string, redisUrl: string | undefined, nowMs: number): Promise<Stores> {
    await applySchema(endpoint);
    await createExpressTable(endpoint);
    const redis = redisUrl === undefined ? undefined : redisClient(redisUrl);
    await redis?.connect();
    return new Stores(endpoint, redis, nowMs);
  }

  async put(user: BenchUser): Promise<StoredForm> {
    const events = eventsOf(user, this.#nowMs);
    const [form] = await Promise.all([
      this.#putRow(user, events),
      this.#putCells(user, events),
      this.#putSorted(user, events),
    ]);
    return form;
  }

  async close(): Promise<void> {
    await Promise.all([this.#store.close(), this.#client.close(), this.#redis?.close()]);
  }

  /**
   * Writes the row of a packed user as compaction leaves it: a block per past week, a block per later day, single cells for today's
   * events.
   */
  async #putRow({ userId, isPacked }: BenchUser, events: readonly BenchEvent[]): Promise<StoredForm> {
    const single = storedCells(userId, events);
    const cells = isPacked ? compacted(single, this.#nowMs) : single;
    const { corpus: table, family } = AD_ACTION;
    const mutations = cells.map((cell) =>
      setCell(family, Buffer.from(cell.qualifier), cell.timestampMicros, Buffer.from(cell.value)),
    );
    await this.#store.writer.mutateRow(table, { key: rowKey(userId), mutations });
    const blocks = cells.filter(({ qualifier }) => qualifier[4] === 0).length;
    const bytes = cells.reduce((sum, { qualifier, value }) => sum + qualifier.length + value.length, 0);
    return { blocks, rawCells: cells.length - blocks, bytes };
  }

  async #putCells({ userId }: BenchUser, events: readonly BenchEvent[]): Promise<void> {
    for (let at = 0; at < events.length; at += CELLS_PER_CALL) {
      const mutations = events.slice(at, at + CELLS_PER_CALL).map((event): Mutation => {
        const qualifier = Buffer.from(`${event.action}#${event.insertionId}`);
        return setCell(
          EXPRESS_FAMILY,
          qualifier,
          event.eventTimeMs * 1_000,
          Buffer.from(JSON.stringify(event)),
        );
      });
      const [failure] = await this.#client.mutateRows(EXPRESS_TABLE, [
        { key: Buffer.from(userId), mutations },
      ]);
      if (failure !== undefined) throw failure;
    }
  }

  async #putSorted({ userId }: BenchUser, events: readonly BenchEvent[]): Promise<void> {
    for (let at = 0; at < events.length; at += CELLS_PER_CALL) {
      const members = events.slice(at, at + CELLS_PER_CALL);
      await this.#redis?.zAdd(
        userId,
        members.map((event) => ({ score: event.eventTimeMs, value: redisMember(event) })),
      );
    }
  }
}

const CELLS_PER_CALL = 5_000;

async function createExpressTable(endpoint: string): Promise<void> {
  await withTableAdmin({ endpoint, project, instance }, (admin) =>
    admin.createTable({ table: EXPRESS_TABLE, families: { [EXPRESS_FAMILY]: {} } }),
  );
}

function storedCells(userId: string, events: readonly BenchEvent[]): EventCell[] {
  const actions = new Map(AD_ACTION.events.actions.map((action) => [action.name, action]));
  const cells = events.map(({ action, eventTimeMs, ...ids }): EventCell => {
    const event = eventFromNamed(AD_ACTION.events, { userId, action, eventTimeMs, ids });
    const qualifier = eventQualifier(event, actions.get(action)!);
    return { qualifier, timestampMicros: eventTimeMs * 1_000, value: codec.toStored(event) };
  });
  return cells.sort((a, b) => Buffer.compare(a.qualifier, b.qualifier));
}

function compacted(cells: readonly EventCell[], nowMs: number): readonly EventCell[] {
  const { events: type } = AD_ACTION;
  const overhangSeconds = overhangSecondsOf(type.actions);
  const { periods } = planPacking(cells, {
    nowMs,
    graceMs: 0,
    openDayEventsMin: 0,
    overhangSeconds,
    duplicatesKeptFromMs: Infinity,
    retainedFromMs: 0,
  });
  const packings = periods.map((period) => packCells(period, type, DEFAULTS.compaction));
  const removed = new Set(packings.flatMap((packing) => packing.removed));
  const blocks = packings.flatMap((packing) => packing.blocks);
  return [...cells.filter((cell) => !removed.has(cell)), ...blocks];
}
