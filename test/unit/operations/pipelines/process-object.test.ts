import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { DEFAULTS } from '../../../../src/config/defaults';
import { parseBlockColumn } from '../../../../src/core/blocks/block-column';
import { columnMarker, versionMarker } from '../../../../src/core/objects/delete-markers';
import { checkDefinition } from '../../../../src/core/pipelines/check-definition';
import type {
  PipelineContext,
  PipelineDefinition,
  PipelineObject,
} from '../../../../src/core/pipelines/definition';
import { rowKey } from '../../../../src/core/rows/row-key';
import { TidemarkError, type ErrorCode } from '../../../../src/errors';
import { isInternal } from '../../../../src/operations/objects/object-rules';
import { outputMutations } from '../../../../src/operations/pipelines/output-mutations';
import { createProcessObject } from '../../../../src/operations/pipelines/process-object';
import { displacedVersions } from '../../../../src/operations/pipelines/read-object-row';
import { packed, rulesAt } from '../../../support/compaction';
import { adEvent, AD_ACTION, DAY_MS, storedCells } from '../../../support/events';
import { tidemarkError } from '../../../support/tidemark-error';

const schema = loadSchema();
const NOW_MS = 20_000 * DAY_MS;
const profile = schema.dataType('users', 'profile');
const limits = { objects: DEFAULTS.objects, eventCellsMax: 1_000, writesPerObjectMax: 3 };
const context: PipelineContext = {
  runTimeMs: NOW_MS,
  logger: { info: () => undefined, warn: () => undefined },
  signal: new AbortController().signal,
  shared: undefined,
};

interface TestCell {
  readonly family: string;
  readonly qualifier: Buffer;
  readonly timestampMicros: number;
  readonly value: Buffer;
}

function profileCell(subType: string, versionMs: number, locale: string): TestCell {
  const value = schema.codec(profile).fromJson({ locale });
  return { family: 'profile', qualifier: Buffer.from(subType), timestampMicros: versionMs * 1_000, value };
}

function pipelineOf(process: PipelineDefinition['process']) {
  const reads = ['profile', { dataType: 'ad_action', windowDays: 30 }];
  const definition = { name: 'test', corpus: 'users', reads, writes: ['profile', 'embedding'], process };
  return checkDefinition(definition, { corpora: schema.corpora(), isInternal });
}

/** Calls `process` with an object that has these cells. */
function run(process: PipelineDefinition['process'], cells: readonly TestCell[] = [], checks = new Map()) {
  const pipeline = pipelineOf(process);
  const row = { key: rowKey('u1'), cells: cells.map((cell) => ({ ...cell, labels: [] })) };
  const processObject = createProcessObject({ pipeline, schema, checks, limits });
  return processObject({ id: 'u1', row, hidden: () => undefined }, context);
}

/** Returns what `look` returns of the object that `process` receives. */
async function seen<T>(look: (object: PipelineObject) => T, cells: readonly TestCell[]): Promise<T> {
  let result: T | undefined;
  await run((object) => void (result = look(object)), cells);
  return result as T;
}

describe('the object that a pipeline receives', () => {
  it('has the newest version of each SubType, without what is deleted', async () => {
    const marker = { ...profileCell('', 7_000, ''), value: Buffer.alloc(0) };
    const cells = [
      { ...marker, qualifier: columnMarker(Buffer.from('gone')) },
      { ...marker, qualifier: versionMarker(Buffer.from('late'), 9_000), timestampMicros: 9_000_000 },
      profileCell('gone', 5_000, 'de'),
      profileCell('late', 9_000, 'no'),
      profileCell('late', 8_000, 'sv'),
      profileCell('main', 6_000, 'en'),
      profileCell('main', 4_000, 'fr'),
    ];
    expect(await seen((object) => object.cells('profile'), cells)).toEqual([
      { subType: 'late', timestampMs: 8_000, value: { locale: 'sv' } },
      { subType: 'main', timestampMs: 6_000, value: { locale: 'en' } },
    ]);
    expect(await seen((object) => object.get('profile', 'main'), cells)).toEqual({ locale: 'en' });
    const row = { key: rowKey('u1'), cells: cells.map((cell) => ({ ...cell, labels: [] })) };
    expect(
      displacedVersions(
        row,
        pipelineOf(() => []),
      ),
    ).toBe(1);
  });

  const events = [
    adEvent({ action: 'click', eventTimeMs: NOW_MS - DAY_MS, campaignId: 'c1', adId: 'a1' }),
    adEvent({ action: 'impression', eventTimeMs: NOW_MS - 2 * DAY_MS, campaignId: 'c1', adId: 'a1' }),
    adEvent({ action: 'impression', eventTimeMs: NOW_MS - 9 * DAY_MS, campaignId: 'c2', adId: 'a2' }),
    adEvent({ action: 'impression', eventTimeMs: NOW_MS - 31 * DAY_MS, campaignId: 'c3', adId: 'a3' }),
    adEvent({ action: 'click', eventTimeMs: NOW_MS, campaignId: 'c4', adId: 'a4' }),
  ];
  const stored = storedCells(events).map((cell) => ({ ...cell, family: AD_ACTION.family }) as TestCell);

  it('has the events of the period, which ends before the time of the run', async () => {
    const found = await seen((object) => [...object.events('ad_action')], stored);
    expect(found.map(({ action, timeMs, dimensions }) => [action, timeMs, dimensions['campaignId']])).toEqual(
      expect.arrayContaining([
        ['click', NOW_MS - DAY_MS, 'c1'],
        ['impression', NOW_MS - 2 * DAY_MS, 'c1'],
        ['impression', NOW_MS - 9 * DAY_MS, 'c2'],
      ]),
    );
    expect(found).toHaveLength(3);
  });

  it('counts events by action, period and ids', async () => {
    const count = (query?: object) => seen((object) => object.count('ad_action', query), stored);
    expect(await count()).toBe(3);
    expect(await count({ actions: ['impression'] })).toBe(2);
    expect(await count({ days: 7 })).toBe(2);
    expect(await count({ where: { campaignId: ['c1'], adId: ['a1', 'a2'] } })).toBe(2);
    const counts = await seen((object) => object.countBy('ad_action', 'campaignId'), stored);
    expect([...counts].sort()).toEqual([
      ['c1', 2],
      ['c2', 1],
    ]);
  });

  it('has no events that are hidden, packed in blocks or not', async () => {
    const blocks = packed(storedCells(events), rulesAt(NOW_MS));
    expect(blocks.some(({ qualifier }) => parseBlockColumn(qualifier) !== undefined)).toBe(true);
    const cells = blocks.map((cell) => ({ ...cell, family: AD_ACTION.family }) as TestCell);
    let counts: readonly number[] = [];
    const look = (object: PipelineObject): void => void (counts = [object.count('ad_action')]);
    const row = { key: rowKey('u1'), cells: cells.map((cell) => ({ ...cell, labels: [] })) };
    const processObject = createProcessObject({
      pipeline: pipelineOf(look),
      schema,
      checks: new Map(),
      limits,
    });
    for (const [upToMs, count] of [
      [-1, 3],
      [NOW_MS - 9 * DAY_MS, 2],
    ] as const) {
      await processObject({ id: 'u1', row, hidden: () => ({ upToMs }) }, context);
      expect(counts).toEqual([count]);
    }
  });

  it('is an error to ask for what the pipeline does not read', async () => {
    const calls: [(object: PipelineObject) => unknown, Error][] = [
      [(object) => object.cells('embedding'), tidemarkError('invalid_argument', 'dataType')],
      [(object) => object.count('profile'), tidemarkError('invalid_argument', 'dataType')],
      [
        (object) => object.count('ad_action', { actions: ['clik'] }),
        tidemarkError('unknown_action', 'actions'),
      ],
      [(object) => object.count('ad_action', { days: 31 }), tidemarkError('invalid_argument', 'days')],
      [(object) => object.countBy('ad_action', 'ad'), tidemarkError('unknown_dimension', 'dimension')],
      [
        (object) => object.count('ad_action', { where: { ad: ['a1'] } }),
        tidemarkError('unknown_dimension', 'where.ad'),
      ],
    ];
    for (const [call, error] of calls)
      await expect(run((object) => void call(object), stored)).rejects.toEqual(error);
  });
});

describe('the result of a pipeline', () => {
  const write = { dataType: 'profile', subType: 'main', value: { locale: 'en' } };

  it('is checked and serialized', async () => {
    const result = [write, { dataType: 'embedding', subType: 'm1', deleted: true as const }];
    expect(await run(async () => result)).toEqual([
      { family: 'profile', subType: 'main', value: schema.codec(profile).fromJson({ locale: 'en' }) },
      { family: 'embedding', subType: 'm1', value: undefined },
    ]);
    for (const nothing of [undefined, null, []]) expect(await run(() => nothing)).toEqual([]);
  });

  it('may have fields without a value', async () => {
    const value = { locale: undefined, interests: [{ topic: 'a', score: undefined }] };
    expect(await run(() => [{ ...write, value }])).toMatchObject([
      { value: schema.codec(profile).fromJson({ interests: [{ topic: 'a' }] }) },
    ]);
  });

  const mistakes: readonly (readonly [result: unknown, ErrorCode, field: string, message?: string])[] = [
    ['text', 'invalid_argument', 'result'],
    [[1], 'invalid_argument', 'result[0]'],
    [[{ ...write, subtype: 'x' }], 'invalid_argument', 'result[0].subtype', 'did you mean "subType"'],
    [
      [{ ...write, dataType: 'profiles' }],
      'invalid_argument',
      'result[0].dataType',
      'did you mean "profile"',
    ],
    [[{ ...write, subType: '' }], 'invalid_argument', 'result[0].subType'],
    [[{ ...write, subType: '\0f' }], 'invalid_argument', 'result[0].subType'],
    [[{ ...write, value: undefined }], 'invalid_argument', 'result[0].value'],
    [[{ ...write, value: { locale: 1 } }], 'invalid_argument', 'result[0].value.locale'],
    [[{ ...write, deleted: true }], 'invalid_argument', 'result[0].value'],
    [[{ ...write, deleted: false }], 'invalid_argument', 'result[0].deleted'],
    [[write, write], 'invalid_argument', 'result[1]', 'again'],
    [[1, 2, 3, 4], 'invalid_argument', 'result', 'at most 3'],
    [[{ ...write, value: { locale: 'x'.repeat(2 ** 20) } }], 'value_too_large', 'result[0].value'],
  ];
  it.each(mistakes.map((each) => [each[2], each] as const))(
    'with a mistake at %s is an error',
    async (_, each) => {
      const [result, code, field, message] = each;
      await expect(run(() => result as [])).rejects.toEqual(tidemarkError(code, field, message));
    },
  );

  it('passes the additional checks of its message', async () => {
    const checks = new Map([
      [
        profile.message,
        () => {
          throw new TidemarkError('invalid_argument', 'no', { field: 'body.locale' });
        },
      ],
    ]);
    await expect(run(() => [write], [], checks)).rejects.toEqual(
      tidemarkError('invalid_argument', 'result[0].value.locale'),
    );
  });

  it('is written at the version, and withheld where it would be hidden', () => {
    const outputs = [
      { family: 'profile', subType: 'main', value: Buffer.from('a') },
      { family: 'embedding', subType: 'm1', value: undefined },
    ];
    const { mutations, withheld } = outputMutations(outputs, { versionMs: 5, privacy: undefined });
    expect(withheld).toBe(0);
    const times = mutations.map(({ setCell, deleteFromColumn }) =>
      Number(setCell?.timestampMicros ?? deleteFromColumn?.timeRange?.endTimestampMicros),
    );
    expect(times).toEqual([5_000, 6_000, 6_000, 5_000]);
    const upTo = (family: string) => (family === 'profile' ? 5_000 : -1);
    const hidden = outputMutations(outputs, { versionMs: 5, privacy: { upTo } });
    expect([hidden.withheld, hidden.mutations.length]).toEqual([1, 3]);
    expect(outputMutations(outputs, { versionMs: 6, privacy: { upTo } }).withheld).toBe(0);
  });
});
