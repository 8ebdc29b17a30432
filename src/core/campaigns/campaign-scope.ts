/** The event type whose events bill campaigns: the one that the schema registers campaigns for. */
import { TidemarkError } from '../../errors';
import type { ActionDeclaration, EventDataType, EventLevel, SketchDeclaration } from '../schema/schema';
import { CAMPAIGN_FAMILY, CAMPAIGN_TABLE } from './campaign';

export interface CampaignScope {
  readonly dataType: EventDataType;
  /** Level whose entities are campaigns. */
  readonly level: EventLevel;
  /** Actions that can be billed. */
  readonly actions: readonly ActionDeclaration[];
  /** Sketches that count campaigns' events. If the level has several, those registered as campaigns. */
  readonly sketches: SketchDeclaration;
  /** IANA time zone of the flights' days. */
  readonly timeZone: string;
}

/**
 * Returns the scope of the first event type with sketches that are registered as campaigns. An application's own type
 * takes precedence over Tidemark's. Throws `schema_invalid` if there is none.
 */
export function campaignScopeOf(eventTypes: readonly EventDataType[]): CampaignScope {
  const [scope] = [...eventTypes]
    .sort((a, b) => Number(isBuiltIn(a)) - Number(isBuiltIn(b)))
    .flatMap(scopesOf);
  if (scope === undefined) {
    const message = `no event type has sketches with registered_as "${CAMPAIGN_TABLE}/${CAMPAIGN_FAMILY}": declare them`;
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
