import { bytes, data, type PlainRow, type RawBigtable, setCell } from '../conformance/raw-bigtable';

const DATA = '/google.bigtable.v2.Bigtable';
const ROWS_PER_WRITER = 100;
const set = (qualifier: string, value: string): data.IMutation => setCell(['f', qualifier, 0, value]);

/** Row key, mutations, and an idempotency token if it has one. */
type Entry = readonly [string, data.IMutation[], token?: string];

/** A table at one of several clusters, by the app profile that leads there; the instance's default for none. */
export class Site {
  constructor(
    readonly bigtable: RawBigtable,
    readonly appProfileId: string,
  ) {}

  async mutateRows(table: string, entries: readonly Entry[]): Promise<void> {
    const types = [data.MutateRowsRequest, data.MutateRowsResponse] as const;
    const responses = await this.bigtable.stream(`${DATA}/MutateRows`, [...types], {
      ...this.#target(table),
      entries: entries.map(([key, mutations, token]) => ({
        rowKey: bytes(key),
        mutations,
        ...(token !== undefined && { idempotency: { token: bytes(token) } }),
      })),
    });
    const failed = responses
      .flatMap(({ entries: each }) => each)
      .find(({ status }) => (status?.code ?? 0) !== 0);
    if (failed !== undefined) throw new Error(`an entry failed: ${failed.status?.message ?? ''}`);
  }

  async increment(table: string, key: string, columnQualifier: string): Promise<void> {
    const types = [data.ReadModifyWriteRowRequest, data.ReadModifyWriteRowResponse] as const;
    const rule = { familyName: 'f', columnQualifier: bytes(columnQualifier), incrementAmount: 1 };
    const request = { ...this.#target(table), rowKey: bytes(key), rules: [rule] };
    await this.bigtable.unary(`${DATA}/ReadModifyWriteRow`, [...types], request);
  }

  read(table: string): Promise<PlainRow[]> {
    return this.bigtable.read(table, { appProfileId: this.appProfileId });
  }

  #target(table: string): { tableName: string; appProfileId: string } {
    return { tableName: this.bigtable.tableName(table), appProfileId: this.appProfileId };
  }
}

/**
 * Client that writes until the server is killed, one call at a time: rows of its own with two cells each, in batches; an increment; and
 * additions to sums, with and without a token. Acknowledged calls must be stored; the call in flight may be applied or not.
 */
export class Writer {
  /** Version by row key: version n means that cells a and b hold n. */
  readonly #versions = new Map<string, number>();
  /** Sums of increments and of additions. */
  #counts = [0, 0];
  /** Number of additions with a token; the one in flight uses this number. */
  #once = 0;
  acknowledged = 0;

  constructor(readonly name: string) {}

  async write(site: Site, home: Site): Promise<void> {
    try {
      for (let at = 0; ; at++) {
        await this.#writeRows(site, at);
        await home.increment('t', `${this.name}-counter`, 'n');
        this.#counts[0]!++;
        await site.mutateRows('t', [[`${this.name}-sum`, [addToSum]]]);
        this.#counts[1]!++;
        await this.#addOnce(site, this.#once);
        this.#once++;
        this.acknowledged += 4;
      }
    } catch {
      // The server is gone.
    }
  }

  /** Checks that the stored state is the acknowledged one, or that with the call in flight applied as a whole. */
  check(rows: readonly PlainRow[]): void {
    const found = new Map(rows.map((row) => [row.key, row.cells.map(([, , , value]) => value)]));
    for (const [key, version] of this.#versions) {
      const values = (found.get(key) ?? []).map(Number);
      expect({ key, values }).toEqual({ key, values: [values[0], values[0]] });
      expect([version, version + 1]).toContain(values[0]);
      this.#versions.set(key, values[0]!);
    }
    this.#counts = ['counter', 'sum'].map((kind, index) => {
      const count = integer(found.get(`${this.name}-${kind}`)?.[0]);
      const known = this.#counts[index]!;
      expect({ kind, count, isKnown: count === known || count === known + 1 }).toMatchObject({
        isKnown: true,
      });
      return count;
    });
  }

  /** Sends the last addition that was acknowledged again, and the one under way: each has been done once in the end. */
  async repeat(site: Site): Promise<void> {
    if (this.#once > 0) await this.#addOnce(site, this.#once - 1);
    await this.#addOnce(site, this.#once);
    this.#once++;
    const row = (await site.read('t')).find(({ key }) => key === `${this.name}-once`);
    expect([this.name, integer(row?.cells[0]?.[3])]).toEqual([this.name, this.#once]);
  }

  async #addOnce(site: Site, number: number): Promise<void> {
    await site.mutateRows('t', [[`${this.name}-once`, [addToSum], `${this.name}-token-${number}`]]);
  }

  async #writeRows(site: Site, at: number): Promise<void> {
    const half = ROWS_PER_WRITER / 2;
    const keys = [`${this.name}-${at % half}`, `${this.name}-${(at % half) + half}`];
    const version = String((this.#versions.get(keys[0]!) ?? 0) + 1);
    const cells = [set('a', version), set('b', version)];
    await site.mutateRows(
      't',
      keys.map((key) => [key, cells] as const),
    );
    for (const key of keys) this.#versions.set(key, Number(version));
  }
}

const integer = (value: string | undefined): number =>
  value === undefined ? 0 : Number(bytes(value).readBigInt64BE(0));

const addToSum: data.IMutation = {
  addToCell: {
    familyName: 's',
    columnQualifier: { rawValue: bytes('q') },
    timestamp: { rawTimestampMicros: 0 },
    input: { intValue: 1 },
  },
};

/** Returns families and rows of one of the administrator's tables; undefined when it does not exist. */
type Side = { readonly families: readonly string[]; readonly rows: readonly string[] } | undefined;

/** One client that makes a table, fills it from several clusters, and takes it apart again, step by step. */
export class Administrator {
  #steps = 0;
  #done = 0;

  async administer(sites: readonly Site[]): Promise<void> {
    const steps = this.#plan(sites);
    try {
      for (this.#done = 0; ; this.#done++) {
        await steps[this.#done % steps.length]!.run();
        this.#steps++;
      }
    } catch {
      // The server is gone.
    }
  }

  get acknowledged(): number {
    return this.#steps;
  }

  /** The table is as the last step that was acknowledged left it, or as the one under way does. Cleans up. */
  async check(sites: readonly Site[]): Promise<void> {
    const steps = this.#plan(sites);
    const { bigtable } = sites[0]!;
    const before = this.#done === 0 ? undefined : steps.at((this.#done - 1) % steps.length)!.leaves;
    const after = steps.at(this.#done % steps.length)!.leaves;
    const { tables } = await bigtable.listTables();
    const isThere = tables?.some(({ name }) => name?.endsWith('/side')) === true;
    for (const site of sites) {
      const found: Side = isThere ? await sideAt(site) : undefined;
      expect([before ?? 'absent', after ?? 'absent']).toContainEqual(found ?? 'absent');
    }
    if (isThere) await bigtable.deleteTable('side');
  }

  #plan(sites: readonly Site[]): { readonly run: () => Promise<unknown>; readonly leaves: Side }[] {
    const { bigtable } = sites[0]!;
    const write = (key: string, family: string, at: number) => (): Promise<void> =>
      sites[at % sites.length]!.mutateRows('side', [[key, [setCell([family, 'q', 0, 'v'])]]]);
    const change =
      (modification: Parameters<RawBigtable['modifyFamilies']>[1][number]) => (): Promise<unknown> =>
        bigtable.modifyFamilies('side', [modification]);
    return [
      { run: () => bigtable.createTable('side', { f: {} }), leaves: side('f') },
      { run: write('a', 'f', 0), leaves: side('f', 'a:f') },
      { run: write('b', 'f', 1), leaves: side('f', 'a:f', 'b:f') },
      { run: change({ id: 'g', create: {} }), leaves: side('f,g', 'a:f', 'b:f') },
      { run: write('b', 'g', 2), leaves: side('f,g', 'a:f', 'b:f,g') },
      {
        run: () => bigtable.dropRows('side', { rowKeyPrefix: bytes('a') }),
        leaves: side('f,g', 'b:f,g'),
      },
      { run: change({ id: 'g', drop: true }), leaves: side('f', 'b:f') },
      { run: () => bigtable.deleteTable('side'), leaves: undefined },
    ];
  }
}

const side = (families: string, ...rows: string[]): Side => ({ families: families.split(','), rows });

async function sideAt(site: Site): Promise<Side> {
  const { columnFamilies } = await site.bigtable.getTable('side');
  const rows = await site.read('side');
  return {
    families: Object.keys(columnFamilies ?? {}).sort(),
    rows: rows.map(({ key, cells }) => `${key}:${cells.map(([family]) => family).join(',')}`),
  };
}
