import type { FeatureSpec } from '../../../../src/core/features/feature-spec';
import type { Dimension, EventDataType } from '../../../../src/core/schema/schema';
import type { ReferenceSpec } from '../../../support/reference-features';

const DAY_MS = 86_400_000;
export const LENGTHS_MS = {
  '1h': DAY_MS / 24,
  '1d': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
} as const;

export const LEVELS = [
  ['advertiser', 'advertiserId'],
  ['campaign', 'campaignId'],
  ['adGroup', 'adGroupId'],
  ['ad', 'adId'],
] as const;

const NAMES = ['viewType', 'adId', 'adGroupId', 'campaignId', 'advertiserId', 'insertionId', 'sessionId'];
const dimensions: readonly Dimension[] = NAMES.map((name, index) => ({
  name,
  index,
  fieldNumber: index + 4,
  wire: 'string',
  idType: 'string',
  required: false,
}));
const dimensionOf = (name: string): Dimension => dimensions.find((each) => each.name === name)!;
const actionOf = (name: string) => ({
  name,
  code: ['impression', 'click', 'view'].indexOf(name) + 1,
  dedup: { dimensions: [], windowSeconds: 0 },
});

/** The part of the declaration that features depend on. */
export const AD_EVENTS: EventDataType = {
  family: 'ad_action',
  corpus: 'users',
  message: 'tidemark.v1.AdAction',
  owner: '',
  provenance: '',
  purpose: '',
  lawfulBasis: 'consent',
  retention: {},
  valueBytesMax: 1,
  readers: [],
  writers: [],
  events: {
    message: 'tidemark.v1.AdAction',
    dimensions,
    levels: LEVELS.map(([name, dimension]) => ({ name, dimension: dimensionOf(dimension) })),
    actions: ['impression', 'click', 'view'].map(actionOf),
    user: { name: 'userId', fieldNumber: 1, idType: 'string', wire: 'string' },
    action: { name: 'action', fieldNumber: 2 },
    time: { name: 'eventTimeMs', fieldNumber: 3 },
    isDefault: true,
    sketches: [],
  },
};

interface PlainCondition {
  readonly name: string;
  readonly ids?: readonly string[];
  readonly orAbsent: boolean;
}

/** Converts the reference's spec to the product's. */
export function featureSpec(plain: ReferenceSpec, where: readonly PlainCondition[] = []): FeatureSpec {
  const lengths = (named: Readonly<Record<string, number>>) =>
    Object.entries(named).map(([name, lengthMs]) => ({ name, lengthMs }));
  const { rate } = plain;
  return {
    dataType: AD_EVENTS,
    levels: AD_EVENTS.events.levels,
    actions: plain.actions.map(actionOf),
    ...(rate !== undefined && {
      rate: {
        ...rate,
        clicks: plain.actions.indexOf(rate.clicks),
        impressions: plain.actions.indexOf(rate.impressions),
      },
    }),
    windows: lengths(plain.windows),
    halfLives: lengths(plain.halfLives),
    scales: lengths(plain.scales),
    lookbackMs: plain.lookbackMs,
    where: where.map(({ name, ...condition }) => ({ dimension: dimensionOf(name), ...condition })),
  };
}
