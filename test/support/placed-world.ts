/** A store with placements whose users need a location, with an API in two regions, on the embedded Bigtable. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rowKey } from '../../src/core/rows/row-key';
import type { Store } from '../../src/store/open-store';
import { ApiContract, type OpenApiDocument } from './api-contract';
import { startConsistencyWorld, type ConsistencyWorld, type RegionApp } from './consistency-world';
import type { Answer } from './http-server';
import { openTestStore } from './open-test-store';
import type { CliRun } from './run-cli';
import { runCommandLine } from './run-command';
import { until } from './until';

const EXAMPLE = join(__dirname, '../../infra/examples/topologies/residency.json');
const example = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as {
  placementGroups: { users: object };
  jurisdictions: { eu: { countries: string[] } };
  links: { between: string[] }[];
};

/** The example with users that need a location, and without delays. */
export const PLACED_TOPOLOGY = {
  ...example,
  links: example.links.map(({ between }) => ({ between, delayMs: 0 })),
  placementGroups: { users: { ...example.placementGroups.users, requiresLocation: true } },
};

/** Region that may process all data, and one that may not process that of the European Union. */
export const [EU, US] = ['europe-west1', 'us-central1'];
/** Header, message attribute and field of errors. */
export const LOCATION_FIELD = 'tidemark-access-location';
const call = { timeoutMs: 10_000 };

/** An impression as the API takes it. */
export const impression = (userId: string, adId = 'ad-1') => ({
  userId,
  action: 'impression',
  eventTime: Date.now() - 60_000,
  viewType: 'home',
  adId,
  campaignId: 'cmp-1',
  insertionId: `ins-${adId}`,
});

type Headers = Record<string, string>;

interface Sent {
  /** Path of the API's document. Default: the path. */
  readonly template?: string;
  readonly body?: object;
  readonly headers?: Headers;
}

export class PlacedWorld {
  private constructor(
    readonly world: ConsistencyWorld,
    readonly eu: RegionApp,
    readonly us: RegionApp,
    readonly store: Store,
    readonly contract: ApiContract,
  ) {}

  static async start(): Promise<PlacedWorld> {
    const world = await startConsistencyWorld(PLACED_TOPOLOGY);
    const [eu, us] = [await world.app(EU), await world.app(US)];
    for (const app of [eu, us]) await until(async () => (await app.send({ path: '/readyz' })).status === 200);
    const document = (await eu.send({ path: '/openapi.json' })).json as unknown as OpenApiDocument;
    return new PlacedWorld(world, eu, us, openTestStore(world.env(EU)), new ApiContract(document));
  }

  async close(): Promise<void> {
    await this.store.close();
    await this.world.close();
  }

  /** Sends a request, and holds its answer against the document of the API. */
  readonly ask = async (
    app: RegionApp,
    [method, path]: readonly [string, string],
    { template = path, body, headers }: Sent,
  ): Promise<Answer> => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await app.send({
      method,
      path,
      headers: { ...type, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    this.contract.check(method, template, answer);
    return answer;
  };

  readonly post = (app: RegionApp, path: string, body: object, headers: Headers = {}): Promise<Answer> =>
    this.ask(app, ['POST', path], { body, headers });

  readonly onProfile = (app: RegionApp, method: string, userId: string, headers: Headers = {}) =>
    this.ask(app, [method, `/v1/corpora/users/objects/${userId}/profile/main`], {
      template: '/v1/corpora/{corpus}/objects/{id}/{dataType}/{subType}',
      ...(method === 'PUT' && { body: { locale: 'de-DE' } }),
      headers,
    });

  /** Reads the location of a user, or assigns a placement. */
  readonly location = (app: RegionApp, userId: string, placement?: string, group = 'users') =>
    this.ask(app, [placement === undefined ? 'GET' : 'PUT', `/v1/locations/${group}/${userId}`], {
      template: '/v1/locations/{group}/{objectId}',
      ...(placement !== undefined && { body: { placement } }),
    });

  /** Returns the families of the user's row in the table of a placement. */
  readonly familiesIn = async (table: string, userId: string): Promise<readonly string[]> => {
    const read = { table, key: rowKey(userId), filter: { passAllFilter: true } };
    const { row } = await this.store.tables.reader.readRow(read, { level: 'strict' }, call);
    const families = new Set((row?.cells ?? []).map(({ family }) => family));
    return [...families].filter((name) => !/^_(wm|loc)/.test(name));
  };

  /** Writes a file into the folder in which commands run. */
  readonly writeFile = (name: string, text: string): void => writeFileSync(this.file(name), text);

  readonly file = (name: string): string => join(dirname(this.world.topologyFile), name);

  /** Runs a command in the European region. */
  readonly cli = (...args: string[]): Promise<CliRun> =>
    runCommandLine(args, { env: this.world.env(EU), cwd: dirname(this.world.topologyFile) });
}
