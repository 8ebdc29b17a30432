/** Exports everything that the store has about a user, in lines, for requests of access. */
import { blockAll } from '../../bigtable/read/filters';
import { evidenceJson } from '../../codec/answers/evidence-json';
import { locationJson } from '../../codec/answers/location-json';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import type { Consistency, ReadEvidence } from '../../core/consistency/consistency';
import { hiddenBounds } from '../../core/privacy/hidden-reason';
import type { RowPrivacy } from '../../core/privacy/row-privacy';
import type { ExportLine, HiddenChoice } from '../../core/privacy/subject-export';
import { rowKey } from '../../core/rows/row-key';
import {
  isEventDataType,
  isPersonal,
  type Corpus,
  type DataType,
  type EventDataType,
} from '../../core/schema/schema';
import type { TokenCodec } from '../../core/tokens/token-codec';
import type { Clock } from '../../platform/time/clock';
import { runInSlices } from '../../platform/tasks/time-slices';
import { mergeEvidence } from '../../consistency/read/merge-evidence';
import type { Reader } from '../../consistency/store';
import type { Residency } from '../../residency/residency';
import { checkObjectId } from '../objects/object-rules';
import { createLocationOperations } from '../residency/location-operations';
import { decisionLines } from './exported-decisions';
import { ExportedEvents } from './exported-events';
import { ExportedObjects } from './exported-objects';
import { readReservationLines } from './exported-reservations';
import { nextRead, readCellPages, type CellPage, type LongCall, type PageLimits } from './read-cell-pages';

interface ExportSubjectRequest {
  /** Id of the user, which is the object id of the user's rows. */
  readonly id: string;
  readonly hidden: HiddenChoice;
  readonly consistency: Consistency;
}

/** Sections of the configuration. */
interface ExportSubjectLimits {
  readonly subjects: PageLimits & {
    /** Size at which a part is sent, in characters. A part may exceed it by one line. */
    readonly partLength: number;
  };
  readonly objects: { readonly idBytesMax: number };
  readonly tokens: { readonly writesMax: number };
}

export interface ExportSubjectDependencies {
  readonly reader: Reader;
  readonly schema: SchemaRegistry;
  /** Undefined for a store without placements. */
  readonly residency: Residency | undefined;
  readonly clock: Clock;
  readonly tokens: Pick<TokenCodec, 'encode'>;
  readonly config: ExportSubjectLimits;
}

/**
 * Returns an export as parts of NDJSON text. Each part is made when it is asked for. The last line has the type
 * `complete`: an export without it is truncated. The options limit the export as a whole.
 *
 * Throws `invalid_argument` for an invalid id, before the first part, and the errors of `Reader.readRow`.
 */
export type ExportSubject = (
  request: ExportSubjectRequest,
  options: Pick<LongCall, 'timeoutMs' | 'signal'>,
) => AsyncGenerator<string, void>;

export function createExportSubject(dependencies: ExportSubjectDependencies): ExportSubject {
  return (request, options) => {
    checkObjectId(request.id, dependencies.config.objects);
    return new SubjectExport(request, dependencies, options).parts();
  };
}

class SubjectExport {
  readonly #request: ExportSubjectRequest;
  readonly #dependencies: ExportSubjectDependencies;
  readonly #call: LongCall;
  readonly #startedAtMs: number;
  /** Evidence of all reads so far. */
  #evidence: ReadEvidence | undefined;
  #lines = 0;

  constructor(
    request: ExportSubjectRequest,
    dependencies: ExportSubjectDependencies,
    { timeoutMs, signal }: Parameters<ExportSubject>[1],
  ) {
    const { clock } = dependencies;
    this.#request = request;
    this.#dependencies = dependencies;
    this.#call = { deadlineMs: clock.monotonicMs() + timeoutMs, timeoutMs, signal };
    this.#startedAtMs = clock.nowMs();
  }

  async *parts(): AsyncGenerator<string, void> {
    const { clock } = this.#dependencies;
    for await (const lines of this.#pages()) {
      const rest = lines[Symbol.iterator]();
      for (let isEnd = false; !isEnd;) {
        const part = await runInSlices(this.#nextPart(rest), { clock, signal: this.#call.signal });
        if (part.text !== '') yield part.text;
        isEnd = part.isEnd;
      }
    }
    yield this.#lastLine();
  }

  *#nextPart(lines: Iterator<ExportLine>): Generator<undefined, { text: string; isEnd: boolean }, undefined> {
    let text = '';
    while (text.length < this.#dependencies.config.subjects.partLength) {
      const next = lines.next();
      if (next.done === true) return { text, isEnd: true };
      text += `${JSON.stringify(next.value)}\n`;
      this.#lines += 1;
      yield;
    }
    return { text, isEnd: false };
  }

  async *#pages(): AsyncGenerator<Iterable<ExportLine>, void> {
    const corpora = this.#dependencies.schema.corpora().filter(isPersonal);
    // Nothing is sent before the records are read: so an unavailable store or a wrong region is an error, not a truncation.
    const records = await Promise.all(corpora.map((corpus) => this.#readRecord(corpus)));
    yield [this.#firstLine(corpora), ...(await this.#locations(corpora)), ...records.flat()];
    for (const corpus of corpora) {
      for (const dataType of corpus.dataTypes) yield* this.#dataType(dataType);
      yield await this.#reservations(corpus);
    }
  }

  #firstLine(corpora: readonly Corpus[]): ExportLine {
    const { id, hidden } = this.#request;
    const exportedAt = new Date(this.#startedAtMs).toISOString();
    return { type: 'subject', id, exportedAt, hidden, corpora: corpora.map(({ name }) => name) };
  }

  /** Returns where the user's rows are, and why, by placement group. */
  async #locations(corpora: readonly Corpus[]): Promise<readonly ExportLine[]> {
    const { residency, config, clock } = this.#dependencies;
    if (residency === undefined) return [];
    const { getLocation } = createLocationOperations({ residency, limits: config.objects });
    const groups = new Set(
      corpora.flatMap(({ name }) => residency.rules().groupByCorpus.get(name)?.name ?? []),
    );
    const lines: ExportLine[] = [];
    for (const group of groups) {
      const location = await getLocation({ group, objectId: this.#request.id }, nextRead(this.#call, clock));
      lines.push({ type: 'location', ...locationJson(location) });
    }
    return lines;
  }

  /** Returns the user's decisions, with their sources, and the erasures. */
  async #readRecord({ name: table }: Corpus): Promise<readonly ExportLine[]> {
    const { reader, clock } = this.#dependencies;
    const { id, consistency, hidden } = this.#request;
    const read = { table, key: rowKey(id), filter: blockAll(), allowsJoin: true, keepsRecord: true };
    const { row, evidence, privacy } = await reader.readRow(read, consistency, nextRead(this.#call, clock));
    this.#add(evidence);
    return decisionLines(table, { cells: row?.cells ?? [], privacy }, hidden);
  }

  async *#dataType(dataType: DataType): AsyncGenerator<Iterable<ExportLine>, void> {
    const { schema, reader, clock, config } = this.#dependencies;
    const { id, hidden, consistency } = this.#request;
    const { corpus: table, family } = dataType;
    const events = isEventDataType(dataType) ? new ExportedEvents(dataType, hidden) : undefined;
    const objects = new ExportedObjects(dataType, schema.codec(dataType), hidden);
    const read = { table, key: rowKey(id), family, hasBlocks: events !== undefined };
    const pages = { reader, clock, limits: config.subjects };
    for await (const page of readCellPages(read, pages, { consistency, call: this.#call })) {
      this.#add(page.evidence);
      const { privacy } = page;
      if (privacy !== undefined) yield this.#linesOf(page, { dataType, privacy, events, objects });
    }
  }

  #linesOf({ cells }: CellPage, { dataType, privacy, events, objects }: PageSource): Iterable<ExportLine> {
    // One time for the whole export: a cell must not pass its retention between two pages.
    const bounds = hiddenBounds(privacy, dataType, this.#startedAtMs);
    if (events === undefined) return objects.lines(cells, bounds);
    return events.lines(cells, { bounds, deleted: privacy.named(dataType.family) });
  }

  async #reservations(corpus: Corpus): Promise<readonly ExportLine[]> {
    const dataTypes: readonly EventDataType[] = corpus.dataTypes.filter(isEventDataType);
    if (dataTypes.length === 0) return [];
    const { reader, clock } = this.#dependencies;
    const { id, consistency, hidden } = this.#request;
    const read = {
      reader,
      table: corpus.name,
      key: rowKey(id),
      consistency,
      options: nextRead(this.#call, clock),
    };
    const { lines, evidence } = await readReservationLines(read, {
      dataTypes,
      hidden,
      nowMs: this.#startedAtMs,
    });
    this.#add(evidence);
    return lines;
  }

  #add(evidence: ReadEvidence): void {
    const { clock, config } = this.#dependencies;
    const parts = this.#evidence === undefined ? [evidence] : [this.#evidence, evidence];
    const { level } = this.#request.consistency;
    this.#evidence = mergeEvidence(level, parts, { ...config.tokens, nowMs: clock.nowMs() });
  }

  #lastLine(): string {
    const { tokens } = this.#dependencies;
    const evidence = this.#evidence;
    const consistency = evidence === undefined ? undefined : evidenceJson(evidence, tokens);
    const line: ExportLine = { type: 'complete', lines: this.#lines, consistency };
    return `${JSON.stringify(line)}\n`;
  }
}

interface PageSource {
  readonly dataType: DataType;
  readonly privacy: RowPrivacy;
  readonly events: ExportedEvents | undefined;
  readonly objects: ExportedObjects;
}
