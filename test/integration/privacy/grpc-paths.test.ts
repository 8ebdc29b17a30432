/** Each gRPC method × each state of consent × each state of erasure, with the policies `enforce` and `off`. */
import { setCell } from '../../../src/bigtable/write/mutations';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { loadConfig } from '../../../src/config/index';
import { createLogger } from '../../../src/platform/telemetry/logger';
import { openServingStore } from '../../../src/store/open-store';
import { describeStores } from '../../support/bigtable-stores';
import {
  DATA,
  everySubject,
  expectedOf,
  hoursAgo,
  keyOf,
  START_MS,
  stateMutations,
  type DataName,
  type SubjectState,
} from '../../support/consent-states';
import { AD_ACTION, adEvent, storedCells } from '../../support/events';
import { failure, GrpcClient, type Fields, type GrpcFailure } from '../../support/grpc-client';
import { applySchema, startApp, type RunningApp } from '../../support/running-app';

const POLICIES = ['enforce', 'off'] as const;
type Policy = (typeof POLICIES)[number];

const PURPOSES = ['ads_measurement', 'ads_personalization'];
const NAMES = Object.keys(DATA) as DataName[];
const SUBJECTS = everySubject('user');
const USERS = SUBJECTS.map(({ userId }) => userId);
const QUERY = { actions: ['impression'], windows: [{ rolling: '7d' }], entities: { ad: { all: true } } };
const CAP_RULE = { name: 'seen', level: 'ad', actions: ['impression'], rolling: '7d', maximum: 1 };

/** Data that an answer shows of a user: names of data, and the DataTypes that it leaves out. */
interface Shown {
  readonly names: readonly string[];
  readonly omitted: readonly string[];
}

const omittedIn = (answer: Fields): readonly string[] =>
  ((answer['omitted'] ?? []) as readonly Fields[]).map(({ dataType }) => dataType as string);
const countedIn = (answer: Fields): readonly string[] =>
  (answer['levels'] as readonly { readonly ids: readonly string[] }[])
    .flatMap(({ ids }) => ids.map((id) => id.replace('ad-', '')))
    .filter((name) => NAMES.includes(name as DataName))
    .sort();
const cellsIn = (answer: Fields): readonly string[] =>
  (answer['cells'] as readonly { readonly subType: string }[])
    .map(({ subType }) => subType)
    .filter((name) => NAMES.includes(name as DataName))
    .sort();

describeStores('The gRPC services, by consent and erasure', (running) => {
  const apps = {} as Record<Policy, RunningApp>;
  const clients = {} as Record<Policy, GrpcClient>;

  beforeAll(async () => {
    const { project } = running().instance();
    await applySchema(running().endpoint, { project, instance: 'tidemark' });
    const envOf = (policy: Policy): NodeJS.ProcessEnv => ({
      BIGTABLE_EMULATOR_HOST: running().endpoint,
      TIDEMARK_PROJECT: project,
      TIDEMARK_INSTANCE: 'tidemark',
      TIDEMARK_CONSENT_POLICY: policy,
      TIDEMARK_CONSENT_CACHE_MS: '0',
      TIDEMARK_GRPC_PORT: '0',
    });
    for (const policy of POLICIES) {
      apps[policy] = await startApp(envOf(policy));
      clients[policy] = new GrpcClient(apps[policy].grpcPort!);
    }
    await storeSubjects(envOf('off'));
  });
  afterAll(async () => {
    for (const policy of POLICIES) {
      clients[policy]?.close();
      await apps[policy]?.app.drain();
    }
  });

  const call = async (policy: Policy, method: string, request: Fields): Promise<Fields> =>
    (await clients[policy].call(method, request)).answer;

  /** Returns what reads must show of each user, and the DataType that they leave out. */
  const expected = (policy: Policy, dataType: string): readonly Shown[] =>
    SUBJECTS.map((subject) => {
      const { shown, isOmitted } = expectedOf(subject, policy === 'enforce');
      return { names: shown, omitted: isOmitted ? [dataType] : [] };
    });
  const ofEach = <T>(task: (userId: string) => Promise<T>): Promise<readonly T[]> =>
    Promise.all(USERS.map(task));

  describe.each(POLICIES)('Policy %s', (policy) => {
    it('counts show only what is allowed', async () => {
      const counted = await ofEach(async (userId) => {
        const answer = await call(policy, 'Counts/Query', { ...QUERY, userId });
        return { names: countedIn(answer), omitted: omittedIn(answer) };
      });
      expect(counted).toEqual(expected(policy, 'ad_action'));
    });

    it('a batch of counts shows only what is allowed', async () => {
      const { users } = await call(policy, 'Counts/BatchQuery', { users: USERS, query: QUERY });
      const counted = (users as readonly { readonly counts: Fields; readonly omitted: unknown }[]).map(
        ({ counts, ...rest }) => ({
          names: countedIn(counts),
          omitted: [...omittedIn(counts), ...omittedIn(rest)],
        }),
      );
      expect(counted).toEqual(expected(policy, 'ad_action'));
    });

    const candidates = NAMES.map((name) => ({
      id: name,
      dimensions: { adId: `ad-${name}`, insertionId: `new-${name}` },
    }));

    it('checks of caps count only what is allowed', async () => {
      const blocked = await ofEach(async (userId) => {
        const answer = await call(policy, 'Caps/Check', { userId, candidates, rules: [CAP_RULE] });
        const verdicts = answer['candidates'] as readonly {
          readonly id: string;
          readonly allowed: boolean;
        }[];
        const names = verdicts.filter(({ allowed }) => !allowed).map(({ id }) => id);
        return { names, omitted: omittedIn(answer) };
      });
      expect(blocked).toEqual(expected(policy, 'ad_action'));
    });

    it('candidates are reserved that nothing allowed blocks, and are released once', async () => {
      const reserve = { action: 'impression', ttlSeconds: 60 };
      const outcomes = await ofEach(async (userId) => {
        const request = { userId, candidates, rules: [CAP_RULE], reserve };
        const answer = await call(policy, 'Caps/Check', request);
        const verdicts = answer['candidates'] as readonly {
          id: string;
          reservation: { id: string } | null;
        }[];
        const reserved = verdicts.filter(({ reservation }) => reservation !== null);
        const ids = reserved.map(({ reservation }) => reservation!.id);
        const release = ids.length === 0 ? undefined : { userId, reservations: ids };
        const released = release && (await call(policy, 'Caps/Release', release))['released'];
        const again = release && (await call(policy, 'Caps/Release', release))['notFound'];
        expect([released, again]).toEqual(release ? [ids, ids] : [undefined, undefined]);
        const blocked = NAMES.filter((name) => !reserved.some(({ id }) => id === name));
        return { names: blocked, omitted: omittedIn(answer) };
      });
      expect(outcomes).toEqual(expected(policy, 'ad_action'));
    });

    it('features have only what is allowed', async () => {
      const request = { levels: ['ad'], actions: ['impression'], windows: ['7d'] };
      const candidates = NAMES.map((name) => ({ entities: { adId: `ad-${name}` } }));
      const seen = await ofEach(async (userId) => {
        const answer = await call(policy, 'Features/GetFatigue', { ...request, userId, candidates });
        const names = answer['names'] as readonly string[];
        const at = names.indexOf('ad.impression.count.7d');
        const vectors = answer['candidates'] as readonly { readonly values: readonly number[] }[];
        return {
          names: NAMES.filter((_name, index) => vectors[index]!.values[at] === 1),
          omitted: omittedIn(answer),
        };
      });
      expect(seen).toEqual(expected(policy, 'ad_action'));
    });

    it('objects have only what is allowed', async () => {
      const select = [{ dataType: 'profile' }];
      const found = await ofEach(async (id): Promise<Shown> => {
        const answer = await call(policy, 'Objects/Get', { corpus: 'users', id, select }).catch(
          ({ details }: GrpcFailure) => details['ErrorInfo']!['reason'] as string,
        );
        if (answer === 'NO_CONSENT') return { names: [], omitted: ['profile'] };
        if (answer === 'OBJECT_NOT_FOUND') return { names: [], omitted: [] };
        return { names: cellsIn(answer as Fields), omitted: omittedIn(answer as Fields) };
      });
      expect(found).toEqual(
        expected(policy, 'profile').map(({ names, omitted }) => ({
          names: omitted.length > 0 ? [] : names,
          omitted,
        })),
      );
    });

    it('a batch of objects has only what is allowed', async () => {
      const select = [{ dataType: 'profile' }];
      const objects = USERS.map((id) => ({ id, select }));
      const answer = await call(policy, 'Objects/BatchGet', { corpus: 'users', objects });
      const found = (answer['objects'] as readonly Fields[]).map((each) => ({
        names: cellsIn(each),
        omitted: omittedIn(each),
      }));
      expect(found).toEqual(expected(policy, 'profile'));
    });

    it('an object is written only if a read shows it', async () => {
      const cell = { corpus: 'users', dataType: 'profile', subType: `new-${policy}` };
      const value = Buffer.alloc(0);
      for (const subject of SUBJECTS) {
        const put = clients[policy].call('Objects/Put', { ...cell, id: subject.userId, value });
        if (expectedOf(subject, policy === 'enforce').isOmitted)
          expect((await failure(put)).details['ErrorInfo']).toMatchObject({ reason: 'NO_CONSENT' });
        else expect((await put).answer).toMatchObject({ timestampMs: expect.any(Number) as number });
      }
    });

    it('an event is accepted only if a read shows it', async () => {
      const adActions = USERS.map((userId) => ({
        userId,
        action: 'impression',
        adId: `ad-now-${policy}`,
        insertionId: `ins-now-${policy}`,
        eventTimeMs: START_MS,
      }));
      const { errors } = await call(policy, 'Events/Post', { adActions });
      const rejected = (errors as readonly Fields[]).map(({ index, code }) => [index, code]);
      const omitted = SUBJECTS.flatMap((subject, index) =>
        expectedOf(subject, policy === 'enforce').isOmitted ? [[index, 'no_consent']] : [],
      );
      expect(rejected).toEqual(omitted);
    });
  });
});

/** Stores the data and the state of each user. */
async function storeSubjects(env: NodeJS.ProcessEnv): Promise<void> {
  const schema = loadSchema();
  const logger = createLogger({ level: 'silent', service: 'test' });
  const store = openServingStore({ config: loadConfig(env), corpora: schema.corpora(), logger });
  const profile = schema.codec(schema.dataType('users', 'profile'));
  for (const subject of SUBJECTS)
    await store.tables.writer.mutateRow('users', {
      key: keyOf(subject),
      mutations: [
        ...storedCells(eventsOf(subject)).map(({ qualifier, timestampMicros, value }) =>
          setCell(AD_ACTION.family, qualifier as Buffer, timestampMicros, value as Buffer),
        ),
        ...NAMES.map((name) =>
          setCell(
            'profile',
            Buffer.from(name),
            hoursAgo(DATA[name]) * 1_000,
            profile.fromJson({ locale: name }),
          ),
        ),
        ...stateMutations(subject, PURPOSES),
      ],
    });
  await store.close();
}

const eventsOf = ({ userId }: SubjectState) =>
  NAMES.map((name) =>
    adEvent({
      userId,
      action: 'impression',
      eventTimeMs: hoursAgo(DATA[name]),
      adId: `ad-${name}`,
      insertionId: `ins-${name}`,
    }),
  );
