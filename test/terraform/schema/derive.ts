/**
 * Derives `google.schema.json` from the bindings of the google provider that npm has:
 *
 *     npm pack @cdktf/provider-google@16.12.1 && tar xzf cdktf-provider-google-16.12.1.tgz
 *     node --require ./infra/scripts/register-ts.js test/terraform/schema/derive.ts package/lib
 *
 * The bindings are generated from the provider's own schema, so their classes contain the arguments with
 * their types, whether they are required, and which attributes are read-only. They do not contain which optional arguments get a value
 * from Google when they are omitted: `types.ts` lists those.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Attribute, Block, NestedBlock, ProviderSchema, Schema } from './schema';
import { CHOSEN_BY_GOOGLE, DATA_SOURCES, PROVIDER_VERSION, RESOURCES, SENSITIVE } from './types';

interface Binding {
  readonly code: string;
  readonly declarations: string;
  /** `google_bigtable_table`. */
  readonly type: string;
}

/** A property of a generated class, `get labels() {…}`, with the annotations of its class. */
interface Property {
  readonly name: string;
  readonly type: unknown;
  /** The class of its elements, if it is a block or a list of objects. */
  readonly elements: string | undefined;
  readonly nesting: 'one' | 'list' | 'set';
  readonly settable: boolean;
  readonly required: boolean;
}

const SIMPLE_TYPES: Readonly<Record<string, unknown>> = {
  String: 'string',
  Number: 'number',
  Boolean: 'bool',
  List: ['list', 'string'],
  NumberList: ['list', 'number'],
  StringMap: ['map', 'string'],
};
const MAP_TYPES: Readonly<Record<string, unknown>> = {
  StringMap: ['map', 'string'],
  BooleanMap: ['map', 'bool'],
  NumberMap: ['map', 'number'],
  StringMapList: ['list', ['map', 'string']],
};

function readBinding(folder: string, type: string, prefix: string): Binding {
  const name = `${prefix}${type.replace(/^google_/, '').replaceAll('_', '-')}`;
  const read = (file: string) => readFileSync(join(folder, name, file), 'utf8');
  return { code: read('index.js'), declarations: read('index.d.ts'), type };
}

/** The text of a class, up to the line that ends it. */
function classBody({ code, type }: Binding, className: string): string {
  const start = code.indexOf(`\nclass ${className} extends `);
  if (start < 0) throw new Error(`${type}: no class ${className}`);
  return code.slice(start, code.indexOf('\n}\n', start));
}

function mainClass({ code, type }: Binding): string {
  const found = /\nclass (\w+) extends cdktf\.Terraform(?:Resource|DataSource|Provider) /.exec(code);
  if (!found?.[1]) throw new Error(`${type}: no main class`);
  return found[1];
}

function properties(binding: Binding, className: string): Property[] {
  const body = classBody(binding, className);
  const getters = body.matchAll(/\n {4}get (\w+)\(\) \{\n {8}return (.+);\n {4}\}/g);
  return [...getters].flatMap(([, name = '', value = '']) => {
    const property = describeProperty(body, name, value);
    return property ? [property] : [];
  });
}

function describeProperty(body: string, name: string, value: string): Property | undefined {
  const isBlock = body.includes(`\n    put${upperFirst(name)}(`);
  const settable = isBlock || body.includes(`\n    set ${name}(`);
  const required = settable && !body.includes(`\n    reset${upperFirst(name)}()`);
  const common = { settable, required };
  const simple = /this\.get(\w+)Attribute\('(\w+)'\)/.exec(value);
  if (simple?.[1] && simple[2]) {
    const type = SIMPLE_TYPES[simple[1]];
    if (type === undefined) throw new Error(`${name}: unknown getter ${value}`);
    const set = value.startsWith('cdktf.Fn.tolist') || value.includes('.Fn.tolist(');
    const nested = set && Array.isArray(type) ? ['set', type[1] as unknown] : type;
    return { name: simple[2], type: nested, elements: undefined, nesting: 'one', ...common };
  }
  if (/^this\.interpolationForAttribute\('(\w+)'\)/.test(value)) return undefined;
  const made = new RegExp(`this\\._${name} = new ([\\w.]+)\\(this, "(\\w+)"(?:, (true|false))?\\)`).exec(
    body,
  );
  if (!made?.[1] || !made[2]) {
    // A provider's arguments are plain fields: `this._region`, of no type but a text's.
    return undefined;
  }
  const maps = MAP_TYPES[made[1].replace('cdktf.', '')];
  if (maps !== undefined)
    return { name: made[2], type: maps, elements: undefined, nesting: 'one', ...common };
  const isList = made[1].endsWith('List');
  return {
    name: made[2],
    type: undefined,
    elements: isList ? made[1].replace(/List$/, 'OutputReference') : made[1],
    nesting: !isList ? 'one' : made[3] === 'true' ? 'set' : 'list',
    ...common,
  };
}

function deriveBlock(binding: Binding, className: string, path: string): Block {
  const attributes: Record<string, Attribute> = {};
  const blocks: Record<string, NestedBlock> = {};
  const owner = path === '' ? `${className}Config` : className.replace(/OutputReference$/, '');
  for (const property of properties(binding, className)) {
    const at = path === '' ? property.name : `${path}.${property.name}`;
    if (property.elements === undefined) {
      const attribute = deriveAttribute(binding, property, { path: at, owner });
      attributes[property.name] = { ...attribute, ...sensitive(binding, at) };
    } else if (!property.settable) attributes[property.name] = computedObjects(binding, property);
    else if (writtenAs(binding, property).block) blocks[property.name] = deriveNested(binding, property, at);
    else attributes[property.name] = settableObjects(binding, property, { path: at, owner });
  }
  return { attributes, block_types: blocks };
}

function sensitive({ type }: Binding, path: string): { sensitive?: true } {
  return SENSITIVE[type]?.includes(path) === true ? { sensitive: true } : {};
}

function deriveAttribute(
  binding: Binding,
  property: Property,
  at: { path: string; owner: string },
): Attribute {
  const { type, settable, required, name } = property;
  if (!settable) return { type, computed: true };
  if (required) return { type, required: true, ...allowedValues(binding, at.owner, name) };
  const chosen = (CHOSEN_BY_GOOGLE[binding.type] ?? ['id', 'project']).includes(at.path);
  return {
    type,
    optional: true,
    ...allowedValues(binding, at.owner, name),
    ...(chosen && { computed: true }),
  };
}

/** Returns how the HCL of a property is written: as a block or assigned with `=`, and as a list or a set. */
function writtenAs({ code }: Binding, property: Property): { block: boolean; kind: string } {
  const element = (property.elements ?? '').replace(/OutputReference$/, '');
  const written = new RegExp(
    `\\n +isBlock: (true|false),\\n +type: "(\\w+)",\\n +storageClassType: "${element}(?:List)?",`,
  ).exec(code);
  return { block: written?.[1] === 'true', kind: written?.[2] ?? '' };
}

function deriveNested(binding: Binding, property: Property, path: string): NestedBlock {
  const block = deriveBlock(binding, property.elements ?? '', path);
  if (property.name === 'timeouts') return { nesting_mode: 'single', block };
  return {
    nesting_mode: nestingMode(binding, property),
    block,
    ...(property.required && { min_items: 1 }),
    ...(property.nesting === 'one' && { max_items: 1 }),
  };
}

/** Blocks of which there may be one are made alike for lists and sets. */
function nestingMode(binding: Binding, property: Property): 'list' | 'set' {
  if (property.nesting !== 'one') return property.nesting;
  return writtenAs(binding, property).kind === 'set' ? 'set' : 'list';
}

function objectType(binding: Binding, className: string): unknown {
  const fields = properties(binding, className).map((field) => [
    field.name,
    field.elements === undefined ? field.type : [listOf(field), objectType(binding, field.elements)],
  ]);
  return ['object', Object.fromEntries(fields) as unknown];
}

const listOf = (property: Property): string => (property.nesting === 'set' ? 'set' : 'list');

function computedObjects(binding: Binding, property: Property): Attribute {
  return { type: [listOf(property), objectType(binding, property.elements ?? '')], computed: true };
}

function settableObjects(
  binding: Binding,
  property: Property,
  at: { path: string; owner: string },
): Attribute {
  const attribute = deriveAttribute(binding, { ...property, type: undefined }, at);
  return { ...attribute, type: [listOf(property), objectType(binding, property.elements ?? '')] };
}

/** `Possible values: ["A", "B"]` in the description of an argument: `interface` is the one that declares it. */
function allowedValues({ declarations }: Binding, owner: string, name: string): { enum?: readonly string[] } {
  const start = declarations.indexOf(`\nexport interface ${owner} `);
  const members = declarations.slice(start, declarations.indexOf('\n}\n', start));
  const comment = members.split('/**').find((text) => text.includes(`#${name} `)) ?? '';
  const list = /Possible values: \[([^\]]+)\]/.exec(comment)?.[1];
  return list === undefined ? {} : { enum: [...list.matchAll(/"([^"]+)"/g)].map(([, value]) => value ?? '') };
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function deriveAll(folder: string, types: readonly string[], prefix: string): Record<string, Schema> {
  const derived = types.map((type): [string, Schema] => {
    const binding = readBinding(folder, type, prefix);
    return [type, { version: 0, block: deriveBlock(binding, mainClass(binding), '') }];
  });
  return Object.fromEntries(derived);
}

function main(folder: string, target: string): void {
  const known = JSON.parse(readFileSync(target, 'utf8')) as ProviderSchema;
  const schema: ProviderSchema = {
    provider_version: PROVIDER_VERSION,
    provider: known.provider,
    resources: deriveAll(folder, RESOURCES, ''),
    data_sources: deriveAll(folder, DATA_SOURCES, 'data-google-'),
  };
  writeFileSync(target, JSON.stringify(schema));
}

main(process.argv[2] ?? '', join(__dirname, 'google.schema.json'));
