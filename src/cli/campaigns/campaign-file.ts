/** Reads campaigns from the text of a file: one JSON object, an array of objects, or one object per line. */
import type { Campaign } from '../../core/campaigns/campaign';
import { campaignIdOf, checkCampaign, type CampaignRules } from '../../core/campaigns/check-campaign';
import { parseCampaign } from '../../core/campaigns/parse-campaign';
import { objectAt, stringAt } from '../../core/json/json-fields';
import { invalidArgument } from '../../errors';

/** A campaign of the file, and its place there, which is the first part of the fields that errors name. */
interface Entry {
  readonly json: unknown;
  readonly path: string;
}

/**
 * Returns all campaigns of the text. Throws for the first invalid one, with its place and field, e.g.
 * `line 3.flights[0].lastDay`.
 */
export function parseCampaignFile(
  text: string,
  rules: CampaignRules & { readonly campaignsMax: number },
): readonly Campaign[] {
  const entries = entriesOf(text);
  if (entries.length === 0) throw invalidArgument('file', 'has no campaigns');
  if (entries.length > rules.campaignsMax) {
    throw invalidArgument('file', `has ${entries.length} campaigns: the maximum is ${rules.campaignsMax}`);
  }
  const places = new Map<string, string>();
  return entries.map(({ json, path }) => {
    const at = path === '' ? '' : `${path}.`;
    const text = stringAt(objectAt(json, path === '' ? 'campaign' : path)['id'], `${at}id`);
    const id = campaignIdOf(text, rules.scope, `${at}id`);
    if (places.has(id)) throw invalidArgument(`${at}id`, `is also the id of ${places.get(id)}`);
    places.set(id, path);
    const campaign = parseCampaign(json, { id, path: at });
    checkCampaign(campaign, rules, at);
    return campaign;
  });
}

function entriesOf(text: string): readonly Entry[] {
  const whole = jsonOf(text);
  if (Array.isArray(whole)) return whole.map((json: unknown, index) => ({ json, path: `[${index}]` }));
  if (whole !== undefined) return [{ json: whole, path: '' }];
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const path = `line ${index + 1}`;
    const json = jsonOf(line);
    if (json === undefined) throw invalidArgument(path, 'is not JSON');
    return [{ json, path }];
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
