import { invalidArgument } from '../../errors';

/**
 * Country codes. The list is written out because `Intl` has none: it knows names of codes, among them former countries
 * and groups of countries, as many as the ICU data of the Node.js version has.
 */

/** Longest value that an error message quotes, in characters. */
const QUOTED_MAX = 40;

/** The 249 codes of ISO 3166-1 alpha-2 that are assigned, and `XK`, which geolocation databases use for Kosovo. */
const COUNTRIES: ReadonlySet<string> = new Set(
  `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ
  BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
  CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ
  DE DJ DK DM DO DZ
  EC EE EG EH ER ES ET
  FI FJ FK FM FO FR
  GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY
  HK HM HN HR HT HU
  ID IE IL IM IN IO IQ IR IS IT
  JE JM JO JP
  KE KG KH KI KM KN KP KR KW KY KZ
  LA LB LC LI LK LR LS LT LU LV LY
  MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ
  NA NC NE NF NG NI NL NO NP NR NU NZ
  OM
  PA PE PF PG PH PK PL PM PN PR PS PT PW PY
  QA
  RE RO RS RU RW
  SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ
  TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ
  UA UG UM US UY UZ
  VA VC VE VG VI VN VU
  WF WS
  YE YT
  ZA ZM ZW
  XK
`
    .trim()
    .split(/\s+/),
);

/** Codes that are often used but not assigned, with those that are. */
const CORRECTIONS: ReadonlyMap<string, string> = new Map([
  ['UK', 'GB'],
  ['EL', 'GR'],
]);

/** Returns whether the text is a country code in capitals. */
export function isCountry(code: string): boolean {
  return COUNTRIES.has(code);
}

/** Returns the country code that was probably meant, undefined if none is likely. */
export function similarCountry(code: string): string | undefined {
  const capitals = code.toUpperCase();
  const corrected = CORRECTIONS.get(capitals) ?? capitals;
  return COUNTRIES.has(corrected) ? corrected : undefined;
}

/** Returns the value if it is a country code in capitals. Throws `invalid_argument` that names the field. */
export function countryAt(value: unknown, field: string): string {
  if (typeof value === 'string' && isCountry(value)) return value;
  const similar = typeof value === 'string' ? similarCountry(value) : undefined;
  const hint = similar === undefined ? '' : `; did you mean "${similar}"?`;
  const given = String(JSON.stringify(value)).slice(0, QUOTED_MAX);
  throw invalidArgument(field, `must be a country code of ISO 3166-1 such as "DE", not ${given}${hint}`);
}
