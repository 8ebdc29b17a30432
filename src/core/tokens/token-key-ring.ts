import { RowCipher } from './row-cipher';
import type { TokenKey, TokenKeys } from './token-keys';
import { TokenMac } from './token-mac';

/** The token keys in use. They are replaced all at once, so that no token is made with a mixture of two sets. */
export class TokenKeyRing {
  #keys: TokenKeys;
  #verifiers: ReadonlyMap<number, TokenKeyCrypto>;
  #signer: TokenSigner;

  constructor(keys: TokenKeys) {
    [this.#keys, this.#verifiers, this.#signer] = deriveKeys(keys);
  }

  replace(keys: TokenKeys): void {
    [this.#keys, this.#verifiers, this.#signer] = deriveKeys(keys);
  }

  /** The keys in use. The first one signs. */
  get keys(): TokenKeys {
    return this.#keys;
  }

  get signer(): TokenSigner {
    return this.#signer;
  }

  /** Returns the key with this id, or undefined if there is none. */
  verifier(id: number): TokenKeyCrypto | undefined {
    return this.#verifiers.get(id);
  }
}

/** Objects derived from a key's secret once and used for all of its tokens. */
export interface TokenKeyCrypto {
  readonly mac: TokenMac;
  readonly names: RowCipher;
}

export interface TokenSigner extends TokenKeyCrypto {
  readonly id: number;
}

function deriveKeys(keys: TokenKeys): readonly [TokenKeys, ReadonlyMap<number, TokenKeyCrypto>, TokenSigner] {
  const signers = keys.map(signerOf);
  return [keys, new Map(signers.map((signer) => [signer.id, signer])), signers[0]!];
}

function signerOf({ id, secret }: TokenKey): TokenSigner {
  return { id, mac: new TokenMac(secret), names: new RowCipher(secret) };
}
