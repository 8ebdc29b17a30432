/**
 * Estimates of the work of requests, before anything is read. The unit is one number of an answer of counts, about 0.1
 * to 0.2 µs of processor time. The factors are measured, and rounded up for the reads.
 */
import type { CampaignCountQuery } from '../../core/campaign-counts/campaign-count-query';
import type { CapQuery } from '../../core/caps/cap-query';
import type { SharedCountQuery } from '../../core/counts/parse-count-query';

/** Assumed number of ids of a user at a level whose ids are not listed. */
const IDS_OF_USER = 64;
/** Assumed number of groups of an id. */
const GROUPS = 4;
/** Work of reading the events of a user. */
const USER_WORK = 500;
/** Work of checking a rule for a candidate, including the answer of a blocking rule. */
const CHECK_WORK = 20;
/** Work of reading and merging a row of sketches. */
const SKETCH_ROW_WORK = 1_000;
/** Work of reading an object and encoding it as JSON. */
const OBJECT_WORK = 500;
/** Work of validating and encoding an event. */
const EVENT_WORK = 20;

export function countWork({ windows, entities, groupBy }: SharedCountQuery, users: number): number {
  const ids = entities.reduce((sum, { ids }) => sum + (ids === '*' ? IDS_OF_USER : ids.size), 1);
  const groups = groupBy.length === 0 ? 1 : GROUPS;
  return users * (USER_WORK + windows.length * ids * groups);
}

export function capCheckWork({ candidates, rules }: CapQuery): number {
  return candidates.length * rules.length * CHECK_WORK;
}

/** Returns the work of a features request. `features` is the length of a candidate's vector. */
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
