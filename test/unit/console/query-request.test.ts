import { asCli } from '../../../src/console/pages/query/as-cli';
import { asCurl, shellWord } from '../../../src/console/pages/query/as-curl';
import { asTypeScript } from '../../../src/console/pages/query/as-typescript';
import { formFieldOf } from '../../../src/console/pages/query/field-of-error';
import { defaultValues, formFields } from '../../../src/console/pages/query/form-fields';
import {
  requestOf,
  rulesOf,
  rulesText,
  windowOf,
  QUERY_KINDS,
} from '../../../src/console/pages/query/request';
import { acmeProto, dataTypeOptions, protoFolder } from '../../support/proto-folder';
import { corporaOf } from './console-schema';

const corpora = corporaOf();
const target = { origin: 'http://127.0.0.1:8080', hasToken: false };

const COUNT = {
  user: 'user-1',
  actions: 'impression,click',
  windows: '1d, 7d@Asia/Jakarta',
  'entity.campaign': '*',
  'entity.ad': 'ad-1,ad-2',
  groupBy: 'action',
  where: 'viewType=home_feed,search\nsessionId=*\ncampaignId?=c1',
  asOf: '1790000000000',
  explain: 'true',
};

describe('a request of the query builder', () => {
  it('a count has the windows, entities and conditions of the form', () => {
    expect(requestOf('counts', COUNT, corpora)).toEqual({
      kind: 'counts',
      path: '/v1/counts:query',
      consistency: undefined,
      body: {
        userId: 'user-1',
        actions: ['impression', 'click'],
        windows: ['1d', { days: 7, timeZone: 'Asia/Jakarta' }],
        entities: { campaign: '*', ad: ['ad-1', 'ad-2'] },
        groupBy: ['action'],
        where: {
          viewType: ['home_feed', 'search'],
          sessionId: '*',
          campaignId: { in: ['c1'], optional: true },
        },
        asOf: 1_790_000_000_000,
        explain: true,
      },
    });
  });

  it('an event type that is not the default one is named', () => {
    const values = { dataType: 'campaign_action', user: 'u', actions: 'view', windows: '1d' };
    expect(requestOf('counts', values, corpora).body).toMatchObject({ dataType: 'campaign_action' });
  });

  it('a window is rolling, of the calendar, or between two times', () => {
    expect(windowOf('90m')).toBe('90m');
    expect(windowOf('2mo@UTC')).toEqual({ months: 2, timeZone: 'UTC' });
    expect(windowOf('1000/2000')).toEqual({ from: 1_000, to: 2_000, name: '1000/2000' });
  });

  it('rules survive being written as text, and a maximum that is no number stays text', () => {
    const rules = [{ level: 'ad', actions: 'click', window: '1d', maximum: 'many' }];
    expect(rulesOf(rulesText(rules))).toEqual(rules);
    const { body } = requestOf('caps', { user: 'u', rules: rulesText(rules), candidates: 'adId=1' }, corpora);
    expect(body).toEqual({
      userId: 'u',
      candidates: [{ adId: '1' }],
      rules: [{ level: 'ad', actions: ['click'], window: '1d', maximum: 'many' }],
    });
  });

  it('the path of an object has each part encoded', () => {
    const { path } = requestOf(
      'objects',
      { corpus: 'users', id: 'a/b c', cells: 'profile/main', versions: '2' },
      corpora,
    );
    expect(path).toBe('/v1/corpora/users/objects/a%2Fb%20c?dataTypes=profile/main&versions=2');
  });

  it.each(QUERY_KINDS)('the defaults of %s make a request without empty parts', (kind) => {
    const values = defaultValues(kind, {}, corpora);
    expect(JSON.stringify(requestOf(kind, values, corpora))).not.toMatch(/""|\[\]|\{\}/);
  });

  it('the forms have the names of own event types', () => {
    const own = corporaOf([
      protoFolder({
        'acme/v1/plays.proto': acmeProto(`message Play {
          ${dataTypeOptions({
            family: '"plays"',
            retention: '{ max_age_seconds: 86400 }',
            actions: '{ name: "play" code: 1 dedup_dimensions: ["song_id"] dedup_window_seconds: 60 }',
            events: '{ levels: ["song"] }',
          })}
          string user_id = 1; string action = 2; int64 event_time_ms = 3;
          string song_id = 4 [(tidemark.v1.dimension) = { level: "song" }]; }`),
      }),
    ]);
    const fields = formFields('counts', { dataType: 'plays' }, own);
    expect(fields.find(({ name }) => name === 'actions')?.options).toEqual([
      { value: 'play', label: 'play' },
    ]);
    expect(fields.map(({ name }) => name)).toContain('entity.song');
  });
});

describe('a request as text', () => {
  it('as curl, quotes what a shell would read and names the token by a variable', () => {
    const request = requestOf(
      'counts',
      { user: "it's", actions: 'click', windows: '1d', consistency: 'strict' },
      corpora,
    );
    const text = asCurl(request, { ...target, hasToken: true });
    expect(text).toContain('curl -s http://127.0.0.1:8080/v1/counts:query');
    expect(text).toContain('-H "authorization: Bearer $TIDEMARK_TOKEN"');
    expect(text).toContain("-H 'tidemark-consistency: strict'");
    expect(text).toContain(`"userId": "it'\\''s"`);
  });

  it('as TypeScript, is a call of the typed client', () => {
    const request = requestOf(
      'caps',
      { user: "it's", candidates: 'adId=1', rules: 'ad~click~1d~1' },
      corpora,
    );
    expect(asTypeScript({ ...request, consistency: 'bounded; max-staleness-ms=5000' }, target)).toBe(
      [
        "import { createClient } from 'tidemark/client';",
        '',
        "const tidemark = createClient({ url: 'http://127.0.0.1:8080' });",
        'const answer = await tidemark.caps.check({',
        "  userId: 'it\\'s',",
        "  candidates: [{ adId: '1' }],",
        "  rules: [{ level: 'ad', actions: ['click'], window: '1d', maximum: 1 }],",
        "}, { consistency: { level: 'bounded', maxStalenessMs: 5000 } });",
      ].join('\n'),
    );
  });

  it('as TypeScript, reads an object with its cells', () => {
    const request = requestOf(
      'objects',
      { corpus: 'users', id: 'a/b', cells: 'profile/main,embedding' },
      corpora,
    );
    expect(asTypeScript(request, { ...target, hasToken: true })).toContain("corpus: 'users'");
    expect(asTypeScript(request, target)).toContain("{ dataType: 'profile', subTypes: ['main'] }");
    expect(asTypeScript(request, target)).toContain("id: 'a/b'");
  });

  it('as a command, has an option for each value', () => {
    const text = asCli('counts', COUNT, corpora).replaceAll(' \\\n ', '');
    expect(text).toBe(
      "npx tidemark count --user user-1 --action impression,click --where viewType=home_feed,search --where 'sessionId=*' " +
        "--where 'campaignId?=c1' --entity 'campaign=*' --entity ad=ad-1,ad-2 --window 1d --window 7d@Asia/Jakarta " +
        '--group-by action --as-of 1790000000000 --explain',
    );
    expect(asCli('caps', { user: 'u', candidates: 'adId=1', rules: 'ad~click~1d~1' }, corpora)).toContain(
      `echo '[{"level":"ad","actions":["click"],"window":"1d","maximum":1}]' | npx tidemark caps check`,
    );
    expect(asCli('objects', { corpus: 'users', id: 'u 1', cells: 'profile' }, corpora)).toBe(
      "npx tidemark objects get users 'u 1' profile",
    );
  });

  it('a word without special characters needs no quotes', () => {
    expect([shellWord('a-b_c/1'), shellWord(''), shellWord('$x')]).toEqual(['a-b_c/1', "''", "'$x'"]);
  });
});

describe('the field of an error', () => {
  it.each([
    ['counts', 'windows[1]', 'windows'],
    ['counts', 'userId', 'user'],
    ['counts', 'entities.campaign', 'entity.campaign'],
    ['counts', 'entities', 'entity'],
    ['caps', 'rules[2].maximum', 'rules'],
    ['caps', 'candidates[0].campaignId', 'candidates'],
    ['caps', 'reserve.ttlSeconds', 'ttl'],
    ['caps', 'reserve.action', 'reserve'],
    ['objects', 'dataType', 'cells'],
    ['counts', 'dataType', 'dataType'],
    ['counts', 'tidemark-consistency', 'consistency'],
    ['counts', undefined, undefined],
    ['counts', 'authorization', undefined],
  ] as const)('of %s, %s is that of the form: %s', (kind, field, expected) => {
    expect(formFieldOf(kind, field)).toBe(expected);
  });
});
