/** In-memory store of sketches for tests of their writers: cells by timestamp, with writes that wait or fail. */
import { mergeSketchBytes } from '../../src/codec/sketches/sketch-codec';
import { loadSchema, type SchemaRegistry } from '../../src/codec/declarations/schema-registry';
import type { Row, RowMutations } from '../../src/bigtable/client/types';
import { eventQualifier } from '../../src/core/events/dedup-key';
import { eventFromNamed } from '../../src/core/events/event';
import type { EventDataType } from '../../src/core/schema/schema';
import {
  cellPrefix,
  parseSketchColumn,
  sketchRowKey,
  type SketchColumn,
} from '../../src/core/sketches/sketch-row';
import { Sketch } from '../../src/core/sketches/sketch';
import { EMPTY_TOKEN } from '../../src/core/tokens/write-token';
import { DEFAULTS } from '../../src/config/defaults';
import type { TidemarkError } from '../../src/errors';
import type { SketchedEvent } from '../../src/operations/sketches/sketch-target';
import type { SketchWriterLimits } from '../../src/operations/sketches/sketch-writer';
import type { WriteReceipt, Writer } from '../../src/consistency/store';
import { eventProto } from './event-proto';
import { protoFolder } from './proto-folder';

export const SKETCH_LIMITS: SketchWriterLimits = {
  ...DEFAULTS.sketches,
  mutationsPerRowMax: 100,
  batchBytesMax: 1_000_000,
  writesMax: 32,
};

/** Fate of a call: applied or not, and acknowledged or not. */
export interface Fate {
  readonly isApplied: boolean;
  readonly error?: TidemarkError;
}

interface StoredCell {
  readonly timestampMicros: number;
  readonly value: Buffer;
}

type Call = readonly RowMutations[];

/** Keeps the newest version of each column, as the store does. */
export class SketchStore implements Pick<Writer, 'mutateRows'> {
  readonly calls: Call[] = [];
  /** Calls wait here, in order, while `isHolding`. */
  readonly held: (() => void)[] = [];
  isHolding = false;
  fate: (call: Call) => Fate = () => ({ isApplied: true });
  readonly #rows = new Map<string, Map<string, StoredCell>>();

  mutateRow = (): Promise<WriteReceipt> => Promise.reject(new Error('sketches are written together'));

  mutateRows = async (
    _table: string,
    rows: readonly RowMutations[],
  ): Promise<readonly (WriteReceipt | TidemarkError)[]> => {
    this.calls.push(rows);
    const { isApplied, error } = this.fate(rows);
    if (this.isHolding) await new Promise<void>((resolve) => this.held.push(resolve));
    if (isApplied) for (const row of rows) this.apply(row);
    return rows.map(() => error ?? { token: EMPTY_TOKEN, cluster: 'one' });
  };

  apply({ key, mutations }: RowMutations): void {
    const name = key.toString('latin1');
    const cells = this.#rows.get(name) ?? new Map<string, StoredCell>();
    this.#rows.set(name, cells);
    for (const { setCell } of mutations) {
      const column = Buffer.from(setCell!.columnQualifier as Uint8Array).toString('latin1');
      const timestampMicros = Number(setCell!.timestampMicros);
      const known = cells.get(column);
      // Two versions with one timestamp are one cell, with the value of the later write.
      if (known !== undefined && known.timestampMicros > timestampMicros) continue;
      cells.set(column, { timestampMicros, value: Buffer.from(setCell!.value as Uint8Array) });
    }
  }

  columns(entityId: string, day: string): readonly SketchColumn[] {
    return [...this.#cellsOf(entityId, day).keys()].map((column) =>
      parseSketchColumn(Buffer.from(column, 'latin1'))!,
    );
  }

  /** Merges all parts of the cell, as a reader would. */
  count(entityId: string, day: string, cell: Partial<SketchColumn> = {}): number {
    const wanted = cellPrefix({
      hour: undefined,
      actionCode: 1,
      kind: 'events',
      breakdown: undefined,
      ...cell,
    });
    const sketch = new Sketch();
    for (const [name, { value }] of this.#cellsOf(entityId, day)) {
      const column = parseSketchColumn(Buffer.from(name, 'latin1'))!;
      if (cellPrefix(column).equals(wanted)) mergeSketchBytes(sketch, value);
    }
    return sketch.estimate();
  }

  /** Returns the row as a read without a filter would; undefined if it does not exist. */
  row(key: Buffer, family: string): Row | undefined {
    const cells = this.#rows.get(key.toString('latin1'));
    if (cells === undefined) return undefined;
    return {
      key,
      cells: Array.from(cells, ([column, { timestampMicros, value }]) => ({
        family,
        qualifier: Buffer.from(column, 'latin1'),
        timestampMicros,
        value,
        labels: [],
      })),
    };
  }

  #cellsOf(entityId: string, day: string): ReadonlyMap<string, StoredCell> {
    return this.#rows.get(sketchRowKey(entityId, day).toString('latin1')) ?? new Map();
  }
}

/** Returns an event type with these declarations of sketches. */
export function sketchedType(sketches: string): {
  schema: SchemaRegistry;
  type: EventDataType;
} {
  const text = eventProto({
    retention: '{ max_age_seconds: 864000000 }',
    options: `actions: { name: "look" code: 1 dedup_dimensions: "item_id" dedup_window_seconds: 60 }
      actions: { name: "buy" code: 2 dedup_dimensions: "item_id" }
      events: { levels: "item" sketches: { family: "item_counts" corpus: "counts" level: "item" ${sketches} } }`,
    fields: `string item_id = 4 [(tidemark.v1.dimension) = { level: "item" required: true }];
      string page = 5; string visit = 6;`,
  });
  const schema = loadSchema({ protoPaths: [protoFolder({ 'acme/v1/things.proto': text })] });
  return { schema, type: schema.eventDataType('things') };
}

export interface Look {
  readonly user?: string;
  readonly item?: string;
  readonly action?: string;
  readonly atMs: number;
  readonly page?: string;
}

export function sketchedEvent(
  dataType: EventDataType,
  { user = 'u1', item = 'i1', action = 'look', atMs, page }: Look,
): SketchedEvent {
  const { events } = dataType;
  const ids = { itemId: item, page };
  const event = eventFromNamed(events, { userId: user, action, eventTimeMs: atMs, ids });
  const declared = events.actions.find(({ name }) => name === action)!;
  return { event, dataType, action: declared, qualifier: eventQualifier(event, declared) };
}
