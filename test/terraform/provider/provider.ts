import type { Block, ProviderSchema, Schema } from '../schema/schema';
import { applyDefaults, providerDefaults } from './defaults';
import type { ProviderDefaults } from './defaults';
import { PROJECT_NUMBER, nameAfterApply, nameWhenPlanned } from './identities';
import { anyOf, invent, planBlock } from './planning';
import { readBack } from './read-back';
import { Unknown, isObject } from './values';
import type { ObjectValue, Value } from './values';
import { validateConfig } from './validate';
import type { Problem } from './problem';

/** An answer about a resource: its new state, or why it is refused. */
export interface Outcome {
  readonly state: Value;
  readonly problems: readonly Problem[];
}

export interface ProviderOptions {
  /**
   * Plans with the values that are otherwise known after an apply only, so that contracts can judge a plan. It hides
   * mistakes that the real provider would show, such as a `for_each` over what isn't known.
   */
  readonly foresees?: boolean;
}

/**
 * Stands in for Google's provider where there is no network: it knows the same types and arguments, refuses what the
 * real one would refuse before it asks Google, and invents what Google would answer. Nothing is created anywhere.
 *
 * Each run of Terraform configures it anew; runs that overlap must agree on the project and the default labels.
 */
export class RehearsalProvider {
  readonly schema: ProviderSchema;
  readonly #foresees: boolean;
  #defaults: ProviderDefaults = providerDefaults(null);

  constructor(schema: ProviderSchema, { foresees = false }: ProviderOptions = {}) {
    this.schema = schema;
    this.#foresees = foresees;
  }

  configure(config: Value): void {
    this.#defaults = providerDefaults(config);
  }

  validateResource(type: string, config: Value): readonly Problem[] {
    return isObject(config) ? validateConfig(type, this.#resource(type).block, config) : [];
  }

  validateDataSource(type: string, config: Value): readonly Problem[] {
    return isObject(config) ? validateConfig(type, this.#dataSource(type).block, config) : [];
  }

  /** Rules are judged again: values that weren't known when the configuration was validated are known now. */
  plan(type: string, config: Value, prior: Value): Outcome {
    if (!isObject(config)) return { state: null, problems: [] };
    const { block } = this.#resource(type);
    const problems = validateConfig(type, block, config);
    const planned = planBlock(block, config, isObject(prior) ? prior : undefined);
    const complete = applyDefaults(block, planned, this.#defaults);
    const named = withNames(type, complete);
    return { state: this.#foresees ? inventState(type, block, named) : named, problems };
  }

  apply(type: string, config: Value, planned: Value): Outcome {
    if (!isObject(planned) || !isObject(config)) return { state: null, problems: [] };
    const { block } = this.#resource(type);
    return { state: inventState(type, block, planned), problems: validateConfig(type, block, config) };
  }

  /** Returns what a refresh finds: the state, as Google's API returns the resource. */
  read(type: string, state: Value): Value {
    return isObject(state) ? readBack(type, state) : state;
  }

  readDataSource(type: string, config: Value): Value {
    if (!isObject(config)) return null;
    const { block } = this.#dataSource(type);
    const asked = { project: this.#defaults.project ?? null, ...withoutNulls(config) };
    const attributes = Object.entries(block.attributes).map(([name, attribute]) => {
      const given = config[name] ?? null;
      if (given !== null || attribute.computed !== true) return [name, given];
      return [name, nameAfterApply(type, name, asked) ?? anyOf(attribute.type, name)];
    });
    const blocks = Object.keys(block.block_types).map((name) => [name, config[name] ?? null]);
    return Object.fromEntries([
      ...attributes,
      ...blocks,
      ...this.#projectAttributes(type, config),
    ]) as ObjectValue;
  }

  #projectAttributes(type: string, config: ObjectValue): [string, Value][] {
    if (type !== 'google_project') return [];
    const project = config['project_id'] ?? this.#defaults.project ?? 'any-project';
    return [
      ['project_id', project],
      ['number', PROJECT_NUMBER],
      ['id', `projects/${typeof project === 'string' ? project : ''}`],
    ];
  }

  #resource(type: string): Schema {
    return known(this.schema.resources[type], type);
  }

  #dataSource(type: string): Schema {
    return known(this.schema.data_sources[type], type);
  }
}

function inventState(type: string, block: Block, planned: ObjectValue): ObjectValue {
  return invent(block, planned, (name) => nameAfterApply(type, name, planned));
}

function withNames(type: string, planned: ObjectValue): ObjectValue {
  const named = Object.entries(planned).map(([name, value]) => [
    name,
    value instanceof Unknown ? (nameWhenPlanned(type, name, planned) ?? value) : value,
  ]);
  return Object.fromEntries(named) as ObjectValue;
}

function withoutNulls(values: ObjectValue): ObjectValue {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function known(schema: Schema | undefined, type: string): Schema {
  if (!schema) throw new Error(`no type ${type}`);
  return schema;
}
