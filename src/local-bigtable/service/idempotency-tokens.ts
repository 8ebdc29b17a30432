import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/time/clock';
import type { Catalog } from '../catalog/catalog';
import { failedPreconditionError, invalidArgumentError, resourceExhaustedError } from '../grpc/rpc-error';
import { byteString, type data, milliseconds } from '../encoding/proto';
import type { CommitQueue } from '../storage/commit-queue';
import type { EntryRecord } from '../storage/commit-storage';

/** Lifetime and maximum number of tokens. */
export interface IdempotencyLimits {
  /** Time for which a token protects its mutation, in milliseconds. */
  readonly windowMs: number;
  /**
   * Maximum number of tokens of all tables. Further ones are rejected, because forgetting a token would break its
   * promise.
   */
  readonly tokensMax: number;
}

interface IdempotencyDependencies {
  readonly catalog: Catalog;
  readonly commits: CommitQueue;
  readonly clock: Clock;
  readonly limits: IdempotencyLimits;
}

/** Mutation that has been applied. */
interface AppliedMutation {
  /** Version that must be durable before a replay is acknowledged. */
  readonly version: number;
  /** Time of application in milliseconds since the epoch. */
  readonly atMs: number;
}

/** Row mutation with an idempotency token. */
export interface TokenizedMutation {
  /** Number of the table. */
  readonly table: number;
  readonly key: string;
  readonly idempotency: data.IIdempotency;
}

/**
 * Remembers which mutations with an idempotency token were applied, so that a repeat is acknowledged without being
 * applied again, even after a restart. Production promises this "within a 15m window" and does not document whether the
 * repeat may arrive at another cluster. Here it may, because the first attempt is being replicated.
 */
export class IdempotencyTokens {
  readonly #dependencies: IdempotencyDependencies;
  /** Applied mutations by table, then by digest of row key and token, in order of application. */
  readonly #tables = new Map<number, Map<string, AppliedMutation>>();
  #count = 0;

  constructor(dependencies: IdempotencyDependencies) {
    this.#dependencies = dependencies;
  }

  /** Number of remembered tokens. */
  get size(): number {
    return this.#count;
  }

  /** Applies the mutation unless it has been applied. Returns the version to wait for. */
  applyOnce({ table, key, idempotency }: TokenizedMutation, apply: () => number): number {
    const nowMs = this.#dependencies.clock.nowMs();
    this.#check(idempotency, nowMs);
    const digest = digestOf(key, byteString(idempotency.token));
    const known = this.#tables.get(table)?.get(digest);
    if (known !== undefined && !this.#isOver(known, nowMs)) return known.version;
    this.#checkRoom();
    const version = apply();
    this.#remember(table, digest, { version, atMs: nowMs });
    // Appended in the same turn, the entry is part of the same commit.
    const before = known === undefined ? undefined : encodeTime(known.atMs);
    this.#dependencies.commits.append({ ...entry(table, digest), before, after: encodeTime(nowMs) });
    return version;
  }

  /** Restores a storage entry. */
  restore(table: number, digest: string, value: string): void {
    this.#remember(table, digest, { version: 0, atMs: decodeTime(value) });
  }

  /** Removes up to `countMax` expired tokens. Returns whether more may remain. */
  async expire(countMax: number): Promise<boolean> {
    const { catalog, commits, clock } = this.#dependencies;
    commits.checkWritable();
    const live = new Set(catalog.all().map(({ number }) => number));
    for (const table of this.#tables.keys()) if (!live.has(table)) this.#forgetTable(table);
    const entries = this.#expired(clock.nowMs(), countMax);
    if (entries.length === 0) return false;
    const version = commits.nextVersion();
    commits.appendAll(entries);
    await commits.whenCommitted(version);
    return true;
  }

  #check({ token, startTime }: data.IIdempotency, nowMs: number): void {
    const bytes = token?.length ?? 0;
    if (bytes < TOKEN_BYTES_MIN) {
      throw invalidArgumentError(
        `idempotency.token must have at least ${TOKEN_BYTES_MIN} bytes, not ${bytes}`,
      );
    }
    const startMs = milliseconds(startTime);
    // "Leave unset or zero to always accept the mutation". Production's status for this is undocumented.
    if (startMs !== 0 && startMs < nowMs - this.#dependencies.limits.windowMs) {
      throw failedPreconditionError('idempotency.start_time is older than the protection window');
    }
  }

  #checkRoom(): void {
    const { tokensMax } = this.#dependencies.limits;
    if (this.#count < tokensMax) return;
    throw resourceExhaustedError(`The maximum of ${tokensMax} idempotency tokens is in use: retry later`);
  }

  #isOver({ atMs }: AppliedMutation, nowMs: number): boolean {
    return atMs < nowMs - this.#dependencies.limits.windowMs;
  }

  #remember(table: number, digest: string, applied: AppliedMutation): void {
    let tokens = this.#tables.get(table);
    if (tokens === undefined) {
      tokens = new Map();
      this.#tables.set(table, tokens);
    }
    // A reused token moves to the end of the order.
    if (!tokens.delete(digest)) this.#count++;
    tokens.set(digest, applied);
  }

  #expired(nowMs: number, countMax: number): EntryRecord[] {
    const entries: EntryRecord[] = [];
    for (const [table, tokens] of this.#tables) {
      for (const [digest, applied] of tokens) {
        if (entries.length === countMax || !this.#isOver(applied, nowMs)) break;
        tokens.delete(digest);
        this.#count--;
        entries.push({ ...entry(table, digest), before: encodeTime(applied.atMs) });
      }
    }
    return entries;
  }

  /** Forgets the tokens of a dropped table, which storage has removed. */
  #forgetTable(table: number): void {
    this.#count -= this.#tables.get(table)?.size ?? 0;
    this.#tables.delete(table);
  }
}

function entry(table: number, digest: string): EntryRecord {
  return { kind: 'entry', space: 'token', table, key: digest };
}

/** Returns a digest of fixed size. */
function digestOf(key: string, token: string): string {
  const hash = createHash('sha256').update(`${key.length}:${key}`, 'latin1').update(token, 'latin1');
  return hash.digest().toString('latin1', 0, DIGEST_BYTES);
}

const encodeTime = (ms: number): string => String(ms);
const decodeTime = (text: string): number => Number(text);

const TOKEN_BYTES_MIN = 8;
/** 128 bits: collisions among millions of tokens are practically impossible. */
const DIGEST_BYTES = 16;
