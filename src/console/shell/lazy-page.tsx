import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ErrorNote } from '../components/error-note';
import { Loading } from '../components/loading';
import type { ConsoleRoute } from '../routes';

type Loaded = { readonly Page: ComponentType } | { readonly error: unknown };

/** Loads the code of a page, then shows the page. */
export function LazyPage({ route }: { readonly route: ConsoleRoute }) {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    let isCurrent = true;
    document.title = `${route.title} · Tidemark console`;
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
        <h1>{route.title}</h1>
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
