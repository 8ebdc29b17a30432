import vm, { createContext, runInContext, type Context } from 'node:vm';

/** Runs a module as Jest does: its environment has replaced `vm.compileFunction`, for this file as for all others. */
function load(context: Context, source: string, filename: string): unknown {
  const run = vm.compileFunction(source, ['module'], { filename, parsingContext: context }) as (
    module: object,
  ) => unknown;
  return run({});
}

describe('A module that several test files load', () => {
  it('has the global object of each, although it is compiled once', () => {
    const [one, other] = [createContext({}), createContext({})];
    for (const context of [one, other])
      expect(load(context, 'return Map', 'globals.js')).toBe(runInContext('Map', context));
  });

  it('is compiled again when its source has changed', () => {
    const context = createContext({});
    expect(load(context, 'return 1', 'changed.js')).toBe(1);
    expect(load(context, 'return 2', 'changed.js')).toBe(2);
  });

  it.each(['\nthrow new Error();', "\nconst load = () => import('x'); throw new Error();"])(
    'has its own lines and columns in stack traces: %j',
    (source) => {
      const column = source.indexOf('new Error');
      const context = createContext({});
      let stack = '';
      try {
        load(context, source, `/traces-${column}.js`);
      } catch (error) {
        stack = (error as Error).stack ?? '';
      }
      expect(stack).toContain(`/traces-${column}.js:2:${column}`);
    },
  );

  it('has its own columns in the first line of a stack trace as well', () => {
    let stack = '';
    try {
      load(createContext({}), 'throw new Error();', '/first.js');
    } catch (error) {
      stack = (error as Error).stack ?? '';
    }
    expect(stack).toContain('/first.js:1:7');
  });
});
