/** What commands say to a person: results on stdout, everything else on stderr. */
export { untilSignal } from '../platform/until-signal';

export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}
