import type { Consistency } from '../../core/consistency/consistency';
import type { WriteToken } from '../../core/tokens/write-token';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import { explainRead } from './explain-read';
import type { Expectation, StepResult } from './step-result';
import type { RegionStore, ObservedVersion } from './region-store';

export interface TourStepsOptions {
  readonly clock: Clock;
  /** Told of each step as soon as it is over; resolves when the next one may begin. */
  readonly onStep: (finding: StepResult) => Promise<void>;
}

export interface ReadStep {
  readonly title: string;
  readonly consistency: Consistency;
  readonly expected: Expectation;
  readonly timeoutMs?: number;
}

/** Takes steps, measures them, and holds what comes of them against what is to come. */
export class TourSteps {
  readonly #options: TourStepsOptions;
  readonly #findings: StepResult[] = [];
  #newest = 0;
  /** Of the newest version. */
  #origin: string | undefined;

  constructor(options: TourStepsOptions) {
    this.#options = options;
  }

  get results(): readonly StepResult[] {
    return this.#findings;
  }

  get newestVersion(): number {
    return this.#newest;
  }

  /** Writes the next version of the object. Returns its token. */
  async write(store: RegionStore): Promise<WriteToken> {
    const version = this.#newest + 1;
    const startedMs = this.#now();
    const { token, encoded, cluster } = await store.write(version);
    const ms = this.#now() - startedMs;
    this.#newest = version;
    this.#origin = cluster;
    const why = `${cluster} accepted it, and is its origin; the answer brought a token of ${encoded.length} characters.`;
    await this.#found({
      kind: 'write',
      did: `Write in ${store.region}`,
      ms,
      why,
      ok: true,
      clusters: [cluster],
      version,
    });
    return token;
  }

  async read(store: RegionStore, { title, consistency, expected, timeoutMs }: ReadStep): Promise<void> {
    const did = `Read in ${store.region}, ${title}`;
    const newest = this.#newest;
    const startedMs = this.#now();
    const base = { kind: 'read', did, newest, expected, level: consistency.level } as const;
    try {
      const seen = await store.read(consistency, timeoutMs);
      const ms = this.#now() - startedMs;
      const isNewest = seen.version === newest;
      const why = explainRead({ consistency, evidence: seen.evidence, isNewest, origin: this.#origin });
      const { clusters, met, tier, lookups, stalenessMs } = seen.evidence;
      const evidence = { met, tier, lookups, stalenessMs };
      const ok = isAsExpected(expected, seen, newest);
      await this.#found({ ...base, ms, why, ok, evidence, clusters, version: seen.version });
    } catch (error) {
      if (!(error instanceof TidemarkError)) throw error;
      const ms = this.#now() - startedMs;
      const { code, message } = error;
      await this.#found({ ...base, ms, error: code, ok: code === expected, why: `${message}.` });
    }
  }

  /** Something else: what it does is told by what it returns. */
  async perform(kind: 'fault' | 'check', did: string, action: () => Promise<PerformedStep>): Promise<void> {
    const startedMs = this.#now();
    const { why, ok = true, clusters } = await action();
    const ms = this.#now() - startedMs;
    await this.#found({ kind, did, ms, why, ok, ...(clusters !== undefined && { clusters }) });
  }

  async #found(finding: StepResult): Promise<void> {
    this.#findings.push(finding);
    await this.#options.onStep(finding);
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
    case 'stale, and says so':
      return !evidence.met;
    case 'consistency_unmet':
      return false;
  }
}
