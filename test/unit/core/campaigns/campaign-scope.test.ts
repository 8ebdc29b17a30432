import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { campaignScopeOf } from '../../../../src/core/campaigns/campaign-scope';
import { campaignIdOf } from '../../../../src/core/campaigns/check-campaign';
import { eventProto } from '../../../support/event-proto';
import { protoFolder } from '../../../support/proto-folder';
import { tidemarkError } from '../../../support/tidemark-error';

const SKETCHES = 'family: "order_counts" corpus: "order_counts" level: "order" time_zone: "Asia/Jakarta"';

/** Declares events of an application with campaigns of their own, optionally registered as such. */
function ownEvents(register: string) {
  const text = eventProto({
    options: `actions: { name: "look" code: 1 } events: { levels: "order" sketches: { ${SKETCHES} ${register} } }`,
    fields: 'uint64 order_id = 4 [(tidemark.v1.dimension) = { level: "order" required: true }];',
  });
  return loadSchema({ protoPaths: [protoFolder({ 'acme/v1/things.proto': text })] }).eventTypes();
}

describe('the scope of campaigns', () => {
  it("is Tidemark's event type if there is no other", () => {
    const scope = campaignScopeOf(loadSchema().eventTypes());
    expect(scope.dataType.family).toBe('campaign_action');
    expect(campaignScopeOf(ownEvents('')).dataType.family).toBe('campaign_action');
  });

  it("is an application's event type, with its ids, actions and time zone, if that has sketches registered as campaigns", () => {
    const scope = campaignScopeOf(ownEvents('registered_as: "campaigns/campaign"'));
    expect(scope).toMatchObject({ timeZone: 'Asia/Jakarta', level: { name: 'order' } });
    expect(scope.actions.map(({ name }) => name)).toEqual(['look']);
    expect(campaignIdOf('0042', scope)).toBe('42');
    expect(() => campaignIdOf('c0ffee00-0000-4000-8000-000000000001', scope)).toThrow(
      tidemarkError('invalid_argument', 'campaignId'),
    );
  });

  it('has the sketches registered as campaigns if others have the same level', () => {
    const plain = 'family: "all_counts" corpus: "order_counts" level: "order"';
    const types = ownEvents(`} sketches: { ${plain} } sketches: {
      family: "paid_counts" corpus: "order_counts" level: "order" registered_as: "campaigns/campaign"`);
    expect(campaignScopeOf(types).sketches.family).toBe('paid_counts');
  });

  it('causes an error if no event type has such sketches', () => {
    expect(() => campaignScopeOf([])).toThrow(tidemarkError('schema_invalid'));
  });
});
