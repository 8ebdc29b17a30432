import { cellsPerRowLimit, chain, familyIs, stripValue, timestampRange } from '../../bigtable/read/filters';
import type { Filter } from '../../bigtable/client/types';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { EVENTUAL, type Consistency } from '../../core/consistency/consistency';
import { rowKey } from '../../core/rows/row-key';
import type { SketchDeclaration } from '../../core/schema/schema';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Reader } from '../../consistency/store';

export interface EntityRegisterLimits {
  /** How long it is known that an entity is registered, and that it is not or that nothing can be told. */
  readonly registeredForMs: number;
  readonly unregisteredForMs: number;
  /** Entities of which either is known. */
  readonly registeredMax: number;
  /** Of one read. */
  readonly registerTimeoutMs: number;
  readonly registerRowsPerRead: number;
}

export interface EntityRegisterDependencies {
  readonly reader: Reader;
  readonly schema: SchemaRegistry;
  readonly clock: Clock;
  readonly limits: EntityRegisterLimits;
  /** By which it must be shown that an entity has no object before its events are refused for good. */
  readonly absenceConsistency: Consistency;
}

/** Whether an entity has its object; why that cannot be told now, where it cannot. */
export type RegistrationStatus = boolean | TidemarkError;

type RegisteredDataType = NonNullable<SketchDeclaration['registeredAs']>;

/** Of all entities of one kind, that of some moment lately. */
export class EntityRegister {
  readonly #dependencies: EntityRegisterDependencies;
  readonly #kinds = new Map<string, KindRegister>();

  constructor(dependencies: EntityRegisterDependencies) {
    this.#dependencies = dependencies;
  }

  /** Never rejects but on a fault of the program. */
  lookUp(
    place: RegisteredDataType,
    ids: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, RegistrationStatus>> {
    const name = `${place.corpus}/${place.family}`;
    const known = this.#kinds.get(name) ?? new KindRegister(place, this.#dependencies);
    this.#kinds.set(name, known);
    return known.lookUp(ids);
  }
}

interface Known {
  readonly registered: RegistrationStatus;
  /** By the monotonic clock. */
  readonly untilMs: number;
}

class KindRegister {
  readonly #known = new Map<string, Known>();
  /** Reads under way, which others join. */
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
    const { registerRowsPerRead: most } = this.dependencies.limits;
    const unread = ids.filter((id) => !this.#reads.has(id));
    for (let at = 0; at < unread.length; at += most) this.#begin(unread.slice(at, at + most));
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

  /** What the nearest replica lacks, it may only be told of later than others: that is shown before it counts. */
  async #read(ids: readonly string[]): Promise<ReadonlyMap<string, RegistrationStatus>> {
    const { absenceConsistency: absence } = this.dependencies;
    const answer = new Map<string, RegistrationStatus>(ids.map((id) => [id, true]));
    let unsure = ids;
    try {
      unsure = await this.#missingOf(unsure, EVENTUAL);
      if (unsure.length > 0) unsure = await this.#missingOf(unsure, absence);
      for (const id of unsure) answer.set(id, false);
    } catch (error) {
      if (!(error instanceof TidemarkError)) throw error;
      for (const id of unsure) answer.set(id, error);
    }
    for (const [id, registered] of answer) this.#remember(id, registered);
    return answer;
  }

  async #missingOf(ids: readonly string[], consistency: Consistency): Promise<readonly string[]> {
    const { reader, limits } = this.dependencies;
    const read = { table: this.place.corpus, keys: ids.map(rowKey), filter: this.#filter() };
    const { rows } = await reader.readRows(read, consistency, { timeoutMs: limits.registerTimeoutMs });
    return ids.filter((_id, index) => rows[index] === undefined);
  }

  /** Failures too: each costs whoever waits for it as long as a read may take. */
  #remember(id: string, registered: RegistrationStatus): void {
    const { clock, limits } = this.dependencies;
    const forMs = registered === true ? limits.registeredForMs : limits.unregisteredForMs;
    this.#known.delete(id);
    this.#known.set(id, { registered, untilMs: clock.monotonicMs() + forMs });
    if (this.#known.size > limits.registeredMax) this.#forgetOldest();
  }

  #forgetOldest(): void {
    for (const id of this.#known.keys()) return void this.#known.delete(id);
  }
}

/** Of the object whatever is there, except for what its retention has made garbage. */
function anyCell(family: string, maxAgeMs: number | undefined, nowMs: number): Filter {
  const since = maxAgeMs === undefined ? [] : [timestampRange(Math.max(0, nowMs - maxAgeMs) * 1_000)];
  return chain(familyIs(family), ...since, cellsPerRowLimit(1), stripValue());
}
