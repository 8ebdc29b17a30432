import { EmptyState } from '../../components/empty-state';

export function Page() {
  return <EmptyState title="This page is empty yet" />;
}
