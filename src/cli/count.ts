import { Command } from 'commander';
import type { Config } from '../config';
import { parseCountQuery } from '../core/counting/ad-count-query';
import type { Consistency } from '../core/consistency';
import { invalidArgument } from '../errors';
import { parseChoice } from '../http/consistency/choice';
import { compileChoice, type ConsistencyRules } from '../http/consistency/compile';
import { answerOf } from '../http/consistency/evidence';
import { createCountActions } from '../operations/count-actions';
import { eventRulesOf } from '../operations/ingest-events';
import { systemClock } from '../platform/clock';
import { commandConfig, openServing } from './connection';
import { countTable, evidenceLine } from './count-table';
import { print } from './terminal';

interface CountFlags {
  readonly user: string;
  readonly action: readonly string[];
  readonly viewType?: readonly string[];
  readonly entity: Readonly<Record<string, readonly string[] | '*'>>;
  readonly window: readonly string[];
  readonly groupBy?: readonly string[];
  readonly asOf?: string;
  readonly consistency?: string;
  readonly token?: string;
  readonly region?: string;
  readonly json?: boolean;
}

const EXAMPLE = `
Windows: 90m, 6h, 7d (rolling) · 7d@Asia/Jakarta (calendar days) · 2026-11-01T00:00:00Z/2026-11-08T00:00:00Z

Example:
  tidemark count --user u1 --action impression,click --entity ad=1,2 --entity 'campaign=*' --window 1d --window 7d
  tidemark count --user u1 --action click --consistency 'bounded; max-staleness-ms=5000' --region europe-west1`;

/** `tidemark count`: the query of \`POST /v1/counts:query\` from the shell. */
export function countCommand(): Command {
  return new Command('count')
    .description("Count one user's deduplicated actions.")
    .requiredOption('--user <id>', 'whose actions')
    .requiredOption('--action <names>', 'actions, separated by commas; repeatable', addList)
    .option('--view-type <names>', 'only these view types', addList)
    .option('--entity <level=ids>', 'count per id of a level, * for all; repeatable', addEntity, {})
    .option('--window <window>', 'repeatable', addOne, [])
    .option('--group-by <dimensions>', 'e.g. action,viewType', addList)
    .option('--as-of <time>', 'end of the windows: ISO 8601 with a zone, or milliseconds; default now')
    .option(
      '--consistency <level>',
      'as the header tidemark-consistency has it, e.g. strict; default: eventual',
    )
    .option('--token <token>', 'of a write or an earlier read: the counts contain what it speaks for')
    .option('--region <region>', 'read as from there (TIDEMARK_REGION)')
    .option('--json', 'print the answer as the API gives it')
    .addHelpText('after', EXAMPLE)
    .action(runCount);
}

async function runCount(flags: CountFlags): Promise<void> {
  const config = withRegion(commandConfig(), flags.region);
  const { store, schema } = openServing(config);
  try {
    const limits = { ...config.counts, ...config.events };
    const rules = { ...limits, ...eventRulesOf(schema.eventType(), limits), nowMs: systemClock.nowMs() };
    const query = parseCountQuery(queryJson(flags), rules);
    const consistency = consistencyOf(flags, store);
    const countActions = createCountActions({ reader: store.reader, schema, clock: systemClock });
    const answer = await countActions({ query, consistency });
    if (flags.json === true) print(answerOf(answer, store.tokens).body as string);
    else [...countTable(answer), evidenceLine(answer.evidence)].forEach((line) => print(line));
  } finally {
    await store.close();
  }
}

function withRegion(config: Config, region: string | undefined): Config {
  return region === undefined ? config : { ...config, routing: { ...config.routing, region } };
}

function consistencyOf({ consistency, token }: CountFlags, rules: ConsistencyRules): Consistency {
  const level = consistency === undefined ? {} : parseChoice(consistency, 'consistency');
  const choice = { ...level, ...(token !== undefined && { token: { value: token, field: 'token' } }) };
  return compileChoice(choice, rules);
}

/** The flags as the API's request: the one parser reads them, and names the fields alike. */
export function queryJson(flags: CountFlags): Record<string, unknown> {
  return {
    userId: flags.user,
    actions: flags.action,
    ...(flags.viewType !== undefined && { viewTypes: flags.viewType }),
    ...(Object.keys(flags.entity).length > 0 && { entities: flags.entity }),
    windows: flags.window.length === 0 ? ['1d', '7d', '30d'] : flags.window.map(windowJson),
    ...(flags.groupBy !== undefined && { groupBy: flags.groupBy }),
    ...(flags.asOf !== undefined && { asOf: instantJson(flags.asOf) }),
  };
}

function windowJson(text: string): unknown {
  const calendar = /^(\d{1,9})d@(.+)$/.exec(text);
  if (calendar !== null) return { days: Number(calendar[1]), timeZone: calendar[2] };
  const [from, to, ...rest] = text.split('/');
  if (to === undefined || rest.length > 0) return text;
  return { from: instantJson(from!), to: instantJson(to), name: text.slice(0, 64) };
}

function instantJson(text: string): string | number {
  return /^\d+$/.test(text) ? Number(text) : text;
}

function addOne(text: string, list: readonly string[]): readonly string[] {
  return [...list, text];
}

function addList(text: string, list: readonly string[] = []): readonly string[] {
  return [...list, ...text.split(',')];
}

function addEntity(text: string, entities: CountFlags['entity']): CountFlags['entity'] {
  const [level, ids] = splitOnce(text);
  if (ids === undefined) throw invalidArgument('entity', 'must be level=ids, as in ad=1,2 or campaign=*');
  const earlier = Object.hasOwn(entities, level) ? entities[level]! : [];
  const all = ids === '*' || earlier === '*';
  return { ...entities, [level]: all ? '*' : [...earlier, ...ids.split(',')] };
}

function splitOnce(text: string): [string, string | undefined] {
  const at = text.indexOf('=');
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
