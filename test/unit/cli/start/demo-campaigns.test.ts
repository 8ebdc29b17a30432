import {
  DEMO_CAMPAIGN_IDS,
  makeDemoCampaignEvents,
  makeDemoCampaigns,
} from '../../../../src/cli/start/demo-campaigns';

/** Returns the views of a campaign on a day in UTC, each of which is a unit. */
function viewsOn(endMs: number, campaignId: string, day: string): number {
  const views = makeDemoCampaignEvents(endMs, 'UTC').filter(
    ({ action, ids, eventTimeMs }) =>
      action === 'view' &&
      ids?.['campaignId'] === campaignId &&
      new Date(eventTimeMs).toISOString().startsWith(day),
  );
  return new Set(views.map((view) => JSON.stringify(view))).size;
}

describe.each(['00:00', '00:10', '09:00', '16:40', '23:50'])('The demo, started at %s', (time) => {
  const endMs = Date.parse(`2026-11-24T${time}:30Z`);
  const campaigns = makeDemoCampaigns(endMs, 'UTC');

  it('has a healthy, a slow, a paused and a finished campaign, none over-delivered on a day', () => {
    expect(campaigns.map(({ isPaused }) => isPaused)).toEqual([false, false, true, false]);
    expect(campaigns.map(({ flights }) => flights[0]!.lastDay < '2026-11-24')).toEqual([
      false,
      false,
      false,
      true,
    ]);
    campaigns.forEach(({ flights }, index) => {
      const { unitsPerDay } = flights[0]!;
      for (const day of ['2026-11-23', '2026-11-24'])
        expect(viewsOn(endMs, DEMO_CAMPAIGN_IDS[index]!, day)).toBeLessThanOrEqual(0.97 * unitsPerDay);
    });
  });

  it('has no event after its start, and delivers no more of the day than has passed', () => {
    const events = makeDemoCampaignEvents(endMs, 'UTC');
    expect(events.filter(({ action, eventTimeMs }) => action === 'view' && eventTimeMs > endMs)).toEqual([]);
    const passed = (endMs - Date.parse('2026-11-24T00:00:00Z')) / 86_400_000;
    expect(viewsOn(endMs, DEMO_CAMPAIGN_IDS[0]!, '2026-11-24')).toBeLessThanOrEqual(900 * passed);
  });
});
