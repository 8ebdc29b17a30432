import { purposesJson } from '../../../codec/answers/consent-json';
import { consentDecisionsAt } from '../../../codec/messages/consent-decisions';
import { DEFAULTS } from '../../../config/defaults';
import { objectAt, rejectUnknownFields } from '../../../core/json/json-fields';
import type { TokenCodec } from '../../../core/tokens/token-codec';
import type { ConsentOperations } from '../../../operations/privacy/consent';
import { accessLocationOf } from '../../access/access-location';
import { readWriteToken, TOKEN_HEADER } from '../../consistency/read-consistency';
import { jsonResponse, type Endpoint } from '../../endpoint';
import {
  READ_ERRORS,
  TOKEN_EXAMPLE,
  WRITE_ERRORS,
  WRITE_TOKEN_PARAMETER,
} from '../../openapi/consistency-documentation';
import { ACCESS_LOCATION_PARAMETER } from '../../openapi/location-documentation';
import {
  CONSENT_CHANGE_EXAMPLE,
  PURPOSES_EXAMPLE,
  SUBJECT_PARAMETERS,
  SUBJECT_PATH,
} from '../../openapi/subject-documentation';
import { schemaRef } from '../../schemas/component-schemas';

interface Dependencies {
  readonly operation: ConsentOperations['setConsent'];
  readonly tokens: TokenCodec;
}

export function putConsent({ operation, tokens }: Dependencies): Endpoint {
  return {
    ...DOCUMENTATION,
    async handle(request) {
      const body = objectAt(request.json(), 'body');
      rejectUnknownFields(body, ['purposes'], '');
      const change = {
        subjectId: request.param('id'),
        decisions: consentDecisionsAt(body['purposes'], 'purposes'),
      };
      const { subjectId, purposes, token } = await operation(change, {
        ...request.callOptions,
        token: readWriteToken(request, tokens),
        accessLocation: accessLocationOf(request),
      });
      const encoded = tokens.encode(token);
      const history = { historyMax: DEFAULTS.consent.historyMax };
      return jsonResponse({ subjectId, purposes: purposesJson(purposes, history), token: encoded }, [
        TOKEN_HEADER,
        encoded,
      ]);
    },
  };
}

const DOCUMENTATION: Omit<Endpoint, 'handle'> = {
  method: 'PUT',
  path: `${SUBJECT_PATH}/consent`,
  operationId: 'putConsent',
  bodyBytesMax: DEFAULTS.http.queryBodyBytesMax,
  summary: 'Record decisions of a user about purposes',
  description:
    'Grants or withdraws purposes. Strict reads, and reads with the token of the answer, respect a withdrawal as soon as it is ' +
    'acknowledged; eventual reads do when it has reached their replica. Of a grant and a withdrawal whose order clocks cannot ' +
    'prove, the withdrawal counts. A decision with a time is idempotent, and may arrive in any order.',
  tag: 'Subjects',
  access: 'subjects:consent',
  parameters: [...SUBJECT_PARAMETERS, WRITE_TOKEN_PARAMETER, ACCESS_LOCATION_PARAMETER],
  request: {
    'application/json': { schema: schemaRef('ConsentChange'), example: CONSENT_CHANGE_EXAMPLE },
  },
  response: {
    status: 200,
    description:
      'The choices about the purposes of the request, with the decisions that this request has read or written.',
    forms: {
      'application/json': {
        schema: schemaRef('ChangedConsent'),
        example: { subjectId: 'user-1', purposes: PURPOSES_EXAMPLE, token: TOKEN_EXAMPLE },
      },
    },
    headers: [TOKEN_HEADER],
  },
  errors: [
    ...new Set(['data_corrupted' as const, 'answer_too_large' as const, ...READ_ERRORS, ...WRITE_ERRORS]),
  ],
};
