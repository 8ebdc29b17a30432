/** Strokes of the pages' icons, on a field of 16 by 16, by the path of the page. */
const STROKES: Readonly<Record<string, string>> = {
  '/': 'M2 9h3l2-6 3 10 2-4h2',
  '/topology': 'M8 2v4M8 6 3.5 11M8 6l4.5 5M2 11.5h3v3H2zM11 11.5h3v3h-3zM6.5 1.5h3v3h-3z',
  '/users': 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.5 14.5c.6-3 2.7-4.5 5.5-4.5s4.9 1.5 5.5 4.5',
  '/query': 'm2 4 4 4-4 4M8 12.5h6',
  '/campaigns': 'M2 14V9M6 14V4M10 14V7M14 14V2',
  '/schema': 'M2 3h12v3H2zM2 8h7v2.5H2zM2 12.5h7V15H2z',
  '/operations':
    'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6ZM8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.4 1.4M11.6 11.6 13 13M3 13l1.4-1.4M11.6 4.4 13 3',
  '/api': 'm5 4-4 4 4 4M11 4l4 4-4 4M9.2 2.5 6.8 13.5',
};

/** Icon of a page. It says nothing that the text beside it does not. */
export function Icon({ name }: { readonly name: string }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={STROKES[name]} />
    </svg>
  );
}
