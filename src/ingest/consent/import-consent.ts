import type { ConsentOperations } from '../../operations/privacy/consent';
import { TidemarkError } from '../../errors';
import type { RecordSource, SourceRecord } from '../files/record-source';
import type { RejectsFile } from '../files/rejects-file';
import { countRejected, type RejectReason } from '../import/import-summary';
import { consentInputOf, type ConsentInput } from './consent-records';

/** Totals of an import of consent. */
export interface ConsentTally {
  records: number;
  recorded: number;
  rejected: number;
  readonly reasons: RejectReason[];
}

export interface ConsentImportJob {
  readonly source: RecordSource;
  /** Only checks the records. */
  readonly isDryRun: boolean;
  readonly rejects?: RejectsFile | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (tally: Readonly<ConsentTally>, bytesRead: number) => void;
}

export interface ConsentImportDependencies {
  readonly consent: Pick<ConsentOperations, 'recordConsent' | 'checkConsent'>;
  /** Runs a write until it succeeds, fails for good, or has failed for too long. */
  readonly retry: (
    write: (options: Parameters<ConsentOperations['recordConsent']>[1]) => Promise<void>,
  ) => Promise<void>;
  /** Maximum number of decisions that are written at the same time. */
  readonly decisionsInFlight: number;
}

/**
 * Records the decisions of a file, several at a time. Invalid records are rejected, and the others are not affected.
 * Throws the error of a write that keeps failing; a repetition of the whole import changes nothing.
 */
export async function importConsent(
  job: ConsentImportJob,
  dependencies: ConsentImportDependencies,
): Promise<ConsentTally> {
  const { source, signal, rejects, onProgress } = job;
  const { decisionsInFlight } = dependencies;
  const tally: ConsentTally = { records: 0, recorded: 0, rejected: 0, reasons: [] };
  const settle = (record: SourceRecord, error: TidemarkError | undefined): void => {
    tally.records++;
    if (error === undefined) tally.recorded++;
    else {
      rejects?.write(record, error);
      countRejected(tally, error, record.line);
    }
    onProgress(tally, source.bytesRead());
  };
  const records = source.records[Symbol.asyncIterator]();
  let reading: Promise<unknown> = Promise.resolve();
  const next = async (): Promise<IteratorResult<SourceRecord>> => {
    const result = reading.then(() => records.next());
    reading = result.catch(() => undefined);
    return result;
  };
  const work = async (): Promise<void> => {
    for (let item = await next(); item.done !== true; item = await next()) {
      signal.throwIfAborted();
      settle(item.value, await record(consentInputOf(item.value), job, dependencies));
    }
  };
  await Promise.all(Array.from({ length: decisionsInFlight }, work));
  return tally;
}

/** Records one decision. Returns the error of one that is rejected. */
async function record(
  input: ConsentInput | TidemarkError,
  { isDryRun }: ConsentImportJob,
  { consent, retry }: ConsentImportDependencies,
): Promise<TidemarkError | undefined> {
  if (input instanceof TidemarkError) return input;
  const { subjectId, decision, accessLocation } = input;
  const request = { subjectId, decisions: [decision] };
  try {
    consent.checkConsent(request);
    if (!isDryRun) await retry((call) => consent.recordConsent(request, { ...call, accessLocation }));
    return undefined;
  } catch (error) {
    if (error instanceof TidemarkError && isOfRecord(error)) return error;
    throw error;
  }
}

const isOfRecord = ({ code }: TidemarkError): boolean =>
  code === 'invalid_argument' || code === 'location_required' || code === 'wrong_region';
