import { send } from '../../support/http-server';
import { impression, LOCATION_FIELD, PlacedWorld } from '../../support/placed-world';

describe('An export of a user in a store with placements', () => {
  let placed: PlacedWorld;

  beforeAll(async () => {
    placed = await PlacedWorld.start();
  });
  afterAll(() => placed.close());

  it('has the data and the location of the placement, strictly, and is denied where it may not be processed', async () => {
    const written = await placed.post(placed.eu, '/v1/events', impression('resident'), {
      [LOCATION_FIELD]: 'DE',
    });
    expect(written.status).toBe(200);
    const path = '/v1/subjects/resident/export';
    const { status, body } = await send(placed.eu.port, {
      path,
      headers: { 'x-request-timeout-ms': '60000' },
    });
    expect(status).toBe(200);
    const lines = body
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ type }) => type)).toEqual(['subject', 'location', 'event', 'complete']);
    expect(lines[1]).toMatchObject({
      group: 'users',
      placement: 'eu',
      reason: 'access-location',
      accessLocation: 'DE',
    });
    expect(lines[2]).toMatchObject({ dataType: 'ad_action', action: 'impression' });
    expect(lines[3]).toMatchObject({ lines: 3, consistency: { level: 'strict', met: true } });
    const denied = await send(placed.us.port, { path });
    expect([denied.status, denied.json['code']]).toEqual([421, 'wrong_region']);
  });
});
