import { TOKEN_HEADER, type Answer, type Call, type Send } from './call';
import { TidemarkError } from './errors';
import { LIMITS } from './limits';
import { OPERATIONS } from './operations';

/**
 * Tokens of a session. The answer of a read or of a write of objects covers the tokens that were sent with it, and replaces
 * them. The token of written events is kept beside the others until a read merges them.
 */
export class SessionTokens {
  #tokens: readonly string[];

  /** Throws `invalid_option` unless the text is one that `serialize` has returned. */
  constructor(serialized = '') {
    this.#tokens = serialized === '' ? [] : serialized.split(',');
    if (
      this.#tokens.length > LIMITS.sessionTokensMax ||
      this.#tokens.some((each) => !/^[\w-]+$/.test(each))
    ) {
      throw new TidemarkError('invalid_option', 'is not a serialized session', { field: 'session' });
    }
  }

  serialize(): string {
    return this.#tokens.join(',');
  }

  /** Returns the function that sends calls within the session. */
  sender(send: Send): Send {
    return async (call) => {
      const { token } = OPERATIONS[call.operation];
      if (token === 'none') return send(call);
      const sent = token === 'returns' ? [] : this.#tokens;
      if (token === 'returns') this.#requireRoom();
      try {
        const answer = await send(withTokens(call, sent));
        this.#adopt(sent, tokenOf(answer));
        return answer;
      } catch (error) {
        // An answer about absent data is a read, too.
        if (error instanceof TidemarkError) this.#adopt(sent, error.token);
        throw error;
      }
    };
  }

  #requireRoom(): void {
    if (this.#tokens.length < LIMITS.sessionTokensMax) return;
    const message = `has ${LIMITS.sessionTokensMax} writes that no read has merged: read within the session`;
    throw new TidemarkError('session_full', message, { field: 'session' });
  }

  /** Tokens that other calls have added meanwhile stay. */
  #adopt(sent: readonly string[], token: string | undefined): void {
    if (token === undefined || token === '') return;
    this.#tokens = [...this.#tokens.filter((each) => !sent.includes(each) && each !== token), token];
  }
}

function withTokens(call: Call, tokens: readonly string[]): Call {
  const own = call.options?.token;
  const all = own === undefined ? tokens : [...tokens, own];
  return all.length === 0 ? call : { ...call, options: { ...call.options, token: all.join(', ') } };
}

function tokenOf({ headers }: Answer): string | undefined {
  return headers.get(TOKEN_HEADER) ?? undefined;
}
