/** The last steps of erasures: the sweep of users at rest, the evidence of every cluster, and the certificate. */
import type { ErasureWorkerDependencies } from './erasure-dependencies';
import type { ErasureSteps } from './erasure-steps';
import type { ErasureTally } from './erasure-tally';
import type { OpenEntry } from './ledger';
import { areSameHomes } from './subject-homes';
import type { ErasedSubject } from './verify-erasure';

export interface CertifyOptions {
  readonly tally: ErasureTally;
  readonly signal: AbortSignal | undefined;
  /** Called with the id of each entry that is certified. */
  readonly onCertified: (id: string) => void;
}

export class CertifyErasures {
  readonly #dependencies: ErasureWorkerDependencies;
  readonly #steps: ErasureSteps;
  readonly #options: CertifyOptions;

  constructor(dependencies: ErasureWorkerDependencies, steps: ErasureSteps, options: CertifyOptions) {
    this.#dependencies = dependencies;
    this.#steps = steps;
    this.#options = options;
  }

  /** Sweeps, verifies and certifies entries of users at rest. */
  async complete(batch: readonly OpenEntry[]): Promise<void> {
    const { limits } = this.#dependencies;
    const resting = await this.#steps.each(batch, (open) => this.#atRest(open));
    let open: readonly ErasedSubject[] = resting.filter((subject) => subject !== undefined);
    for (let round = 0; round < limits.sweepRoundsMax && open.length > 0; round++) {
      const left = await this.#steps.sweepAfterToken(open);
      await this.#steps.awaitReplication();
      open = await this.#certifyErased(left);
    }
    this.#options.tally.remaining += open.length;
  }

  async #atRest({ entry, userId }: OpenEntry): Promise<ErasedSubject | undefined> {
    const homes = await this.#steps.run((call) => this.#dependencies.findHomes(userId, call));
    if (typeof homes !== 'string') return { userId, entry, homes };
    this.#options.tally[homes] += 1;
    return undefined;
  }

  /** Certifies the users without any data, and returns the others. */
  async #certifyErased(subjects: readonly ErasedSubject[]): Promise<readonly ErasedSubject[]> {
    const { verify } = this.#dependencies;
    const found = await this.#steps.run((call) => verify(subjects, call));
    const erased = subjects.flatMap((subject, index) =>
      found[index]!.remains === 0 ? [{ subject, evidence: found[index]!.evidence }] : [],
    );
    await this.#steps.each(erased, ({ subject, evidence }) => this.#certify(subject, evidence));
    return subjects.filter((_, index) => found[index]!.remains > 0);
  }

  async #certify(
    { entry, userId, homes: before }: ErasedSubject,
    evidence: Parameters<ErasureWorkerDependencies['issueCertificate']>[0]['evidence'],
  ): Promise<void> {
    const { ledger, findHomes, issueCertificate, clock, limits } = this.#dependencies;
    const { tally, signal, onCertified } = this.#options;
    const homes = await this.#steps.run((call) => findHomes(userId, call));
    // The user has moved since: the evidence is that of another placement.
    if (typeof homes === 'string' || !areSameHomes(before, homes)) {
      tally.moving += 1;
      return;
    }
    const certifiedAtMs = clock.nowMs();
    const call = { timeoutMs: limits.callTimeoutMs, signal };
    const issued = await issueCertificate({ entry, evidence, certifiedAtMs }, call);
    const certificate = JSON.stringify(issued);
    await this.#steps.run((options) =>
      ledger.record(entry, 'certified', { certifiedAtMs, certificate }, options),
    );
    await this.#steps.run((options) => ledger.close(entry, options));
    tally.certified += 1;
    onCertified(entry.id);
  }
}
