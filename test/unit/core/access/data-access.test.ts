import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { ANONYMOUS, type Caller } from '../../../../src/core/access/caller';
import { requireReader, requireReaderOfAll, requireWriter } from '../../../../src/core/access/data-access';
import type { DataType } from '../../../../src/core/schema/schema';
import { tidemarkError } from '../../../support/tidemark-error';

const declared = loadSchema().dataType('users', 'profile');
const dataType = (family: string, readers: string[], writers: string[]): DataType => ({
  ...declared,
  family,
  readers,
  writers,
});
const PETS = dataType('pets', ['vets', 'keepers'], ['keepers']);
const TOYS = dataType('toys', ['shops'], []);
const GHOSTS = dataType('ghosts', [], []);
const inGroups = (...groups: string[]): Caller => ({ id: 'someone', scopes: 'all', groups: new Set(groups) });

describe("a DataType's readers and writers", () => {
  it('are whoever is in one of the groups', () => {
    expect(() => requireReader(inGroups('vets'), PETS)).not.toThrow();
    expect(() => requireReader(inGroups('others', 'keepers'), PETS)).not.toThrow();
    expect(() => requireWriter(inGroups('keepers'), PETS)).not.toThrow();
  });

  it('are nobody else: not who may do the other, nor who is in no group', () => {
    const denied = tidemarkError('permission_denied', 'dataType');
    expect(() => requireWriter(inGroups('vets'), PETS)).toThrow(denied);
    expect(() => requireReader(inGroups(), PETS)).toThrow(denied);
    expect(() => requireReader(inGroups('vet', 'VETS', '*'), PETS)).toThrow(denied);
    expect(() => requireReader(inGroups('vets'), TOYS, 'a.field')).toThrow(
      tidemarkError('permission_denied', 'a.field'),
    );
  });

  it('are nobody where the list is empty, which the error says', () => {
    expect(() => requireReader(inGroups('vets', ''), GHOSTS)).toThrow(
      'nobody may read users/ghosts: no readers are declared',
    );
    expect(() => requireWriter(inGroups('shops'), TOYS)).toThrow(
      'nobody may write users/toys: no writers are declared',
    );
  });

  it('are everybody where callers are not told apart', () => {
    for (const each of [PETS, TOYS, GHOSTS]) {
      expect(() => requireReader(ANONYMOUS, each)).not.toThrow();
      expect(() => requireWriter(ANONYMOUS, each)).not.toThrow();
    }
  });

  it('are asked for all of several, and each that is missing is named once', () => {
    const how = { field: 'dataTypes', advice: 'select others' };
    const all = [PETS, TOYS, PETS, TOYS];
    expect(() => requireReaderOfAll(inGroups('vets', 'shops'), all, how)).not.toThrow();
    expect(() => requireReaderOfAll(inGroups('vets'), all, how)).toThrow(
      'only the declared readers may read users/toys; select others',
    );
    expect(() => requireReaderOfAll(inGroups(), all, how)).toThrow(
      'only the declared readers may read users/pets, users/toys; select others',
    );
  });
});
