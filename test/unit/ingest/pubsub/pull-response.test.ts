import { google } from '@google-cloud/pubsub/build/protos/protos';
import { decodePullResponse } from '../../../../src/ingest/pubsub/pull-response';

type Response = google.pubsub.v1.IStreamingPullResponse;

const encode = (response: Response): Buffer =>
  Buffer.from(google.pubsub.v1.StreamingPullResponse.encode(response).finish());

describe('The decoding of a pull response', () => {
  it('it yields the same messages as the official client', () => {
    const response: Response = {
      receivedMessages: [
        {
          ackId: 'first',
          deliveryAttempt: 3,
          message: {
            data: Buffer.from('häh'),
            attributes: { kind: 'ad', __proto__x: 'y', empty: '' },
            messageId: '17',
            orderingKey: 'k',
            publishTime: { seconds: 1_795_000_000, nanos: 123_999_999 },
          },
        },
        { ackId: 'bare', message: {} },
      ],
      subscriptionProperties: { exactlyOnceDeliveryEnabled: true },
    };
    expect(decodePullResponse(encode(response))).toMatchObject([
      {
        ackId: 'first',
        data: Buffer.from('häh'),
        attributes: { kind: 'ad', __proto__x: 'y', empty: '' },
        publishTimeMs: 1_795_000_000_123,
      },
      { ackId: 'bare', data: Buffer.alloc(0), attributes: {}, publishTimeMs: 0 },
    ]);
  });

  it('an attribute may be named like a property of every object', () => {
    const message = {
      attributes: JSON.parse('{"__proto__":"a","constructor":"b"}') as Record<string, string>,
    };
    const [pulled] = decodePullResponse(encode({ receivedMessages: [{ ackId: 'x', message }] }));
    expect(Object.entries(pulled!.attributes)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
    expect('toString' in pulled!.attributes).toBe(false);
  });

  it('an empty response has no messages', () => {
    expect(decodePullResponse(Buffer.alloc(0))).toEqual([]);
  });
});
