import { EMPTY_TOKEN } from '../../src/core/tokens/write-token';
import type { TidemarkError } from '../../src/errors';
import type { IngestAnswer, IngestInput } from '../../src/operations/events/ingest-events';

/** Returns the answer of ingestion when all events fail with `error`. */
export function allFailed(inputs: readonly IngestInput[], error: TidemarkError): IngestAnswer {
  return { outcomes: inputs.map(() => ({ status: 'failed', error })), token: EMPTY_TOKEN };
}
