/** Campaign counts of users in two placements: written where the users are, and merged when they are read. */
import { writeFileSync } from 'node:fs';
import { createIngestion, type Ingestion } from '../../../src/operations/events/create-ingestion';
import { cellsPerColumnLimit, chain, familyIs } from '../../../src/bigtable/read/filters';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { mergeSketchBytes } from '../../../src/codec/sketches/sketch-codec';
import { DEFAULTS } from '../../../src/config/defaults';
import { dayAt } from '../../../src/core/time/calendar-day';
import type { ActionEvent } from '../../../src/core/events/event';
import { rowKey } from '../../../src/core/rows/row-key';
import { parseSketchColumn, sketchRowKey } from '../../../src/core/sketches/sketch-row';
import { Sketch } from '../../../src/core/sketches/sketch';
import { ApiContract, type OpenApiDocument } from '../../support/api-contract';
import { campaignId, registerCampaigns } from '../../support/campaigns';
import {
  startConsistencyWorld,
  type ConsistencyWorld,
  type RegionApp,
} from '../../support/consistency-world';
import { CAMPAIGN_ACTION, DAY_MS } from '../../support/events';
import { moveConfig, nearTopology, openMoverStores, type MoverStores } from '../../support/move-world';
import { campaignEvent, userId, type ReconciliationJson } from '../../support/reconcile';
import { runCommandLine } from '../../support/run-command';
import { runCli, type CliRun } from '../../support/run-cli';
import { until } from '../../support/until';

const [EU, US] = ['europe-west1', 'us-central1'];
const DAY = dayAt(Date.now() - 2 * DAY_MS, 'UTC');
const MINUTE_MS = 60_000;
const [SKETCHES] = CAMPAIGN_ACTION.events.sketches;
const call = { timeoutMs: 20_000 };

interface CountsJson {
  readonly placements?: { readonly counted: readonly string[]; readonly missing: readonly string[] };
  readonly completeUpTo?: string;
  readonly periods: readonly { readonly complete?: boolean }[];
  readonly campaigns: readonly { readonly counts: { readonly total: { readonly view: unknown } } }[];
}

describe('Campaign counts of placed users', () => {
  let world: ConsistencyWorld;
  let stores: MoverStores;
  let ingestion: Ingestion;
  let eu: RegionApp;
  let us: RegionApp;
  let contract: ApiContract;
  let campaigns = 0;

  beforeAll(async () => {
    world = await startConsistencyWorld(nearTopology());
    stores = openMoverStores(moveConfig(world.env(EU)));
    stores.store.start();
    await stores.store.warmUp(call);
    ingestion = createIngestion({ store: stores.store, schema: loadSchema(), config: DEFAULTS });
    [eu, us] = [await world.app(EU), await world.app(US)];
    for (const app of [eu, us]) await until(async () => (await app.send({ path: '/readyz' })).status === 200);
    const document = (await eu.send({ path: '/openapi.json' })).json as unknown as OpenApiDocument;
    contract = new ApiContract(document);
  });
  afterAll(async () => {
    await ingestion.close();
    await stores.close();
    await world.close();
  });

  const newCampaign = async (): Promise<number> => {
    await registerCampaigns(stores.store.writer, [campaignId(++campaigns)]);
    await world.heal();
    return campaigns;
  };
  const views = (campaign: number, user: number, count: number): ActionEvent[] =>
    Array.from({ length: count }, (_, n) => campaignEvent(user, campaign, DAY.startMs + n * MINUTE_MS));
  /** Returns a token of all events. */
  const ingest = async (events: readonly ActionEvent[], accessLocation?: string): Promise<string> => {
    const inputs = events.map((event) => ({ event, dataType: CAMPAIGN_ACTION, accessLocation }));
    const { outcomes, token } = await ingestion.ingestEvents(inputs, call);
    expect(outcomes.filter(({ status }) => status !== 'accepted')).toEqual([]);
    return stores.store.tokens.encode(token);
  };
  const move = async (user: number, to: string): Promise<void> => {
    const { subjects } = stores.residency;
    const subject = subjects.of(subjects.groupOf('users')!, rowKey(userId(user)))!;
    const mover = stores.moverOf();
    const { waves } = await mover.plan({ group: 'users', to, reason: 'explicit', subjects: [subject] });
    for (const wave of waves) await mover.move(wave);
  };
  /** Counts the views in one table, as a reader of it alone would. */
  const countIn = async (table: string, campaign: number): Promise<number> => {
    const read = { table, key: sketchRowKey(campaignId(campaign), DAY.day) };
    const filter = chain(familyIs(SKETCHES!.family), cellsPerColumnLimit(1));
    const { row } = await stores.store.tables.reader.readRow({ ...read, filter }, { level: 'strict' }, call);
    const sketch = new Sketch();
    for (const { qualifier, value } of row?.cells ?? []) {
      const { hour, kind } = parseSketchColumn(qualifier)!;
      if (hour === undefined && kind === 'events') mergeSketchBytes(sketch, value);
    }
    return sketch.estimate();
  };
  const inTables = (campaign: number): Promise<readonly number[]> =>
    Promise.all(['campaign_counts', 'campaign_counts@eu'].map((table) => countIn(table, campaign)));
  const counts = async (app: RegionApp, campaign: number, consistency: object = {}): Promise<CountsJson> => {
    const body = { campaigns: [campaignId(campaign)], days: [DAY.day], actions: ['view'], consistency };
    const path = '/v1/campaigns:counts';
    const headers = { 'content-type': 'application/json' };
    const answer = await app.send({ method: 'POST', path, headers, body: JSON.stringify(body) });
    contract.check('POST', path, answer);
    expect(answer.status).toBe(200);
    return answer.json as unknown as CountsJson;
  };
  const viewsOf = ({ campaigns: [campaign] }: CountsJson): unknown => campaign!.counts.total.view;
  const exactly = (count: number) => ({ count, exact: true, bounds: { lower: count, upper: count } });
  const command = (region: string | undefined, ...args: readonly string[]): Promise<CliRun> =>
    runCommandLine(args, { env: world.env(region) });

  it('are written where the user is, and are complete where all placements may be read', async () => {
    const campaign = await newCampaign();
    await ingest(views(campaign, 1, 5), 'DE');
    const token = await ingest([...views(campaign, 2, 3), ...views(campaign, 1, 6)], 'US');
    expect(await inTables(campaign)).toEqual([3, 6]);
    const answer = await counts(eu, campaign, { level: 'strict', token });
    expect(viewsOf(answer)).toEqual(exactly(9));
    expect(answer.placements).toEqual({ counted: ['us', 'eu'], missing: [] });
  });

  it('have lower bounds where a placement may not be read, and name it', async () => {
    const campaign = await newCampaign();
    await ingest(views(campaign, 3, 5), 'DE');
    const token = await ingest(views(campaign, 4, 3), 'US');
    const answer = await counts(us, campaign, { level: 'strict', token });
    expect(viewsOf(answer)).toEqual({ count: 3, exact: false, bounds: { lower: 3 } });
    expect(answer.placements).toEqual({ counted: ['us'], missing: ['eu'] });
    expect([answer.completeUpTo, answer.periods[0]!.complete]).toEqual([undefined, false]);
    const args = ['campaigns', 'counts', campaignId(campaign), '--day', DAY.day, '--consistency', 'strict'];
    const { stdout } = await command(US, ...args);
    expect(stdout).toContain('not counted: placements eu');
    expect((await command(EU, ...args)).stdout).not.toContain('not counted');
  });

  it('are complete in other regions if aggregates may cross', async () => {
    const campaign = await newCampaign();
    await ingest(views(campaign, 3, 5), 'DE');
    const topology = nearTopology() as { jurisdictions: { eu: Record<string, unknown> } };
    topology.jurisdictions.eu['aggregatesServedFrom'] = ['europe-west1', 'europe-north1', US];
    try {
      writeFileSync(world.topologyFile, JSON.stringify(topology));
      us.app.reload();
      const answer = await counts(us, campaign, { level: 'strict' });
      expect([viewsOf(answer), answer.placements?.missing]).toEqual([exactly(5), []]);
    } finally {
      writeFileSync(world.topologyFile, JSON.stringify(nearTopology()));
      us.app.reload();
    }
  });

  it('count an event once that is delivered again after its user has moved', async () => {
    const campaign = await newCampaign();
    const seen = views(campaign, 5, 8);
    await ingest(seen, 'DE');
    await ingest(views(campaign, 6, 2), 'US');
    await move(5, 'us');
    expect(await inTables(campaign)).toEqual([2, 8]);
    // Five again, four of them late ones that were never seen.
    const token = await ingest([...seen.slice(3), ...views(campaign, 5, 12).slice(8)]);
    expect(await inTables(campaign)).toEqual([2 + 5 + 4, 8]);
    const answer = await counts(eu, campaign, { level: 'strict', token });
    expect(viewsOf(answer)).toEqual(exactly(2 + 12));
  });

  it('agree with the events of all placements after moves, and prove nothing without one', async () => {
    const campaign = await newCampaign();
    await ingest(views(campaign, 7, 4), 'DE');
    await ingest(views(campaign, 8, 4), 'US');
    await move(7, 'us');
    await world.heal();
    const args = ['reconcile', '--day', DAY.day, '--campaign', campaignId(campaign), '--all', '--json'];
    const all = await command(EU, ...args);
    const agreed = JSON.parse(all.stdout) as ReconciliationJson & { readonly placements: unknown };
    expect([all.ended, agreed.status, agreed.events]).toEqual([
      0,
      'agrees',
      { exact: 8, possible: 0, sketch: 8 },
    ]);
    expect(agreed.placements).toEqual({ counted: ['us', 'eu'], missing: [] });
    const some = await command(US, ...args);
    expect([some.ended, JSON.parse(some.stdout)]).toEqual([
      1,
      expect.objectContaining({
        status: 'incomplete',
        events: { exact: 8, possible: 0, sketch: 4 },
        placements: { counted: ['us'], missing: ['eu'] },
      }),
    ]);
    const text = await command(US, ...args.slice(0, -1));
    expect(text.stdout).toContain('proves nothing without the missing placements');
    expect(text.stdout).toContain('Placements eu are left out');
  });

  it('are merged in each placement by itself, where its data may be processed', async () => {
    const campaign = await newCampaign();
    for (const accessLocation of ['DE', 'US']) {
      const writer = createIngestion({ store: stores.store, schema: loadSchema(), config: DEFAULTS });
      const user = accessLocation === 'DE' ? 9 : 10;
      for (const each of [ingestion, writer]) {
        const events = views(campaign, user, 3);
        const inputs = events.map((event) => ({ event, dataType: CAMPAIGN_ACTION, accessLocation }));
        await each.ingestEvents(inputs, call);
      }
      await writer.close();
    }
    await world.heal();
    const compact = ['campaigns', 'compact', '--day', DAY.day, '--idle', '0s', '--json'];
    const summaries = ({ stdout }: CliRun): unknown[] =>
      stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { sketches: string }).sketches);
    const restricted = await command(US, ...compact);
    expect(summaries(restricted)).toEqual(['campaign_counts/campaign_counts']);
    expect(restricted.stderr).toContain('placement eu is left out');
    const before = await inTables(campaign);
    const complete = await command(EU, ...compact);
    expect(summaries(complete)).toEqual([
      'campaign_counts/campaign_counts',
      'campaign_counts@eu/campaign_counts',
    ]);
    await world.heal();
    expect(await inTables(campaign)).toEqual(before);
    expect(before).toEqual([3, 3]);
  });

  it('do not let campaigns be paced where a placement may not be read', async () => {
    const { ended, stderr } = await runCli(['pace', '--once'], { env: world.env(US) });
    expect([ended, stderr]).toEqual([1, expect.stringContaining('sketches of the placements eu may not be')]);
    expect(stderr).toContain('wrong_region');
  });

  it('fail an event whose user cannot be placed, and count nothing of it', async () => {
    const campaign = await newCampaign();
    const [event] = views(campaign, 11, 1);
    await ingest([event!], 'DE');
    const inputs = [{ event: event!, dataType: CAMPAIGN_ACTION }];
    const abroad = createIngestion({
      store: (await openUs()).store,
      schema: loadSchema(),
      config: DEFAULTS,
    });
    const { outcomes } = await abroad.ingestEvents(inputs, call);
    expect(outcomes).toMatchObject([{ status: 'rejected', error: { code: 'wrong_region' } }]);
    expect(await inTables(campaign)).toEqual([0, 1]);
    await abroad.close();
  });

  let american: MoverStores | undefined;
  const openUs = async (): Promise<MoverStores> => {
    american ??= openMoverStores(moveConfig(world.env(US)));
    await american.store.warmUp(call);
    return american;
  };
  afterAll(() => american?.close());
});
