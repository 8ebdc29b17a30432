import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DEMO_CAMPAIGN_IDS,
  loadDemoCampaigns,
  makeDemoCampaignEvents,
  makeDemoCampaigns,
} from '../../../src/cli/start/demo-campaigns';
import type { NamedEvent } from '../../../src/core/events/event';
import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { sendJson } from '../../support/http-server';
import { startApp, startStore, type RunningApp } from '../../support/running-app';

const SECOND_MS = 1_000;
/** Dedup windows, as `campaign_action` declares them. */
const WINDOW_MS: Record<string, number> = { view: 40 * SECOND_MS, click: 10 * SECOND_MS };

/** Five standard errors of an estimate. */
const ESTIMATE_ERROR_MAX = 0.04;

interface CountedCampaign {
  readonly id: string;
  readonly counts: { readonly total: Readonly<Record<string, { count: number; exact: boolean }>> };
}

/** Returns the number of distinct dedup keys: user, campaign, action and window. */
function distinctKeys(events: readonly NamedEvent[], campaignId: string, action: string): number {
  const mine = events.filter((each) => each.ids['campaignId'] === campaignId && each.action === action);
  const windowOf = ({ eventTimeMs }: NamedEvent): number => Math.floor(eventTimeMs / WINDOW_MS[action]!);
  return new Set(mine.map((each) => `${each.userId} ${windowOf(each)}`)).size;
}

describe('The campaigns of the demo', () => {
  let store: LocalBigtable;
  let running: RunningApp;
  let folder: string;
  const nowMs = Date.now();

  beforeAll(async () => {
    store = await startStore();
    running = await startApp({ BIGTABLE_EMULATOR_HOST: store.endpoint });
    folder = mkdtempSync(join(tmpdir(), 'tidemark-demo-'));
  });
  afterAll(async () => {
    await running.app.drain();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const counts = async (): Promise<readonly CountedCampaign[]> => {
    const days = { from: day(nowMs - 3 * 86_400_000), to: day(nowMs) };
    const answer = await sendJson(running.port, '/v1/campaigns:counts', {
      campaigns: DEMO_CAMPAIGN_IDS,
      days,
    });
    expect(answer.status).toBe(200);
    return answer.json['campaigns'] as CountedCampaign[];
  };
  const load = (atMs: number) => loadDemoCampaigns(running.app, folder, atMs);

  it('have the same events each time, with repeats, in no order, and on days of their flights', () => {
    const events = makeDemoCampaignEvents(nowMs, 'UTC');
    expect(events).toEqual(makeDemoCampaignEvents(nowMs, 'UTC'));
    expect(new Set(events.map((each) => JSON.stringify(each))).size).toBeLessThan(events.length);
    const times = events.map(({ eventTimeMs }) => eventTimeMs);
    expect(times).not.toEqual([...times].sort((a, b) => a - b));
    for (const { flights } of makeDemoCampaigns(nowMs, 'UTC')) {
      expect(day(Math.min(...times)) >= flights[0]!.firstDay).toBe(true);
      expect(Math.max(...times)).toBeLessThanOrEqual(nowMs);
    }
    const active = makeDemoCampaigns(nowMs, 'UTC').filter(({ flights }) => day(nowMs) <= flights[0]!.lastDay);
    expect(active).toHaveLength(3);
  });

  it.each(['2026-11-24T00:00:30Z', '2026-11-24T09:00:00Z', '2026-11-24T23:59:59Z'])(
    'no campaign has more events of a day than its units, at %s',
    (at) => {
      const endMs = Date.parse(at);
      const events = makeDemoCampaignEvents(endMs, 'UTC');
      for (const { id, flights } of makeDemoCampaigns(endMs, 'UTC')) {
        const views = events.filter((each) => each.ids['campaignId'] === id && each.action === 'view');
        const distinct = new Set(views.map((each) => JSON.stringify(each)));
        const days = new Map<string, number>();
        for (const each of distinct) {
          const on = day((JSON.parse(each) as NamedEvent).eventTimeMs);
          days.set(on, (days.get(on) ?? 0) + 1);
        }
        for (const [on, count] of days) {
          expect(count).toBeLessThan(flights[0]!.unitsPerDay);
          expect(on >= flights[0]!.firstDay && on <= flights[0]!.lastDay).toBe(true);
        }
      }
    },
  );

  it('count each event once, also when an interrupted load is repeated later', async () => {
    const events = makeDemoCampaignEvents(nowMs, 'UTC');
    expect(await load(nowMs)).toEqual({ campaigns: 4, deliveries: events.length });
    const first = await counts();
    expect(first.map(({ id }) => id)).toEqual(DEMO_CAMPAIGN_IDS);
    for (const { id, counts: counted } of first) {
      for (const [action, { count, exact }] of Object.entries(counted.total)) {
        const distinct = distinctKeys(events, id, action);
        // Later in the day some are beyond what is counted exactly.
        expect([
          id,
          action,
          Math.abs(count - distinct) <= (exact ? 0 : ESTIMATE_ERROR_MAX * distinct),
        ]).toEqual([id, action, true]);
      }
    }
    const exact = first.flatMap(({ counts: { total } }) => Object.values(total).filter((each) => each.exact));
    expect(exact.length).toBeGreaterThan(2);
    const path = join(folder, 'demo-campaigns.json');
    const state = JSON.parse(readFileSync(path, 'utf8')) as { endMs: number; loaded: boolean };
    expect(state).toEqual({ endMs: nowMs, loaded: true });
    writeFileSync(path, JSON.stringify({ ...state, loaded: false }));
    await load(nowMs + 5_000_000);
    expect(await counts()).toEqual(first);
  });

  it('are loaded once, so that later changes of users stay', async () => {
    await load(nowMs);
    const [id] = DEMO_CAMPAIGN_IDS;
    const flights = [{ firstDay: day(nowMs), lastDay: day(nowMs), unitsPerDay: 3 }];
    const changed = { action: 'click', flights };
    await sendJson(running.port, `/v1/campaigns/${id}`, changed, 'PUT');
    await load(nowMs);
    const { campaigns } = await running.app.operations.listCampaigns({});
    expect(campaigns.find((each) => each.id === id)).toMatchObject(changed);
    expect(campaigns).toHaveLength(4);
  });
});
