import { TidemarkError } from '../../errors';

/** Content of the cell of a decision, as JSON. */
export interface ConsentRecord {
  /** Origin of the decision, such as a TCF string, as the caller stated it. */
  readonly source?: string | undefined;
  /** Time when the decision was recorded by the clock of the process, in milliseconds since the Unix epoch. */
  readonly recordedAtMs: number;
}

export function encodeConsentRecord({ source, recordedAtMs }: ConsentRecord): Buffer {
  return Buffer.from(JSON.stringify({ source, recordedAtMs }));
}

/** Throws `data_corrupted`. Members of later versions are ignored. */
export function decodeConsentRecord(value: Buffer): ConsentRecord {
  try {
    const { source, recordedAtMs } = JSON.parse(value.toString()) as Record<string, unknown>;
    if (typeof recordedAtMs === 'number' && (source === undefined || typeof source === 'string'))
      return { source, recordedAtMs };
  } catch (cause) {
    throw corrupted(cause);
  }
  throw corrupted();
}

function corrupted(cause?: unknown): TidemarkError {
  return new TidemarkError('data_corrupted', 'a decision in the row of the subject is no ConsentRecord', {
    cause,
  });
}
