import type { TokenKey, TokenKeys } from './token-keys';
import { TokenMac } from './token-mac';

/** Keys of tokens that may be exchanged at any moment: all at once, so that no token is made of two sets of them. */
export class TokenKeyRing {
  #keys: TokenKeys;
  #macs: ReadonlyMap<number, TokenMac>;
  #signer: TokenSigner;

  constructor(keys: TokenKeys) {
    [this.#keys, this.#macs, this.#signer] = made(keys);
  }

  replace(keys: TokenKeys): void {
    [this.#keys, this.#macs, this.#signer] = made(keys);
  }

  /** The first signs. */
  get keys(): TokenKeys {
    return this.#keys;
  }

  get signer(): TokenSigner {
    return this.#signer;
  }

  /** Undefined for an id that no key has. */
  verifier(id: number): TokenMac | undefined {
    return this.#macs.get(id);
  }
}

export interface TokenSigner {
  readonly id: number;
  readonly mac: TokenMac;
}

function made(keys: TokenKeys): readonly [TokenKeys, ReadonlyMap<number, TokenMac>, TokenSigner] {
  const entries = keys.map(({ id, secret }: TokenKey) => [id, new TokenMac(secret)] as const);
  const [id, mac] = entries[0]!;
  return [keys, new Map(entries), { id, mac }];
}
