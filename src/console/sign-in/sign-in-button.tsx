import { useState } from 'preact/hooks';
import { Button } from '../components/button';
import { signIn } from './actions';
import { signInSettings } from './settings';

interface SignInButtonProps {
  readonly kind: 'primary' | 'quiet';
  /** Path to return to. Default: the present page. */
  readonly returnTo?: string | undefined;
}

/** Button that leads to the issuer. Absent if the server has no sign-in. */
export function SignInButton({ kind, returnTo }: SignInButtonProps) {
  const [failure, setFailure] = useState('');
  if (signInSettings.value === undefined) return null;
  const onClick = (): void => {
    setFailure('');
    signIn(returnTo).catch((error: unknown) =>
      setFailure(error instanceof Error ? error.message : String(error)),
    );
  };
  return (
    <>
      <Button kind={kind} onClick={onClick}>
        Sign in
      </Button>
      {failure !== '' && (
        <span class="field-error" role="alert">
          {failure}
        </span>
      )}
    </>
  );
}
