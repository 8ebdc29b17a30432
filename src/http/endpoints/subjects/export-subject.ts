import { invalidArgument } from '../../../errors';
import { strictestConsistency, type ConsistencyRules } from '../../../core/consistency/compile-choice';
import type { Consistency } from '../../../core/consistency/consistency';
import { HIDDEN_CHOICES, HIDDEN_DEFAULT, type HiddenChoice } from '../../../core/privacy/subject-export';
import type { ExportSubject } from '../../../operations/subjects/export-subject';
import type { ApiRequest } from '../../api-request';
import { CONSISTENCY_HEADER, readConsistency, TOKEN_HEADER } from '../../consistency/read-consistency';
import type { Endpoint } from '../../endpoint';
import { CONSISTENCY_PARAMETERS, READ_ERRORS } from '../../openapi/consistency-documentation';
import { SUBJECT_PARAMETERS, SUBJECT_PATH } from '../../openapi/subject-documentation';
import { schemaRef } from '../../schemas/component-schemas';

interface Dependencies {
  readonly operation: ExportSubject;
  readonly rules: ConsistencyRules;
  readonly limits: { readonly exportTimeoutMs: number };
}

export function exportSubject({ operation, rules, limits: { exportTimeoutMs } }: Dependencies): Endpoint {
  return {
    ...DOCUMENTATION,
    longestTimeoutMs: exportTimeoutMs,
    handle(request) {
      const hidden = hiddenChoiceOf(request);
      const consistency = consistencyOf(request, rules);
      request.extendDeadline(exportTimeoutMs);
      const parts = operation({ id: request.param('id'), hidden, consistency }, request.callOptions);
      return { status: 200, mediaType: 'application/x-ndjson', parts };
    },
  };
}

function hiddenChoiceOf(request: ApiRequest): HiddenChoice {
  const text = request.query('hidden');
  if (text === undefined) return HIDDEN_DEFAULT;
  const choice = HIDDEN_CHOICES.find((each) => each === text);
  if (choice === undefined) throw invalidArgument('hidden', `must be one of ${HIDDEN_CHOICES.join(', ')}`);
  return choice;
}

/** An export contains every acknowledged write, unless its caller asks for less: strict, where the store supports it. */
function consistencyOf(request: ApiRequest, rules: ConsistencyRules): Consistency {
  const isChosen = [CONSISTENCY_HEADER, TOKEN_HEADER].some((name) => request.header(name) !== undefined);
  return isChosen ? readConsistency(request, rules) : strictestConsistency(rules);
}

const DOCUMENTATION: Omit<Endpoint, 'handle'> = {
  method: 'GET',
  path: `${SUBJECT_PATH}/export`,
  operationId: 'exportSubject',
  summary: 'Export everything that is stored about a user',
  description:
    'Answers with one JSON object in each line: every cell and every event of the user in every personal corpus, wherever it is ' +
    'placed, with what the schema declares about it; the decisions about purposes; and reservations. The last line has the type ' +
    '`complete`: an answer without it is truncated, and must be requested again. The default level is `strict` where the store ' +
    'supports it.',
  tag: 'Subjects',
  access: 'subjects:export',
  bulk: true,
  parameters: [
    ...SUBJECT_PARAMETERS,
    {
      in: 'query',
      name: 'hidden',
      description:
        'Stored data that reads do not return, marked with the reason. `none`: no such data. `no_consent`: what is stored without ' +
        'the consent of the user. `all`: also what is erased, deleted or past its retention, and not yet removed.',
      schema: { type: 'string', enum: HIDDEN_CHOICES, default: HIDDEN_DEFAULT },
    },
    ...CONSISTENCY_PARAMETERS,
  ],
  response: {
    status: 200,
    description: 'The lines of the export. The schema is that of one line.',
    forms: { 'application/x-ndjson': { schema: schemaRef('SubjectExportLine') } },
  },
  errors: READ_ERRORS,
};
