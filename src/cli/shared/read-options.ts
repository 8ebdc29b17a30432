/** What commands that read have in common: from which region, and how fresh. */
import type { Command } from 'commander';
import type { Config } from '../../config/index';
import type { Consistency } from '../../core/consistency/consistency';
import { parseChoiceText } from '../../http/consistency/consistency-choice';
import { compileChoice, type ConsistencyRules } from '../../http/consistency/compile-choice';
import { loadCommandConfig } from './connection';

export interface ReadFlags {
  readonly consistency?: string;
  readonly token?: string;
  readonly region?: string;
}

export function withReadOptions(command: Command): Command {
  return command
    .option(
      '--consistency <level>',
      'as the header tidemark-consistency has it, e.g. strict; default: eventual',
    )
    .option('--token <token>', 'of a write or an earlier read: the answer contains what it speaks for')
    .option('--region <region>', 'read as from there (TIDEMARK_REGION)');
}

export function loadReadConfig({ region }: ReadFlags): Config {
  const config = loadCommandConfig();
  return region === undefined ? config : { ...config, routing: { ...config.routing, region } };
}

export function compileReadConsistency(
  { consistency, token }: ReadFlags,
  rules: ConsistencyRules,
): Consistency {
  const level = consistency === undefined ? {} : parseChoiceText(consistency, 'consistency');
  const choice = { ...level, ...(token !== undefined && { token: { value: token, field: 'token' } }) };
  return compileChoice(choice, rules);
}
