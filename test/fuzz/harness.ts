/** Runs rounds of random input with derived seeds and collects their findings. */
import { type Random, seededRandom } from '../../src/platform/random';

/** Violation of an invariant. */
export interface Finding {
  /** Identifies the cause. Only the first finding of each kind is reported in full. */
  readonly kind: string;
  readonly message: string;
  /** Input as text that a person can send again. */
  readonly input: string;
}

/** One round: its randomness and its findings. */
export class Round {
  readonly random: Random;
  readonly findings: Finding[] = [];
  readonly counts = new Map<string, number>();
  cases = 0;

  constructor(readonly seed: number) {
    this.random = seededRandom(seed);
  }

  /** Counts the outcome of a case, for the table of exercised outcomes. */
  count(outcome: string): void {
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }

  find(kind: string, message: string, input = ''): void {
    this.findings.push({ kind, message, input: input.slice(0, INPUT_SHOWN_MAX) });
  }
}

const INPUT_SHOWN_MAX = 4_000;

/** Target of random input, opened for many rounds. */
export interface FuzzTarget {
  /** Runs the cases of one round and checks the invariants after it. */
  round(round: Round): Promise<void>;
  /** Closes the target and checks the invariants at its end. */
  close(round: Round): Promise<void>;
}

export interface FuzzPart {
  readonly name: string;
  /** Description in one line. */
  readonly description: string;
  /** Description of inputs and invariants in a few sentences, for the help. */
  readonly about: string;
  open(): Promise<FuzzTarget>;
}

export interface FuzzLimits {
  /** Seed of the first round. Each following round adds one. */
  readonly seed: number;
  /** Time limit in milliseconds, after which no round starts. */
  readonly durationMs: number;
  /** Maximum number of rounds. */
  readonly roundsMax: number;
  /** No round starts once this is aborted. */
  readonly signal?: AbortSignal | undefined;
  readonly progress?: (line: string) => void;
}

interface FoundOnce extends Finding {
  /** Seed of the round that found it first. */
  readonly seed: number;
  readonly times: number;
}

export interface FuzzReport {
  readonly part: string;
  readonly seed: number;
  readonly rounds: number;
  readonly cases: number;
  readonly elapsedMs: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly findings: readonly FoundOnce[];
}

/** Maximum number of different findings, after which a run ends. */
const KINDS_MAX = 50;
const PROGRESS_INTERVAL_MS = 10_000;

/** Runs rounds until a limit is reached. A target that fails is a finding and is opened again. */
export async function runFuzz(part: FuzzPart, limits: FuzzLimits): Promise<FuzzReport> {
  const run = new FuzzRun(part, limits);
  await run.run();
  return run.report();
}

class FuzzRun {
  readonly #found = new Map<string, FoundOnce>();
  readonly #counts = new Map<string, number>();
  readonly #startedMs = performance.now();
  #shownMs = performance.now();
  #rounds = 0;
  #cases = 0;
  #target: FuzzTarget | undefined;

  constructor(
    readonly part: FuzzPart,
    readonly limits: FuzzLimits,
  ) {}

  async run(): Promise<void> {
    const { seed, progress = () => undefined } = this.limits;
    progress(`${this.part.name}: opening; the first seed is ${seed}`);
    while (!this.#isOver()) {
      const round = new Round(seed + this.#rounds);
      await this.#attempt(round, async () => {
        this.#target ??= await this.part.open();
        await this.#target.round(round);
      });
      this.#rounds += 1;
      this.#take(round);
      this.#show(progress);
    }
    const last = new Round(seed + Math.max(0, this.#rounds - 1));
    await this.#attempt(last, () => this.#close(last));
    this.#take(last);
  }

  report(): FuzzReport {
    const counts = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      part: this.part.name,
      seed: this.limits.seed,
      rounds: this.#rounds,
      cases: this.#cases,
      elapsedMs: performance.now() - this.#startedMs,
      counts: Object.fromEntries(counts),
      findings: [...this.#found.values()],
    };
  }

  async #attempt(round: Round, task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      round.find('broken round', (error as Error).stack ?? String(error));
      // Ignored: the next round opens a new one.
      await this.#close(round).catch(() => undefined);
    }
  }

  async #close(round: Round): Promise<void> {
    const target = this.#target;
    this.#target = undefined;
    await target?.close(round);
  }

  #isOver(): boolean {
    const { durationMs, roundsMax, signal } = this.limits;
    if (signal?.aborted === true || this.#rounds >= roundsMax || this.#found.size >= KINDS_MAX) return true;
    return this.#rounds > 0 && performance.now() - this.#startedMs >= durationMs;
  }

  #take({ seed, cases, counts, findings }: Round): void {
    this.#cases += cases;
    for (const [name, count] of counts) this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
    for (const finding of findings) {
      const known = this.#found.get(finding.kind);
      if (known === undefined) this.limits.progress?.(`FINDING with seed ${seed}: ${finding.message}`);
      this.#found.set(finding.kind, { ...(known ?? { ...finding, seed }), times: (known?.times ?? 0) + 1 });
    }
  }

  #show(progress: (line: string) => void): void {
    const nowMs = performance.now();
    if (nowMs - this.#shownMs < PROGRESS_INTERVAL_MS) return;
    this.#shownMs = nowMs;
    const minutes = ((nowMs - this.#startedMs) / 60_000).toFixed(1);
    progress(
      `${this.part.name}: ${minutes} min, ${this.#rounds} rounds, ${this.#cases} cases, ${this.#found.size} findings`,
    );
  }
}

/** Returns the command that repeats the round. */
export function replayOf(part: string, seed: number): string {
  return `npm run fuzz -- ${part} --seed ${seed} --rounds 1`;
}
