/** Typed client of the API: the entry `tidemark/client`. It runs on Node.js and in browsers, and needs no package. */
export { createClient, type Client, type Operations, type Session } from './client';
export { isTidemarkError, TidemarkError, type ClientErrorCode } from './errors';
export type { BatcherOptions, EventBatcher, FailedEvent } from './batcher';
export type { ActiveAnswer, CampaignCountQuery, CampaignFilter } from './api/campaigns';
export type { CapAnswer, CapCandidate, CapCheck, CapRule } from './api/caps';
export type { Consistency } from './consistency';
export type {
  AbsoluteWindow,
  BatchCountAnswer,
  Condition,
  Count,
  CountAnswer,
  CountedUser,
  CountFields,
  Groups,
  Window,
  WindowCounts,
  WindowName,
} from './api/counts';
export type { FatigueRequest, Length } from './api/features';
export type {
  BatchGetAnswer,
  Cell,
  CellName,
  FoundObject,
  Generations,
  ObjectAnswer,
  Selection,
} from './api/objects';
export type {
  CallOptions,
  ClientOptions,
  PlacedOptions,
  ReadOptions,
  TokenProvider,
  WriteOptions,
} from './options';
export type { DefaultSchema, Event, EventTypeShape, SchemaShape } from './schema';
export type { ConsentChange, ExportOptions } from './api/subjects';
export type * from './types';
