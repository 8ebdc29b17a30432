import {
  attributeFilter,
  withAttribute,
  type WantedAttributes,
} from '../../../../src/ingest/pubsub/attribute-filter';

const wanted = (...texts: string[]): WantedAttributes =>
  texts.reduce<WantedAttributes>((all, text) => withAttribute(text, all)!, new Map());

describe('The attribute filter', () => {
  it('every named attribute must have one of its values', () => {
    const wants = attributeFilter(wanted('kind=ad', 'kind=promotion', 'region=eu'));
    expect(wants({ kind: 'ad', region: 'eu', more: 'x' })).toBe(true);
    expect(wants({ kind: 'promotion', region: 'eu' })).toBe(true);
    expect(wants({ kind: 'page', region: 'eu' })).toBe(false);
    expect(wants({ kind: 'ad' })).toBe(false);
    expect(wants({})).toBe(false);
  });

  it('every message is accepted without named attributes', () => {
    expect(attributeFilter(wanted())({})).toBe(true);
  });

  it('the value is the text after the first =', () => {
    expect(attributeFilter(wanted('a=b=c'))({ a: 'b=c' })).toBe(true);
    expect(attributeFilter(wanted('a='))({ a: '' })).toBe(true);
  });

  it.each(['kind', '=ad', ''])('the text %j is rejected', (text) => {
    expect(withAttribute(text, new Map())).toBeUndefined();
  });
});
