import { TidemarkError, type ErrorCode } from '../../../src/errors';

/** Errors that calls may fail with under faults; any other error is a violation. */
const EXPECTED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['store_unavailable', 'deadline_exceeded', 'draining', 'client_closed_request', 'overloaded'] as const),
  ...(['consistency_unmet', 'no_write_cluster'] as const),
]);

export const isExpected = (error: unknown): boolean =>
  error instanceof TidemarkError && EXPECTED.has(error.code);
