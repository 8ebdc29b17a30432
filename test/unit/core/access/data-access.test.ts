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
  it('are the callers in one of the groups', () => {
    expect(() => requireReader(inGroups('vets'), PETS)).not.toThrow();
    expect(() => requireReader(inGroups('others', 'keepers'), PETS)).not.toThrow();
    expect(() => requireWriter(inGroups('keepers'), PETS)).not.toThrow();
  });

  it('exclude callers with the other right only, and callers in no group', () => {
    const denied = tidemarkError('permission_denied', 'dataType');
    expect(() => requireWriter(inGroups('vets'), PETS)).toThrow(denied);
    expect(() => requireReader(inGroups(), PETS)).toThrow(denied);
    expect(() => requireReader(inGroups('vet', 'VETS', '*'), PETS)).toThrow(denied);
    expect(() => requireReader(inGroups('vets'), TOYS, 'a.field')).toThrow(
      tidemarkError('permission_denied', 'a.field'),
    );
  });

  it('exclude every caller if the list is empty, and the error states it', () => {
    expect(() => requireReader(inGroups('vets', ''), GHOSTS)).toThrow(
      'no caller may read users/ghosts: no readers are declared',
    );
    expect(() => requireWriter(inGroups('shops'), TOYS)).toThrow(
      'no caller may write users/toys: no writers are declared',
    );
  });

  it('include every caller when authentication is off', () => {
    for (const each of [PETS, TOYS, GHOSTS]) {
      expect(() => requireReader(ANONYMOUS, each)).not.toThrow();
      expect(() => requireWriter(ANONYMOUS, each)).not.toThrow();
    }
  });

  it('exclude callers whose token does not allow its purpose', () => {
    const caller: Caller = { ...inGroups('vets', 'keepers'), purposes: new Set(['ads_measurement']) };
    const message = 'the token does not allow to read users/pets for ads_personalization';
    expect(() => requireReader(caller, PETS, 'a.field')).toThrow(message);
    expect(() => requireReader(caller, PETS, 'a.field')).toThrow(
      tidemarkError('permission_denied', 'a.field'),
    );
    expect(() => requireWriter(caller, PETS)).toThrow('the token does not allow to write users/pets for');
    const allowed = { ...caller, purposes: new Set(['ads_measurement', 'ads_personalization']) };
    expect(() => requireReader(allowed, PETS)).not.toThrow();
    expect(() => requireWriter(allowed, PETS)).not.toThrow();
    expect(() => requireReader({ ...caller, purposes: new Set() }, PETS)).toThrow(message);
  });

  it('are checked for each of several DataTypes, and the error names each missing one once', () => {
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
