import { useSearchParams } from 'wouter-preact';

/** Values by name, as text. */
export type AddressValues = Readonly<Record<string, string | undefined>>;

/**
 * Returns the parameters of the page's address, and a function that changes some of them; undefined removes one. Changes
 * replace the entry of the browser's history, so that "back" leaves the page.
 */
export function useAddressValues(): readonly [AddressValues, (changes: AddressValues) => void] {
  const [parameters, setParameters] = useSearchParams();
  const set = (changes: AddressValues): void =>
    setParameters(
      (current) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined) current.delete(name);
          else current.set(name, value);
        }
        return current;
      },
      { replace: true },
    );
  return [Object.fromEntries(parameters), set];
}
