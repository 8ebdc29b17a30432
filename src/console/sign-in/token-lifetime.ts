/** Returns the lifetime of a JWT by its claims, in milliseconds; undefined for other tokens, and without an expiry. */
export function lifetimeMsOf(token: string): number | undefined {
  const [, payload, signature] = token.split('.');
  if (payload === undefined || signature === undefined) return undefined;
  try {
    const { exp, iat = Date.now() / 1_000 } = JSON.parse(decoded(payload)) as { exp?: number; iat?: number };
    return exp === undefined ? undefined : Math.max(0, exp - iat) * 1_000;
  } catch {
    return undefined;
  }
}

function decoded(base64url: string): string {
  const bytes = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(bytes, (each) => each.charCodeAt(0)));
}
