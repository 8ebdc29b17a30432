import { Command } from 'commander';
import { parseInstant } from '../../core/time/instant';
import { invalidArgument } from '../../errors';
import type { ConsentDecision } from '../../operations/privacy/consent';
import { createConsentWithLedger } from '../../operations/privacy/create-consent-operations';
import { systemClock } from '../../platform/time/clock';
import { ledgerKeysOf } from '../../store/privacy-keys';
import {
  ACCESS_LOCATION_OPTION_NAMES,
  accessLocationFlag,
  withAccessLocationOption,
  type AccessLocationFlags,
} from '../shared/access-location-option';
import { openCommandAccessLog } from '../shared/command-access-log';
import { loadCommandConfig, openServing } from '../shared/connection';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { print } from '../shared/terminal';
import { purposesForJson, purposeTable } from './purpose-table';

interface SetFlags extends AccessLocationFlags {
  readonly grant: readonly string[];
  readonly withdraw: readonly string[];
  readonly source?: string;
  readonly at?: string;
  readonly json?: boolean;
}

const EXAMPLE = `
Other purposes keep their decisions. A decision without --at is later than all decisions that are stored.

Example:
  tidemark consent set user-1 --grant ads_measurement --withdraw ads_personalization --source support-ticket-7`;

/** Returns `tidemark consent set`, the shell's counterpart of `PUT /v1/subjects/{id}/consent`. */
export function consentSetCommand(): Command {
  const command = new Command('set')
    .description('Record that a user grants or withdraws purposes.')
    .argument('<id>', 'id of the user')
    .option('--grant <purpose>', 'purpose that the user grants; repeatable', addName, [])
    .option('--withdraw <purpose>', 'purpose that the user withdraws; repeatable', addName, [])
    .option('--source <text>', 'origin of the decisions, such as a TCF string; stored as it is')
    .option('--at <time>', 'time of the decisions: ISO 8601 with a zone, or milliseconds; default: now');
  return withAccessLocationOption(command)
    .option('--json', 'print the answer of the API')
    .addHelpText('after', EXAMPLE)
    .action(
      commandAction(runSet, {
        optionNames: { ...ACCESS_LOCATION_OPTION_NAMES, subjectId: '<id>', at: '--at' },
      }),
    );
}

async function runSet({ resources }: CommandRun, subjectId: string, flags: SetFlags): Promise<void> {
  const decisions = decisionsOf(flags);
  const config = loadCommandConfig();
  const { store, schema } = openServing(config, { resources });
  const { setConsent } = createConsentWithLedger({
    store,
    schema,
    clock: systemClock,
    config,
    keys: ledgerKeysOf(config.privacy),
  });
  const accessLocation = accessLocationFlag(flags);
  const log = openCommandAccessLog(config, schema.corpora(), resources);
  const access = { operation: 'putConsent', kind: 'change', subjects: [subjectId] } as const;
  const { purposes, token } = await log.logged(access, () =>
    setConsent({ subjectId, decisions }, { accessLocation }),
  );
  const encoded = store.tokens.encode(token);
  if (flags.json === true)
    return print(JSON.stringify({ subjectId, purposes: purposesForJson(purposes), token: encoded }));
  print(purposeTable(purposes));
  print(`token: ${encoded}`);
}

function decisionsOf({ grant, withdraw, source, at }: SetFlags): readonly ConsentDecision[] {
  const atMs = at === undefined ? undefined : parseInstant(/^\d+$/.test(at) ? Number(at) : at, 'at');
  if (grant.length + withdraw.length === 0)
    throw invalidArgument('--grant', 'is required, unless --withdraw names a purpose');
  const both = grant.find((purpose) => withdraw.includes(purpose));
  if (both !== undefined) throw invalidArgument('--withdraw', `names ${both}, which --grant names, too`);
  const decision = (granted: boolean) => (purpose: string) => ({ purpose, granted, source, atMs });
  return [...new Set(grant)].map(decision(true)).concat([...new Set(withdraw)].map(decision(false)));
}

function addName(name: string, names: readonly string[]): readonly string[] {
  return [...names, name];
}
