import { setCell } from '../../../src/bigtable/write/mutations';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { loadConfig, type Config } from '../../../src/config/index';
import { encodeConsentRecord } from '../../../src/codec/privacy/consent-record';
import { DAY } from '../../../src/core/blocks/block-column';
import { packCells } from '../../../src/core/compaction/pack-cells';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { columnMarker } from '../../../src/core/objects/delete-markers';
import {
  DECISIONS_ERASED,
  decisionColumn,
  deletedEventColumn,
  EVENTS_ERASED,
  OBJECTS_ERASED,
  PRIVACY_FAMILY,
} from '../../../src/core/privacy/privacy-family';
import type { HiddenChoice } from '../../../src/core/privacy/subject-export';
import { rowKey } from '../../../src/core/rows/row-key';
import { DEFAULTS } from '../../../src/config/defaults';
import type { Mutation } from '../../../src/bigtable/client/types';
import { createExportSubject, type ExportSubject } from '../../../src/operations/subjects/export-subject';
import { setReservation } from '../../../src/operations/caps/reservation-cells';
import { createLogger } from '../../../src/platform/telemetry/logger';
import { systemClock } from '../../../src/platform/time/clock';
import { openServingStore, type Store } from '../../../src/store/open-store';
import { describeStores, type StoreInstance } from '../../support/bigtable-stores';
import { ACTIONS, AD_ACTION, adEvent, click, DAY_MS, storedCells } from '../../support/events';
import { createTablesWithoutGc } from '../../support/tables-without-gc';
import { tidemarkError } from '../../support/tidemark-error';

const schema = loadSchema();
const PROFILE = schema.dataType('users', 'profile');
const NOW_MS = Math.floor(Date.now() / 1_000) * 1_000;
const ID = 'user-1';
const TABLE = 'users';
const NOTHING = Buffer.alloc(0);

type Line = Readonly<Record<string, unknown>>;

describeStores('An export of a user', (stores) => {
  let instance: StoreInstance;
  let store: Store;
  let exportSubject: ExportSubject;

  async function open(policy: string, more: Partial<Config['subjects']> = {}): Promise<void> {
    const config = loadConfig({
      BIGTABLE_EMULATOR_HOST: stores().endpoint,
      TIDEMARK_PROJECT: instance.project,
      TIDEMARK_CONSENT_POLICY: policy,
    });
    const logger = createLogger({ level: 'silent', service: 'test' });
    store = openServingStore({ config, corpora: schema.corpora(), logger });
    const subjects = { ...config.subjects, ...more };
    exportSubject = createExportSubject({
      ...store,
      schema,
      clock: systemClock,
      config: { ...config, subjects },
    });
  }

  beforeEach(async () => {
    instance = stores().instance();
    await createTablesWithoutGc(instance.admin, schema);
  });
  afterEach(() => store.close());

  /** Writes cells as they are: of any age, and past all checks. */
  const write = (...mutations: readonly Mutation[]): Promise<unknown> =>
    instance.client.mutateRow(TABLE, { key: rowKey(ID), mutations });

  async function linesOf(hidden: HiddenChoice = 'no_consent', id = ID): Promise<readonly Line[]> {
    let text = '';
    const request = { id, hidden, consistency: EVENTUAL };
    for await (const part of exportSubject(request, { timeoutMs: 60_000 })) text += part;
    expect(text.endsWith('\n')).toBe(true);
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
  }

  const ofType = (lines: readonly Line[], type: string): readonly Line[] =>
    lines.filter((line) => line['type'] === type);

  const marker = (column: Buffer, timeMs: number): Mutation =>
    setCell(PRIVACY_FAMILY, column, timeMs * 1_000, NOTHING);

  const profileAt = (timeMs: number, locale: string, subType = 'main'): Mutation =>
    setCell('profile', Buffer.from(subType), timeMs * 1_000, schema.codec(PROFILE).fromJson({ locale }));

  const eventsAt = (...events: readonly ReturnType<typeof click>[]): readonly Mutation[] =>
    storedCells(events).map(({ qualifier, timestampMicros, value }) =>
      setCell('ad_action', Buffer.from(qualifier), timestampMicros, Buffer.from(value)),
    );

  it('has each cell and event with what the schema declares about it, and ends with a line of its own', async () => {
    await open('off');
    const at = NOW_MS - 5_000;
    await write(
      profileAt(at, 'id-ID'),
      ...eventsAt(click(at, { userId: ID })),
      setReservation(AD_ACTION, {
        id: 'kD0fYq1vWm3xT7ab',
        action: ACTIONS.get('click')!,
        dimensions: AD_ACTION.events.dimensions.map(() => undefined),
        reservedAtMs: at,
        expiresAtMs: NOW_MS + DAY_MS,
      }),
      setCell(
        PRIVACY_FAMILY,
        decisionColumn('ads_personalization', true),
        at * 1_000,
        encodeConsentRecord({ source: 'CQ7mQkAQ7mQkAAHABBENBFFg', recordedAtMs: at + 5 }),
      ),
    );
    const lines = await linesOf();
    expect(lines[0]).toMatchObject({ type: 'subject', id: ID, hidden: 'no_consent', corpora: ['users'] });
    const { owner, provenance, purpose, lawfulBasis, retention } = PROFILE;
    expect(ofType(lines, 'object')).toEqual([
      {
        type: 'object',
        corpus: 'users',
        dataType: 'profile',
        owner,
        provenance,
        purpose,
        lawfulBasis,
        retention,
        subType: 'main',
        timestampMs: at,
        value: { locale: 'id-ID' },
      },
    ]);
    expect(ofType(lines, 'event')).toEqual([
      expect.objectContaining({
        dataType: 'ad_action',
        owner: AD_ACTION.owner,
        purpose: AD_ACTION.purpose,
        action: 'click',
        timestampMs: at,
        dimensions: expect.objectContaining({ adId: 'a1', campaignId: 'c1' }) as unknown,
        storedIn: 'cell',
      }),
    ]);
    expect(ofType(lines, 'reservation')).toEqual([
      expect.objectContaining({ id: 'kD0fYq1vWm3xT7ab', action: 'click', dataType: 'ad_action' }),
    ]);
    expect(ofType(lines, 'consent')).toEqual([
      expect.objectContaining({
        decision: 'grant',
        purpose: 'ads_personalization',
        timestampMs: at,
        source: 'CQ7mQkAQ7mQkAAHABBENBFFg',
        recordedAtMs: at + 5,
      }),
    ]);
    expect(lines.at(-1)).toMatchObject({
      type: 'complete',
      lines: lines.length - 1,
      consistency: { met: true },
    });
  });

  it('has the events of action blocks, one line for each', async () => {
    await open('off');
    const dayMs = Math.floor(NOW_MS / DAY_MS) * DAY_MS - 3 * DAY_MS;
    const events = Array.from({ length: 50 }, (_, i) =>
      click(dayMs + i * 60_000, { userId: ID, insertionId: `i${i}` }),
    );
    const period = { startSeconds: dayMs / 1_000, days: DAY } as const;
    const packed = packCells({ period, cells: storedCells(events) }, AD_ACTION.events, DEFAULTS.compaction);
    await write(
      ...packed.blocks.map(({ qualifier, timestampMicros, value }) =>
        setCell('ad_action', Buffer.from(qualifier), timestampMicros, Buffer.from(value)),
      ),
    );
    const found = ofType(await linesOf(), 'event');
    expect(found.map((line) => line['timestampMs'])).toEqual(events.map(({ eventTimeMs }) => eventTimeMs));
    expect(new Set(found.map((line) => line['storedIn']))).toEqual(new Set(['block']));
    expect(found[7]!['dimensions']).toMatchObject({ insertionId: 'i7', adId: 'a1' });
  });

  it('is the same whatever the size of its pages and parts', async () => {
    await open('off');
    const versions = Array.from({ length: 7 }, (_, i) => profileAt(NOW_MS - i * 1_000, `v${i}`));
    const others = Array.from({ length: 9 }, (_, i) => profileAt(NOW_MS, `s${i}`, `sub-${i}`));
    const events = Array.from({ length: 25 }, (_, i) =>
      click(NOW_MS - i * 1_000, { userId: ID, adId: `a${i}` }),
    );
    await write(...versions, ...others, ...eventsAt(...events));
    const dataOf = (lines: readonly Line[]): readonly Line[] =>
      lines.filter(({ type }) => type === 'object' || type === 'event');
    const whole = dataOf(await linesOf('all'));
    expect(whole).toHaveLength(7 + 9 + 25);
    for (const pageCellsMax of [1, 2, 3, 8]) {
      await store.close();
      await open('off', { pageCellsMax, partLength: 100 });
      expect(dataOf(await linesOf('all'))).toEqual(whole);
    }
    await store.close();
    // Each page of more than one cell is too large.
    await open('off', { pageBytesMax: 1 });
    expect(dataOf(await linesOf('all'))).toEqual(whole);
  });

  it('leaves out what reads do not return, and has it with the reason on request', async () => {
    await open('enforce');
    const [erasedUpTo, grantedAt, at] = [NOW_MS - 60_000, NOW_MS - 20_000, NOW_MS - 5_000];
    const deleted = click(at, { userId: ID, adId: 'deleted' });
    const name = Buffer.from(storedCells([deleted])[0]!.qualifier);
    const ofAd = (timeMs: number, adId: string) => click(timeMs, { userId: ID, adId });
    await write(
      marker(EVENTS_ERASED, erasedUpTo),
      marker(OBJECTS_ERASED, erasedUpTo),
      marker(DECISIONS_ERASED, erasedUpTo),
      ...[erasedUpTo, erasedUpTo - 60_000].map((ms) => marker(decisionColumn('other', false), ms)),
      ...[PROFILE, AD_ACTION].map(({ purpose }) => marker(decisionColumn(purpose, true), grantedAt)),
      marker(deletedEventColumn('ad_action', name), NOW_MS),
      setCell('profile', columnMarker(Buffer.from('gone')), at * 1_000, NOTHING),
      ...eventsAt(deleted, ofAd(erasedUpTo, 'erased'), ofAd(grantedAt - 1, 'before'), ofAd(at, 'visible')),
      profileAt(erasedUpTo, 'erased', 'erased'),
      profileAt(at, 'deleted', 'gone'),
      profileAt(grantedAt - 1, 'before', 'before'),
      ...Array.from({ length: 4 }, (_, i) => profileAt(at - i, `v${i}`)),
    );
    const reasonsOf = (lines: readonly Line[]): readonly (readonly unknown[])[] => [
      ...ofType(lines, 'event').map(({ dimensions, hidden }) => [(dimensions as Line)['adId'], hidden]),
      ...ofType(lines, 'object').map(({ value, hidden }) => [(value as Line)['locale'], hidden]),
    ];
    const events = [
      ['erased', 'erased'],
      ['before', 'no_consent'],
      ['deleted', 'deleted'],
      ['visible', undefined],
    ];
    const objects = [
      ['before', 'no_consent'],
      ['erased', 'erased'],
      ['deleted', 'deleted'],
      ['v0', undefined],
      ['v1', undefined],
      ['v2', undefined],
      // The DataType keeps three versions.
      ['v3', 'past_retention'],
    ];
    const inOrder = (reasons: readonly (readonly unknown[])[]): readonly string[] =>
      reasons.map((each) => JSON.stringify(each)).sort();
    const all = await linesOf('all');
    expect(inOrder(reasonsOf(all))).toEqual(inOrder([...events, ...objects]));
    expect(ofType(all, 'erasure')).toHaveLength(3);
    // Clocks cannot prove that the first one is before the erasure, so it counts.
    const others = ofType(all, 'consent').filter(({ purpose }) => purpose === 'other');
    expect(others.map(({ hidden }) => hidden)).toEqual([undefined, 'erased']);
    const isKept = ([, hidden]: readonly unknown[]): boolean =>
      hidden === undefined || hidden === 'no_consent';
    expect(inOrder(reasonsOf(await linesOf()))).toEqual(inOrder([...events, ...objects].filter(isKept)));
    const none = await linesOf('none');
    expect(inOrder(reasonsOf(none))).toEqual(
      inOrder([['visible'], ['v0'], ['v1'], ['v2']].map(([each]) => [each, undefined])),
    );
    expect(ofType(none, 'erasure')).toEqual([]);
  });

  it('leaves out what is past its retention, and has it marked on request', async () => {
    await open('off');
    const old = NOW_MS - 3_000 * DAY_MS;
    await write(
      profileAt(old, 'old'),
      ...eventsAt(click(old, { userId: ID }), click(NOW_MS, { userId: ID })),
    );
    const timesOf = (lines: readonly Line[]): readonly unknown[] =>
      [...ofType(lines, 'object'), ...ofType(lines, 'event')].map(({ timestampMs, hidden }) => [
        timestampMs,
        hidden,
      ]);
    expect(timesOf(await linesOf())).toEqual([[NOW_MS, undefined]]);
    expect(timesOf(await linesOf('all'))).toEqual([
      [old, 'past_retention'],
      [old, 'past_retention'],
      [NOW_MS, undefined],
    ]);
  });

  it('marks what is stored without consent', async () => {
    await open('enforce');
    await write(
      profileAt(NOW_MS, 'id-ID'),
      ...eventsAt(adEvent({ userId: ID, eventTimeMs: NOW_MS, adId: 'a1' })),
    );
    const isConsent = ({ lawfulBasis }: { lawfulBasis: string }): boolean => lawfulBasis === 'consent';
    const expected = [PROFILE, AD_ACTION].filter(isConsent).map(({ family }) => family);
    expect(expected).not.toEqual([]);
    const marked = (await linesOf()).filter(({ hidden }) => hidden === 'no_consent');
    expect(
      marked
        .filter(({ type }) => type !== 'subject')
        .map(({ dataType }) => dataType)
        .sort(),
    ).toEqual([...expected].sort());
    const none = await linesOf('none');
    expect(none.filter(({ dataType }) => expected.includes(String(dataType)))).toEqual([]);
  });

  it('of a value that the schema cannot read has its bytes', async () => {
    await open('off');
    const bytes = Buffer.from([0xff, 0xff]);
    await write(
      setCell('profile', Buffer.from('main'), NOW_MS * 1_000, bytes),
      setCell('ad_action', Buffer.from('unknown'), NOW_MS * 1_000, bytes),
    );
    const lines = await linesOf();
    expect(ofType(lines, 'object')).toEqual([
      expect.objectContaining({ valueBase64: bytes.toString('base64') }),
    ]);
    expect(ofType(lines, 'event')).toEqual([
      expect.objectContaining({ columnBase64: Buffer.from('unknown').toString('base64') }),
    ]);
  });

  it('of a user without data has no data, and is complete', async () => {
    await open('off');
    const lines = await linesOf('all', 'user-without-data');
    expect(lines.map(({ type }) => type)).toEqual(['subject', 'complete']);
  });

  it('ends at its deadline, and rejects an invalid id before it begins', async () => {
    await open('off');
    const request = { id: ID, hidden: 'none', consistency: EVENTUAL } as const;
    await expect(exportSubject(request, { timeoutMs: 0 }).next()).rejects.toEqual(
      tidemarkError('deadline_exceeded'),
    );
    expect(() => exportSubject({ ...request, id: '' }, { timeoutMs: 1 })).toThrow(
      tidemarkError('invalid_argument', 'id'),
    );
  });
});
