import { isLoopback } from './loopback';

/** Returns whether answers of the URL cannot be modified in transit: it uses TLS or a loopback address. */
export function isSecureUrl(url: string): boolean {
  if (!URL.canParse(url) || /[?#]/.test(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, '')));
}

/** Returns whether an issuer may name the URL for its keys. An issuer with TLS may not name a loopback address. */
export function isAllowedKeysUrl(issuer: string, url: string): boolean {
  return isSecureUrl(url) && (isOverTls(url) || !isOverTls(issuer));
}

const isOverTls = (url: string): boolean => new URL(url).protocol === 'https:';
