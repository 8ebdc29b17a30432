import {
  lanesOf,
  tickText,
  timelineOf,
  timeTicks,
  type ExportedEvent,
} from '../../../src/console/pages/users/timeline';
import { corporaOf } from './console-schema';

const types = corporaOf()
  .flatMap(({ dataTypes }) => dataTypes)
  .filter(({ events }) => events !== undefined);

/** A multiple of all dedup windows. */
const START = 1_790_000_000_000 - (1_790_000_000_000 % 86_400_000);

/** Views of a campaign are duplicates within 40 seconds. */
const view = (afterMs: number, over: object = {}): ExportedEvent =>
  ({
    type: 'event',
    corpus: 'users',
    dataType: 'campaign_action',
    action: 'view',
    timestampMs: START + afterMs,
    dimensions: { campaignId: 'c' },
    storedIn: 'cell',
    ...over,
  }) as unknown as ExportedEvent;

const marks = (lines: readonly ExportedEvent[]): readonly string[] =>
  timelineOf(lines, types).map(
    ({ timeMs, isDuplicate, hidden }) =>
      `${timeMs - START} ${hidden ?? (isDuplicate ? 'duplicate' : 'counts')}`,
  );

describe('the timeline of a user', () => {
  it('the earliest event of a dedup window counts, in whatever order they are stored', () => {
    expect(marks([view(39_000), view(1_000, { storedIn: 'block' }), view(40_000)])).toEqual([
      '40000 counts',
      '39000 duplicate',
      '1000 counts',
    ]);
  });

  it('events with other dedup dimensions or actions are no duplicates', () => {
    const others = [view(1, { dimensions: { campaignId: 'd' } }), view(2, { action: 'click' }), view(3)];
    expect(marks(others)).toEqual(['3 counts', '2 counts', '1 counts']);
  });

  it('a hidden event neither counts nor makes another one a duplicate', () => {
    expect(marks([view(1, { hidden: 'erased' }), view(2)])).toEqual(['2 counts', '1 erased']);
  });

  it('an event that the schema cannot read is listed', () => {
    const [event] = timelineOf([view(1, { action: undefined, dimensions: undefined })], types);
    expect(event).toMatchObject({ action: '(unreadable)', dimensions: {}, isDuplicate: false });
  });

  it('lanes have the events of their action by part of the span', () => {
    const events = timelineOf([view(0), view(39_000), view(80_000, { storedIn: 'block' })], types);
    const [lane] = lanesOf(events, { fromMs: START, toMs: START + 80_000 }, 2);
    expect(lane).toEqual({
      name: 'campaign_action · view',
      total: 3,
      bins: [
        { raw: 1, packed: 0, uncounted: 1 },
        { raw: 0, packed: 1, uncounted: 0 },
      ],
    });
  });

  it('ticks are round times within the span, and few', () => {
    const span = { fromMs: START + 1, toMs: START + 30 * 86_400_000 };
    const ticks = timeTicks(span, 6);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks.every((each) => each >= span.fromMs && each <= span.toMs)).toBe(true);
    expect(tickText(START, span)).toMatch(/^\d\d-\d\d$/);
    expect(tickText(START, { fromMs: START, toMs: START + 3_600_000 })).toMatch(/^\d\d-\d\d 00:00$/);
  });
});
