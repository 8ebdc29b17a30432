/** Jobs that read a large row page by page, while compaction packs its events. */
import { deleteCell, setCell } from '../../../src/bigtable/write/mutations';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { DEFAULTS } from '../../../src/config/defaults';
import { loadConfig } from '../../../src/config/index';
import type { Reader } from '../../../src/consistency/store';
import { DAY, periodOf } from '../../../src/core/blocks/block-column';
import { packCells } from '../../../src/core/compaction/pack-cells';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { parseEventSelection } from '../../../src/core/events/event-selection';
import { rowKey } from '../../../src/core/rows/row-key';
import { deleteUserEvents } from '../../../src/operations/events/delete-user-events';
import { createExportSubject } from '../../../src/operations/subjects/export-subject';
import { createLogger } from '../../../src/platform/telemetry/logger';
import { systemClock } from '../../../src/platform/time/clock';
import { openServingStore, type Store } from '../../../src/store/open-store';
import { describeStores, type StoreInstance } from '../../support/bigtable-stores';
import { AD_ACTION, click, DAY_MS, storedCells } from '../../support/events';
import { createTablesWithoutGc } from '../../support/tables-without-gc';

const schema = loadSchema();
const ID = 'user-1';
const KEY = rowKey(ID);
const PAGE = { pageCellsMax: 2 };
const EVENTS = 6;

describeStores('A row whose events are packed when its first page was read', (stores) => {
  const dayMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - 3 * DAY_MS;
  const config = () =>
    loadConfig({
      BIGTABLE_EMULATOR_HOST: stores().endpoint,
      TIDEMARK_PROJECT: instance.project,
      TIDEMARK_CONSENT_POLICY: 'off',
    });
  let instance: StoreInstance;
  let store: Store;
  /** The reader of the store, which packs all events after the first read that has returned some. */
  let reader: Reader;

  beforeEach(async () => {
    instance = stores().instance();
    await createTablesWithoutGc(instance.admin, schema);
    const logger = createLogger({ level: 'silent', service: 'test' });
    store = openServingStore({ config: config(), corpora: schema.corpora(), logger });
    const cells = storedCells(
      Array.from({ length: EVENTS }, (_, i) =>
        click(dayMs + i * 60_000, { userId: ID, insertionId: `i${i}` }),
      ),
    );
    const mutations = cells.map(({ qualifier, timestampMicros, value }) =>
      setCell('ad_action', Buffer.from(qualifier), timestampMicros, Buffer.from(value)),
    );
    await instance.client.mutateRow('users', { key: KEY, mutations });
    let isPacked = false;
    reader = {
      readRows: (...args) => store.reader.readRows(...args),
      async readRow(...args) {
        const answer = await store.reader.readRow(...args);
        const hasEvents = answer.row?.cells.some(({ family }) => family === 'ad_action') === true;
        if (hasEvents && !isPacked) {
          isPacked = true;
          const period = periodOf(dayMs / 1_000, DAY);
          const { blocks } = packCells({ period, cells }, AD_ACTION.events, DEFAULTS.compaction);
          await instance.client.mutateRow('users', {
            key: KEY,
            mutations: [
              ...blocks.map(({ qualifier, timestampMicros, value }) =>
                setCell('ad_action', Buffer.from(qualifier), timestampMicros, Buffer.from(value)),
              ),
              ...cells.map(({ qualifier, timestampMicros }) =>
                deleteCell('ad_action', Buffer.from(qualifier), timestampMicros),
              ),
            ],
          });
        }
        return answer;
      },
    };
  });
  afterEach(() => store.close());

  it('loses all of them by a deletion', async () => {
    const { events } = await deleteUserEvents(
      {
        key: KEY,
        selection: parseEventSelection(AD_ACTION, { from: dayMs, to: dayMs + DAY_MS, where: {} }),
        dryRun: false,
        signal: new AbortController().signal,
      },
      {
        reader,
        writer: store.writer,
        clock: systemClock,
        limits: { ...DEFAULTS.eventDeletion, ...PAGE },
      },
    );
    expect(events).toBe(EVENTS);
  });

  it('is exported with all of them', async () => {
    const exportSubject = createExportSubject({
      ...store,
      reader,
      schema,
      clock: systemClock,
      config: { ...config(), subjects: { ...config().subjects, ...PAGE } },
    });
    let text = '';
    for await (const part of exportSubject(
      { id: ID, hidden: 'no_consent', consistency: EVENTUAL },
      { timeoutMs: 60_000 },
    ))
      text += part;
    const lines = text.trimEnd().split('\n');
    const exported = lines
      .map((line) => JSON.parse(line) as { readonly type: string; readonly timestampMs: number })
      .filter(({ type }) => type === 'event');
    expect(new Set(exported.map(({ timestampMs }) => timestampMs)).size).toBe(EVENTS);
  });
});
