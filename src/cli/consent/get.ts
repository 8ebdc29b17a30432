import { Command } from 'commander';
import { evidenceJson } from '../../codec/answers/evidence-json';
import { createConsentOperations } from '../../operations/privacy/consent';
import { systemClock } from '../../platform/time/clock';
import { openCommandAccessLog } from '../shared/command-access-log';
import { openServing } from '../shared/connection';
import { evidenceLine } from '../shared/count-table';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import {
  compileReadConsistency,
  loadReadConfig,
  READ_OPTION_NAMES,
  withReadOptions,
  type ReadFlags,
} from '../shared/read-options';
import { print } from '../shared/terminal';
import { purposesForJson, purposeTable } from './purpose-table';

interface GetFlags extends ReadFlags {
  readonly json?: boolean;
}

/** Returns `tidemark consent get`, the shell's counterpart of `GET /v1/subjects/{id}/consent`. */
export function consentGetCommand(): Command {
  const command = new Command('get')
    .description('Show which purposes a user grants, since when, and all decisions.')
    .argument('<id>', 'id of the user');
  return withReadOptions(command)
    .option('--json', 'print the answer of the API')
    .action(commandAction(runGet, { optionNames: { ...READ_OPTION_NAMES, subjectId: '<id>' } }));
}

async function runGet({ resources }: CommandRun, subjectId: string, flags: GetFlags): Promise<void> {
  const config = loadReadConfig(flags);
  const { store, schema } = openServing(config, { resources });
  const { getConsent } = createConsentOperations({ store, schema, clock: systemClock, config });
  const consistency = compileReadConsistency(flags, store);
  const log = openCommandAccessLog(config, schema.corpora(), resources);
  const access = { operation: 'getConsent', kind: 'read', subjects: [subjectId] } as const;
  const { purposes, evidence } = await log.logged(access, () => getConsent({ subjectId, consistency }));
  if (flags.json === true) {
    const answer = {
      subjectId,
      purposes: purposesForJson(purposes),
      consistency: evidenceJson(evidence, store.tokens),
    };
    return print(JSON.stringify(answer));
  }
  print(purposeTable(purposes));
  print(evidenceLine(evidence));
}
