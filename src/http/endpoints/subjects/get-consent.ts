import { purposesJson } from '../../../codec/answers/consent-json';
import { DEFAULTS } from '../../../config/defaults';
import type { ConsistencyRules } from '../../../core/consistency/compile-choice';
import type { ConsentOperations } from '../../../operations/privacy/consent';
import { encodeEvidence } from '../../consistency/evidence';
import { readConsistency } from '../../consistency/read-consistency';
import { jsonResponse, type Endpoint } from '../../endpoint';
import {
  CONSISTENCY_PARAMETERS,
  EVIDENCE_EXAMPLE,
  EVIDENCE_HEADERS,
  READ_ERRORS,
} from '../../openapi/consistency-documentation';
import { PURPOSES_EXAMPLE, SUBJECT_PARAMETERS, SUBJECT_PATH } from '../../openapi/subject-documentation';
import { schemaRef } from '../../schemas/component-schemas';

interface Dependencies {
  readonly operation: ConsentOperations['getConsent'];
  readonly rules: ConsistencyRules;
}

export function getConsent({ operation, rules }: Dependencies): Endpoint {
  return {
    ...DOCUMENTATION,
    async handle(request) {
      const wanted = { subjectId: request.param('id'), consistency: readConsistency(request, rules) };
      const { subjectId, purposes, evidence } = await operation(wanted, request.callOptions);
      const { consistency, headers } = encodeEvidence(evidence, rules.tokens);
      const history = { historyMax: DEFAULTS.consent.historyMax };
      return jsonResponse({ subjectId, purposes: purposesJson(purposes, history), consistency }, headers);
    },
  };
}

const DOCUMENTATION: Omit<Endpoint, 'handle'> = {
  method: 'GET',
  path: `${SUBJECT_PATH}/consent`,
  operationId: 'getConsent',
  summary: 'Read the consent of a user',
  description:
    'Returns the present choice about each purpose of the schema, since when it is in force, and the history.',
  tag: 'Subjects',
  access: 'subjects:consent',
  parameters: [...SUBJECT_PARAMETERS, ...CONSISTENCY_PARAMETERS],
  response: {
    status: 200,
    description: 'The choices. A user without data has none, which is not an error.',
    forms: {
      'application/json': {
        schema: schemaRef('Consent'),
        example: { subjectId: 'user-1', purposes: PURPOSES_EXAMPLE, consistency: EVIDENCE_EXAMPLE },
      },
    },
    headers: EVIDENCE_HEADERS,
  },
  errors: ['data_corrupted', 'answer_too_large', ...READ_ERRORS],
};
