import { invalidArgument, TidemarkError } from '../../errors';
import { parseActions } from '../counts/parse-count-query';
import { idsAt, type IdRules } from '../counts/query-ids';
import { nonEmptyArrayAt, objectAt, rejectUnknownFields, stringAt } from '../json/json-fields';
import type { EventDataType, SketchDeclaration } from '../schema/schema';
import { GRAINS, type CampaignCountQuery, type Grain } from './campaign-count-query';
import { parsePeriods } from './count-periods';
import { knownNames } from '../json/did-you-mean';

export interface CampaignCountRules extends IdRules {
  readonly eventTypes: readonly EventDataType[];
  /** Returns the event DataType of that name. Throws an error that names `field`. */
  readonly eventDataType: (name: string, field: string) => EventDataType;
  readonly nowMs: number;
  readonly campaignsMax: number;
  readonly daysMax: number;
  /** Maximum number of campaigns × days. */
  readonly rowsMax: number;
  /** Maximum number of counts in one answer. */
  readonly answerCountsMax: number;
}

const FIELDS = [
  'dataType',
  'level',
  'campaigns',
  'days',
  'from',
  'to',
  'actions',
  'by',
  'breakdown',
  'reach',
  'consistency',
];

/** Parses the body of `POST /v1/campaigns:counts`. Throws the typed error that names the field. */
export function parseCampaignCountQuery(json: unknown, rules: CampaignCountRules): CampaignCountQuery {
  const body = objectAt(json, 'body');
  rejectUnknownFields(body, FIELDS, '');
  const { dataType, sketches } = parseSketches(body.dataType, body.level, rules);
  const by = parseGrain(body.by);
  const query = {
    dataType,
    sketches,
    by,
    ids: parseIds(body.campaigns, sketches, rules),
    actions:
      body.actions === undefined
        ? dataType.events.actions
        : parseActions(body.actions, 'actions', dataType.events),
    ...parsePeriods(body, by, {
      timeZone: sketches.timeZone,
      retentionMs: sketches.retention.maxAgeMs,
      nowMs: rules.nowMs,
      daysMax: rules.daysMax,
    }),
    breakdown: parseBreakdown(body.breakdown, sketches, dataType),
    reach: parseReach(body.reach, sketches),
  };
  rejectTooMany(query, rules);
  return query;
}

const DEFAULT_LEVEL = 'campaign';

/**
 * Chooses the sketches of a level. Sketches of registered entities, which bill these entities, take precedence;
 * otherwise the first declared.
 */
export function parseSketches(
  name: unknown,
  levelName: unknown,
  { eventTypes, eventDataType }: Pick<CampaignCountRules, 'eventTypes' | 'eventDataType'>,
): { readonly dataType: EventDataType; readonly sketches: SketchDeclaration } {
  const level = levelName === undefined ? DEFAULT_LEVEL : stringAt(levelName, 'level');
  if (name !== undefined) {
    const dataType = eventDataType(stringAt(name, 'dataType'), 'dataType');
    return { dataType, sketches: sketchesAt(dataType, level) ?? noSketches(dataType, level) };
  }
  const [found, other] = eventTypes
    .flatMap((dataType) => {
      const sketches = sketchesAt(dataType, level);
      return sketches === undefined ? [] : { dataType, sketches };
    })
    // The default event type takes precedence.
    .sort((a, b) => Number(b.dataType.events.isDefault) - Number(a.dataType.events.isDefault));
  if (found === undefined) {
    const levels = eventTypes.flatMap(({ events }) => events.sketches.map((each) => each.level.name));
    const known = knownNames(level, [...new Set(levels)]);
    const message = `no DataType has counts over all users by ${quoted(level)}${known}`;
    throw new TidemarkError('unknown_level', message, { field: 'level' });
  }
  if (other === undefined || found.dataType.events.isDefault) return found;
  throw invalidArgument('dataType', `is required: several DataTypes count by ${level}`);
}

function sketchesAt({ events }: EventDataType, level: string): SketchDeclaration | undefined {
  const [found, ...others] = events.sketches.filter((each) => each.level.name === level);
  return found?.registeredAs === undefined ? (others.find((each) => each.registeredAs) ?? found) : found;
}

function noSketches({ family, events }: EventDataType, level: string): never {
  const known = events.sketches.map((each) => each.level.name).join(', ') || 'none';
  const message = `${family} has no counts over all users by ${quoted(level)}; known levels: ${known}`;
  throw new TidemarkError('unknown_level', message, { field: 'level' });
}

function parseGrain(value: unknown): Grain {
  if (value === undefined) return 'total';
  const by = GRAINS.find((each) => each === value);
  if (by === undefined) throw invalidArgument('by', `must be one of ${GRAINS.join(', ')}`);
  return by;
}

function parseIds(
  value: unknown,
  { level }: SketchDeclaration,
  rules: CampaignCountRules,
): readonly string[] {
  const list = nonEmptyArrayAt(value, 'campaigns');
  if (list.length > rules.campaignsMax) {
    throw invalidArgument('campaigns', `must have at most ${rules.campaignsMax} ids`);
  }
  return [...idsAt(list, 'campaigns', level.dimension.idType, rules)];
}

function parseBreakdown(
  value: unknown,
  { breakdowns }: SketchDeclaration,
  { family }: EventDataType,
): CampaignCountQuery['breakdown'] {
  if (value === undefined) return undefined;
  const name = stringAt(value, 'breakdown');
  const index = breakdowns.findIndex((each) => each.name === name);
  if (index >= 0) return { index, dimension: breakdowns[index]! };
  const known = knownNames(
    name,
    breakdowns.map((each) => each.name),
  );
  const message = `${family} has no breakdown by ${quoted(name)} over all users${known}`;
  throw new TidemarkError('unknown_dimension', message, { field: 'breakdown' });
}

function parseReach(value: unknown, { reach }: SketchDeclaration): boolean {
  if (value === undefined) return false;
  if (typeof value !== 'boolean') throw invalidArgument('reach', 'must be true or false');
  if (value && !reach)
    throw invalidArgument('reach', 'is not available: the sketches count no distinct users');
  return value;
}

function rejectTooMany(
  { ids, actions, periods, parts, reach }: CampaignCountQuery,
  { rowsMax, answerCountsMax }: CampaignCountRules,
): void {
  if (ids.length * parts.length > rowsMax) {
    throw invalidArgument('campaigns', `campaigns × days must be at most ${rowsMax}`);
  }
  if (ids.length * periods.length * actions.length * (reach ? 2 : 1) > answerCountsMax) {
    throw invalidArgument(
      'campaigns',
      `campaigns × periods × actions must be at most ${answerCountsMax} counts`,
    );
  }
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 64));
}
