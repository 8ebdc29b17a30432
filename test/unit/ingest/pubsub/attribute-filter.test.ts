import {
  attributeFilter,
  withAttribute,
  type WantedAttributes,
} from '../../../../src/ingest/pubsub/attribute-filter';

const wanted = (...texts: string[]): WantedAttributes =>
  texts.reduce<WantedAttributes>((all, text) => withAttribute(text, all)!, new Map());

describe('a filter on attributes', () => {
  it('wants all attributes, and of each any of its values', () => {
    const wants = attributeFilter(wanted('kind=ad', 'kind=promotion', 'region=eu'));
    expect(wants({ kind: 'ad', region: 'eu', more: 'x' })).toBe(true);
    expect(wants({ kind: 'promotion', region: 'eu' })).toBe(true);
    expect(wants({ kind: 'page', region: 'eu' })).toBe(false);
    expect(wants({ kind: 'ad' })).toBe(false);
    expect(wants({})).toBe(false);
  });

  it('wants everything where it names nothing', () => {
    expect(attributeFilter(wanted())({})).toBe(true);
  });

  it('takes what follows the first = as the value', () => {
    expect(attributeFilter(wanted('a=b=c'))({ a: 'b=c' })).toBe(true);
    expect(attributeFilter(wanted('a='))({ a: '' })).toBe(true);
  });

  it.each(['kind', '=ad', ''])('does not understand %j', (text) => {
    expect(withAttribute(text, new Map())).toBeUndefined();
  });
});
