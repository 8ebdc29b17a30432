import type { Consistency } from '../../core/consistency/consistency';
import type { WriteToken } from '../../core/tokens/write-token';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import { explainRead } from './explain-read';
import type { Expectation, StepResult } from './step-result';
import type { RegionStore, ObservedVersion } from './region-store';

export interface TourStepsOptions {
  readonly clock: Clock;
  /** Called after each step. The next step begins when the promise resolves. */
  readonly onStep: (result: StepResult) => Promise<void>;
}

export interface ReadStep {
  readonly title: string;
  readonly consistency: Consistency;
  readonly expected: Expectation;
  readonly timeoutMs?: number;
}

/** Runs the steps of a tour, measures them, and compares their outcomes with the expected ones. */
export class TourSteps {
  readonly #options: TourStepsOptions;
  readonly #results: StepResult[] = [];
  #newest = 0;
  /** Id of the cluster that accepted the newest version. */
  #origin: string | undefined;

  constructor(options: TourStepsOptions) {
    this.#options = options;
  }

  get results(): readonly StepResult[] {
    return this.#results;
  }

  get newestVersion(): number {
    return this.#newest;
  }

  /** Takes note of a version that something else has written. */
  adopt(newest: number): void {
    this.#newest = newest;
    this.#origin = undefined;
  }

  /** Writes the next version of the object. Returns its token. */
  async write(store: RegionStore): Promise<WriteToken> {
    const version = this.#newest + 1;
    const startedMs = this.#now();
    const { token, encoded, cluster } = await store.write(version);
    const ms = this.#now() - startedMs;
    this.#newest = version;
    this.#origin = cluster;
    const why = `${cluster} accepted the write and is its origin. The answer has a token of ${encoded.length} characters.`;
    await this.#record({
      kind: 'write',
      title: `Write in ${store.region}`,
      ms,
      why,
      ok: true,
      clusters: [cluster],
      version,
    });
    return token;
  }

  async read(store: RegionStore, { title, consistency, expected, timeoutMs }: ReadStep): Promise<void> {
    const newest = this.#newest;
    const startedMs = this.#now();
    const base = {
      kind: 'read',
      title: `Read in ${store.region}, ${title}`,
      newest,
      expected,
      level: consistency.level,
    } as const;
    try {
      const seen = await store.read(consistency, timeoutMs);
      const ms = this.#now() - startedMs;
      const isNewest = seen.version === newest;
      const why = explainRead({ consistency, evidence: seen.evidence, isNewest, origin: this.#origin });
      const { clusters, met, tier, lookups, stalenessMs } = seen.evidence;
      const evidence = { met, tier, lookups, stalenessMs };
      const ok = isAsExpected(expected, seen, newest);
      await this.#record({ ...base, ms, why, ok, evidence, clusters, version: seen.version });
    } catch (error) {
      if (!(error instanceof TidemarkError)) throw error;
      const ms = this.#now() - startedMs;
      const { code, message } = error;
      await this.#record({ ...base, ms, error: code, ok: code === expected, why: `${message}.` });
    }
  }

  /** Performs any other step, which returns its own explanation. */
  async perform(kind: 'fault' | 'check', title: string, action: () => Promise<PerformedStep>): Promise<void> {
    const startedMs = this.#now();
    const { why, ok = true, clusters } = await action();
    const ms = this.#now() - startedMs;
    await this.#record({ kind, title, ms, why, ok, clusters });
  }

  async #record(result: StepResult): Promise<void> {
    this.#results.push(result);
    await this.#options.onStep(result);
  }

  #now(): number {
    return this.#options.clock.monotonicMs();
  }
}

export interface PerformedStep {
  readonly why: string;
  readonly ok?: boolean;
  readonly clusters?: readonly string[];
}

function isAsExpected(
  expected: Expectation,
  { version, evidence }: ObservedVersion,
  newest: number,
): boolean {
  switch (expected) {
    case 'an answer':
      return evidence.met;
    case 'the newest':
      return evidence.met && version === newest;
    case 'a stale answer, marked as unmet':
      return !evidence.met;
    case 'consistency_unmet':
    case 'wrong_region':
      return false;
  }
}
