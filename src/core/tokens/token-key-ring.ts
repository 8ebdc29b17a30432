import { RowCipher } from './row-cipher';
import type { TokenKey, TokenKeys } from './token-keys';
import { TokenMac } from './token-mac';

/** Keys of tokens that may be exchanged at any moment: all at once, so that no token is made of two sets of them. */
export class TokenKeyRing {
  #keys: TokenKeys;
  #verifiers: ReadonlyMap<number, TokenKeyCrypto>;
  #signer: TokenSigner;

  constructor(keys: TokenKeys) {
    [this.#keys, this.#verifiers, this.#signer] = made(keys);
  }

  replace(keys: TokenKeys): void {
    [this.#keys, this.#verifiers, this.#signer] = made(keys);
  }

  /** The first signs. */
  get keys(): TokenKeys {
    return this.#keys;
  }

  get signer(): TokenSigner {
    return this.#signer;
  }

  /** Undefined for an id that no key has. */
  verifier(id: number): TokenKeyCrypto | undefined {
    return this.#verifiers.get(id);
  }
}

/** What is made of a key's secret once, and used for all of its tokens. */
export interface TokenKeyCrypto {
  readonly mac: TokenMac;
  readonly names: RowCipher;
}

export interface TokenSigner extends TokenKeyCrypto {
  readonly id: number;
}

function made(keys: TokenKeys): readonly [TokenKeys, ReadonlyMap<number, TokenKeyCrypto>, TokenSigner] {
  const signers = keys.map(signerOf);
  return [keys, new Map(signers.map((signer) => [signer.id, signer])), signers[0]!];
}

function signerOf({ id, secret }: TokenKey): TokenSigner {
  return { id, mac: new TokenMac(secret), names: new RowCipher(secret) };
}
