import { areCovered, NO_ERASURE_TIMES, type ErasureTimes } from '../../core/privacy/erasure-times';
import type { LedgerEntry } from '../../core/privacy/ledger-entry';
import { minOf } from '../../core/shared/lists';
import type { WorkerShare } from '../compaction/key-sections';
import { CertifyErasures } from './certify-erasures';
import type { ErasureWorkerDependencies } from './erasure-dependencies';
import { ErasureSteps } from './erasure-steps';
import { emptyErasureTally, type ErasureTally } from './erasure-tally';
import type { OpenEntry } from './ledger';

export interface RoundOptions {
  readonly worker: WorkerShare;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((tally: Readonly<ErasureTally>) => void) | undefined;
}

/** A round of a worker: each open entry goes as far as it can without waiting. */
export class ErasureRound {
  readonly #dependencies: ErasureWorkerDependencies;
  readonly #options: RoundOptions;
  readonly #swept: Map<string, ErasureTimes>;
  readonly #tally = emptyErasureTally();
  readonly #steps: ErasureSteps;
  readonly #certify: CertifyErasures;

  /** `swept`: times of the entries that the worker has swept once, by id. */
  constructor(
    dependencies: ErasureWorkerDependencies,
    options: RoundOptions,
    swept: Map<string, ErasureTimes>,
  ) {
    const [tally, { signal }] = [this.#tally, options];
    this.#dependencies = dependencies;
    this.#options = options;
    this.#swept = swept;
    this.#steps = new ErasureSteps(dependencies, { tally, signal });
    const onCertified = (id: string): void => {
      swept.delete(id);
      this.#report();
    };
    this.#certify = new CertifyErasures(dependencies, this.#steps, { tally, signal, onCertified });
  }

  async run(): Promise<ErasureTally> {
    const { worker, signal } = this.#options;
    const { ledger, limits } = this.#dependencies;
    const found: OpenEntry[] = [];
    for await (const open of ledger.open({ timeoutMs: limits.retryTimeoutMs, signal }))
      if (parseInt(open.entry.id.slice(0, 8), 16) % worker.count === worker.index) found.push(open);
    this.#tally.open = found.length;
    const nowMs = this.#dependencies.clock.nowMs();
    this.#tally.overdue = found.filter(({ entry }) => entry.dueAtMs < nowMs).length;
    if (found.length > 0)
      this.#tally.oldestRequestedAtMs = minOf(found.map(({ entry }) => entry.requestedAtMs));
    this.#report();
    for (let at = 0; at < found.length; at += limits.batchSubjectsMax)
      await this.#processBatch(found.slice(at, at + limits.batchSubjectsMax));
    return this.#tally;
  }

  async #processBatch(batch: readonly OpenEntry[]): Promise<void> {
    const hidden = await this.#steps.each(batch, (open) => this.#hide(open));
    const fresh = hidden.filter(({ entry }) => !this.#isSwept(entry) && entry.state === 'hidden');
    await this.#steps.sweepAfterToken(fresh);
    for (const { entry } of fresh) this.#swept.set(entry.id, entry.times!);
    const known = await this.#steps.each(hidden, (open) => this.#recordEverywhere(open));
    const ready = known.filter((open) => this.#isReady(open));
    const stepped = await this.#steps.each(ready, (open) => this.#hideDerived(open));
    const closed = stepped.filter(({ entry }) => entry.state === 'swept');
    this.#tally.waiting += hidden.length - ready.length + stepped.length - closed.length;
    await this.#certify.complete(closed);
    this.#report();
  }

  /** Hides the data of an entry that is only requested. */
  async #hide(open: OpenEntry): Promise<OpenEntry> {
    const { entry: listed, userId } = open;
    const { ledger, hideSubject, limits, clock } = this.#dependencies;
    // A process may have ended between its last step and the removal from the list.
    if (listed.state === 'certified') await this.#steps.run((call) => ledger.close(listed, call));
    if (listed.state !== 'requested') return open;
    await this.#waitForPermit();
    // The requester may have hidden it since the list was read: what the user has created since then must stay.
    const entry = (await this.#steps.run((call) => ledger.get(listed, call))) ?? listed;
    if (entry.state !== 'requested') return { userId, entry };
    const { id: entryId, requestedAtMs, times: atLeast } = entry;
    const atMs = entry.withdrawnAtMs ?? requestedAtMs + limits.clockSkewMaxMs;
    const request = { userId, entryId, requestedAtMs };
    const { times, hiddenAtMs } =
      entry.kind === 'withdrawal'
        ? {
            times: { ...NO_ERASURE_TIMES, eventsUpToMs: atMs, objectsUpToMs: atMs },
            hiddenAtMs: clock.nowMs(),
          }
        : await this.#steps.run((call) =>
            entry.replayOf === undefined || atLeast === undefined
              ? hideSubject.hide(request, call)
              : hideSubject.hideAgain({ ...request, atLeast }, call),
          );
    await this.#steps.run((call) => ledger.record(entry, 'hidden', { times, hiddenAtMs }, call));
    this.#tally.hidden += 1;
    return { userId, entry: { ...entry, state: 'hidden', times, hiddenAtMs } };
  }

  /** Whether this worker has swept once since all tombstones of the entry were written. */
  #isSwept({ id, times }: LedgerEntry): boolean {
    const swept = this.#swept.get(id);
    return swept !== undefined && times !== undefined && areCovered(times, swept);
  }

  /** Records once that every cluster has the tombstones, after the token that has proven it. */
  async #recordEverywhere(open: OpenEntry): Promise<OpenEntry> {
    const { entry, userId } = open;
    const { state, everywhereAtMs: known, times, hiddenAtMs, derivedSteps } = entry;
    if (state !== 'hidden' || known !== undefined || !this.#isSwept(entry)) return open;
    const { ledger, clock } = this.#dependencies;
    const everywhereAtMs = clock.nowMs();
    const details = { times: times!, hiddenAtMs: hiddenAtMs!, everywhereAtMs, derivedSteps };
    await this.#steps.run((call) => ledger.record(entry, 'hidden', details, call));
    return { userId, entry: { ...entry, everywhereAtMs } };
  }

  /**
   * Whether all that was derived from what was read before the latest tombstone has been written, by any clock. Until
   * every cluster has the tombstone, a cluster without it may be read.
   */
  #isReady({ entry: { state, everywhereAtMs = Infinity } }: OpenEntry): boolean {
    const { clock, limits } = this.#dependencies;
    const readyAtMs = everywhereAtMs + limits.derivedWriteMaxMs + limits.clockSkewMaxMs;
    return state === 'swept' || (state === 'hidden' && clock.nowMs() >= readyAtMs);
  }

  /**
   * Hides what was derived meanwhile. What was derived from that before every cluster hides it is hidden by the next one of
   * these steps, which waits again. After the last one the entry is `swept`.
   */
  async #hideDerived(open: OpenEntry): Promise<OpenEntry> {
    const { entry, userId } = open;
    if (entry.state !== 'hidden') return open;
    const { ledger, hideSubject, limits } = this.#dependencies;
    // What the user has done since an earlier erasure stays.
    const hidesMore = entry.kind === 'erasure' && entry.replayOf === undefined;
    const { id: entryId, requestedAtMs, times: atLeast } = entry;
    const request = { userId, entryId, requestedAtMs, atLeast };
    const times = hidesMore
      ? (await this.#steps.run((call) => hideSubject.hideDerived(request, call))).times
      : entry.times!;
    const derivedSteps = (entry.derivedSteps ?? 0) + 1;
    const state = hidesMore && derivedSteps < limits.derivedSteps ? 'hidden' : 'swept';
    const details = { times, hiddenAtMs: entry.hiddenAtMs! };
    await this.#steps.run((call) =>
      state === 'hidden'
        ? ledger.record(entry, state, { ...details, derivedSteps }, call)
        : ledger.record(entry, state, details, call),
    );
    return { userId, entry: { ...entry, state, times, derivedSteps, everywhereAtMs: undefined } };
  }

  async #waitForPermit(): Promise<void> {
    const { clock, rate } = this.#dependencies;
    const waitMs = rate.reserve(1, clock.monotonicMs());
    if (waitMs > 0) await this.#steps.sleep(waitMs);
  }

  #report(): void {
    this.#options.onProgress?.(this.#tally);
  }
}
