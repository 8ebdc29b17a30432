import type { Command } from 'commander';
import { decodeTokens } from '../../core/consistency/compile-choice';
import type { TokenCodec } from '../../core/tokens/token-codec';
import type { WriteToken } from '../../core/tokens/write-token';

export interface WriteTokenFlags {
  readonly token?: string;
}

/** Adds the option `--token`, for commands that write objects. */
export function withWriteTokenOption(command: Command): Command {
  return command.option('--token <token>', 'token of an earlier write or read, which this write comes after');
}

/** Returns the token; undefined without the option. Throws for a token that is not trusted. */
export function writeTokenOf(
  { token }: WriteTokenFlags,
  { tokens }: { readonly tokens: TokenCodec },
): WriteToken | undefined {
  return token === undefined ? undefined : decodeTokens({ value: token, field: 'token' }, tokens);
}
