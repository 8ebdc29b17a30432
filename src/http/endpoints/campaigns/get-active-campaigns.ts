import { encodePacingSnapshot } from '../../../codec/messages/pacing-messages';
import type { SchemaRegistry } from '../../../codec/declarations/schema-registry';
import { requireReader } from '../../../core/access/data-access';
import type { ServedSnapshot, ServedState } from '../../../core/pacing/published-state';
import { formatInstant } from '../../../core/time/instant';
import { invalidArgument } from '../../../errors';
import type { WhenSilent } from '../../../config/sections/pacing-controller';
import { servedSnapshot } from '../../../operations/pacing/served-snapshot';
import { PACING_TABLE, SNAPSHOT_FAMILY } from '../../../operations/pacing/pacing-rows';
import type { PacingView, PacingWatch } from '../../../operations/pacing/pacing-watch';
import type { Endpoint } from '../../endpoint';
import type { MediaType } from '../../media-type';
import { schemaRef } from '../../schemas/component-schemas';

interface Dependencies {
  readonly watch: PacingWatch;
  readonly schema: SchemaRegistry;
  readonly settings: { readonly whenSilent: WhenSilent; readonly waitMaxMs: number };
}

export function getActiveCampaigns({ watch, schema, settings }: Dependencies): Endpoint {
  const dataType = schema.dataType(PACING_TABLE, SNAPSHOT_FAMILY);
  const bodyOf = createBodyCache(settings.whenSilent);
  return {
    ...DOCUMENTATION,
    async handle(request) {
      requireReader(request.caller, dataType, 'authorization');
      const waitMs = parseWait(request.query('wait'), settings.waitMaxMs);
      const mediaType = request.accepted ?? 'application/json';
      const known = tagsOf(request.header('if-none-match'));
      let view = await watch.current();
      if (waitMs > 0 && isKnown(known, tagOf(view, mediaType))) {
        const { tag } = view;
        view = await request.wait(waitMs, (signal) => watch.waitForChange(tag, signal));
      }
      const tag = tagOf(view, mediaType);
      const answer = { headers: headersOf(view, tag), cacheControl: 'no-cache' };
      if (isKnown(known, tag)) return { ...answer, status: 304 };
      return { ...answer, status: 200, mediaType, body: bodyOf(view, mediaType) };
    },
  };
}

/** Returns the entity tag of an answer. Each media type has its own tag, since the bodies differ. */
function tagOf({ tag }: PacingView, mediaType: MediaType): string {
  return mediaType === 'application/json' ? `"${tag}"` : `"${tag}-pb"`;
}

/** Returns the tags of the header `if-none-match`. Weak tags match, too (RFC 9110, 13.1.2). */
function tagsOf(header: string | undefined): readonly string[] {
  return header?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? [];
}

const isKnown = (known: readonly string[], tag: string): boolean => known.includes(tag) || known[0] === '*';

/** Parses a wait such as `30s` or `1500ms` to milliseconds; 0 if absent. */
function parseWait(text: string | undefined, maxMs: number): number {
  if (text === undefined) return 0;
  const [, digits, unit] = /^(\d{1,6})(ms|s)$/.exec(text) ?? [];
  const waitMs = digits === undefined ? NaN : Number(digits) * (unit === 's' ? 1_000 : 1);
  if (waitMs <= maxMs) return waitMs;
  throw invalidArgument('wait', `must be a duration of at most ${maxMs / 1_000}s, such as 30s or 1500ms`);
}

function headersOf({ ageMs, isStale }: PacingView, tag: string): readonly string[] {
  const age = Number.isFinite(ageMs)
    ? ['tidemark-pacing-age-ms', String(Math.max(0, Math.round(ageMs)))]
    : [];
  return ['etag', tag, 'vary', 'accept', ...age, 'tidemark-pacing-stale', String(isStale)];
}

/** Caches the last body of each media type: a change wakes many callers that get the same answer. */
function createBodyCache(whenSilent: WhenSilent): (view: PacingView, mediaType: MediaType) => Buffer {
  const last = new Map<MediaType, { readonly tag: string; readonly body: Buffer }>();
  return (view, mediaType) => {
    const known = last.get(mediaType);
    if (known?.tag === view.tag) return known.body;
    const snapshot = servedSnapshot(view, whenSilent);
    const body =
      mediaType === 'application/json'
        ? Buffer.from(JSON.stringify(snapshotJson(snapshot, view.isStale)))
        : encodePacingSnapshot(snapshot);
    last.set(mediaType, { tag: view.tag, body });
    return body;
  };
}

function snapshotJson(
  { epoch, sequence, decidedAtMs, controller, states }: ServedSnapshot,
  stale: boolean,
): unknown {
  return {
    epoch,
    sequence,
    decidedAt: epoch === 0 ? null : formatInstant(decidedAtMs),
    controller: epoch === 0 ? null : controller,
    stale,
    campaigns: states.map(stateJson),
  };
}

function stateJson({ completeUpToMs, decidedAtMs, ...state }: ServedState): unknown {
  return {
    ...state,
    completeUpTo: completeUpToMs === undefined ? null : formatInstant(completeUpToMs),
    decidedAt: formatInstant(decidedAtMs),
  };
}

const ANSWER = {
  epoch: 3,
  sequence: 118,
  decidedAt: '2026-11-21T05:35:00.000Z',
  controller: 'pacing-0.1.4f2a91',
  stale: false,
  campaigns: [
    {
      campaignId: '6f1a4f4e-6f0b-4f5c-9b38-1c5f6f7a8b90',
      day: '2026-11-21',
      state: 'throttled',
      passShare: 0.25,
      reason: 'ahead_of_pace',
      priority: 50,
      unitsPurchased: 16_000,
      count: 4_210,
      unitsPerSecond: 0.4,
      completeUpTo: '2026-11-21T05:34:58.000Z',
      decidedAt: '2026-11-21T05:35:00.000Z',
      epoch: 3,
      sequence: 118,
    },
  ],
};

const DOCUMENTATION: Omit<Endpoint, 'handle'> = {
  method: 'GET',
  path: '/v1/campaigns/active',
  operationId: 'getActiveCampaigns',
  summary: 'Get the pacing states of all active campaigns',
  description:
    'Returns the latest decisions of the pacing controller for each campaign with a flight today. With `if-none-match` the answer ' +
    'is 304 while nothing has changed. With `wait` as well, the request waits for a change (long poll): repeat it in a loop. ' +
    '`stale` is true if the last sign of life of the controller is too old; the configuration decides which states are returned ' +
    'then. Protobuf answers are a `tidemark.v1.PacingSnapshot`.',
  tag: 'Campaigns',
  access: 'campaigns:read',
  dataAccess: { needs: 'reader', dataTypes: '`campaigns/pacing_snapshot`' },
  highVolume: true,
  parameters: [
    {
      in: 'query',
      name: 'wait',
      description: 'Maximum time to wait for a change, at most 50s. Needs `if-none-match`.',
      schema: { type: 'string', pattern: '^\\d{1,6}(ms|s)$' },
      example: '30s',
    },
    {
      in: 'header',
      name: 'if-none-match',
      description: 'The `etag` of the previous answer.',
      schema: { type: 'string' },
    },
  ],
  response: {
    status: 200,
    description: 'The states that were published last.',
    forms: {
      'application/json': { schema: schemaRef('ActiveCampaigns'), example: ANSWER },
      'application/x-protobuf': {},
    },
    headers: ['etag', 'tidemark-pacing-age-ms', 'tidemark-pacing-stale'],
    conditional: true,
  },
  errors: ['store_unavailable', 'store_rejected', 'data_corrupted'],
};
