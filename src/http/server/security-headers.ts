/**
 * What every answer tells browsers, after OWASP's REST Security Cheat Sheet: nothing here is a page to be shown in a frame, to be
 * guessed at, or to run anything. Names and values in turn.
 */
export const SECURITY_HEADERS: readonly string[] = Object.freeze([
  'x-content-type-options',
  'nosniff',
  'x-frame-options',
  'DENY',
  'referrer-policy',
  'no-referrer',
  // For the TLS that a load balancer ends: over plain HTTP browsers are to ignore it (RFC 6797, 8.1).
  'strict-transport-security',
  'max-age=63072000',
]);

/** Of answers that are no page. */
export const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'";
