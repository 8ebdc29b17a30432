import { encodeFilter } from '../../../../src/bigtable/read/filter-encoder';
import { cellsPerRowLimit, chain, interleave, qualifierRange } from '../../../../src/bigtable/read/filters';
import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { DEFAULTS } from '../../../../src/config/defaults';
import { qualifierRanges } from '../../../../src/core/counts/event-range';
import { planUserEventsRead } from '../../../../src/operations/events/read-user-events';
import { google } from '../../../../src/gen/bigtable';

const dataType = loadSchema().eventDataType('ad_action');
const NOW_MS = Date.UTC(2026, 9, 14, 12);
const DAY_MS = 86_400_000;

/** Inputs of a plan: a request of the period before `NOW_MS`, the family, and the limit of cells. */
interface Planned {
  readonly fromMs: number;
  readonly toMs: number;
  readonly family: string;
  readonly actions: readonly string[];
  readonly eventCellsMax: number;
}

const FIRST: Planned = {
  fromMs: NOW_MS - 7 * DAY_MS - 1_800_000,
  toMs: NOW_MS,
  family: dataType.family,
  actions: ['impression', 'click'],
  eventCellsMax: 100,
};

/** Impressions of the schema are duplicates within a day. */
const WHOLE_DAYS: Planned = { ...FIRST, actions: ['impression'] };

function plan({ fromMs, toMs, family, actions, eventCellsMax }: Planned) {
  const asked = dataType.events.actions.filter(({ name }) => actions.includes(name));
  const request = { dataType: { ...dataType, family }, actions: asked, fromMs, toMs };
  return planUserEventsRead(request, { ...DEFAULTS.counts, eventCellsMax }, NOW_MS);
}

describe('The filter of a read of events', () => {
  it.each([
    ['day of the start', FIRST, { fromMs: FIRST.fromMs - 40 * DAY_MS }],
    ['day of the start, of a whole-day action', WHOLE_DAYS, { fromMs: FIRST.fromMs - 40 * DAY_MS }],
    ['time of the start on the same day', FIRST, { fromMs: FIRST.fromMs + 600_000 }],
    ['end', FIRST, { toMs: NOW_MS - 1_000 }],
    ['family', FIRST, { family: 'other' }],
    ['actions', FIRST, { actions: ['click'] }],
    ['limit of cells', FIRST, { eventCellsMax: 7 }],
  ])('selects what the read needs when the previous one had another %s', (_, first, change) => {
    for (const planned of [first, { ...first, ...change }, first]) {
      const { range, filter } = plan(planned);
      const { family, eventCellsMax } = planned;
      const spans = qualifierRanges(range!).map((span) =>
        chain(qualifierRange({ family, ...span }), cellsPerRowLimit(eventCellsMax + 1)),
      );
      const expected = google.bigtable.v2.RowFilter.encode(interleave(...spans)).finish();
      expect(Buffer.from(encodeFilter(filter)!)).toEqual(Buffer.from(expected));
    }
  });

  it('has the spans of the previous read, with their bytes, when nothing differs but parts of a second', () => {
    const { filter } = plan(FIRST);
    const again = plan({ ...FIRST, toMs: NOW_MS - 1 }).filter;
    expect(again).toEqual(filter);
    expect(encodeFilter(again)).toEqual(encodeFilter(filter));
    const spans = filter?.interleave?.filters ?? [filter!];
    const spansAgain = again?.interleave?.filters ?? [again!];
    expect(spansAgain.map((span, at) => span === spans[at])).toEqual(spans.map(() => true));
  });
});
