/** The OpenAPI document of the server as the pages of its operations. */

/** JSON Schema as the document has it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly additionalProperties?: boolean | Schema;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly example?: unknown;
}

interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
}

interface Answer {
  readonly description?: string;
  readonly content?: Readonly<Record<string, Media>>;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface OpenApi {
  readonly info: { readonly title: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Required scope; undefined for public operations. */
  readonly scope: string | undefined;
  readonly parameters: readonly Parameter[];
  /** JSON body of the request. Absent without one. */
  readonly body: Media | undefined;
  readonly answers: readonly OperationAnswer[];
}

export interface OperationAnswer {
  readonly status: string;
  readonly description: string;
  readonly schema: Schema | undefined;
  readonly example: unknown;
}

const JSON_TYPE = 'application/json';

/** Returns all operations, in the order of the document's tags. */
export function operationsOf({ paths, tags = [] }: OpenApi): readonly Operation[] {
  const order = new Map(tags.map(({ name }, at) => [name, at]));
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]) =>
      operationOf(method.toUpperCase(), path, documented),
    ),
  );
  return all.sort((a, b) => (order.get(a.tag) ?? Infinity) - (order.get(b.tag) ?? Infinity));
}

function operationOf(method: string, path: string, documented: DocumentedOperation): Operation {
  const {
    operationId,
    summary = operationId,
    description = '',
    tags,
    security,
    parameters = [],
  } = documented;
  const answers = Object.entries(documented.responses).map(([status, answer]): OperationAnswer => {
    const media = Object.values(answer.content ?? {})[0];
    return { status, description: answer.description ?? '', schema: media?.schema, example: media?.example };
  });
  return {
    id: operationId,
    method,
    path,
    tag: tags?.[0] ?? 'Other',
    summary,
    description,
    scope: security?.flatMap((each) => Object.values(each).flat())[0],
    parameters,
    body: documented.requestBody?.content[JSON_TYPE],
    answers,
  };
}

/** Returns the schema that a reference names, with the name; other schemas as they are. */
export function resolved(
  schema: Schema,
  { components }: Pick<OpenApi, 'components'>,
): { readonly name: string | undefined; readonly schema: Schema } {
  const name = schema.$ref?.split('/').at(-1);
  const found = name === undefined ? undefined : components?.schemas?.[name];
  return found === undefined
    ? { name, schema }
    : { name, schema: { description: schema.description, ...found } as Schema };
}

/** Returns the type of a schema in a few words, such as "array of string". */
export function typeText(schema: Schema): string {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) return name;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.oneOf !== undefined) return [...new Set(schema.oneOf.map(typeText))].join(' or ');
  if (schema.allOf !== undefined) return schema.allOf.map(typeText).join(' and ');
  if (schema.items !== undefined) return `array of ${typeText(schema.items)}`;
  if (schema.enum !== undefined) return 'one of several texts';
  const { additionalProperties: values } = schema;
  if (typeof values === 'object') return `map of ${typeText(values)}`;
  const type = typeof schema.type === 'string' ? schema.type : (schema.type?.join(' or ') ?? 'any value');
  return schema.format === undefined ? type : `${type} (${schema.format})`;
}

/** Returns what a schema requires beyond its type, such as "at most 1000 items". */
export function limitsText(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema;
  const range = (least: number | undefined, most: number | undefined, unit: string): readonly string[] => [
    ...(least === undefined ? [] : [`at least ${least}${unit}`]),
    ...(most === undefined ? [] : [`at most ${most}${unit}`]),
  ];
  return [
    ...(schema.enum === undefined ? [] : [schema.enum.map((each) => JSON.stringify(each)).join(', ')]),
    ...range(minimum, maximum, ''),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' items'),
    ...(pattern === undefined ? [] : [`matches ${pattern}`]),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ].join('; ');
}
