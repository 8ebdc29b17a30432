/** `tidemark consent`, and messages with decisions. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { loadConfig } from '../../../src/config/index';
import { LedgerKeys } from '../../../src/core/privacy/ledger-keys';
import { TidemarkError } from '../../../src/errors';
import { ConsentConsumer, withConsentMessages } from '../../../src/ingest/consent/consent-consumer';
import { CONSENT_MEDIA_TYPE } from '../../../src/ingest/consent/consent-message';
import type { MessageDelivery } from '../../../src/ingest/pubsub/message-delivery';
import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { createConsentOperations, type ConsentOperations } from '../../../src/operations/privacy/consent';
import { createConsentWithLedger } from '../../../src/operations/privacy/create-consent-operations';
import { createLedger } from '../../../src/operations/privacy/ledger';
import { createLogger } from '../../../src/platform/telemetry/logger';
import { systemRandom } from '../../../src/platform/random';
import { systemClock } from '../../../src/platform/time/clock';
import { openServingStore, type Store } from '../../../src/store/open-store';
import { openTestStore } from '../../support/open-test-store';
import { runCommandLine } from '../../support/run-command';
import { startStore } from '../../support/running-app';
import { until } from '../../support/until';

let bigtable: LocalBigtable;
let store: Store;
let consent: ConsentOperations;
let folder: string;

beforeAll(async () => {
  bigtable = await startStore();
  const env = { BIGTABLE_EMULATOR_HOST: bigtable.endpoint };
  store = openTestStore(env);
  consent = createConsentOperations({
    store,
    schema: loadSchema(),
    clock: systemClock,
    config: loadConfig(env),
  });
  folder = mkdtempSync(join(tmpdir(), 'tidemark-consent-'));
});

afterAll(async () => {
  await store.close();
  await bigtable.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (line: string) =>
  runCommandLine(line.split(' '), { env: { BIGTABLE_EMULATOR_HOST: bigtable.endpoint } });

async function choiceOf(subjectId: string, purpose = 'ads_measurement'): Promise<string> {
  const { purposes } = await consent.getConsent({ subjectId, consistency: { level: 'eventual' } });
  return purposes.find((each) => each.purpose === purpose)!.choice;
}

describe('tidemark consent', () => {
  it('set records decisions, and get shows them with their source', async () => {
    const set = await run(
      'consent set cli-1 --grant ads_measurement --withdraw ads_personalization --source ticket-7',
    );
    expect(set.ended).toBe(0);
    const { stdout } = await run('consent get cli-1 --json');
    expect(JSON.parse(stdout)).toMatchObject({
      subjectId: 'cli-1',
      purposes: {
        ads_measurement: { choice: 'granted', history: [{ granted: true, source: 'ticket-7' }] },
        ads_personalization: { choice: 'withdrawn', history: [{ granted: false, source: 'ticket-7' }] },
      },
    });
    const table = await run('consent get cli-1');
    expect(table.stdout).toMatch(/ads_measurement +granted/);
  });

  it.each([
    ['consent set cli-2', '--grant'],
    ['consent set cli-2 --grant ads', 'purposes.ads'],
    ['consent set cli-2 --grant ads_measurement --withdraw ads_measurement', '--withdraw'],
    ['consent set cli-2 --grant ads_measurement --at yesterday', '--at'],
  ])('set names what is wrong: %s', async (line, named) => {
    const { ended, stderr } = await run(line);
    expect([ended, stderr]).toEqual([1, expect.stringContaining(named)]);
    expect(await choiceOf('cli-2')).toBe('none');
  });

  const CSV = [
    'subjectId,purpose,granted,at,source',
    'file-1,ads_measurement,true,2026-03-01T00:00:00Z,tcf-1',
    'file-1,ads_measurement,false,2026-04-01T00:00:00Z,tcf-2',
    'file-2,ads_measurement,true,2026-03-01T00:00:00Z,',
    'file-2,ads,true,2026-03-01T00:00:00Z,',
    'file-2,ads_measurement,perhaps,2026-03-01T00:00:00Z,',
    'file-2,ads_measurement,true,,',
    '',
  ].join('\n');

  it('import with --dry-run checks all records and records nothing', async () => {
    const file = join(folder, 'dry.csv');
    writeFileSync(file, CSV.replaceAll('file-', 'dry-'));
    const { ended, stdout } = await run(`consent import ${file} --dry-run --json`);
    expect(ended).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ dryRun: true, records: 6, recorded: 3, rejected: 3 });
    expect(await choiceOf('dry-2')).toBe('none');
  });

  it('a dry run of one decision prints the singular', async () => {
    const file = join(folder, 'one.csv');
    writeFileSync(
      file,
      'subjectId,purpose,granted,at,source\none-1,ads_measurement,true,2026-03-01T00:00:00Z,\n',
    );
    const { ended, stdout } = await run(`consent import ${file} --dry-run`);
    expect([ended, stdout]).toEqual([0, '1 decision valid, 0 rejected; nothing was recorded\n']);
  });

  it.each(['csv', 'ndjson'])(
    'import records the valid decisions of a file of %s, any number of times',
    async (format) => {
      const file = join(folder, `decisions.${format}`);
      const rejects = join(folder, 'rejects.ndjson');
      writeFileSync(file, (format === 'csv' ? CSV : ndjsonOf(CSV)).replaceAll('file-', `${format}-`));
      for (let round = 0; round < 2; round++) {
        const { ended, stdout } = await run(`consent import ${file} --rejects ${rejects} --json`);
        expect(ended).toBe(2);
        expect(JSON.parse(stdout)).toMatchObject({ records: 6, recorded: 3, rejected: 3 });
        const rejected = readFileSync(rejects, 'utf8').trim().split('\n');
        const fields = rejected.map((line) => (JSON.parse(line) as { readonly field: string }).field);
        expect(fields.sort()).toEqual(['at', 'granted', 'purposes.ads']);
      }
      expect([await choiceOf(`${format}-1`), await choiceOf(`${format}-2`)]).toEqual([
        'withdrawn',
        'granted',
      ]);
      const { purposes } = await consent.getConsent({
        subjectId: `${format}-1`,
        consistency: { level: 'eventual' },
      });
      expect(purposes.find(({ purpose }) => purpose === 'ads_measurement')!.decisions).toHaveLength(2);
    },
  );
});

function ndjsonOf(csv: string): string {
  const [header = '', ...lines] = csv.trim().split('\n');
  const names = header.split(',');
  return lines
    .map((line) => {
      const fields = line.split(',').map((value, at) => [names[at], value] as const);
      return JSON.stringify(Object.fromEntries(fields.filter(([, value]) => value !== '')));
    })
    .join('\n');
}

describe('Messages with decisions', () => {
  const HOUR_MS = 3_600_000;
  interface Outcomes {
    acked: number;
    nacked: number;
    readonly deadLetters: string[];
    events: number;
  }

  function deliver(
    messages: readonly { readonly body: unknown; readonly publishTimeMs: number; readonly type?: string }[],
  ) {
    const outcomes: Outcomes = { acked: 0, nacked: 0, deadLetters: [], events: 0 };
    const consents = new ConsentConsumer({
      recordConsent: consent.recordConsent,
      clock: systemClock,
      random: systemRandom,
      limits: { decisionsInFlight: 2, failureInitialDelayMs: 1, failureMaxDelayMs: 1 },
      deadLetter: ({ error }) =>
        Promise.resolve(void outcomes.deadLetters.push(`${error.code} ${error.field}`)),
    });
    const events = {
      handle: () => void outcomes.events++,
      close: () => undefined,
      drain: () => Promise.resolve(),
    };
    const handler = withConsentMessages(consents, events, undefined);
    for (const { body, publishTimeMs, type = CONSENT_MEDIA_TYPE } of messages) {
      const delivery: MessageDelivery = {
        data: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
        attributes: { 'content-type': type },
        publishTimeMs,
        ack: () => void outcomes.acked++,
        nack: () => void outcomes.nacked++,
      };
      handler.handle(delivery);
    }
    return { handler, outcomes };
  }

  const message = (subjectId: string, granted: boolean, hoursAgo: number) => ({
    body: { subjectId, purposes: { ads_measurement: { granted } } },
    publishTimeMs: Date.now() - hoursAgo * HOUR_MS,
  });

  it('have the same result in any order and redelivered, by the time of their publication', async () => {
    const of = (id: string) => [message(id, true, 3), message(id, false, 2), message(id, true, 1)];
    const [a, b, c] = [of('msg-a'), of('msg-b'), of('msg-c')];
    const withdrawnLast = [c[0]!, { ...c[1]!, publishTimeMs: Date.now() }, c[2]!];
    const all = [
      ...a,
      ...[...b].reverse(),
      ...b,
      b[1]!,
      withdrawnLast[1]!,
      withdrawnLast[2]!,
      withdrawnLast[0]!,
    ];
    const { handler, outcomes } = deliver(all);
    await until(() => outcomes.acked === all.length);
    await handler.drain();
    expect(await Promise.all(['msg-a', 'msg-b', 'msg-c'].map((id) => choiceOf(id)))).toEqual([
      'granted',
      'granted',
      'withdrawn',
    ]);
    const { purposes } = await consent.getConsent({ subjectId: 'msg-b', consistency: { level: 'eventual' } });
    expect(purposes.find(({ purpose }) => purpose === 'ads_measurement')!.decisions).toHaveLength(3);
  });

  it('are dead-lettered with the field if they are invalid, and others go to the handler of events', async () => {
    const publishTimeMs = Date.now();
    const { outcomes } = deliver([
      { body: { subjectId: 'msg-d', purposes: { ads: { granted: true } } }, publishTimeMs },
      { body: { subjectId: 'msg-d', purposes: { ads_measurement: { granted: 1 } } }, publishTimeMs },
      { body: { purposes: { ads_measurement: { granted: true } } }, publishTimeMs },
      { body: '{', publishTimeMs },
      { body: {}, publishTimeMs, type: 'application/json' },
    ]);
    await until(() => outcomes.deadLetters.length === 4 && outcomes.acked === 4);
    expect(outcomes.deadLetters.sort()).toEqual([
      'invalid_argument purposes.ads',
      'invalid_argument purposes.ads_measurement.granted',
      'invalid_argument subjectId',
      'malformed_body body',
    ]);
    expect([outcomes.nacked, outcomes.events]).toEqual([0, 1]);
  });

  it('are returned after a failure of the store', async () => {
    const unavailable = () => Promise.reject(new TidemarkError('store_unavailable', 'away'));
    let nacked = 0;
    const consumer = new ConsentConsumer({
      recordConsent: unavailable,
      clock: systemClock,
      random: systemRandom,
      limits: { decisionsInFlight: 1, failureInitialDelayMs: 1, failureMaxDelayMs: 1 },
      deadLetter: () => Promise.reject(new Error('not to be called')),
    });
    const { body, publishTimeMs } = message('msg-e', true, 1);
    consumer.handle({
      data: Buffer.from(JSON.stringify(body)),
      attributes: { 'content-type': CONSENT_MEDIA_TYPE },
      publishTimeMs,
      ack: () => {
        throw new Error('acknowledged');
      },
      nack: () => void nacked++,
    });
    await until(() => nacked === 1);
    await consumer.drain();
  });
});

describe('A withdrawal', () => {
  const KEYS = new LedgerKeys([{ id: 1, secret: Buffer.alloc(32, 7) }]);

  it('adds one entry to the ledger, however often it is recorded, if its data is hidden', async () => {
    for (const policy of ['enforce', 'off'] as const) {
      const config = loadConfig({
        BIGTABLE_EMULATOR_HOST: bigtable.endpoint,
        TIDEMARK_CONSENT_POLICY: policy,
      });
      const logger = createLogger({ level: 'silent', service: 'test' });
      const own = openServingStore({ config, corpora: loadSchema().corpora(), logger });
      try {
        const common = { schema: loadSchema(), clock: systemClock, config, keys: KEYS };
        const { recordConsent, setConsent } = createConsentWithLedger({ store: own, ...common });
        const subjectId = `withdrawn-${policy}`;
        const decision = { purpose: 'ads_measurement', granted: false, atMs: Date.now() - 1_000 };
        for (let round = 0; round < 3; round++) await recordConsent({ subjectId, decisions: [decision] });
        const grant = { purpose: 'ads_personalization', granted: true };
        await setConsent({ subjectId, decisions: [decision, grant] });
        const ledger = createLedger({
          ...own,
          keys: KEYS,
          clock: systemClock,
          random: systemRandom,
          isReplicated: () => false,
          limits: config.privacy,
        });
        const entries = (await ledger.find(subjectId)).map(({ kind, purpose, state }) => [
          kind,
          purpose,
          state,
        ]);
        expect(entries).toEqual(policy === 'enforce' ? [['withdrawal', 'ads_measurement', 'requested']] : []);
      } finally {
        await own.close();
      }
    }
  });
});
