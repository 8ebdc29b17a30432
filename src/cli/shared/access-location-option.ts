import type { Command } from 'commander';
import { ACCESS_LOCATION } from '../../core/residency/access-location';
import { countryAt } from '../../core/residency/countries';

export interface AccessLocationFlags {
  readonly accessLocation?: string;
}

/** Options by the field that an error about an access location names. */
export const ACCESS_LOCATION_OPTION_NAMES = { [ACCESS_LOCATION]: '--access-location' };

/** Adds the option `--access-location`, for commands that may write a user's first data. */
export function withAccessLocationOption(command: Command): Command {
  return command.option(
    '--access-location <country>',
    'country from which the user is served, such as DE: decides where a user without data is stored',
  );
}

/** Returns the country; undefined without the option. Throws `invalid_argument`. */
export function accessLocationFlag({ accessLocation }: AccessLocationFlags): string | undefined {
  return accessLocation === undefined ? undefined : countryAt(accessLocation, ACCESS_LOCATION);
}
