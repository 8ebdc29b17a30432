import { randomBytes } from 'node:crypto';

const ACCEPTED = /^[\w.:+/=-]{1,128}$/;

/** Makes request ids: the caller's own where it is sane, else one that is unique and costs next to nothing. */
export function createRequestIds(): (given: string | string[] | undefined) => string {
  const prefix = randomBytes(9).toString('base64url');
  let count = 0;
  return (given) => {
    if (typeof given === 'string' && ACCEPTED.test(given)) return given;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
