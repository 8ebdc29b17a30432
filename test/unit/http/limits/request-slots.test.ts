import { ANONYMOUS, type Caller } from '../../../../src/core/access/caller';
import { DEFAULTS } from '../../../../src/config/defaults';
import { compileEndpoint } from '../../../../src/http/server/compiled-endpoint';
import { LoadShedder } from '../../../../src/http/limits/load-shedder';
import { RequestSlots } from '../../../../src/http/limits/request-slots';
import { echoEndpoint } from '../../../support/http-server';
import { VirtualClock } from '../../../support/virtual-clock';

const caller = (id: string): Caller => ({ id, scopes: 'all', groups: 'all' });
const [ada, bob] = [caller('ada'), caller('bob')];
const endpoint = compileEndpoint(echoEndpoint());
const probe = { ...endpoint, probe: true };
const MAX = 40;

function open() {
  const clock = new VirtualClock();
  const limits = { ...DEFAULTS.http.shedding, enabled: false };
  const places = new RequestSlots(new LoadShedder({ clock, limits, requestsMax: MAX }), clock);
  const takeAll = (who: Caller): number => {
    let taken = 0;
    while (places.take(endpoint, who)) taken += 1;
    return taken;
  };
  return { clock, places, takeAll };
}

describe('Request slots', () => {
  it('one caller may take all slots while no other is active', () => {
    const { takeAll } = open();
    expect(takeAll(ada)).toBe(MAX);
  });

  it('a quarter of the slots is left to others until they have been inactive for ten seconds', async () => {
    const { clock, places, takeAll } = open();
    places.take(endpoint, bob);
    places.release(bob);
    expect(takeAll(ada)).toBe(30);
    expect(takeAll(bob)).toBe(10);
    for (let each = 0; each < 10; each++) places.release(bob);
    await clock.advance(10_000);
    expect(takeAll(ada)).toBe(10);
  });

  it('all slots are available without authentication, and a probe always gets one', () => {
    const { places, takeAll } = open();
    expect(takeAll(ANONYMOUS)).toBe(MAX);
    expect([places.take(probe, ANONYMOUS), places.take(probe, ada), places.taken]).toEqual([
      true,
      true,
      MAX + 2,
    ]);
  });
});
