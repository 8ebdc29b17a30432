/** Reads the environment as commands do, but finds all mistakes instead of the first. */
import { configurationVariables, loadConfig, type Config } from '../../config/index';
import { DEFAULTS } from '../../config/defaults';
import { nearName } from '../../core/json/did-you-mean';
import { countOf } from '../../core/shared/count-of';
import type { TidemarkError } from '../../errors';
import { commandEnvironment, type StoreSource } from '../shared/connection';
import { failed, ok, warning, type CheckFinding } from './check';
import { reasonOf } from './run-checks';

/** Environment of the commands that are run in the same place. */
export interface ExaminedEnvironment {
  readonly findings: readonly CheckFinding[];
  /** Configuration without the invalid variables; undefined if they leave none. */
  readonly config: Config | undefined;
  /** Whether variables that processes read are invalid. Names that do not exist do not count. */
  readonly hasInvalidValues: boolean;
  /** Source of the store's name; undefined if nothing names one. */
  readonly source: StoreSource | undefined;
}

/** Examines environment variables. Values are never quoted where they may be secret. */
export function examineEnvironment(env: NodeJS.ProcessEnv): ExaminedEnvironment {
  const known = configurationVariables().map(({ name }) => name);
  const named = commandEnvironment(env);
  const variables = { ...(named?.env ?? withoutStore(env)) };
  const findings: CheckFinding[] = [];
  let config: Config | undefined;
  let hasInvalidValues = false;
  while (config === undefined) {
    try {
      config = loadConfig(variables);
    } catch (error) {
      const { field } = error as Partial<TidemarkError>;
      const isUnknown = field !== undefined && !known.includes(field);
      findings.push(failed(reasonOf(error), isUnknown ? UNKNOWN_REMEDY : VALUE_REMEDY));
      hasInvalidValues ||= !isUnknown;
      if (field === undefined || (variables[field] ?? '') === '') break;
      delete variables[field];
    }
  }
  const all = [...findings, ...misspelt(env, known)];
  const used = known.filter((name) => (env[name] ?? '') !== '').length;
  return {
    findings: all.length > 0 ? all : [ok(`${countOf(used, 'variable')} set, all valid`)],
    config,
    hasInvalidValues,
    source: named?.source,
  };
}

const VALUE_REMEDY = 'correct the variable; docs/configuration.md lists all of them';
const UNKNOWN_REMEDY = 'rename or unset the variable; docs/configuration.md lists all of them';

/** Returns variables with which the configuration can be read, although no store is named. */
function withoutStore(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { host, port } = DEFAULTS.local;
  return { ...env, BIGTABLE_EMULATOR_HOST: `${host}:${port}` };
}

/** Finds names without the prefix of this project that resemble a variable, such as `TIDEMRK_REGION`. */
function misspelt(env: NodeJS.ProcessEnv, known: readonly string[]): CheckFinding[] {
  const { variableEditsMax, variableLengthMin } = DEFAULTS.doctor;
  return Object.keys(env).flatMap((name) => {
    if (name.startsWith('TIDEMARK_') || name.length < variableLengthMin || known.includes(name)) return [];
    const near = nearName(name, known, variableEditsMax);
    return near === undefined
      ? []
      : [
          warning(
            `${name} is not a variable of Tidemark, but resembles ${near}`,
            `rename it to ${near}, if that is meant`,
          ),
        ];
  });
}
