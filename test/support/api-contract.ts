import type { ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import type { Answer } from './http-server';

/** The parts of an OpenAPI document that tests look at. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

interface OpenApiOperation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Content; readonly headers?: object }>
  >;
}

type Content = Readonly<Record<string, { readonly schema?: object; readonly example?: unknown }>>;

/** Holds answers against the document that the server itself gives. */
export class ApiContract {
  readonly #ajv = new Ajv2020({ strict: false, formats: { 'date-time': ISO_INSTANT, uri: true } });
  /** By pointer: to compile one takes a hundred times as long as to use it. */
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(readonly document: OpenApiDocument) {
    this.#ajv.addSchema(document, 'api');
  }

  /** Throws unless the route may answer so: status, headers of its own, media type, error code, and body. */
  check(method: string, path: string, answer: Answer): void {
    const response = this.document.paths[path]?.[method.toLowerCase()]?.responses[String(answer.status)];
    if (response === undefined) throw new Error(`${method} ${path} may not answer ${answer.status}`);
    for (const name of Object.keys(answer.headers)) {
      if (!/tidemark-/.test(name) || name in (response.headers ?? {})) continue;
      throw new Error(`${method} ${path} does not document the header ${name} of a ${answer.status}`);
    }
    const type = answer.headers['content-type'];
    if (response.content === undefined) {
      if (answer.body.length > 0) throw new Error(`${method} ${path} answered with a body`);
      return;
    }
    if (type === undefined || response.content[type] === undefined) {
      throw new Error(`${method} ${path} may not answer ${answer.status} in ${type}`);
    }
    if (!type.endsWith('json')) return;
    if (type === 'application/x-ndjson') {
      const schema = ['paths', path, method.toLowerCase(), 'responses', '200', 'content', type, 'schema'];
      for (const line of answer.body.toString().trimEnd().split('\n'))
        this.validate(schema, JSON.parse(line));
      return;
    }
    const steps = ['paths', path, method.toLowerCase(), 'responses', String(answer.status), 'content', type];
    this.validate(steps.concat('schema'), answer.json);
    if (answer.status >= 400 && !response.description.includes(`\`${String(answer.json['code'])}\``)) {
      throw new Error(`${method} ${path} does not document the code ${String(answer.json['code'])}`);
    }
  }

  /** Throws unless the value fits the schema at this place of the document. */
  validate(place: readonly string[], value: unknown): void {
    const pointer = place.map((step) => encodeURIComponent(step.replace(/~/g, '~0').replace(/\//g, '~1')));
    const validate = this.#validator(`api#/${pointer.join('/')}`);
    if (!validate(value)) {
      throw new Error(
        `${place.join(' ')}: ${this.#ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`,
      );
    }
  }

  #validator($ref: string): ValidateFunction {
    const known = this.#validators.get($ref);
    if (known !== undefined) return known;
    const validate = this.#ajv.compile({ $ref });
    this.#validators.set($ref, validate);
    return validate;
  }
}

const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
