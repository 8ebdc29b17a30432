import { cellsPerRowLimit, chain, familyIs, stripValue, timestampRange } from '../../bigtable/read/filters';
import type { Filter } from '../../bigtable/client/types';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { EVENTUAL, type Consistency } from '../../core/consistency/consistency';
import { rowKey } from '../../core/rows/row-key';
import type { SketchDeclaration } from '../../core/schema/schema';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Reader } from '../../consistency/store';

/** Limits of lookups and of their cache. */
export interface EntityRegisterLimits {
  /** Cache lifetime of "registered", and of "unregistered or unknown", in milliseconds. */
  readonly registeredForMs: number;
  readonly unregisteredForMs: number;
  /** Maximum number of cached entities of one kind. */
  readonly registeredMax: number;
  /** Timeout of one read, in milliseconds. */
  readonly registerTimeoutMs: number;
  readonly registerRowsPerRead: number;
}

export interface EntityRegisterDependencies {
  readonly reader: Reader;
  readonly schema: SchemaRegistry;
  readonly clock: Clock;
  readonly limits: EntityRegisterLimits;
  /** Consistency of the read that must prove the absence of an entity's object before its events are rejected. */
  readonly absenceConsistency: Consistency;
}

/** Whether an entity has its object, or the error that prevented the lookup. */
export type RegistrationStatus = boolean | TidemarkError;

type RegisteredDataType = NonNullable<SketchDeclaration['registeredAs']>;

/** Looks up which entities have an object, with a cache for each DataType. */
export class EntityRegister {
  readonly #dependencies: EntityRegisterDependencies;
  readonly #dataTypes = new Map<string, DataTypeRegister>();

  constructor(dependencies: EntityRegisterDependencies) {
    this.#dependencies = dependencies;
  }

  /** Rejects only on a program error. */
  lookUp(
    place: RegisteredDataType,
    ids: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, RegistrationStatus>> {
    const name = `${place.corpus}/${place.family}`;
    const known = this.#dataTypes.get(name) ?? new DataTypeRegister(place, this.#dependencies);
    this.#dataTypes.set(name, known);
    return known.lookUp(ids);
  }
}

interface Known {
  readonly registered: RegistrationStatus;
  /** Expiry of the entry, by the monotonic clock, in milliseconds. */
  readonly untilMs: number;
}

class DataTypeRegister {
  readonly #known = new Map<string, Known>();
  /** Reads in flight, which later calls join. */
  readonly #reads = new Map<string, Promise<ReadonlyMap<string, RegistrationStatus>>>();
  readonly #filter: () => Filter;

  constructor(
    readonly place: RegisteredDataType,
    readonly dependencies: EntityRegisterDependencies,
  ) {
    const { retention } = dependencies.schema.dataType(place.corpus, place.family);
    this.#filter = () => anyCell(place.family, retention.maxAgeMs, dependencies.clock.nowMs());
  }

  async lookUp(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, RegistrationStatus>> {
    const nowMs = this.dependencies.clock.monotonicMs();
    const answer = new Map<string, RegistrationStatus>();
    const unknown: string[] = [];
    for (const id of ids) {
      const known = this.#known.get(id);
      if (known !== undefined && known.untilMs > nowMs) answer.set(id, known.registered);
      else unknown.push(id);
    }
    if (unknown.length > 0) await this.#find(unknown, answer);
    return answer;
  }

  async #find(ids: readonly string[], answer: Map<string, RegistrationStatus>): Promise<void> {
    const { registerRowsPerRead: rowsPerRead } = this.dependencies.limits;
    const unread = ids.filter((id) => !this.#reads.has(id));
    for (let at = 0; at < unread.length; at += rowsPerRead) this.#begin(unread.slice(at, at + rowsPerRead));
    const reads = ids.map((id) => this.#reads.get(id)!);
    const found = await Promise.all(reads);
    for (const [index, id] of ids.entries()) answer.set(id, found[index]!.get(id)!);
  }

  #begin(ids: readonly string[]): void {
    const read = this.#read(ids).finally(() => {
      for (const id of ids) this.#reads.delete(id);
    });
    for (const id of ids) this.#reads.set(id, read);
  }

  /**
   * The nearest replica may lag, so entities that it lacks are read again with the consistency that proves absence.
   */
  async #read(ids: readonly string[]): Promise<ReadonlyMap<string, RegistrationStatus>> {
    const { absenceConsistency } = this.dependencies;
    const answer = new Map<string, RegistrationStatus>(ids.map((id) => [id, true]));
    let missing = ids;
    try {
      missing = await this.#findMissing(missing, EVENTUAL);
      if (missing.length > 0) missing = await this.#findMissing(missing, absenceConsistency);
      for (const id of missing) answer.set(id, false);
    } catch (error) {
      if (!(error instanceof TidemarkError)) throw error;
      for (const id of missing) answer.set(id, error);
    }
    for (const [id, registered] of answer) this.#remember(id, registered);
    return answer;
  }

  async #findMissing(ids: readonly string[], consistency: Consistency): Promise<readonly string[]> {
    const { reader, limits } = this.dependencies;
    const read = { table: this.place.corpus, keys: ids.map(rowKey), filter: this.#filter() };
    const { rows } = await reader.readRows(read, consistency, { timeoutMs: limits.registerTimeoutMs });
    return ids.filter((_id, index) => rows[index] === undefined);
  }

  /** Failures are cached too, because each one costs its callers the timeout of a read. */
  #remember(id: string, registered: RegistrationStatus): void {
    const { clock, limits } = this.dependencies;
    const lifetimeMs = registered === true ? limits.registeredForMs : limits.unregisteredForMs;
    this.#known.delete(id);
    this.#known.set(id, { registered, untilMs: clock.monotonicMs() + lifetimeMs });
    if (this.#known.size > limits.registeredMax) this.#forgetOldest();
  }

  #forgetOldest(): void {
    for (const id of this.#known.keys()) return void this.#known.delete(id);
  }
}

/** Returns a filter for any cell of the object that has not expired. */
function anyCell(family: string, maxAgeMs: number | undefined, nowMs: number): Filter {
  const since = maxAgeMs === undefined ? [] : [timestampRange(Math.max(0, nowMs - maxAgeMs) * 1_000)];
  return chain(familyIs(family), ...since, cellsPerRowLimit(1), stripValue());
}
