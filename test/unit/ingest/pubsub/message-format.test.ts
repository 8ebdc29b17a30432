import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { decodeEventMessage } from '../../../../src/ingest/pubsub/message-format';
import type { ErrorCode, TidemarkError } from '../../../../src/errors';
import { tidemark } from '../../../gen/tidemark';
import { tidemarkError } from '../../../support/tidemark-error';

const FORMAT = { schema: loadSchema(), limits: { batchEventsMax: 10 } };
const EVENT = { userId: 'é', action: 'click', eventTime: 1, adId: 'a' };

function errorOf(data: Buffer, contentType: string): TidemarkError | undefined {
  const [input] = decodeEventMessage({ data, attributes: { 'content-type': contentType } }, FORMAT);
  return input !== undefined && 'error' in input ? input.error : undefined;
}

describe('The decoding of messages', () => {
  it('a JSON message is the body of POST /v1/events', () => {
    expect(errorOf(Buffer.from(JSON.stringify(EVENT)), 'application/json')).toBeUndefined();
  });

  it.each([
    [
      'in Latin-1, which a lenient decoder would turn into another id',
      Buffer.from(JSON.stringify(EVENT), 'latin1'),
    ],
    ['that breaks off', Buffer.from('{"userId":')],
    ['that is empty', Buffer.alloc(0)],
  ])('the JSON message %s is an error that names the body', (_what, data) => {
    expect(errorOf(data, 'application/json')).toMatchObject({ code: 'malformed_body', field: 'body' });
  });

  const click = tidemark.v1.AdAction.encode({ userId: 'u', action: 'click', eventTimeMs: 1, adId: 'a' });
  const view = tidemark.v1.CampaignAction.encode({
    userId: Buffer.alloc(16, 1),
    eventType: 'view',
    eventTimeMs: 1,
    campaignId: Buffer.alloc(16, 2),
  });
  const typeOf = (data: Uint8Array, attributes: Record<string, string>): unknown => {
    const [input] = decodeEventMessage({ data: Buffer.from(data), attributes }, FORMAT);
    return input !== undefined && 'event' in input ? input.dataType.family : input?.error;
  };
  const protobuf = 'application/x-protobuf';

  it('the attribute tidemark-access-location is the country of all events of the message', () => {
    const decode = (country: string) =>
      decodeEventMessage(
        { data: Buffer.from(click.finish()), attributes: { 'tidemark-access-location': country } },
        FORMAT,
      );
    expect(decode('DE')).toMatchObject([{ event: { userId: 'u' }, accessLocation: 'DE' }]);
    const field = 'tidemark-access-location';
    expect(decode('UK')).toEqual([{ error: tidemarkError('invalid_argument', field, 'did you mean "GB"?') }]);
  });

  it('a protobuf message is one event of the default type unless it names another', () => {
    expect(typeOf(click.finish(), {})).toBe('ad_action');
    const named = `${protobuf}; messageType=tidemark.v1.CampaignAction`;
    expect(typeOf(view.finish(), { 'content-type': named })).toBe('campaign_action');
    expect(typeOf(view.finish(), { 'data-type': 'campaign_action' })).toBe('campaign_action');
  });

  it('a JSON message may have its DataType in the attribute or in the body', () => {
    const uuid = '123e4567-e89b-12d3-a456-426614174000';
    const json = { userId: uuid, eventType: 'view', eventTime: 1, campaignId: uuid };
    const [inside, outside] = [{ ...json, dataType: 'campaign_action' }, json].map((each) =>
      Buffer.from(JSON.stringify(each)),
    );
    const attributes = { 'content-type': 'application/json' };
    expect(typeOf(inside!, attributes)).toBe('campaign_action');
    expect(typeOf(outside!, { ...attributes, 'data-type': 'campaign_action' })).toBe('campaign_action');
    expect(typeOf(inside!, { ...attributes, 'data-type': 'campaign_action' })).toBe('campaign_action');
  });

  it.each([
    ['names an unknown DataType', {}, 'profile', 'unknown_data_type', 'data-type'],
    [
      'contradicts itself',
      { 'content-type': `${protobuf}; messageType=tidemark.v1.AdAction` },
      'campaign_action',
      'invalid_argument',
      'data-type',
    ],
  ])('a message that %s is an error', (_what, attributes, family, code, field) => {
    const error = typeOf(click.finish(), { ...attributes, 'data-type': family });
    expect(error).toEqual(tidemarkError(code as ErrorCode, field));
  });

  it('a body that contradicts its attribute is an error', () => {
    const body = Buffer.from(JSON.stringify({ ...EVENT, dataType: 'ad_action' }));
    const attributes = { 'content-type': 'application/json', 'data-type': 'campaign_action' };
    expect(typeOf(body, attributes)).toEqual(tidemarkError('invalid_argument', 'dataType'));
  });

  it.each([
    'text/plain',
    'application/x-protobuf; messageType=tidemark.v1.Profile',
    'application/x-protobuf; messageType=constructor',
  ])('the content type %s is an error that names it', (contentType) => {
    const expected = { code: 'unsupported_media_type', field: 'content-type' };
    expect(errorOf(Buffer.alloc(0), contentType)).toMatchObject(expected);
  });
});
