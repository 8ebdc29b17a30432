import type { SendOptions } from '../../support/http-server';
import { SAMPLES } from '../../support/access-samples';

export interface JsonSchema {
  readonly $ref?: string;
  readonly [keyword: string]: unknown;
}

export interface OperationParameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly schema: JsonSchema;
}

/** Operation of the OpenAPI document that the server serves. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** Path with its parameters in braces, as in the document. */
  readonly path: string;
  readonly parameters: readonly OperationParameter[];
  /** Body schemas by media type; empty without a body. */
  readonly bodies: Readonly<Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>>;
  /** Media types of its answers. */
  readonly produces: readonly string[];
  /** Requests that are known to be valid. */
  readonly samples: readonly SendOptions[];
}

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly OperationParameter[];
  readonly requestBody?: { readonly content: Operation['bodies'] };
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

/** Returns all operations of the document. */
export function operationsOf(document: object): readonly Operation[] {
  return Object.entries((document as Document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      id: described.operationId,
      method: method.toUpperCase(),
      path,
      parameters: described.parameters ?? [],
      bodies: described.requestBody?.content ?? {},
      produces: Object.keys(described.responses['200']?.content ?? {}),
      samples: (SAMPLES[described.operationId] ?? []).map(({ send }) => send),
    })),
  );
}
