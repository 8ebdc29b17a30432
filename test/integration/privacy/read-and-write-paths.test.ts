/** Each read and write path × each state of consent × each state of erasure, with the policies `enforce` and `off`. */
import { FeatureSpecCache } from '../../../src/core/features/feature-spec-cache';
import { parseFatigueQuery } from '../../../src/core/features/parse-fatigue-query';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { loadConfig } from '../../../src/config/index';
import { createCountOperations } from '../../../src/operations/counts/create-count-operations';
import { createExportFeatures } from '../../../src/operations/features/export-features';
import { createIngestion } from '../../../src/operations/events/create-ingestion';
import { decodeEventsJson } from '../../../src/codec/events/event-inputs';
import { TidemarkError } from '../../../src/errors';
import { systemClock } from '../../../src/platform/time/clock';
import { openServingStore, type Store as OpenStore } from '../../../src/store/open-store';
import { createLogger } from '../../../src/platform/telemetry/logger';
import { tidemark } from '../../gen/tidemark';
import { describeStores } from '../../support/bigtable-stores';
import { send, sendJson, type Answer } from '../../support/http-server';
import {
  CONSENT_STATES,
  DATA,
  everySubject,
  expectedOf,
  hoursAgo,
  keyOf,
  START_MS,
  stateMutations,
  type DataName,
} from '../../support/consent-states';
import { applySchema, startApp, type RunningApp } from '../../support/running-app';

const POLICIES = ['enforce', 'off'] as const;
type Policy = (typeof POLICIES)[number];

const PURPOSES = ['ads_measurement', 'ads_personalization'];
const EVENTS_OMITTED = [{ dataType: 'ad_action', purpose: 'ads_measurement', reason: 'no_consent' }];
const PROFILE_OMITTED = [{ dataType: 'profile', purpose: 'ads_personalization', reason: 'no_consent' }];
const NAMES = Object.keys(DATA) as DataName[];
const SUBJECTS = everySubject('user');

const eventOf = (userId: string, name: string, eventTime: number) => ({
  userId,
  action: 'impression',
  adId: `ad-${name}`,
  insertionId: `ins-${name}`,
  eventTime,
});
const COUNT_QUERY = { actions: ['impression'], windows: ['7d'], entities: { ad: '*' } };
const CAP_RULE = { name: 'seen', level: 'ad', actions: ['impression'], window: '7d', maximum: 1 };
const CANDIDATES = NAMES.map((name) => ({ id: name, adId: `ad-${name}`, insertionId: `new-${name}` }));

/** Returns the names of ads that JSON counts have. */
const countedNames = (counts: unknown): string[] => {
  const { '7d': window } = counts as Record<string, { readonly ad: Record<string, Record<string, number>> }>;
  return Object.keys(window!.ad)
    .map((id) => id.replace('ad-', ''))
    .sort();
};

describeStores('Consent and erasure', (running) => {
  let project: string;
  const apps = {} as Record<Policy, RunningApp>;
  const stores = {} as Record<Policy, OpenStore>;
  const schema = loadSchema();

  const envOf = (policy: Policy): NodeJS.ProcessEnv => ({
    BIGTABLE_EMULATOR_HOST: running().endpoint,
    TIDEMARK_PROJECT: project,
    TIDEMARK_INSTANCE: 'tidemark',
    TIDEMARK_CONSENT_POLICY: policy,
    TIDEMARK_CONSENT_CACHE_MS: '0',
  });

  const post = (policy: Policy, path: string, body: object): Promise<Answer> =>
    sendJson(apps[policy].port, path, body);

  beforeAll(async () => {
    const { project: created } = running().instance();
    project = created;
    await applySchema(running().endpoint, { project, instance: 'tidemark' });
    const logger = createLogger({ level: 'silent', service: 'test' });
    for (const policy of POLICIES) {
      apps[policy] = await startApp(envOf(policy));
      stores[policy] = openServingStore({
        config: loadConfig(envOf(policy)),
        corpora: schema.corpora(),
        logger,
      });
    }
    const users = SUBJECTS.map(({ userId }) => userId);
    const events = users.flatMap((userId) =>
      NAMES.map((name) => eventOf(userId, name, hoursAgo(DATA[name]))),
    );
    expect((await post('off', '/v1/events', { events })).json['errors']).toEqual([]);
    for (const userId of users) {
      for (const name of NAMES) {
        const path = `/v1/corpora/users/objects/${userId}/profile/${name}?timestampMs=${hoursAgo(DATA[name])}`;
        expect((await sendJson(apps.off.port, path, { locale: name }, 'PUT')).status).toBe(200);
      }
    }
    for (const subject of SUBJECTS) {
      const mutations = stateMutations(subject, PURPOSES);
      if (mutations.length === 0) continue;
      await stores.off.writer.mutateRow('users', { key: keyOf(subject), mutations });
    }
  });

  afterAll(async () => {
    for (const policy of POLICIES) {
      await apps[policy]?.app.drain();
      await stores[policy]?.close();
    }
  });

  const CASES = POLICIES.flatMap((policy) =>
    SUBJECTS.map((subject) => ({ ...subject, policy, ...expectedOf(subject, policy === 'enforce') })),
  );
  const eventsOmitted = (isOmitted: boolean) => (isOmitted ? EVENTS_OMITTED : undefined);

  describe('Reads', () => {
    it.each(CASES)(
      'a count shows $shown of a user with consent $consent, $erasure, policy $policy',
      async ({ userId, policy, isOmitted, shown }) => {
        const { status, json } = await post(policy, '/v1/counts:query', { ...COUNT_QUERY, userId });
        expect([status, countedNames(json['counts']), json['omitted']]).toEqual([
          200,
          shown,
          eventsOmitted(isOmitted),
        ]);
      },
    );

    it.each(CASES)(
      'a count in protobuf shows $shown of a user with consent $consent, $erasure, policy $policy',
      async ({ userId, policy, isOmitted, shown }) => {
        const headers = { 'content-type': 'application/json', accept: 'application/x-protobuf' };
        const body = JSON.stringify({ ...COUNT_QUERY, userId });
        const path = '/v1/counts:query';
        const answer = await send(apps[policy].port, { method: 'POST', path, headers, body });
        const { levels, omitted } = tidemark.v1.CountAnswer.decode(answer.body);
        const ids = levels.flatMap((level) => level.ids ?? []);
        expect(ids.map((id) => id.replace('ad-', '')).sort()).toEqual(shown);
        expect(omitted.map((each) => ({ ...each }))).toEqual(eventsOmitted(isOmitted) ?? []);
      },
    );

    it.each(POLICIES)(
      'a batch of counts shows of each user what a single count shows, policy %s',
      async (policy) => {
        const users = SUBJECTS.map(({ userId }) => userId);
        const { json } = await post(policy, '/v1/counts:batchQuery', { ...COUNT_QUERY, users });
        const answers = json['users'] as readonly { readonly counts: unknown; readonly omitted?: unknown }[];
        expect(answers.map(({ counts, omitted }) => [countedNames(counts), omitted])).toEqual(
          SUBJECTS.map((subject) => {
            const { shown, isOmitted } = expectedOf(subject, policy === 'enforce');
            return [shown, eventsOmitted(isOmitted)];
          }),
        );
      },
    );

    it.each(CASES)(
      'a check of caps counts $shown of a user with consent $consent, $erasure, policy $policy',
      async ({ userId, policy, isOmitted, shown }) => {
        const body = { userId, candidates: CANDIDATES, rules: [CAP_RULE] };
        const { json } = await post(policy, '/v1/caps:check', body);
        const verdicts = json['candidates'] as readonly { readonly id: string; readonly allowed: boolean }[];
        const blocked = verdicts.filter(({ allowed }) => !allowed).map(({ id }) => id);
        expect([blocked, json['omitted']]).toEqual([shown, eventsOmitted(isOmitted)]);
      },
    );

    it.each(CASES)(
      'a check of caps that reserves counts $shown of a user with consent $consent, $erasure, policy $policy',
      async ({ userId, policy, isOmitted, shown }) => {
        const rules = [{ ...CAP_RULE, maximum: 1 }];
        const body = {
          userId,
          candidates: CANDIDATES,
          rules,
          reserve: { action: 'impression', ttlSeconds: 1 },
        };
        const { json } = await post(policy, '/v1/caps:check', body);
        const verdicts = json['candidates'] as readonly { readonly id: string; readonly allowed: boolean }[];
        const reserved = verdicts.filter(({ allowed }) => allowed).map(({ id }) => id);
        const { released } = await release(policy, userId, json);
        expect(reserved).toEqual(NAMES.filter((name) => !shown.includes(name)));
        expect(released).toBe(reserved.length);
        expect(json['omitted']).toEqual(eventsOmitted(isOmitted));
      },
    );

    it.each(CASES)(
      'features are those of $shown for a user with consent $consent, $erasure, policy $policy',
      async ({ userId, policy, isOmitted, shown }) => {
        const candidates = NAMES.map((name) => ({ adId: `ad-${name}` }));
        const body = { userId, candidates, levels: ['ad'], actions: ['impression'], windows: ['7d'] };
        const { json } = await post(policy, '/v1/features:fatigue', body);
        const names = json['names'] as readonly string[];
        const at = names.indexOf('ad.impression.count.7d');
        const vectors = json['candidates'] as readonly { readonly values: readonly number[] }[];
        const seen = NAMES.filter((_name, i) => vectors[i]!.values[at] === 1);
        expect([seen, json['omitted']]).toEqual([shown, eventsOmitted(isOmitted)]);
      },
    );

    it.each(CASES)(
      'an export of features has those of $shown, or none, for a user with consent $consent, $erasure, policy $policy',
      async ({ userId, policy, isOmitted, shown }) => {
        const [exported] = await exportFeatures(stores[policy], userId);
        if (isOmitted) return expect(exported).toMatchObject({ code: 'no_consent', field: 'userId' });
        expect(exported).not.toBeInstanceOf(TidemarkError);
        const { vectors } = exported as { readonly vectors: Float32Array };
        expect([...vectors].reduce((sum, value) => sum + value, 0)).toBe(shown.length);
      },
    );

    it.each(CASES)(
      'an object has $shown of a user with consent $consent, $erasure, policy $policy',
      async ({ userId, policy, isOmitted, shown }) => {
        const path = `/v1/corpora/users/objects/${userId}?dataTypes=profile`;
        const answer = await send(apps[policy].port, { path });
        if (isOmitted) expectNoConsent(answer, 'dataTypes');
        else if (shown.length === 0) expect(answer.json).toMatchObject({ code: 'object_not_found' });
        else expect([subTypesOf(answer.json), answer.json['omitted']]).toEqual([shown, undefined]);
      },
    );

    it.each(CASES)(
      'single cells are $shown of a user with consent $consent, $erasure, policy $policy',
      async ({ userId, policy, isOmitted, shown }) => {
        for (const name of NAMES) {
          for (const accept of ['application/json', 'application/x-protobuf']) {
            const path = `/v1/corpora/users/objects/${userId}/profile/${name}`;
            const answer = await send(apps[policy].port, { path, headers: { accept } });
            if (isOmitted) expectNoConsent(answer, 'dataType');
            else expect([name, answer.status]).toEqual([name, shown.includes(name) ? 200 : 404]);
          }
        }
      },
    );

    it.each(POLICIES)(
      'a batch of objects has of each user what a single read has, policy %s',
      async (policy) => {
        const select = [{ dataType: 'profile' }];
        const objects = SUBJECTS.map(({ userId }) => ({ id: userId, select }));
        const { json } = await post(policy, '/v1/corpora/users/objects:batchGet', { objects });
        const found = json['objects'] as readonly Record<string, unknown>[];
        expect(found.map((object) => [subTypesOf(object), object['omitted'], object['missing']])).toEqual(
          SUBJECTS.map((subject) => {
            const { shown, isOmitted } = expectedOf(subject, policy === 'enforce');
            const isMissing = !isOmitted && shown.length === 0;
            return [shown, isOmitted ? PROFILE_OMITTED : undefined, isMissing ? select : []];
          }),
        );
      },
    );
  });

  describe('Writes', () => {
    it.each(CASES)(
      'an event of now is accepted only if a read shows it: consent $consent, $erasure, policy $policy',
      async ({ userId, policy, isOmitted }) => {
        const events = [
          eventOf(userId, 'now', START_MS),
          eventOf(`${userId}-${policy}-other`, 'now', START_MS),
        ];
        const { json } = await post(policy, '/v1/events', { events });
        const errors = (json['errors'] ?? []) as readonly Record<string, unknown>[];
        const isOtherRejected = policy === 'enforce';
        expect(errors.map(({ index, code, field }) => [index, code, field])).toEqual([
          ...(isOmitted ? [[0, 'no_consent', 'events[0].userId']] : []),
          ...(isOtherRejected ? [[1, 'no_consent', 'events[1].userId']] : []),
        ]);
        const counted = await post(policy, '/v1/counts:query', { ...COUNT_QUERY, userId });
        expect(countedNames(counted.json['counts']).includes('now')).toBe(!isOmitted);
      },
    );

    it.each(CASES)(
      'events from before the present consent are rejected, others are not: consent $consent, $erasure, policy $policy',
      async ({ userId, policy, consent, isOmitted }) => {
        const last = [...CONSENT_STATES[consent]].pop();
        const events = NAMES.map((name) => eventOf(userId, `late-${name}`, hoursAgo(DATA[name])));
        const { outcomes } = await ingest(stores[policy], { events });
        const forbidden = NAMES.filter(
          (name) => policy === 'enforce' && (isOmitted || DATA[name] > (last?.hours ?? 0)),
        );
        const rejected = NAMES.filter((_name, at) => outcomes[at]!.status === 'rejected');
        expect(rejected).toEqual(forbidden);
      },
    );

    it.each(CASES)(
      'an object is written only if a read shows it: consent $consent, $erasure, policy $policy',
      async ({ userId, policy, isOmitted }) => {
        const path = `/v1/corpora/users/objects/${userId}/profile/new-${policy}`;
        const answer = await sendJson(apps[policy].port, path, { locale: 'new' }, 'PUT');
        if (isOmitted) expectNoConsent(answer, 'dataType');
        const read = await send(apps[policy].port, { path });
        expect([answer.status, read.status]).toEqual(isOmitted ? [403, 403] : [200, 200]);
        const stored = await send(apps.off.port, { path });
        expect(stored.status).toBe(isOmitted ? 404 : 200);
      },
    );

    it.each(CASES)(
      'a version that a read would not show is rejected: consent $consent, $erasure, policy $policy',
      async ({ userId, policy, isOmitted, shown }) => {
        for (const name of NAMES) {
          const path = `/v1/corpora/users/objects/${userId}/profile/old-${name}?timestampMs=${hoursAgo(DATA[name])}`;
          const { status } = await sendJson(apps[policy].port, path, { locale: name }, 'PUT');
          expect([name, status]).toEqual([name, isOmitted ? 403 : shown.includes(name) ? 200 : 409]);
        }
      },
    );
  });

  async function release(
    policy: Policy,
    userId: string,
    { candidates }: Record<string, unknown>,
  ): Promise<{ readonly released: number }> {
    const ids = (candidates as readonly { readonly reservation?: { readonly id: string } }[]).flatMap(
      ({ reservation }) => (reservation === undefined ? [] : [reservation.id]),
    );
    if (ids.length === 0) return { released: 0 };
    const { json } = await post(policy, '/v1/caps:release', { userId, reservations: ids });
    return { released: (json['released'] as readonly string[]).length };
  }

  function exportFeatures(store: OpenStore, userId: string) {
    const config = loadConfig(envOf('off'));
    const limits = { ...config.events, ...config.counts, ...config.features };
    const eventDataType = schema.eventDataType.bind(schema);
    const request = {
      levels: ['campaign'],
      actions: ['impression'],
      windows: ['7d'],
      halfLives: [],
      scales: [],
    };
    const prepared = new FeatureSpecCache({ ...limits, eventDataType }, 1).get({
      ...request,
      levels: ['ad'],
    });
    const { names } = prepared.layout;
    const only = names.indexOf('ad.impression.count.7d');
    const query = parseFatigueQuery(
      { userId, candidates: NAMES.map((name) => ({ adId: `ad-${name}` })) },
      prepared,
      { ...limits, nowMs: START_MS },
    );
    const counting = createCountOperations({ reader: store.reader, clock: systemClock, config });
    return createExportFeatures(counting)([query], prepared).then((answers) =>
      answers.map((answer) => {
        if (answer instanceof TidemarkError) return answer;
        const counts = answer.vectors.filter((_value, at) => at % names.length === only);
        return { ...answer, vectors: counts };
      }),
    );
  }

  async function ingest(store: OpenStore, body: object) {
    const config = loadConfig(envOf('off'));
    const ingestion = createIngestion({ store, schema, config });
    try {
      return await ingestion.ingestEvents(decodeEventsJson(body, { schema, limits: config.events }));
    } finally {
      await ingestion.close();
    }
  }
});

function expectNoConsent({ status, headers, body }: Answer, field: string): void {
  expect([status, headers['content-type']]).toEqual([403, 'application/problem+json']);
  expect(JSON.parse(body.toString())).toMatchObject({ code: 'no_consent', field });
}

const subTypesOf = ({ cells }: Record<string, unknown>): string[] =>
  (cells as readonly { readonly subType: string }[])
    .map(({ subType }) => subType)
    .filter((subType) => NAMES.includes(subType as DataName))
    .sort();
