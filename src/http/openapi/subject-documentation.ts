import type { ErrorCode } from '../../errors';
import type { Parameter } from '../endpoint';

/** Path of a user, below which the endpoints of consent, erasure and access are. */
export const SUBJECT_PATH = '/v1/subjects/{id}';

export const SUBJECT_PARAMETERS: readonly Parameter[] = [
  {
    in: 'path',
    name: 'id',
    description: 'Id of the user; percent-encoded.',
    schema: { type: 'string', minLength: 1, maxLength: 1_024 },
    example: 'user-1',
  },
];

const DECISION = {
  granted: true,
  at: '2026-11-21T05:35:00.000Z',
  source: 'CQ7mQkAQ7mQkAAHABBENBFFgAP_AAEPAAAAAKmwHQACgAKAAsAB4AEEAKgAZ',
  recordedAt: '2026-11-21T05:35:00.120Z',
};

export const PURPOSES_EXAMPLE = {
  ads_personalization: { choice: 'granted', since: DECISION.at, history: [DECISION] },
};

export const CONSENT_CHANGE_EXAMPLE = {
  purposes: { ads_personalization: { granted: true, source: DECISION.source } },
};

/** Errors of both endpoints of erasures. */
export const ERASURE_ERRORS: readonly ErrorCode[] = [
  'ledger_not_configured',
  'store_unavailable',
  'deadline_exceeded',
];

export const ERASURE_EXAMPLE = {
  subjectId: 'user-1',
  id: '3f1c0f5e9a7b4d2c8e6a0b1c2d3e4f50',
  state: 'hidden',
  requestedAt: '2026-11-21T05:35:00.000Z',
  dueAt: '2026-12-21T05:35:00.000Z',
  eventsErasedUpTo: '2026-11-21T05:45:00.600Z',
  objectsErasedUpTo: '2026-11-21T05:35:00.600Z',
  decisionsErasedUpTo: '2026-11-21T05:35:00.600Z',
};
