/**
 * Security headers of every answer, after OWASP's REST Security Cheat Sheet: no framing, no MIME sniffing, no referrer.
 * Names and values in turn.
 */
export const SECURITY_HEADERS: readonly string[] = Object.freeze([
  'x-content-type-options',
  'nosniff',
  'x-frame-options',
  'DENY',
  'referrer-policy',
  'no-referrer',
  // For deployments behind a load balancer with TLS. Browsers ignore it over plain HTTP (RFC 6797, 8.1).
  'strict-transport-security',
  'max-age=63072000',
]);

/** Content security policy of all answers but HTML pages. */
export const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'";
