/** Whose events campaigns are billed by: what the schema says of the entities that are registered as campaigns. */
import { TidemarkError } from '../../errors';
import type { ActionDeclaration, EventDataType, EventLevel, SketchDeclaration } from '../schema/schema';
import { CAMPAIGN_FAMILY, CAMPAIGN_TABLE } from './campaign';

export interface CampaignScope {
  readonly dataType: EventDataType;
  /** Whose entities campaigns are. */
  readonly level: EventLevel;
  /** Those that can be billed. */
  readonly actions: readonly ActionDeclaration[];
  /** What counts their events: of several at that level, the one that is registered as campaigns. */
  readonly sketches: SketchDeclaration;
  /** IANA name: whose days flights are made of. */
  readonly timeZone: string;
}

/**
 * The first event type that has sketches of what is registered as campaigns; an application's own goes before that of
 * Tidemark itself. Throws `schema_invalid` when there is none.
 */
export function campaignScopeOf(eventTypes: readonly EventDataType[]): CampaignScope {
  const [scope] = [...eventTypes]
    .sort((a, b) => Number(isBuiltIn(a)) - Number(isBuiltIn(b)))
    .flatMap(scopesOf);
  if (scope === undefined) {
    const message = `No event type has sketches of what is registered as ${CAMPAIGN_TABLE}/${CAMPAIGN_FAMILY}`;
    throw new TidemarkError('schema_invalid', message);
  }
  return scope;
}

const isBuiltIn = ({ message }: EventDataType): boolean => message.startsWith('tidemark.');

function scopesOf(dataType: EventDataType): readonly CampaignScope[] {
  const { sketches, actions } = dataType.events;
  return sketches
    .filter(
      ({ registeredAs }) =>
        registeredAs?.corpus === CAMPAIGN_TABLE && registeredAs.family === CAMPAIGN_FAMILY,
    )
    .map((each) => ({ dataType, sketches: each, level: each.level, actions, timeZone: each.timeZone }));
}
