/** Options of all commands that read: the region to read from, and the consistency of the answer. */
import type { Command } from 'commander';
import type { Config } from '../../config/index';
import type { Consistency } from '../../core/consistency/consistency';
import { parseChoiceText } from '../../core/consistency/consistency-choice';
import { compileChoice, type ConsistencyRules } from '../../core/consistency/compile-choice';
import { loadCommandConfig } from './connection';

export interface ReadFlags {
  readonly consistency?: string;
  readonly token?: string;
  readonly region?: string;
}

/** Options of `withReadOptions`, by the field that an error names; see `commandAction`. */
export const READ_OPTION_NAMES = { consistency: '--consistency', token: '--token' } as const;

export function withReadOptions(command: Command): Command {
  return command
    .option(
      '--consistency <level>',
      'consistency of the answer, in the form of the header tidemark-consistency, e.g. strict; default: eventual',
    )
    .option('--token <token>', 'token of a write or read, whose contents the answer must include')
    .option('--region <region>', 'region to read from (TIDEMARK_REGION)');
}

/** Returns the configuration of the command, with the region of `--region`. */
export function loadReadConfig({ region }: ReadFlags): Config {
  const config = loadCommandConfig();
  return region === undefined ? config : { ...config, routing: { ...config.routing, region } };
}

/** Returns the consistency that `--consistency` and `--token` ask for. Throws when the store does not support it. */
export function compileReadConsistency(
  { consistency, token }: ReadFlags,
  rules: ConsistencyRules,
): Consistency {
  const level = consistency === undefined ? {} : parseChoiceText(consistency, 'consistency');
  const choice = { ...level, ...(token !== undefined && { token: { value: token, field: 'token' } }) };
  return compileChoice(choice, rules);
}
