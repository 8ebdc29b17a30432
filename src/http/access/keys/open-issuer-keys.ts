import { FileKeys } from './file-keys';
import type { IssuerKeys, IssuerKeysOptions } from './issuer-keys';
import { RemoteKeys } from './remote-keys';

/** Opens the keys of an issuer. Throws `invalid_argument` for an invalid key file. Does not wait for fetched keys. */
export function openIssuerKeys(options: IssuerKeysOptions): IssuerKeys {
  const { keys } = options.issuer;
  return keys.kind === 'file' ? new FileKeys(options, keys.file) : new RemoteKeys(options);
}
