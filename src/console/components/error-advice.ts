import type { TidemarkError } from '../../client';

const ADVICE: Readonly<Partial<Record<TidemarkError['code'], string>>> = {
  unauthenticated: 'Sign in if the server offers it, or set a token that it accepts.',
  permission_denied: 'The token lacks the right: ask for a scope, or for access to the DataType.',
  invalid_argument: 'Correct the field and send the request again.',
  connection_failed: 'Check that the server is running and can be reached.',
  unknown_route:
    'This server does not have the route: it may be older than the console, or configured without it.',
};

/** Returns what a user can do about a failure. */
export function adviceFor(error: TidemarkError): string {
  return (
    ADVICE[error.code] ??
    (error.retryable ? 'The failure can pass: try again.' : 'See docs/errors.md for this code.')
  );
}
