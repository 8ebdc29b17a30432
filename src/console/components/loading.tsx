/** Shown while data are on their way. */
export function Loading({ label = 'Loading' }: { readonly label?: string }) {
  return (
    <p class="loading" role="status">
      <span class="spinner" aria-hidden="true" />
      {label}
    </p>
  );
}
