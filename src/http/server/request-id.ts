import { randomBytes } from 'node:crypto';

const ACCEPTED = /^[\w.:+/=-]{1,128}$/;

/**
 * Returns a function that accepts the caller's request id if it is well-formed, and otherwise generates a unique one
 * cheaply.
 */
export function createRequestIds(): (given: string | string[] | undefined) => string {
  const prefix = randomBytes(9).toString('base64url');
  let count = 0;
  return (given) => {
    if (typeof given === 'string' && ACCEPTED.test(given)) return given;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
