/** Campaigns for tests. */

/** The id of the nth campaign, as events of `campaign_action` have it. */
export function campaignId(n: number): string {
  return `c0ffee00-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** In JSON, of one flight unless told otherwise. */
export function campaignBody(over: object = {}): Record<string, unknown> {
  return {
    action: 'view',
    flights: [{ firstDay: '2026-11-20', lastDay: '2026-11-22', unitsPerDay: 16_000 }],
    ...over,
  };
}
