import { bytes, type data, setCell, statusOf } from './raw-bigtable';
import { describeServers } from './servers';

const INVALID_ARGUMENT = 3;
const NOT_FOUND = 5;

describeServers('Conditional mutations', ({ bigtable, test }) => {
  let tables = 0;
  let table = '';

  beforeEach(async () => {
    table = `conditional-${tables++}`;
    await bigtable().createTable(table, {});
    for (const id of ['a', 'b']) await bigtable().modifyFamilies(table, [{ id, create: {} }]);
  });

  const set = (family: string, qualifier: string): data.IMutation => setCell([family, qualifier, 0, 'v']);
  const check = (request: data.ICheckAndMutateRowRequest, key = 'k'): Promise<boolean> =>
    bigtable().checkAndMutate(table, key, request);
  const qualifiers = async (): Promise<string[]> =>
    ((await bigtable().read(table))[0]?.cells ?? []).map(([family, qualifier]) => `${family}:${qualifier}`);

  test('the predicate selects a branch by whether it passes a cell', async () => {
    const request = {
      predicateFilter: { columnQualifierRegexFilter: bytes('q') },
      trueMutations: [set('a', 'yes')],
      falseMutations: [set('a', 'q')],
    };
    expect(await check(request)).toBe(false);
    expect(await check(request)).toBe(true);
    expect(await qualifiers()).toEqual(['a:q', 'a:yes']);
  });

  test('each branch may have 100,000 mutations', async () => {
    const many = Array.from({ length: 100_000 }, () => ({ deleteFromRow: {} }));
    expect(await check({ trueMutations: many, falseMutations: many })).toBe(false);
  });

  test(
    'neither branch may have more mutations',
    async () => {
      const tooMany = Array.from({ length: 100_001 }, () => ({ deleteFromRow: {} }));
      expect(await statusOf(check({ trueMutations: tooMany }))).toBe(INVALID_ARGUMENT);
      expect(await statusOf(check({ falseMutations: tooMany }))).toBe(INVALID_ARGUMENT);
    },
    'size-limits',
  );

  test('without a predicate the existence of the row selects the branch', async () => {
    const request = { trueMutations: [set('a', 'q')], falseMutations: [set('a', 'r')] };
    expect(await check(request)).toBe(false);
    expect(await check(request)).toBe(true);
    await bigtable().mutate(table, 'k', [{ deleteFromRow: {} }]);
    expect(await check(request)).toBe(false);
  });

  test('any filter can be the predicate', async () => {
    await bigtable().set(table, 'k', [
      ['a', 'n', 2_000, 'five'],
      ['a', 'n', 1_000, 'four'],
      ['b', 'n', 0, ''],
    ]);
    const judge = (predicateFilter: data.IRowFilter): Promise<boolean> =>
      check({ predicateFilter, falseMutations: [set('b', 'touched')] });
    const newest = { cellsPerColumnLimitFilter: 1 };
    const value = (pattern: string): data.IRowFilter => ({ valueRegexFilter: bytes(pattern) });
    const chain = (...filters: data.IRowFilter[]): data.IRowFilter => ({ chain: { filters } });
    expect(await judge(value('four'))).toBe(true);
    expect(await judge(chain(newest, value('four')))).toBe(false);
    expect(await judge(chain(newest, value('five')))).toBe(true);
    expect(await judge({ stripValueTransformer: true })).toBe(true);
    expect(await judge({ blockAllFilter: true })).toBe(false);
    expect(await judge({ rowKeyRegexFilter: bytes('k') })).toBe(true);
    expect(await judge({ rowKeyRegexFilter: bytes('l') })).toBe(false);
    expect(await judge({ interleave: { filters: [value('six'), value('five')] } })).toBe(true);
    const condition = { predicateFilter: value('six'), falseFilter: { familyNameRegexFilter: 'b' } };
    expect(await judge({ condition })).toBe(true);
  });

  test('a branch without mutations does nothing', async () => {
    expect(await check({ trueMutations: [set('a', 'q')] })).toBe(false);
    expect(await bigtable().read(table)).toEqual([]);
  });

  test('all mutations of the branch are applied in order', async () => {
    await bigtable().set(table, 'k', [['b', 'old', 0, '']]);
    const trueMutations = [
      set('a', 'gone'),
      { deleteFromFamily: { familyName: 'a' } },
      set('a', 'stays'),
      { deleteFromColumn: { familyName: 'b', columnQualifier: bytes('old') } },
    ];
    expect(await check({ trueMutations })).toBe(true);
    expect(await qualifiers()).toEqual(['a:stays']);
  });

  test('exactly one of many concurrent claims wins', async () => {
    const claims = await Promise.all(
      Array.from({ length: 50 }, (_, claim) => check({ falseMutations: [set('a', `owner-${claim}`)] })),
    );
    expect(claims.filter((matched) => !matched)).toHaveLength(1);
    expect(await qualifiers()).toHaveLength(1);
  });

  test('an empty key and invalid predicates are rejected and change nothing', async () => {
    const falseMutations = [set('a', 'q')];
    expect(await statusOf(check({ falseMutations }, ''))).toBe(INVALID_ARGUMENT);
    await bigtable().set(table, 'k', [['b', 'q', 0, '']]);
    const predicateFilter = { valueRegexFilter: bytes('(') };
    expect(await statusOf(check({ predicateFilter, falseMutations }))).toBe(INVALID_ARGUMENT);
    expect(await qualifiers()).toEqual(['b:q']);
  });

  test('an unknown table is rejected with NOT_FOUND', async () => {
    const call = bigtable().checkAndMutate('nowhere', 'k', { falseMutations: [set('a', 'q')] });
    expect(await statusOf(call)).toBe(NOT_FOUND);
  });

  test(
    'at least one branch needs a mutation',
    async () => expect(await statusOf(check({}))).toBe(INVALID_ARGUMENT),
    'check-and-mutate-needs-mutations',
  );

  test(
    'the branch that is not applied is validated as well',
    async () => {
      const trueMutations = [setCell(['a', 'q', 1, 'v'])];
      expect(await statusOf(check({ trueMutations, falseMutations: [set('a', 'q')] }))).toBe(
        INVALID_ARGUMENT,
      );
      expect(await qualifiers()).toEqual([]);
    },
    'both-branches',
  );

  test(
    'the branch that is not applied may name missing families',
    async () => {
      expect(await check({ trueMutations: [set('nope', 'q')], falseMutations: [set('a', 'q')] })).toBe(false);
      expect(await qualifiers()).toEqual(['a:q']);
      const taken = check({ trueMutations: [set('nope', 'q')], falseMutations: [set('a', 'r')] });
      expect(await statusOf(taken)).toBe(NOT_FOUND);
      expect(await qualifiers()).toEqual(['a:q']);
    },
    'unknown-family-code',
  );
});
