import { TidemarkError } from '../../../src/errors';
import { errorTrailers } from '../../../src/grpc/errors/error-trailers';
import { DetailedError } from '../../../src/http/problem';

describe('errorTrailers', () => {
  const bytesOf = (error: TidemarkError): number => {
    const trailers = errorTrailers(error, { requestId: 'r', retryAfterSeconds: 1 });
    return Object.values(trailers).reduce((bytes, value) => bytes + value.length, 0);
  };

  it('the trailers stay below the 8 KiB that clients accept, whatever the length of a message', () => {
    const long = 'x'.repeat(100_000);
    expect(bytesOf(new TidemarkError('invalid_argument', long, { field: 'events' }))).toBeLessThan(4_096);
  });

  it('the trailers stay below it for many invalid events, and for long messages of theirs', () => {
    const error = new TidemarkError('invalid_argument', 'no event is valid');
    const failing = (count: number, message: string): TidemarkError =>
      new DetailedError(error, { errors: Array.from({ length: count }, (_, index) => ({ index, message })) });
    expect(bytesOf(failing(1_000, 'must be a text'))).toBeLessThan(4_096);
    expect(bytesOf(failing(16, 'y'.repeat(2_000)))).toBeLessThan(8_192);
  });
});
