/**
 * Replaces `AsyncResource.prototype.bind` where it defines the deprecated property `asyncResource` of each function that
 * it returns (Node 20 to 24), set by importing this file.
 *
 * node:http2 binds a function for each request. The property has two accessors, and `util.deprecate` sets the prototype
 * of each: V8 creates hidden classes in its old space and adds them to the list of those that depend on
 * `Function.prototype`. Until the next full collection they keep the stream of the request and all that it can reach,
 * and the list grows with each request. The function is the same but for the property, which nothing here reads.
 */
import { AsyncResource } from 'node:async_hooks';

type Task = (this: unknown, ...args: unknown[]) => unknown;

function bind(this: AsyncResource, task: Task, thisArg?: unknown): Task {
  const run = (self: unknown, args: unknown[]): unknown => this.runInAsyncScope(task, self, ...args);
  const bound = function (this: unknown, ...args: unknown[]): unknown {
    return run(thisArg === undefined ? this : thisArg, args);
  };
  return Object.defineProperty(bound, 'length', { configurable: true, value: task.length });
}

if (
  Object.hasOwn(
    AsyncResource.bind(() => undefined),
    'asyncResource',
  )
) {
  Object.defineProperty(AsyncResource.prototype, 'bind', { configurable: true, writable: true, value: bind });
}
