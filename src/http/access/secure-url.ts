import { isLoopback } from '../../platform/loopback';

/** Whether what it answers cannot have been changed on its way: by TLS, or since it does not leave the machine. */
export function isSecureUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, search, hash, username } = new URL(url);
  if (search !== '' || hash !== '' || username !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, '')));
}
