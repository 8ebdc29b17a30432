import { Readable } from 'node:stream';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { DEFAULTS } from '../../../src/config/defaults';
import type { ActionEvent } from '../../../src/core/events/event';
import { UNPLACED_SKETCHES } from '../../../src/core/residency/sketch-tables';
import { importConsent, type ConsentTally } from '../../../src/ingest/consent/import-consent';
import { openRecordSource } from '../../../src/ingest/files/record-source';
import { importFile } from '../../../src/ingest/import/import-file';
import type { ImportSummary } from '../../../src/ingest/import/import-summary';
import { loadBatch } from '../../../src/ingest/objects/load-batch';
import { checkConsent } from '../../../src/ingest/pubsub/consent';
import { EventConsumer } from '../../../src/ingest/pubsub/event-consumer';
import type { DeadLetter } from '../../../src/ingest/pubsub/message-delivery';
import { createIngestion, type Ingestion } from '../../../src/operations/events/create-ingestion';
import { eventRulesOf } from '../../../src/operations/events/ingest-events';
import { createLoadObjects, type LoadOutcome } from '../../../src/operations/objects/load-objects';
import type { ConsentOperations } from '../../../src/operations/privacy/consent';
import { PrivateReader } from '../../../src/privacy/private-reader';
import { MoverSteps } from '../../../src/residency/mover/steps';
import { AD_ACTION, fieldOf } from '../../support/events';
import { guarded } from './guards';
import { objectValue, type ObjectVersion } from './history';
import type { ProcessOptions } from './process-options';
import { openServingTables, openTablesBeside, type UserTables } from './user-tables';
import { OBJECTS, USERS_TABLE } from './world';

const SCHEMA = loadSchema();
const FILE = { file: '-', format: 'ndjson', recordBytesMax: DEFAULTS.importer.recordBytesMax } as const;
const POLICY = { initialDelayMs: 50, maxDelayMs: 500, timeoutMs: 6_000 };
const RETRIES = {
  callTimeoutMs: 2_000,
  retryTimeoutMs: 6_000,
  retryInitialDelayMs: 50,
  retryMaxDelayMs: 500,
};
const CALL = { timeoutMs: 2_000 };

/** A decision about a purpose as a record of a file has it. */
export interface DecisionRecord {
  readonly subjectId: string;
  readonly purpose: string;
  readonly granted: boolean;
  /** Time in milliseconds. */
  readonly at: number;
}

/** A process that imports files, at batch clusters, or consumes messages, at serving ones, with the production code of both. */
export class ImporterProcess {
  readonly #options: ProcessOptions;
  readonly #serving: UserTables;
  readonly #batch: UserTables;
  /** Imports write files through batch clusters; consumers write messages through serving ones. */
  readonly #importing: Ingestion;
  readonly #consuming: Ingestion;
  readonly #killed = new AbortController();

  constructor(options: ProcessOptions) {
    this.#options = options;
    this.#serving = openServingTables(options);
    this.#batch = openTablesBeside(this.#serving, 'batch', options);
    this.#importing = this.#ingestionAt(this.#batch);
    this.#consuming = this.#ingestionAt(this.#serving);
  }

  #ingestionAt({ reader, writer }: UserTables): Ingestion {
    const { machine: clock, random, settings } = this.#options;
    const { rules, guards, futureToleranceMs } = settings;
    return createIngestion({
      store: {
        reader: guarded.reader(guards, reader, new PrivateReader(reader, rules)),
        writer,
        sketchTables: UNPLACED_SKETCHES,
        check: () => undefined,
      },
      schema: SCHEMA,
      config: { ...DEFAULTS, events: { ...DEFAULTS.events, futureToleranceMs } },
      clock,
      random,
    });
  }

  /** Imports a log of events, as `tidemark import` does. */
  async importEvents(events: readonly ActionEvent[]): Promise<ImportSummary> {
    const { machine: clock, random, settings } = this.#options;
    const { futureToleranceMs } = settings;
    const mapping = { columns: {}, constants: { action: 'impression' }, timeFormat: 'ms' };
    return importFile(
      {
        ...FILE,
        stdin: ndjson(events.map(recordOf)),
        dataType: AD_ACTION,
        mapping,
        shiftToNow: false,
        restart: false,
        target: 'p/i',
        signal: this.#killed.signal,
      },
      {
        ingest: this.#importing.ingestEvents,
        rules: eventRulesOf(AD_ACTION, { ...DEFAULTS.events, futureToleranceMs }),
        clock,
        random,
        policy: POLICY,
        limits: { ...DEFAULTS.importer, batchEvents: 5 },
      },
    );
  }

  /** Imports decisions, as `tidemark consent import` does. */
  async importConsent(records: readonly DecisionRecord[], consent: ConsentOperations): Promise<ConsentTally> {
    const { machine: clock, random } = this.#options;
    const { signal } = this.#killed;
    const steps = new MoverSteps({ clock, random, limits: RETRIES }, signal);
    const source = openRecordSource({ file: '-', stdin: ndjson(records), signal }, FILE);
    return importConsent(
      { source, isDryRun: false, signal, onProgress: () => undefined },
      { consent, retry: (write) => steps.run(write), decisionsInFlight: 2 },
    );
  }

  /** Loads objects with their versions, as `tidemark objects load` does. */
  async loadObjects(objects: readonly ObjectVersion[]): Promise<readonly LoadOutcome[]> {
    const { machine: clock, random, settings } = this.#options;
    const { reader, writer } = this.#batch;
    const load = createLoadObjects({
      reader: guarded.versionReader(settings.guards, new PrivateReader(reader, settings.rules)),
      writer,
      schema: SCHEMA,
      clock,
      limits: DEFAULTS.objects,
      checks: new Map(),
    });
    const records = objects.map(({ sent: { user, register, name }, versionMs }) => ({
      id: user,
      dataType: OBJECTS,
      subType: register,
      timestampMs: versionMs,
      body: { kind: 'protobuf', bytes: objectValue(name) } as const,
    }));
    const options = { ...CALL, signal: this.#killed.signal };
    return loadBatch(USERS_TABLE, records, {
      dependencies: { load, clock, random, policy: POLICY },
      options,
    });
  }

  /** Creates a consumer of messages. `requiresConsent`: it dead-letters messages that do not state a consent. */
  consumer(options: {
    readonly requiresConsent: boolean;
    readonly deadLetter: (letter: DeadLetter) => void;
  }): EventConsumer {
    const { machine: clock, random } = this.#options;
    return new EventConsumer({
      ingest: this.#consuming.ingestEvents,
      schema: SCHEMA,
      clock,
      random,
      limits: { ...DEFAULTS.pubsub, ...DEFAULTS.events },
      rejects: options.requiresConsent ? checkConsent : undefined,
      deadLetter: async (letter) => options.deadLetter(letter),
    });
  }

  /** Kills the process. What it has sent stays in flight. */
  async kill(): Promise<void> {
    this.#killed.abort();
    await this.#options.transport.close();
    await Promise.all([this.#serving.close(), this.#batch.close()]);
  }
}

const ndjson = (records: readonly object[]): Readable =>
  Readable.from([Buffer.from(records.map((each) => `${JSON.stringify(each)}\n`).join(''))]);

function recordOf(event: ActionEvent): object {
  const { userId, eventTimeMs } = event;
  const ids = ['adId', 'campaignId', 'insertionId'].map((name) => [name, fieldOf(event, name)]);
  return { userId, [AD_ACTION.events.time.name]: eventTimeMs, ...(Object.fromEntries(ids) as object) };
}
