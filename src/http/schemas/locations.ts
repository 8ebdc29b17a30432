import { LOCATION_REASONS, LOCATION_STATES } from '../../core/residency/location';
import { DEFAULTS } from '../../config/defaults';
import { closedObject, id } from './parts';

const placement = { type: 'string', description: 'Name of a placement of the topology.' };
const instant = { type: 'string', format: 'date-time' };

const location = closedObject(
  {
    group: { type: 'string' },
    objectId: id,
    subjectKey: { type: 'string', description: 'Name of the object in the location directory: an HMAC.' },
    hasEntry: {
      type: 'boolean',
      description: 'Whether the directory has an entry. Without one, the object is in the default placement.',
    },
    placement: { ...placement, description: 'Placement that takes writes.' },
    state: { enum: LOCATION_STATES, description: '`home`, or the state of a move.' },
    epoch: { type: 'integer', minimum: 0, description: 'Number of decisions and moves. 0: no entry.' },
    reason: { enum: LOCATION_REASONS },
    accessLocation: {
      type: 'string',
      description: 'Country of the access that created the entry. Absent if it is unknown.',
    },
    move: { ...closedObject({ from: placement, to: placement }), description: 'Present during a move.' },
    decidedAt: { ...instant, description: 'Time of the decision for the placement.' },
    changedAt: { ...instant, description: 'Time of the last change of the entry.' },
  },
  ['group', 'objectId', 'subjectKey', 'hasEntry', 'placement', 'state', 'epoch', 'reason'],
);

export const LOCATION_SCHEMAS = {
  Location: location,
  LocationAssignment: closedObject({ placement }),
  MoveRequest: closedObject({
    group: { type: 'string' },
    objectIds: { type: 'array', minItems: 1, maxItems: DEFAULTS.moves.requestSubjectsMax, items: id },
    to: placement,
  }),
  RequestedMoves: closedObject({
    waves: {
      type: 'array',
      items: closedObject({
        id: {
          type: 'string',
          description: 'Name of the wave, for `tidemark residency status|resume|cancel`.',
        },
        group: { type: 'string' },
        from: placement,
        to: placement,
        subjects: { type: 'integer', minimum: 1, description: 'Number of users.' },
      }),
    },
    alreadyThere: { type: 'integer', minimum: 0, description: 'Users that are in the placement already.' },
    moving: { type: 'integer', minimum: 0, description: 'Users that another wave is moving.' },
  }),
} as const;
