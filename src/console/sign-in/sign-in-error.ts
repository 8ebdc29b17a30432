/** A sign-in that failed. The message is for the user: what is wrong, and what to do. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  /** Whether the issuer answered that the sign-in is over, so that only a new one helps. */
  readonly isFinal: boolean;

  constructor(message: string, options: { readonly isFinal?: boolean; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.isFinal = options.isFinal ?? false;
  }
}
