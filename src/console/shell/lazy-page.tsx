import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ErrorNote } from '../components/error-note';
import { Loading } from '../components/loading';
import type { ConsoleRoute } from '../routes';

/** Whether a page was shown before. */
let hasShownPage = false;

type Loaded = { readonly Page: ComponentType } | { readonly error: unknown };

/**
 * Loads the code of a page, then shows the page. After a navigation its title has the focus, so that a screen reader reads it, and
 * the keyboard goes on from there.
 */
export function LazyPage({ route }: { readonly route: ConsoleRoute }) {
  const [loaded, setLoaded] = useState<Loaded>();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    let isCurrent = true;
    document.title = `${route.title} · Tidemark console`;
    if (hasShownPage) title.current?.focus();
    hasShownPage = true;
    route.load().then(
      ({ Page }) => isCurrent && setLoaded({ Page }),
      (error: unknown) => isCurrent && setLoaded({ error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [route]);
  return (
    <>
      <header class="page-head">
        <h1 ref={title} tabIndex={-1}>
          {route.title}
        </h1>
        <p class="muted">{route.summary}</p>
      </header>
      <Content loaded={loaded} />
    </>
  );
}

function Content({ loaded }: { readonly loaded: Loaded | undefined }) {
  if (loaded === undefined) return <Loading label="Loading the page" />;
  if ('error' in loaded) return <ErrorNote error={loaded.error} onRetry={() => location.reload()} />;
  return <loaded.Page />;
}
