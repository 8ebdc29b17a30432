import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { pipelineTypes } from '../../../../src/codec/pipelines/pipeline-types';

describe('the types of pipelines', () => {
  const text = pipelineTypes(loadSchema());

  it('name the DataTypes of each corpus with their messages, actions and dimensions', () => {
    expect(text).toContain("'profile': Tidemark_v1_Profile;");
    expect(text).toMatch(
      /'ad_action': \{ action: 'impression' \| 'click' .*; dimension: 'viewType' \| 'adId'/,
    );
    expect(text).not.toContain("'ad_action': Tidemark");
  });

  it('have the fields of the proto3 JSON mapping', () => {
    const [profile] = /interface Tidemark_v1_Profile \{[^}]*\}/.exec(text)!;
    for (const field of [
      "readonly 'locale'?: string;",
      "readonly 'interests'?: readonly (Tidemark_v1_Profile_Interest)[];",
      "readonly 'updatedAtMs'?: Int64;",
    ])
      expect(profile).toContain(field);
    expect(text).toContain("readonly 'score'?: Float;");
  });

  it('declare the module that pipelines import', () => {
    expect(text).toMatch(/^\/\/ Made by .*\ndeclare module 'tidemark\/pipeline' \{\n/);
    expect(text).toContain('function definePipeline<');
    expect(text.split('{')).toHaveLength(text.split('}').length);
  });
});
