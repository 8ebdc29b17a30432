/** Events of one object in the period that a pipeline reads: as an iterable, and as counts. */
import type { DimensionColumn, EventColumns } from '../../core/columns/event-columns';
import { EventTexts } from '../../core/columns/event-texts';
import { readEventsInSteps } from '../../core/columns/read-events';
import { didYouMean } from '../../core/json/did-you-mean';
import type { PipelineCountQuery, PipelineEvent } from '../../core/pipelines/definition';
import type { PipelineEventReads } from '../../core/pipelines/pipeline';
import type { HiddenEvents } from '../../core/privacy/visible-events';
import type { CellColumns } from '../../core/rows/cell-columns';
import type { ActionDeclaration, Dimension } from '../../core/schema/schema';
import { runToCompletion } from '../../core/shared/steps';
import { invalidArgument, TidemarkError } from '../../errors';

const MS_PER_DAY = 86_400_000;
const NO_QUERY: PipelineCountQuery = Object.freeze({});

/** Events with an action of the set, from `fromMs` up to, not including, `toMs`. */
interface Period {
  readonly fromMs: number;
  readonly toMs: number;
  readonly codes: ReadonlySet<number>;
}

export class PipelineEvents {
  readonly #reads: PipelineEventReads;
  readonly #runTimeMs: number;
  readonly #parts: readonly EventColumns[];

  /** `hidden`: events in blocks that are left out. Single cells of such events must not be among the columns. */
  constructor(
    reads: PipelineEventReads,
    runTimeMs: number,
    stored: { readonly columns: CellColumns | undefined; readonly hidden: HiddenEvents | undefined },
  ) {
    const { columns, hidden } = stored;
    this.#reads = reads;
    this.#runTimeMs = runTimeMs;
    this.#parts =
      columns === undefined
        ? []
        : runToCompletion(readEventsInSteps(columns, reads.dataType.events, hidden)).parts;
  }

  *events(): Generator<PipelineEvent, undefined> {
    const { dimensions } = this.#reads.dataType.events;
    const names = new Map(this.#reads.actions.map(({ code, name }) => [code, name]));
    for (const columns of this.#parts) {
      const texts = new EventTexts(columns, this.#reads.dataType.events);
      for (const event of selectedEvents(columns, this.#period(NO_QUERY))) {
        const ids = texts.of(event);
        const present = dimensions.filter(({ index }) => ids[index] !== undefined);
        yield {
          action: names.get(columns.actionCodes[columns.combinations[event]!]!)!,
          timeMs: columns.timesMs[event]!,
          dimensions: Object.fromEntries(present.map(({ name, index }) => [name, ids[index]!])),
        };
      }
    }
    return undefined;
  }

  count(query: PipelineCountQuery = NO_QUERY): number {
    let count = 0;
    for (const { events } of this.#selected(query)) count += [...events].length;
    return count;
  }

  countBy(dimension: string, query: PipelineCountQuery = NO_QUERY): ReadonlyMap<string, number> {
    const { index } = this.#dimension(dimension, 'dimension');
    const counts = new Map<string, number>();
    for (const { columns, events } of this.#selected(query)) {
      const column = columns.dimension(index);
      const byPlace = new Map<number, number>();
      for (const event of events) {
        const place = placeOf(column, columns, event);
        byPlace.set(place, (byPlace.get(place) ?? 0) + 1);
      }
      for (const [place, count] of byPlace) {
        if (place === 0) continue;
        const id = column.dictionary.text(place - 1);
        counts.set(id, (counts.get(id) ?? 0) + count);
      }
    }
    return counts;
  }

  *#selected(query: PipelineCountQuery): Generator<{ columns: EventColumns; events: Iterable<number> }> {
    const period = this.#period(query);
    const where = Object.entries(query.where ?? {}).map(([name, ids]) => ({
      dimension: this.#dimension(name, `where.${name}`),
      ids: new Set(ids),
    }));
    for (const columns of this.#parts) {
      const tests = where.map(({ dimension, ids }) =>
        hasIdIn(columns, columns.dimension(dimension.index), ids),
      );
      yield { columns, events: selectedEvents(columns, period, tests) };
    }
  }

  #period({ actions, days }: PipelineCountQuery): Period {
    const { windowMs } = this.#reads;
    if (days !== undefined && !(days > 0 && days * MS_PER_DAY <= windowMs))
      throw invalidArgument(
        'days',
        `must be above 0 and at most ${windowMs / MS_PER_DAY}, the days that are read`,
      );
    const fromMs = this.#runTimeMs - (days === undefined ? windowMs : days * MS_PER_DAY);
    return { fromMs, toMs: this.#runTimeMs, codes: this.#codes(actions) };
  }

  #codes(names: readonly string[] | undefined): ReadonlySet<number> {
    const { actions } = this.#reads;
    if (names === undefined) return new Set(actions.map(({ code }) => code));
    return new Set(names.map((name) => codeOf(name, actions)));
  }

  #dimension(name: string, field: string): Dimension {
    const { dimensions } = this.#reads.dataType.events;
    const found = dimensions.find((each) => each.name === name);
    if (found !== undefined) return found;
    const near = didYouMean(
      name,
      dimensions.map((each) => each.name),
    );
    throw new TidemarkError('unknown_dimension', `"${name}" is not a dimension of the events${near}`, {
      field,
    });
  }
}

function codeOf(name: string, actions: readonly ActionDeclaration[]): number {
  const action = actions.find((each) => each.name === name);
  if (action !== undefined) return action.code;
  const near = didYouMean(
    name,
    actions.map((each) => each.name),
  );
  throw new TidemarkError('unknown_action', `"${name}" is not an action that the pipeline reads${near}`, {
    field: 'actions',
  });
}

type EventTest = (event: number) => boolean;

/** Returns the numbers of the events of the period that pass all tests. */
function* selectedEvents(
  { count, timesMs, combinations, actionCodes }: EventColumns,
  { fromMs, toMs, codes }: Period,
  tests: readonly EventTest[] = [],
): Generator<number, undefined> {
  for (let event = 0; event < count; event++) {
    const timeMs = timesMs[event]!;
    if (timeMs < fromMs || timeMs >= toMs || !codes.has(actionCodes[combinations[event]!]!)) continue;
    if (tests.every((test) => test(event))) yield event;
  }
  return undefined;
}

/** Returns a test whether an event has one of the ids. Each id of the dictionary is looked up once. */
function hasIdIn(columns: EventColumns, column: DimensionColumn, ids: ReadonlySet<string>): EventTest {
  const known = new Map<number, boolean>([[0, false]]);
  return (event) => {
    const place = placeOf(column, columns, event);
    const found = known.get(place) ?? ids.has(column.dictionary.text(place - 1));
    known.set(place, found);
    return found;
  };
}

/** Returns 0 if the event lacks the dimension, otherwise 1 + the index of the value in the dictionary. */
function placeOf({ by, places }: DimensionColumn, { combinations }: EventColumns, event: number): number {
  return places[by === 'event' ? event : combinations[event]!]!;
}
