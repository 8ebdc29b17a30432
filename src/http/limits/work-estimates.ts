/**
 * How much work requests are, estimated from what they name, before anything is read. The unit is one number of an answer of
 * counts, some 0.1 to 0.2 µs of a processor; the factors are by measurement, on the safe side for what is read besides.
 */
import type { CampaignCountQuery } from '../../core/campaign-counts/campaign-count-query';
import type { CapQuery } from '../../core/caps/cap-query';
import type { SharedCountQuery } from '../../core/counts/parse-count-query';

/** Ids that a user is taken to have at a level whose ids are not listed. */
const IDS_OF_USER = 64;
/** Groups that an id is taken to have. */
const GROUPS = 4;
/** To read a user's events. */
const USER_WORK = 500;
/** A rule for a candidate, and what a rule that blocks is answered with. */
const CHECK_WORK = 20;
/** To read a row of sketches and merge it. */
const SKETCH_ROW_WORK = 1_000;
/** To read an object and turn it into JSON. */
const OBJECT_WORK = 500;
/** To check and encode an event. */
const EVENT_WORK = 20;

export function countWork({ windows, entities, groupBy }: SharedCountQuery, users: number): number {
  const ids = entities.reduce((sum, { ids }) => sum + (ids === '*' ? IDS_OF_USER : ids.size), 1);
  const groups = groupBy.length === 0 ? 1 : GROUPS;
  return users * (USER_WORK + windows.length * ids * groups);
}

export function capCheckWork({ candidates, rules }: CapQuery): number {
  return candidates.length * rules.length * CHECK_WORK;
}

/** `features` is the length of a candidate's vector. */
export function featureWork(candidates: number, features: number): number {
  return USER_WORK + candidates * features;
}

export function campaignCountWork({ ids, parts }: CampaignCountQuery): number {
  return ids.length * parts.length * SKETCH_ROW_WORK;
}

export function objectWork(objects: number): number {
  return objects * OBJECT_WORK;
}

export function eventWork(events: number): number {
  return events * EVENT_WORK;
}
