import { idAt, type IdRules } from '../../core/counts/query-ids';
import { nonEmptyArrayAt, objectAt, rejectUnknownFields, stringAt } from '../../core/json/json-fields';
import type { EventDataType } from '../../core/schema/schema';
import { invalidArgument } from '../../errors';
import type { ReleaseRequest } from './caps-jobs';
import { RESERVATION_ID_PATTERN } from './reservation-cells';

export interface ReleaseRules extends IdRules {
  readonly eventDataType: (name: string | undefined, field: string) => EventDataType;
  readonly releasedMax: number;
}

/** Parses the body of `POST /v1/caps:release`. Throws an error that names the field. */
export function parseReleaseRequest(json: unknown, rules: ReleaseRules): ReleaseRequest {
  const body = objectAt(json, 'body');
  rejectUnknownFields(body, ['dataType', 'userId', 'reservations'], '');
  const name = body.dataType === undefined ? undefined : stringAt(body.dataType, 'dataType');
  const dataType = rules.eventDataType(name, 'dataType');
  const userId = idAt(body.userId, 'userId', dataType.events.user.idType, rules);
  const reservations = nonEmptyArrayAt(body.reservations, 'reservations');
  if (reservations.length > rules.releasedMax) {
    throw invalidArgument('reservations', `must have at most ${rules.releasedMax} ids`);
  }
  const ids = reservations.map((each, i) => {
    const id = stringAt(each, `reservations[${i}]`);
    if (RESERVATION_ID_PATTERN.test(id)) return id;
    throw invalidArgument(`reservations[${i}]`, 'is not a reservation id');
  });
  return { dataType, userId, ids: [...new Set(ids)] };
}
