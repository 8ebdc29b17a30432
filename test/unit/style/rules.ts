/** The words and phrasings that texts of this project avoid, with what to write instead. */

export interface Rule {
  /** Name in the report. */
  readonly name: string;
  readonly pattern: RegExp;
  /** What to write instead. */
  readonly instead: string;
}

/** Rules for every text: comments, strings and Markdown outside of code. */
export const TEXT_RULES: readonly Rule[] = [
  {
    name: 'person',
    pattern: /(?<![\w'’`-])(?:he|his|him|himself|whom|whoever|nobody|somebody|everybody|anybody)(?![\w`-])/gi,
    instead: 'Software is "it"; name the process, caller or replica ("no replica", "any caller").',
  },
  {
    name: 'speech',
    pattern: /(?<![\w`-])(?:tells?|told|telling|untold|teller)(?![\w`-])/gi,
    instead: 'Write report, return, publish, record, show, name, configure or distinguish.',
  },
  {
    name: 'says',
    pattern: /(?<![\w`-])(?:says|saying|said)(?![\w`-])/gi,
    instead: 'Write states, specifies, reports, shows or contains.',
  },
  {
    name: 'goes by',
    pattern: /(?<![\w`-])(?:go|goes|going|gone|went) by(?![\w`-])/gi,
    instead: 'Write uses or follows.',
  },
  {
    name: 'riddle',
    pattern:
      /(?<![\w`-])(?:in office|term of office|how-manieth|came? to rest|comes to rest|puts? aside|let in|lets in|hurry|haste|mends?|mended|whose turn it is|makes up for it|is away|is well|is ill)(?![\w`-])/gi,
    instead:
      'Use the standard term: leader, leadership term, version number, converge, dead-letter, admit, fix.',
  },
];

/** First words of a docstring that make it a fragment without a subject. */
export const FRAGMENT =
  /^(?:Of|That|As|Whom|Who|Whose|What|How|Where|So|Such|Is told|Told|Tells|To whom|By whom|For whom)\b/;

/** Words within identifiers: `TermOfOffice` has the word `office`. */
export const IDENTIFIER_WORDS: ReadonlySet<string> = new Set([
  'aside',
  'haste',
  'hurry',
  'nobody',
  'office',
  'somebody',
  'teller',
  'tellers',
  'telling',
  'told',
  'no_reports',
  'whoever',
  'whom',
]);

/** Real uses of a word that a rule forbids elsewhere: the file, the text around it, and why it is right there. */
export const ALLOWED: readonly { readonly file: string; readonly text: string; readonly why: string }[] = [];
