import type { CancelSignal } from '../../platform/tasks/cancellation';
import type { Clock } from '../../platform/time/clock';
import type { StepDependencies, MoverStepLimits } from '../../residency/mover/steps';
import type { IssueCertificate } from './certificate/issue-certificate';
import type { HideSubject } from './hide-subject';
import type { Ledger } from './ledger';
import type { FindHomes, PersonalTable } from './subject-homes';
import type { SweepSubject } from './sweep-subject';
import type { VerifyErasure } from './verify-erasure';

/** Everything that a worker of erasures uses. */
export interface ErasureWorkerDependencies extends StepDependencies {
  readonly ledger: Pick<Ledger, 'open' | 'get' | 'record' | 'close'>;
  readonly hideSubject: HideSubject;
  readonly sweepSubject: SweepSubject;
  readonly verify: VerifyErasure;
  readonly findHomes: FindHomes;
  readonly tables: () => readonly PersonalTable[];
  /** Resolves when all writes that were acknowledged before are in all clusters of the tables. */
  readonly awaitReplication: (
    tables: readonly string[],
    options: { readonly signal: CancelSignal | undefined },
  ) => Promise<void>;
  readonly issueCertificate: IssueCertificate;
  readonly clock: Clock;
  /** Limits the users whose erasure begins. */
  readonly rate: { reserve(subjects: number, nowMs: number): number };
  readonly limits: ErasureWorkerLimits;
}

interface ErasureWorkerLimits extends MoverStepLimits {
  /** Longest time from the read of a row to a write that is derived from it, in milliseconds. */
  readonly derivedWriteMaxMs: number;
  /** Largest number of jobs of which each derives objects from those of the one before, at least 1. */
  readonly derivedSteps: number;
  readonly clockSkewMaxMs: number;
  readonly batchSubjectsMax: number;
  readonly rowsInFlight: number;
  readonly sweepRoundsMax: number;
}
