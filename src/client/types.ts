/** Bodies of the API that do not depend on the schema, generated from the OpenAPI document. */
import type { components } from '../gen/api-types';

type Schemas = components['schemas'];

export type ErrorCode = Schemas['EntryError']['code'];
export type Problem = Schemas['Problem'];
export type Evidence = Schemas['Evidence'];
export type Omission = Schemas['Omissions'][number];
export type EntryError = Schemas['EntryError'];
export type BatchEntryError = Schemas['BatchEntryError'];
export type CountExplanation = Schemas['CountExplanation'];
export type CapResult = Schemas['CapResult'];
export type CapReleaseAnswer = Schemas['CapReleaseAnswer'];
export type FatigueFeatures = Schemas['FatigueFeatures'];
export type ActiveCampaigns = Schemas['ActiveCampaigns'];
export type Campaign = Schemas['Campaign'];
export type CampaignAnswer = Schemas['CampaignAnswer'];
export type CampaignPutAnswer = Schemas['CampaignPutAnswer'];
export type CampaignPage = Schemas['CampaignPage'];
export type CampaignCountQuery = Schemas['CampaignCountQuery'];
export type CampaignCountAnswer = Schemas['CampaignCountAnswer'];
export type EventsAnswer = Schemas['EventsAnswer'];
export type PutAnswer = Schemas['PutAnswer'];
export type Location = Schemas['Location'];
export type LocationAssignment = Schemas['LocationAssignment'];
export type MoveRequest = Schemas['MoveRequest'];
export type RequestedMoves = Schemas['RequestedMoves'];
export type Erasure = Schemas['Erasure'];
export type RequestedErasure = Schemas['RequestedErasure'];
export type Consent = Schemas['Consent'];
export type ChangedConsent = Schemas['ChangedConsent'];
export type SubjectExportLine = Schemas['SubjectExportLine'];
export type IngestionLag = Schemas['IngestionLag'];
export type ServerSchema = Schemas['Schema'];
export type Health = Schemas['Health'];
