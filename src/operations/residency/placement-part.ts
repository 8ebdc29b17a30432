import { cellsPerRowLimit, chain, stripValue } from '../../bigtable/read/filters';
import type { CallOptions, Filter, Row } from '../../bigtable/client/types';
import type { DirectoryEntry } from '../../core/residency/location';
import {
  placedTable,
  placementsOfGroup,
  type PlacementGroup,
  type PlacementRules,
} from '../../core/residency/placement-rules';
import { isFinding, placeOf, type EntryFound, type RowPlace } from '../../core/residency/row-place';
import { objectIdOf } from '../../core/rows/row-key';
import { TidemarkError } from '../../errors';
import type { Scanner } from '../../consistency/store';
import { runBounded } from '../../platform/tasks/run-bounded';
import type { LocationDirectory } from '../../residency/location-directory';
import type { Subject } from '../../residency/locations';
import type { Subjects } from '../../residency/subjects';
import type { AuditLimits, AuditPart } from './audit-part';
import type { AuditRecord, AuditTally } from './audit-record';

/** A corpus in a placement. */
export interface PlacedCorpus {
  readonly group: PlacementGroup;
  readonly corpus: string;
  readonly placement: string;
}

export interface PlacementPartDependencies {
  readonly rules: PlacementRules;
  readonly subjects: Pick<Subjects, 'of' | 'isServed'>;
  readonly directory: Pick<LocationDirectory, 'nearestOfAll' | 'present'>;
  readonly scanner: Scanner;
  readonly limits: AuditLimits;
}

/** Passes one cell of any family, since the key of a row is the id of an object, whatever the row has. */
const ANY_CELL: Filter = chain(cellsPerRowLimit(1), stripValue());

/**
 * Audits the rows of a corpus in one placement. A row is a finding only if the cluster that decides about the subject's
 * entry shows the same entry before and after another look at the row.
 */
export class PlacementPart implements AuditPart {
  readonly table: string;
  readonly scanner: Scanner;
  readonly filter = ANY_CELL;
  readonly #of: PlacedCorpus;
  readonly #dependencies: PlacementPartDependencies;

  constructor(of: PlacedCorpus, dependencies: PlacementPartDependencies) {
    this.#of = of;
    this.#dependencies = dependencies;
    this.table = placedTable(of.group, of.corpus, of.placement);
    this.scanner = dependencies.scanner;
  }

  async compare(rows: readonly Row[], tally: AuditTally, call: CallOptions): Promise<readonly AuditRecord[]> {
    const { limits, subjects } = this.#dependencies;
    const found = rows.flatMap(({ key }) => subjects.of(this.#of.group, key) ?? []);
    tally.rows += found.length;
    const entries = await this.#entriesOf(found, call);
    const candidates = found.flatMap((subject, at) => {
      const place = this.#placeOf(entries[at]);
      return place === 'in-place' ? [] : [{ subject, entry: entries[at], place }];
    });
    const records = await runBounded(candidates, limits.confirmationsInFlight, ({ subject, entry, place }) =>
      isFinding(place) ? this.#confirm(subject, call) : this.#record(subject, entry, place, call),
    );
    return records.flatMap((record) => {
      if (record === undefined) return [];
      if (record.place === 'moving') tally.rowsMoving += 1;
      else tally.findings[record.place] += 1;
      return [record];
    });
  }

  #placeOf(entry: EntryFound): RowPlace {
    return placeOf(this.#dependencies.rules, this.#of, entry);
  }

  /** Returns the entries as the nearest cluster shows them. */
  async #entriesOf(subjects: readonly Subject[], call: CallOptions): Promise<readonly EntryFound[]> {
    const { limits } = this.#dependencies;
    const chunks: (readonly Subject[])[] = [];
    for (let at = 0; at < subjects.length; at += limits.entriesPerRead)
      chunks.push(subjects.slice(at, at + limits.entriesPerRead));
    const found = await runBounded(chunks, limits.readsInFlight, (chunk) => this.#readTogether(chunk, call));
    return found.flat();
  }

  /** One corrupted entry fails the read of all; each is then read by itself. */
  async #readTogether(chunk: readonly Subject[], call: CallOptions): Promise<readonly EntryFound[]> {
    const { directory, limits } = this.#dependencies;
    const keys = chunk.map(({ key }) => key);
    try {
      return await directory.nearestOfAll(keys, call);
    } catch (error) {
      if (!isCorruption(error)) throw error;
      return runBounded(chunk, limits.readsInFlight, (subject) => this.#present(subject, call));
    }
  }

  async #present({ key }: Subject, call: CallOptions): Promise<EntryFound> {
    try {
      return await this.#dependencies.directory.present(key, call);
    } catch (error) {
      if (isCorruption(error)) return 'corrupted';
      throw error;
    }
  }

  async #confirm(subject: Subject, call: CallOptions): Promise<AuditRecord | undefined> {
    for (let entry = await this.#present(subject, call); ;) {
      const place = this.#placeOf(entry);
      if (!isFinding(place)) return this.#record(subject, entry, place, call);
      if (!(await this.#hasRow(this.table, subject.rowKey, call))) return undefined;
      const later = await this.#present(subject, call);
      if (isSame(entry, later)) return this.#record(subject, entry, place, call);
      entry = later;
    }
  }

  async #record(
    subject: Subject,
    entry: EntryFound,
    place: RowPlace,
    call: CallOptions,
  ): Promise<AuditRecord | undefined> {
    if (place === 'in-place') return undefined;
    const { group, corpus, placement } = this.#of;
    const alsoIn = place === 'moving' ? [] : await this.#otherPlacements(subject.rowKey, call);
    const objectId = objectIdOf(subject.rowKey)!;
    return {
      place,
      table: this.table,
      subject: subject.key,
      row: { group: group.name, corpus, placement, objectId, alsoIn },
      entry: entry === 'corrupted' ? undefined : entry,
    };
  }

  async #otherPlacements(key: Buffer, call: CallOptions): Promise<readonly string[]> {
    const { group, corpus, placement } = this.#of;
    const { rules, subjects } = this.#dependencies;
    const others = placementsOfGroup(rules, group).filter(
      ({ name }) => name !== placement && subjects.isServed(name),
    );
    const have = await Promise.all(
      others.map(({ name }) => this.#hasRow(placedTable(group, corpus, name), key, call)),
    );
    return others.filter((_other, at) => have[at]).map(({ name }) => name);
  }

  /** Returns whether the row has any cell. Readers would not show one that has only watermarks. */
  async #hasRow(table: string, key: Buffer, call: CallOptions): Promise<boolean> {
    const bound = { key, inclusive: true };
    const scan = { table, ranges: [{ start: bound, end: bound }], filter: ANY_CELL };
    for await (const row of this.scanner.scan(scan, call)) return row.cells.length > 0;
    return false;
  }
}

const isCorruption = (error: unknown): boolean =>
  error instanceof TidemarkError && error.code === 'data_corrupted';

function isSame(a: EntryFound, b: EntryFound): boolean {
  if (!isEntry(a) || !isEntry(b)) return a === b;
  return a.epoch === b.epoch && a.state === b.state;
}

const isEntry = (found: EntryFound): found is DirectoryEntry => found !== undefined && found !== 'corrupted';
