import { EMPTY_TOKEN } from '../../src/core/tokens/write-token';
import type { TidemarkError } from '../../src/errors';
import type { IngestAnswer, IngestInput } from '../../src/operations/events/ingest-events';

/** What ingestion says of a store that is away. */
export function allFailed(inputs: readonly IngestInput[], error: TidemarkError): IngestAnswer {
  return { outcomes: inputs.map(() => ({ status: 'failed', error })), token: EMPTY_TOKEN };
}
