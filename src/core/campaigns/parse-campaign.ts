/** Strict parser of campaigns in JSON: a body of the API, a line of a file, or a stored message. */
import { invalidArgument } from '../../errors';
import { checkDate } from '../time/calendar-day';
import { checkId } from '../events/ids';
import {
  nonEmptyArrayAt,
  objectAt,
  rejectUnknownFields,
  stringAt,
  wholeNumberAt,
  type JsonObject,
} from '../json/json-fields';
import { POLICIES, type PolicyName } from '../pacing/pacing';
import { PRIORITY_DEFAULT, PRIORITY_MAX, type Campaign, type Flight } from './campaign';

export interface ParseCampaignOptions {
  /** Canonical id. The JSON may omit it and must not have another one. */
  readonly id: string;
  /** Prefix of field names in errors: empty, or ending with `.`. */
  readonly path?: string;
}

const FIELDS = [
  'id',
  'name',
  'advertiserId',
  'action',
  'flights',
  'priority',
  'policy',
  'thresholdShare',
  'paused',
];
const FLIGHT_FIELDS = ['firstDay', 'lastDay', 'unitsPerDay'];
const TEXT_BYTES_MAX = 1_024;

/**
 * Parses a campaign. Throws `invalid_argument` that names the field for anything invalid by itself. `checkCampaign`
 * checks what depends on the schema, the limits and the current day.
 */
export function parseCampaign(json: unknown, { id, path = '' }: ParseCampaignOptions): Campaign {
  const object = objectAt(json, path === '' ? 'campaign' : path.slice(0, -1));
  rejectUnknownFields(object, FIELDS, path);
  checkSameId(object, id, path);
  const action = stringAt(object['action'], `${path}action`);
  const flights = parseFlights(object['flights'], `${path}flights`);
  return Object.freeze({
    id,
    ...optional('name', textAt(object, 'name', path)),
    ...optional('advertiserId', textAt(object, 'advertiserId', path)),
    action,
    flights,
    priority: priorityAt(object['priority'], `${path}priority`),
    ...policyAt(object, path),
    isPaused: flagAt(object['paused'], `${path}paused`),
  });
}

function checkSameId(object: JsonObject, id: string, path: string): void {
  if (object['id'] === undefined) return;
  const given = stringAt(object['id'], `${path}id`);
  if (given.toLowerCase() !== id.toLowerCase())
    throw invalidArgument(`${path}id`, `must be the campaign's id, ${id}`);
}

function parseFlights(json: unknown, path: string): readonly Flight[] {
  const flights = nonEmptyArrayAt(json, path).map((each, index) => parseFlight(each, `${path}[${index}]`));
  flights.forEach((flight, index) => {
    if (index > 0) checkBehind(flight, flights[index - 1]!, { path, index });
  });
  return Object.freeze(flights);
}

function parseFlight(json: unknown, path: string): Flight {
  const object = objectAt(json, path);
  rejectUnknownFields(object, FLIGHT_FIELDS, `${path}.`);
  const firstDay = dateAt(object['firstDay'], `${path}.firstDay`);
  const lastDay = dateAt(object['lastDay'], `${path}.lastDay`);
  if (lastDay < firstDay)
    throw invalidArgument(`${path}.lastDay`, `must not be before firstDay, ${firstDay}`);
  return Object.freeze({
    firstDay,
    lastDay,
    unitsPerDay: unitsAt(object['unitsPerDay'], `${path}.unitsPerDay`),
  });
}

function checkBehind(
  flight: Flight,
  before: Flight,
  { path, index }: { readonly path: string; readonly index: number },
): void {
  if (flight.firstDay > before.lastDay) return;
  const field = `${path}[${index}].firstDay`;
  if (flight.lastDay < before.firstDay) {
    throw invalidArgument(field, `is before ${path}[${index - 1}]: order flights by their days`);
  }
  const shared = flight.firstDay > before.firstDay ? flight.firstDay : before.firstDay;
  throw invalidArgument(field, `overlaps ${path}[${index - 1}]: both include ${shared}`);
}

function dateAt(json: unknown, field: string): string {
  const text = stringAt(json, field);
  checkDate(text, field);
  return text;
}

const DIGITS = /^(?:0|[1-9]\d{0,19})$/;

/** Parses a number, or a number in a string, as in the JSON of protobuf. */
function unitsAt(json: unknown, field: string): number {
  if (json === undefined) throw invalidArgument(field, 'is required: at least 1');
  const units = typeof json === 'string' && DIGITS.test(json) ? Number(json) : json;
  if (!Number.isInteger(units) || (units as number) < 1) {
    throw invalidArgument(field, 'must be a whole number of units, at least 1');
  }
  if (!Number.isSafeInteger(units)) throw invalidArgument(field, 'must be at most 2^53 - 1');
  return units as number;
}

function priorityAt(json: unknown, field: string): number {
  return json === undefined ? PRIORITY_DEFAULT : wholeNumberAt(json, field, { min: 1, max: PRIORITY_MAX });
}

function policyAt(object: JsonObject, path: string): Pick<Campaign, 'policy' | 'thresholdShare'> {
  const { policy, thresholdShare } = object;
  const isKnown = (name: unknown): name is PolicyName => POLICIES.some((known) => known === name);
  if (policy !== undefined && !isKnown(policy)) {
    throw invalidArgument(`${path}policy`, `must be one of ${POLICIES.join(', ')}`);
  }
  if (thresholdShare === undefined) return optional('policy', policy);
  const field = `${path}thresholdShare`;
  if (policy !== undefined && policy !== 'threshold') {
    throw invalidArgument(field, `requires policy threshold, but the policy is ${policy}`);
  }
  if (typeof thresholdShare !== 'number' || !(thresholdShare > 0 && thresholdShare <= 1)) {
    throw invalidArgument(field, 'must be a number above 0 and at most 1');
  }
  return { ...optional('policy', policy), thresholdShare };
}

function flagAt(json: unknown, field: string): boolean {
  if (json === undefined) return false;
  if (typeof json !== 'boolean') throw invalidArgument(field, 'must be true or false');
  return json;
}

const CONTROL_CHARACTER = /\p{Cc}/u;

function textAt(object: JsonObject, name: string, path: string): string | undefined {
  if (object[name] === undefined) return undefined;
  const text = stringAt(object[name], path + name);
  checkId(text, path + name, TEXT_BYTES_MAX);
  // A terminal that lists campaigns would interpret them.
  if (CONTROL_CHARACTER.test(text)) throw invalidArgument(path + name, 'must not contain control characters');
  return text;
}

function optional<K extends string, V>(name: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [P in K]?: V });
}
