import { isRightFor, type Location, type LocationState } from '../../../src/core/residency/location';
import type { PlacementGroup, PlacementRules } from '../../../src/core/residency/placement-rules';
import { SubjectKeys } from '../../../src/core/residency/subject-key';
import { rowKey } from '../../../src/core/rows/row-key';
import { EMPTY_TOKEN } from '../../../src/core/tokens/write-token';
import { TidemarkError } from '../../../src/errors';
import type { RowToWrite, WriteOptions, Writer, WriteReceipt } from '../../../src/consistency/store';
import type { KnownLocation, Subject } from '../../../src/residency/locations';
import { PlacedWriter } from '../../../src/residency/placed-writer';
import { Subjects } from '../../../src/residency/subjects';
import { tidemarkError } from '../../support/tidemark-error';
import { VirtualClock } from '../../support/virtual-clock';

const GROUP: PlacementGroup = {
  name: 'users',
  corpora: ['users'],
  sketches: [],
  defaultPlacement: 'us',
  requiresLocation: false,
};
const placement = (name: string, jurisdiction?: string) => ({
  name,
  jurisdiction,
  instances: new Map([['users', name]]),
});
const RULES: PlacementRules = {
  jurisdictions: new Map([
    ['secret', { name: 'secret', regions: [], countries: [], servedFrom: ['me-central1'] }],
  ]),
  placements: new Map([
    ['us', placement('us')],
    ['eu', placement('eu')],
    ['me', placement('me', 'secret')],
  ]),
  groups: new Map([['users', GROUP]]),
  groupByCorpus: new Map([['users', GROUP]]),
  groupBySketches: new Map(),
  directoryInstance: 'directory',
};

const home = (at: string): Location => ({ epoch: 1, state: 'home', from: at, to: at });
const moving = (state: LocationState): Location => ({ epoch: 2, state, from: 'us', to: 'eu' });
const row = (id: string): RowToWrite => ({ key: rowKey(id), mutations: [] });

/** Locations of which a process may know an outdated one. */
class TestLocations {
  readonly actual = new Map<string, Location>();
  readonly cached = new Map<string, Location>();
  readonly claims: (string | undefined)[] = [];
  /** Locations that take the place of the actual ones once an operation has looked them up. */
  afterwards = new Map<string, Location>();

  known = ({ rowKey: key }: Pick<Subject, 'rowKey'> & { key: string }): KnownLocation | undefined => {
    const location = this.cached.get(idOf(key));
    return location === undefined ? undefined : { location, changes: 0 };
  };

  claim = (
    { rowKey: key }: Subject,
    { accessLocation }: { accessLocation: string | undefined },
  ): Promise<KnownLocation> => {
    this.claims.push(accessLocation);
    const location = this.actual.get(idOf(key));
    if (location === undefined)
      return Promise.reject(
        new TidemarkError('location_required', 'no location', { field: 'accessLocation' }),
      );
    this.cached.set(idOf(key), location);
    return Promise.resolve({ location, changes: 0 });
  };

  confirm = ({ rowKey: key }: Subject, { location }: KnownLocation): boolean => {
    const id = idOf(key);
    this.actual.set(id, this.afterwards.get(id) ?? this.actual.get(id) ?? location);
    this.afterwards.delete(id);
    const isRight = isRightFor('write', location, this.actual.get(id)!);
    if (!isRight) this.cached.delete(id);
    return isRight;
  };
}

const idOf = (key: Buffer): string => key.subarray(3).toString();

/** A receipt whose token is computed, as the writer's: a copy of the object has none. */
class ComputedReceipt implements WriteReceipt {
  constructor(readonly cluster: string) {}

  get token() {
    return EMPTY_TOKEN;
  }
}

describe('A writer of placed corpora', () => {
  let clock: VirtualClock;
  let locations: TestLocations;
  let written: string[];
  let stays: (number | undefined)[];
  let failing: string | undefined;
  let placed: PlacedWriter;

  beforeEach(() => {
    clock = new VirtualClock();
    locations = new TestLocations();
    [written, stays, failing] = [[], [], undefined];
    const receipt = (table: string): WriteReceipt => new ComputedReceipt(`${table}-a`);
    const write = (table: string, { key, stay }: RowToWrite): WriteReceipt => {
      if (table === failing) throw new TidemarkError('store_unavailable', `${table} cannot be reached`);
      written.push(`${table}/${idOf(key)}`);
      stays.push(stay);
      return receipt(table);
    };
    const writer: Writer = {
      mutateRow: (table, each) => Promise.resolve(each).then((it) => write(table, it)),
      mutateRows: (table, rows) => Promise.resolve(rows).then((all) => all.map((each) => write(table, each))),
    };
    placed = new PlacedWriter({
      writer,
      locations,
      clock,
      subjects: new Subjects({
        rules: () => RULES,
        keys: new SubjectKeys(Buffer.alloc(32, 1)),
        region: 'us-central1',
      }),
      pointTimeoutMs: 1_000,
    });
  });

  const writeAll = (ids: readonly string[], options?: WriteOptions) =>
    placed.mutateRows('users', ids.map(row), options);

  it('writes each row where it is, by the access location of its request, and remembers it', async () => {
    locations.actual.set('anna', home('eu')).set('ben', home('us'));
    await writeAll(['anna', 'ben', 'anna'], { accessLocation: 'DE' });
    const { length } = locations.claims;
    await placed.mutateRow('users', row('anna'), { accessLocation: 'FR' });
    expect(locations.claims).toEqual(Array.from({ length }, () => 'DE'));
    expect([...written].sort()).toEqual(['users/ben', 'users@eu/anna', 'users@eu/anna', 'users@eu/anna']);
  });

  it('repeats what it wrote where rows are not written any more', async () => {
    locations.actual.set('anna', home('us')).set('ben', home('us'));
    locations.afterwards.set('anna', moving('overlaid'));
    const outcomes = await writeAll(['anna', 'ben']);
    expect(written).toEqual(['users/anna', 'users/ben', 'users@eu/anna']);
    expect(outcomes.map((each) => (each as WriteReceipt).cluster)).toEqual(['users@eu-a', 'users-a']);
    expect(outcomes.map((each) => (each as WriteReceipt).placement)).toEqual(['eu', 'us']);
    expect(outcomes.map((each) => (each as WriteReceipt).token)).toEqual([EMPTY_TOKEN, EMPTY_TOKEN]);
    locations.actual.set('carl', home('us'));
    locations.afterwards.set('carl', moving('overlaid'));
    expect(await placed.mutateRow('users', row('carl'))).toMatchObject({
      token: EMPTY_TOKEN,
      cluster: 'users@eu-a',
      placement: 'eu',
    });
    expect((await placed.mutateRow('campaigns', row('c'))).placement).toBeUndefined();
  });

  it('names the stay of each row, by the move that brought it there', async () => {
    const back: Location = { epoch: 3, state: 'home', from: 'us', to: 'us' };
    const leaving: Location = { epoch: 4, state: 'preparing', from: 'us', to: 'eu' };
    locations.actual.set('anna', home('us')).set('ben', back).set('carl', leaving);
    await writeAll(['anna', 'ben', 'carl']);
    for (const id of ['anna', 'ben', 'carl']) await placed.mutateRow('users', row(id));
    expect(stays).toEqual([1, 3, 3, 1, 3, 3]);
    locations.afterwards.set('anna', moving('overlaid'));
    await placed.mutateRow('users', row('anna'));
    expect(stays.slice(6)).toEqual([1, 2]);
    await placed.mutateRow('campaigns', row('c'));
    expect(stays.at(-1)).toBeUndefined();
  });

  it('fails only the rows that concern a failure', async () => {
    locations.actual.set('anna', home('us')).set('ben', home('eu')).set('dora', home('me'));
    failing = 'users@eu';
    const outcomes = await writeAll(['anna', 'ben', 'unknown', 'dora']);
    expect(outcomes.map((each) => (each instanceof TidemarkError ? each.code : each.cluster))).toEqual([
      'users-a',
      'store_unavailable',
      'location_required',
      'wrong_region',
    ]);
    expect(written).toEqual(['users/anna']);
  });

  it('does not write where the law of the placement forbids it', async () => {
    locations.actual.set('dora', home('me'));
    await expect(placed.mutateRow('users', row('dora'))).rejects.toThrow(tidemarkError('wrong_region'));
    expect(written).toEqual([]);
  });
});
