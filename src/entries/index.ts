/** Entry `tidemark` of the package: the version and the codes of errors, and nothing that has a dependency. */
import { ERROR_TABLE, type ErrorCode } from '../errors';

export { VERSION } from '../platform/process/version';
export type { ErrorCode };

/** Properties that all errors of a code share. */
export interface ErrorProperties {
  /** HTTP status. */
  readonly status: number;
  /** Whether a retry of the same request can succeed. */
  readonly retryable: boolean;
  /** Short, stable sentence: the `title` of a problem in the sense of RFC 9457. */
  readonly title: string;
}

/** Every failure that a client of the API can see, by the `code` of its problem. */
export const ERROR_CODES: Readonly<Record<ErrorCode, ErrorProperties>> = ERROR_TABLE;
