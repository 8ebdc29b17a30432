import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/time/clock';
import type { Catalog } from '../catalog/catalog';
import { failedPreconditionError, invalidArgumentError, resourceExhaustedError } from '../grpc/rpc-error';
import { byteString, type data, milliseconds } from '../encoding/proto';
import type { CommitQueue } from '../storage/commit-queue';
import type { EntryRecord } from '../storage/commit-storage';

export interface IdempotencyOptions {
  /** How long a token protects its mutation. */
  readonly windowMs: number;
  /** Tokens remembered at most, of all tables; more are refused, since forgetting one would break its promise. */
  readonly tokensMax: number;
}

interface IdempotencyDependencies {
  readonly catalog: Catalog;
  readonly commits: CommitQueue;
  readonly clock: Clock;
  readonly options: IdempotencyOptions;
}

/** A mutation that was applied. */
interface AppliedMutation {
  /** Whoever acknowledges a replay waits for this. */
  readonly version: number;
  /** When, milliseconds since the epoch. */
  readonly atMs: number;
}

/** A row mutation that may carry a token. */
export interface TokenizedMutation {
  /** Number of the table. */
  readonly table: number;
  readonly key: string;
  readonly idempotency: data.IIdempotency;
}

/**
 * Remembers which mutations with an idempotency token have been applied, so that a repeated one is acknowledged without
 * being applied again, also after a restart. Production promises that "within a 15m window", and does not say whether
 * the promise holds when the repetition arrives at another cluster; here it does: the first attempt is on its way.
 */
export class IdempotencyTokens {
  readonly #environment: IdempotencyDependencies;
  /** By table, then by digest of row key and token, in the order of application. */
  readonly #tables = new Map<number, Map<string, AppliedMutation>>();
  #count = 0;

  constructor(environment: IdempotencyDependencies) {
    this.#environment = environment;
  }

  /** Tokens remembered. */
  get size(): number {
    return this.#count;
  }

  /** Applies the mutation, unless that has been done; returns the version to wait for. */
  applyOnce({ table, key, idempotency }: TokenizedMutation, apply: () => number): number {
    const nowMs = this.#environment.clock.nowMs();
    this.#check(idempotency, nowMs);
    const digest = digestOf(key, byteString(idempotency.token));
    const known = this.#tables.get(table)?.get(digest);
    if (known !== undefined && !this.#isOver(known, nowMs)) return known.version;
    this.#checkRoom();
    const version = apply();
    this.#remember(table, digest, { version, atMs: nowMs });
    // Appended in the same turn, the entry is part of the same commit.
    const before = known === undefined ? {} : { before: encodeTime(known.atMs) };
    this.#environment.commits.append({ ...entry(table, digest), ...before, after: encodeTime(nowMs) });
    return version;
  }

  /** Puts back an entry of storage. */
  restore(table: number, digest: string, value: string): void {
    this.#remember(table, digest, { version: 0, atMs: decodeTime(value) });
  }

  /** Forgets some of the tokens that protect no longer; returns whether there may be more. */
  async expire(countMax: number): Promise<boolean> {
    const { catalog, commits, clock } = this.#environment;
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
    // "Leave unset or zero to always accept the mutation". Production's status for this is not documented.
    if (startMs !== 0 && startMs < nowMs - this.#environment.options.windowMs) {
      throw failedPreconditionError(
        'idempotency.start_time is so long ago that its protection may have expired',
      );
    }
  }

  #checkRoom(): void {
    const { tokensMax } = this.#environment.options;
    if (this.#count < tokensMax) return;
    throw resourceExhaustedError(`More than ${tokensMax} idempotency tokens are in use`);
  }

  #isOver({ atMs }: AppliedMutation, nowMs: number): boolean {
    return atMs < nowMs - this.#environment.options.windowMs;
  }

  #remember(table: number, digest: string, applied: AppliedMutation): void {
    let tokens = this.#tables.get(table);
    if (tokens === undefined) {
      tokens = new Map();
      this.#tables.set(table, tokens);
    }
    // A token used anew goes to the end of the order.
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

  /** Storage has removed them with the table. */
  #forgetTable(table: number): void {
    this.#count -= this.#tables.get(table)?.size ?? 0;
    this.#tables.delete(table);
  }
}

function entry(table: number, digest: string): EntryRecord {
  return { kind: 'entry', space: 'token', table, key: digest };
}

/** Of fixed size, however long key and token are. */
function digestOf(key: string, token: string): string {
  const hash = createHash('sha256').update(`${key.length}:${key}`, 'latin1').update(token, 'latin1');
  return hash.digest().toString('latin1', 0, DIGEST_BYTES);
}

const encodeTime = (ms: number): string => String(ms);
const decodeTime = (text: string): number => Number(text);

const TOKEN_BYTES_MIN = 8;
/** 128 bits: among millions of tokens none will ever be taken for another. */
const DIGEST_BYTES = 16;
