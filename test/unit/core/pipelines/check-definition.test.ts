import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { checkDefinition } from '../../../../src/core/pipelines/check-definition';
import { definePipeline } from '../../../../src/core/pipelines/definition';
import { isInternal } from '../../../../src/operations/objects/object-rules';
import type { ErrorCode } from '../../../../src/errors';
import { tidemarkError } from '../../../support/tidemark-error';

const rules = { corpora: loadSchema().corpora(), isInternal };
const process = () => [];
const valid = {
  name: 'interests',
  corpus: 'users',
  reads: ['profile', { dataType: 'ad_action', windowDays: 30, actions: ['click', 'impression'] }],
  writes: ['profile'],
  process,
};

describe('the check of a definition', () => {
  it('returns the DataTypes by family, and the functions', () => {
    const pipeline = checkDefinition(definePipeline(valid), rules);
    expect(pipeline).toMatchObject({ name: 'interests', corpus: 'users', module: { process } });
    expect([...pipeline.objects.keys(), ...pipeline.writes.keys()]).toEqual(['profile', 'profile']);
    const { windowMs, actions } = pipeline.events.get('ad_action')!;
    expect(windowMs).toBe(30 * 86_400_000);
    expect(actions.map(({ name }) => name).sort()).toEqual(['click', 'impression']);
  });

  it('reads all actions of an event type unless it names some', () => {
    const reads = [{ dataType: 'ad_action', windowDays: 1 }];
    const { actions, dataType } = checkDefinition({ ...valid, reads }, rules).events.get('ad_action')!;
    expect(actions).toEqual(dataType.events.actions);
  });

  const mistakes: readonly (readonly [
    title: string,
    change: object,
    ErrorCode,
    field: string,
    message: string,
  ])[] = [
    ['no name', { name: undefined }, 'invalid_argument', 'name', 'is required'],
    ['a name with a space', { name: 'a b' }, 'invalid_argument', 'name', 'lower-case'],
    ['an unknown field', { proces: process }, 'invalid_argument', 'proces', 'did you mean "process"'],
    ['an unknown corpus', { corpus: 'user' }, 'unknown_corpus', 'corpus', 'did you mean "users"'],
    ['no reads', { reads: [] }, 'invalid_argument', 'reads', 'must not be empty'],
    ['an unknown DataType', { reads: ['profil'] }, 'unknown_data_type', 'reads[0]', 'did you mean "profile"'],
    ['a DataType twice', { reads: ['profile', 'profile'] }, 'invalid_argument', 'reads[1]', 'again'],
    ['events without a period', { reads: ['ad_action'] }, 'invalid_argument', 'reads[0]', 'windowDays: 30'],
    [
      'a period for objects',
      { reads: [{ dataType: 'profile', windowDays: 1 }] },
      'invalid_argument',
      'reads[0]',
      'it holds objects',
    ],
    [
      'a period beyond the retention',
      { reads: [{ dataType: 'ad_action', windowDays: 3_000 }] },
      'invalid_argument',
      'reads[0].windowDays',
      'retention',
    ],
    [
      'an unknown action',
      { reads: [{ dataType: 'ad_action', windowDays: 1, actions: ['clik'] }] },
      'unknown_action',
      'reads[0].actions[0]',
      'did you mean "click"',
    ],
    [
      'writes of events',
      { writes: ['ad_action'] },
      'invalid_argument',
      'writes[0]',
      'a pipeline writes objects',
    ],
    [
      'writes of what Tidemark writes for itself',
      { corpus: 'campaigns', reads: ['campaign'], writes: ['pacing_state'] },
      'invalid_argument',
      'writes[0]',
      'read-only',
    ],
    ['no process', { process: undefined }, 'invalid_argument', 'process', 'must be a function'],
    ['a setup that is no function', { setup: 1 }, 'invalid_argument', 'setup', 'must be a function'],
  ];
  it.each(mistakes)('rejects %s', (_, change, code, field, message) => {
    expect(() => checkDefinition({ ...valid, ...change }, rules)).toThrow(
      tidemarkError(code, field, message),
    );
  });

  it('rejects a module that exports no object', () => {
    for (const exported of [undefined, 1, []])
      expect(() => checkDefinition(exported, rules)).toThrow(tidemarkError('invalid_argument', 'definition'));
  });
});

describe('a pipeline of DataTypes in generations', () => {
  const inGenerations = rules.corpora.map((corpus) => ({
    ...corpus,
    dataTypes: corpus.dataTypes.map((each) =>
      each.family === 'embedding' ? { ...each, generations: true as const } : each,
    ),
  }));

  it('is rejected if it reads them', () => {
    const check = () =>
      checkDefinition({ ...valid, reads: ['embedding'] }, { ...rules, corpora: inGenerations });
    expect(check).toThrow(tidemarkError('invalid_argument', 'reads[0]', 'stored in generations'));
  });

  it('may write them', () => {
    const writing = { ...rules, corpora: inGenerations };
    expect([...checkDefinition({ ...valid, writes: ['embedding'] }, writing).writes.keys()]).toEqual([
      'embedding',
    ]);
  });
});
