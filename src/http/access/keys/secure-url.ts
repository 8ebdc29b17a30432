import { isLoopback } from '../../../platform/network/loopback';

/** Whether what it answers cannot have been changed on its way: by TLS, or since it does not leave the machine. */
export function isSecureUrl(url: string): boolean {
  if (!URL.canParse(url) || /[?#]/.test(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, '')));
}

/** Whether an issuer may name it for its keys: one that answers over TLS has no business with services of this machine. */
export function isAllowedKeysUrl(issuer: string, url: string): boolean {
  return isSecureUrl(url) && (isOverTls(url) || !isOverTls(issuer));
}

const isOverTls = (url: string): boolean => new URL(url).protocol === 'https:';
