import type { Corpus } from '../../data/schema';

/** Event type that campaigns are billed by, and the time zone of their days. */
export interface CampaignScope {
  readonly actions: readonly string[];
  readonly timeZone: string;
}

/** Returns the scope of campaigns; undefined if the schema declares no sketches of registered campaigns. */
export function scopeOf(corpora: readonly Corpus[]): CampaignScope | undefined {
  const types = corpora.flatMap(({ dataTypes }) => dataTypes).flatMap(({ events }) => events ?? []);
  const type = types.find(({ sketches }) =>
    sketches.some(({ registeredAs }) => registeredAs === 'campaigns/campaign'),
  );
  const sketches = type?.sketches.find(({ registeredAs }) => registeredAs === 'campaigns/campaign');
  if (type === undefined || sketches === undefined) return undefined;
  return { actions: type.actions.map(({ name }) => name), timeZone: sketches.timeZone };
}
