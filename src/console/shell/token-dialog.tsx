import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../components/button';
import { Field } from '../components/field';
import { closeTokenDialog, isTokenDialogOpen, pastedToken, setToken } from '../data/token';

/** Dialog that takes the bearer token of all requests. It stays in this tab alone, until the tab is closed. */
export function TokenDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = isTokenDialogOpen.value;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="token-title" onClose={closeTokenDialog}>
      {isOpen && <TokenForm />}
    </dialog>
  );
}

function TokenForm() {
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement).get('token');
    setToken(typeof given === 'string' ? given : '');
  };
  return (
    <form onSubmit={onSubmit}>
      <h2 id="token-title">Access token</h2>
      <p class="muted">
        Paste a bearer token of the server's issuer, such as an OIDC ID token. It is sent with each request of
        this tab and forgotten when the tab is closed. A server without authentication needs none.
      </p>
      <Field label="Token">
        {(props) => (
          <textarea
            {...props}
            name="token"
            rows={5}
            spellcheck={false}
            autocomplete="off"
            defaultValue={pastedToken.value}
          />
        )}
      </Field>
      <div class="actions">
        <Button type="submit" kind="primary">
          Use this token
        </Button>
        <Button onClick={() => setToken('')}>Remove the token</Button>
        <Button kind="quiet" onClick={closeTokenDialog}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
