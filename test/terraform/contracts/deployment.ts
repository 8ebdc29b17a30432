import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { TerraformSchema } from '../../../src/core/schema/terraform-schema';
import type { TerraformModule, TerraformState } from '../check';

/** Resources and outputs of an environment after a rehearsed apply. */
export interface Deployment {
  /** Name of the environment's folder. */
  readonly environment: string;
  /** All but `dev` are held to what production needs. */
  readonly isProduction: boolean;
  readonly resources: readonly Resource[];
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly schema: TerraformSchema;
  /** Queries of the alerts that there are to be, by their names. */
  readonly alerts: ReadonlyMap<string, string>;
}

/** Declarations of the project that an environment is compared with. */
export type DeclaredResources = Pick<Deployment, 'schema' | 'alerts'>;

export interface Resource {
  readonly address: string;
  readonly type: string;
  readonly values: Values;
}

export type Values = Readonly<Record<string, unknown>>;

/** Condition on an environment. Returns a sentence for each violation, with its address; an empty list if it holds. */
export type Contract = (deployment: Deployment) => readonly string[];

export function readDeclared(root: string): DeclaredResources {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const { groups } = parse(read('infra/alerts/tidemark.alerts.yml')) as AlertFile;
  const rules = groups.flatMap((group) => group.rules);
  return {
    schema: JSON.parse(read('terraform/schema.json')) as TerraformSchema,
    alerts: new Map(rules.map(({ alert, expr }) => [alert, expr.trim()])),
  };
}

interface AlertFile {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}

export function deploymentOf(
  environment: string,
  shown: TerraformState,
  declared: DeclaredResources,
): Deployment {
  const outputs = Object.entries(shown.values?.outputs ?? {}).map(([name, { value }]) => [name, value]);
  return {
    environment,
    isProduction: environment !== 'dev',
    resources: resourcesIn(shown.values?.root_module ?? {}),
    outputs: Object.fromEntries(outputs) as Values,
    ...declared,
  };
}

function resourcesIn({ resources = [], child_modules = [] }: TerraformModule): Resource[] {
  return [...resources.filter(({ mode }) => mode === 'managed'), ...child_modules.flatMap(resourcesIn)];
}

export function ofType({ resources }: Deployment, ...types: readonly string[]): readonly Resource[] {
  return resources.filter(({ type }) => types.includes(type));
}

/** The blocks of a name; one that can't be repeated counts as a list of one. */
export function blocks(values: Values, path: string): readonly Values[] {
  const [name = '', ...rest] = path.split('.');
  const value = values[name];
  const found = (Array.isArray(value) ? value : [value]).filter(isValues);
  return rest.length === 0 ? found : found.flatMap((block) => blocks(block, rest.join('.')));
}

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** An argument as a text; empty where it isn't one. */
export function textOf(values: Values | undefined, name: string): string {
  const value = values?.[name];
  return typeof value === 'string' ? value : '';
}

export function textsOf(values: Values, name: string): readonly string[] {
  const value = values[name];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** Jurisdiction whose users the messages of a topic or subscription are about; empty for others. */
export const jurisdictionLabelOf = (values: Values): string =>
  textOf(blocks(values, 'effective_labels')[0], 'jurisdiction');

/** Returns messages for the items that are in only one of two lists. */
export function differences(
  wanted: Iterable<string>,
  found: Iterable<string>,
  messages: { readonly missing: (name: string) => string; readonly superfluous: (name: string) => string },
): string[] {
  const [there, asked] = [new Set(found), new Set(wanted)];
  return [
    ...[...asked].filter((name) => !there.has(name)).map(messages.missing),
    ...[...there].filter((name) => !asked.has(name)).map(messages.superfluous),
  ];
}

export const sorted = (texts: Iterable<string>): string => [...texts].sort().join(', ');
