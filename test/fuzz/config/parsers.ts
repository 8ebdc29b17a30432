/** Calls all parsers of user configuration in this process: thousands of times a second. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capacityLines } from '../../../src/cli/capacity/report';
import { loadFleet } from '../../../src/cli/capacity/fleet-file';
import { parseCampaignFile } from '../../../src/cli/campaigns/campaign-file';
import { compactionCheckpointFile } from '../../../src/cli/compact/checkpoint';
import { readSchemaLock } from '../../../src/cli/schema/lock-file';
import { loadSchema, type SchemaRegistry } from '../../../src/codec/declarations/schema-registry';
import { schemaSnapshotOf } from '../../../src/codec/declarations/schema-snapshot';
import {
  configurationVariables,
  loadConfig,
  loadLocalConfig,
  loadSchemaConfig,
} from '../../../src/config/index';
import { campaignScopeOf } from '../../../src/core/campaigns/campaign-scope';
import { planCapacity } from '../../../src/core/capacity/plan-capacity';
import { compareSchemas } from '../../../src/core/schema/schema-lock';
import { parseTokenKeys } from '../../../src/core/tokens/token-keys';
import { DEFAULTS } from '../../../src/config/defaults';
import { TidemarkError } from '../../../src/errors';
import { readAccessFile } from '../../../src/http/access/access-file';
import { parseChoiceText } from '../../../src/core/consistency/consistency-choice';
import { CheckpointFile } from '../../../src/platform/files/checkpoint-file';
import { compileImportMapping } from '../../../src/ingest/import/compile-import-mapping';
import { readCsv, readNdjson, type SourceRecord } from '../../../src/ingest/files/record-source';
import { storeTopology } from '../../../src/routing/topology/store-topology';
import { parseTopologyText } from '../../../src/routing/topology/topology-file';
import type { Round } from '../harness';
import { below, chance, pick, weighted } from '../values/choose';
import { hostileText } from '../values/hostile-values';
import { mutateBytes } from '../values/mutate-bytes';
import { mutateJsonText, mutateText } from '../values/mutate-text';
import { checkRejection } from './check-rejection';
import { randomEnvironment, SECRET } from './random-environment';
import * as samples from './sample-files';

const RECORD_BYTES_MAX = 10_000;
const TIME_FORMATS = ['iso', 'ms', 's', 'yyyy-MM-dd HH:mm:ss', 'yyyy', "'", 'X', 'ZZZZ'];

export class Parsers {
  readonly #folder: string;
  readonly #schema: SchemaRegistry = loadSchema();

  /** The folder is for files that are read by name. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async one(round: Round): Promise<void> {
    await weighted(round.random, [
      [10, () => this.#environment(round)],
      [8, () => this.#topology(round)],
      [8, () => this.#access(round)],
      [4, () => this.#tokenKeys(round)],
      [6, () => this.#fleet(round)],
      [6, () => this.#campaigns(round)],
      [1, () => this.#protos(round)],
      [2, () => this.#lock(round)],
      [4, () => this.#checkpoint(round)],
      [6, () => this.#records(round)],
      [4, () => this.#consistency(round)],
    ]);
  }

  #environment(round: Round): Promise<void> {
    const env = randomEnvironment(round.random);
    const load = pick(round.random, [loadConfig, loadConfig, loadLocalConfig, loadSchemaConfig]);
    const about = { name: 'environment', secrets: [SECRET], input: JSON.stringify(env) };
    const fields = [...Object.keys(env), ...configurationVariables().map(({ name }) => name)];
    return checkRejection(round, { ...about, fields }, () => load(env));
  }

  #topology(round: Round): Promise<void> {
    const text = mutateJsonText(pick(round.random, samples.TOPOLOGIES), round.random).toString();
    return checkRejection(round, { name: 'topology', input: text }, () =>
      storeTopology(parseTopologyText(text)),
    );
  }

  #access(round: Round): Promise<void> {
    const text = mutateJsonText(samples.ACCESS, round.random).toString();
    return checkRejection(round, { name: 'access file', input: text }, () =>
      readAccessFile({ text }, '/etc/access.json'),
    );
  }

  #tokenKeys(round: Round): Promise<void> {
    const keys = Array.from({ length: below(round.random, 20) }, (_, n) => `${n}:${SECRET}AAAA`).join(',');
    const at = below(round.random, keys.length + 1);
    const text = keys.slice(0, at) + hostileText(round.random) + keys.slice(at);
    const about = { name: 'token keys', fields: ['keys'], secrets: [SECRET], input: text };
    return checkRejection(round, about, () => parseTokenKeys(text, 'keys'));
  }

  #fleet(round: Round): Promise<void> {
    const { random } = round;
    const text = mutateJsonText(samples.FLEET, random);
    const file = this.#write('capacity/fleet.json', text);
    this.#write('topologies/four-continents.json', Buffer.from(JSON.stringify(samples.TOPOLOGIES[0])));
    const replacements = chance(random, 0.3)
      ? [{ path: pick(random, PATHS), value: hostileText(random) }]
      : [];
    const input = `${text.toString()} ${JSON.stringify(replacements)}`;
    return checkRejection(round, { name: 'fleet', input }, () => {
      const lines = capacityLines(planCapacity(loadFleet(file, replacements)));
      if (lines.some((line) => /NaN|undefined|Infinity/.test(line)))
        throw new Error(`a plan of ${lines.join('\n')}`);
    });
  }

  #campaigns(round: Round): Promise<void> {
    const { random } = round;
    const sample = pick(random, samples.CAMPAIGNS);
    const lines = Array.isArray(sample) && chance(random, 0.3);
    const text = lines
      ? sample.map((each) => mutateJsonText(each, random).toString()).join('\n')
      : mutateJsonText(sample, random).toString();
    const { campaigns: limits } = DEFAULTS;
    const rules = { scope: campaignScopeOf(this.#schema.eventTypes()), limits, nowMs: Date.now() };
    return checkRejection(round, { name: 'campaign file', input: text }, () =>
      parseCampaignFile(text, { ...rules, campaignsMax: 100 }),
    );
  }

  #protos(round: Round): Promise<void> {
    const text = mutateText(pick(round.random, samples.PROTOS), round.random);
    this.#write('protos/acme/v1/fuzz.proto', text);
    const protoPaths = [join(this.#folder, 'protos')];
    return checkRejection(round, { name: 'proto file', input: text.toString() }, () =>
      schemaSnapshotOf(loadSchema({ protoPaths })),
    );
  }

  #lock(round: Round): Promise<void> {
    const text = mutateJsonText(samples.LOCK, round.random);
    const file = this.#write('schema.lock.json', text);
    const current = schemaSnapshotOf(this.#schema);
    return checkRejection(round, { name: 'schema lock', input: text.toString() }, () =>
      compareSchemas(readSchemaLock(file, current)!, current),
    );
  }

  #checkpoint(round: Round): Promise<void> {
    const isImport = chance(round.random, 0.5);
    const sample = isImport ? samples.IMPORT_CHECKPOINT : samples.COMPACT_CHECKPOINT;
    const text = mutateJsonText(sample, round.random);
    const file = this.#write('checkpoint.json', text);
    const about = { name: isImport ? 'import checkpoint' : 'compaction checkpoint', input: text.toString() };
    return checkRejection(round, about, () =>
      isImport
        ? new CheckpointFile({
            path: file,
            identity: samples.IDENTITY,
            option: 'checkpoint',
            scope: 'input',
          }).load()
        : compactionCheckpointFile(file, samples.IDENTITY).load(),
    );
  }

  #records(round: Round): Promise<void> {
    const { random } = round;
    const isCsv = chance(random, 0.5);
    const text = isCsv ? samples.EVENTS_CSV : samples.EVENTS_NDJSON;
    const bytes = chance(random, 0.5) ? mutateText(text, random) : mutateBytes(Buffer.from(text), random);
    const mapping = this.#mapping(round);
    const input = `${JSON.stringify(mapping)} ${JSON.stringify(bytes.toString('latin1'))}`;
    return checkRejection(round, { name: isCsv ? 'CSV' : 'NDJSON', input }, async () => {
      const toInput = compileImportMapping(this.#schema.eventDataType(undefined, 'data-type'), mapping);
      const options = { recordBytesMax: RECORD_BYTES_MAX };
      const chunks = piecesOf(bytes, 1 + below(random, 100));
      const records: AsyncIterable<SourceRecord> = isCsv
        ? readCsv(chunks, options)
        : readNdjson(chunks, options);
      for await (const record of records) {
        const outcome = toInput(record);
        if ('error' in outcome && !(outcome.error instanceof TidemarkError)) throw outcome.error as Error;
      }
    });
  }

  #mapping({ random }: Round): Parameters<typeof compileImportMapping>[1] {
    const odd = chance(random, 0.2);
    return {
      columns: odd ? { userId: hostileText(random) } : {},
      constants: odd && chance(random, 0.5) ? { action: hostileText(random) } : {},
      ignoreUnknown: chance(random, 0.5),
      timeFormat: chance(random, 0.6) ? 'iso' : pick(random, TIME_FORMATS),
      ...(chance(random, 0.4) && {
        timeZone: pick(random, ['UTC', 'Europe/Berlin', 'Etc/Nowhere', '__proto__', '']),
      }),
    };
  }

  #consistency(round: Round): Promise<void> {
    const right = pick(round.random, [
      'strict',
      'bounded; max-staleness-ms=5000; on-unmet=stale',
      'eventual; return-token=false',
      'strict; as-of=2026-11-21T12:00:00Z',
    ]);
    const text = mutateText(right, round.random).toString();
    return checkRejection(round, { name: 'consistency', fields: ['consistency'], input: text }, () =>
      parseChoiceText(text, 'consistency'),
    );
  }

  #write(name: string, bytes: Buffer): string {
    const file = join(this.#folder, name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, bytes);
    return file;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const PATHS = [
  'heartbeats.intervalMs',
  'traffic',
  'traffic.reads.counts.perSecond',
  '__proto__.x',
  '',
  '.',
  'limits.nodeUtilisation',
  'topology',
];

async function* piecesOf(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
