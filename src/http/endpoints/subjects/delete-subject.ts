import { erasureJson } from '../../../codec/answers/erasure-json';
import type { TokenCodec } from '../../../core/tokens/token-codec';
import type { EraseSubject } from '../../../operations/privacy/erase-subject';
import { TOKEN_HEADER } from '../../consistency/read-consistency';
import type { Endpoint } from '../../endpoint';
import { TOKEN_EXAMPLE, WRITE_ERRORS } from '../../openapi/consistency-documentation';
import {
  ERASURE_ERRORS,
  ERASURE_EXAMPLE,
  SUBJECT_PARAMETERS,
  SUBJECT_PATH,
} from '../../openapi/subject-documentation';
import { schemaRef } from '../../schemas/component-schemas';

interface Dependencies {
  readonly operation: EraseSubject;
  readonly tokens: TokenCodec;
}

export function deleteSubject({ operation, tokens }: Dependencies): Endpoint {
  return {
    ...DOCUMENTATION,
    async handle(request) {
      const userId = request.param('id');
      const { entry, token } = await operation({ userId }, request.callOptions);
      const encoded = tokens.encode(token);
      const body = JSON.stringify({ ...erasureJson(userId, entry), token: encoded });
      return { status: 202, mediaType: 'application/json', body, headers: [TOKEN_HEADER, encoded] };
    },
  };
}

const DOCUMENTATION: Omit<Endpoint, 'handle'> = {
  method: 'DELETE',
  path: SUBJECT_PATH,
  operationId: 'deleteSubject',
  summary: 'Erase a user',
  description:
    'Records the erasure in the ledger and hides everything that is stored about the user: events, objects, reservations and ' +
    'decisions. From the answer on, strict reads and reads with the token of the answer show nothing of before; eventual reads do ' +
    'not once their replica has the tombstone. `tidemark erase work` then deletes the data, verifies every cluster and issues a ' +
    'certificate. After an error the erasure may be recorded: then it is completed all the same. Each request is an erasure of its ' +
    'own.',
  tag: 'Subjects',
  access: 'subjects:erase',
  parameters: SUBJECT_PARAMETERS,
  response: {
    status: 202,
    description: 'The erasure, its due date, and the times up to which data is hidden.',
    forms: {
      'application/json': {
        schema: schemaRef('RequestedErasure'),
        example: { ...ERASURE_EXAMPLE, token: TOKEN_EXAMPLE },
      },
    },
    headers: [TOKEN_HEADER],
  },
  errors: [
    ...new Set([...WRITE_ERRORS, 'consistency_unmet' as const, 'conflict' as const, ...ERASURE_ERRORS]),
  ],
};
