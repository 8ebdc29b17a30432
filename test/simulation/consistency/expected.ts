import { TidemarkError, type ErrorCode } from '../../../src/errors';

/** What may become of a call in bad times; anything else is a fault of the product's. */
const EXPECTED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['store_unavailable', 'deadline_exceeded', 'draining', 'client_closed_request', 'overloaded'] as const),
  ...(['consistency_unmet', 'no_write_cluster'] as const),
]);

export const isExpected = (error: unknown): boolean =>
  error instanceof TidemarkError && EXPECTED.has(error.code);
