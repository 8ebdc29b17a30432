import { jsonInSteps } from '../../../../src/codec/json/json-in-steps';
import { runToCompletion } from '../../../../src/core/shared/steps';

describe('jsonInSteps', () => {
  it('writes the same text as JSON.stringify, without undefined members', () => {
    const items = [{ a: 'é"\\u2028', b: undefined, c: [null, 1.5] }, 'text', [], null];
    const object = { before: undefined, 'na"me': { x: 1 }, items, after: 'end' };
    expect(runToCompletion(jsonInSteps(object, 'items'))).toBe(JSON.stringify(object));
    expect(runToCompletion(jsonInSteps({ items: [] }, 'items'))).toBe('{"items":[]}');
  });

  it('requests each item in a step of its own', () => {
    let made = 0;
    const items = function* (): Generator<number> {
      for (; made < 3; made++) yield made;
    };
    const steps = jsonInSteps({ items: items() }, 'items');
    steps.next();
    expect(made).toBe(0);
    steps.next();
    expect(made).toBe(1);
    expect(runToCompletion(steps)).toBe('{"items":[0,1,2]}');
  });
});
