import { AsyncResource, executionAsyncId } from 'node:async_hooks';
import '../../../../src/bigtable/transport/session';

const sumOf = function (this: unknown, a: number, b: number): readonly unknown[] {
  return [this, a + b, executionAsyncId()];
};

it('the transport binds functions without the deprecated property', () => {
  expect(Object.keys(AsyncResource.bind(sumOf))).not.toContain('asyncResource');
});

it('a bound function runs in the scope of its resource, with the arguments and the receiver of its call', () => {
  const resource = new AsyncResource('Test');
  const bound = resource.bind(sumOf);
  const receiver = { bound };
  expect(receiver.bound(1, 2)).toEqual([receiver, 3, resource.asyncId()]);
  expect(bound).toHaveLength(2);
});

it('a receiver that is bound replaces that of the call', () => {
  const receiver = { name: 'bound' };
  const bound = AsyncResource.bind(sumOf, 'Test', receiver);
  expect({ bound }.bound(1, 2)).toEqual([receiver, 3, expect.any(Number)]);
});
