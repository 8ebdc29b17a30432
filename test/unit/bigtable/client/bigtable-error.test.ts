import { deadlineError } from '../../../../src/bigtable/client/bigtable-error';

describe('The error of a call without an answer', () => {
  it.each([
    [2_000, 'DEADLINE_EXCEEDED: no answer within 2000 ms'],
    [0.4, 'DEADLINE_EXCEEDED: no time was left for the call'],
    [0, 'DEADLINE_EXCEEDED: no time was left for the call'],
  ])('after %d ms is "%s"', (timeoutMs, message) => {
    expect(deadlineError(timeoutMs)).toMatchObject({ code: 'deadline_exceeded', message });
  });
});
