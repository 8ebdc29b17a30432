import { loadSchema } from '../../../src/codec/schema-registry';
import { decodeMessage } from '../../../src/ingest/message-format';
import type { TidemarkError } from '../../../src/errors';

const FORMAT = { schema: loadSchema(), limits: { batchEventsMax: 10 } };
const EVENT = { userId: 'é', action: 'click', eventTime: 1, adId: 'a' };

function errorOf(data: Buffer, contentType: string): TidemarkError | undefined {
  const [input] = decodeMessage({ data, attributes: { 'content-type': contentType } }, FORMAT);
  return input !== undefined && 'error' in input ? input.error : undefined;
}

describe('a message', () => {
  it('of JSON is what POST /v1/events takes', () => {
    expect(errorOf(Buffer.from(JSON.stringify(EVENT)), 'application/json')).toBeUndefined();
  });

  it.each([
    ['in Latin-1, which would be mended to another id', Buffer.from(JSON.stringify(EVENT), 'latin1')],
    ['that breaks off', Buffer.from('{"userId":')],
    ['that is empty', Buffer.alloc(0)],
  ])('of JSON %s is an error input that names the body', (_what, data) => {
    expect(errorOf(data, 'application/json')).toMatchObject({ code: 'malformed_body', field: 'body' });
  });

  it.each([
    'text/plain',
    'application/x-protobuf; messageType=tidemark.v1.Profile',
    'application/x-protobuf; messageType=constructor',
  ])('of kind %s is an error input that names the content type', (contentType) => {
    const expected = { code: 'unsupported_media_type', field: 'content-type' };
    expect(errorOf(Buffer.alloc(0), contentType)).toMatchObject(expected);
  });
});
