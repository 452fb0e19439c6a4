import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useConfiguration } from '../../../context/application-context.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { useGallerySearchLink } from './use-gallery-search.ts';
import { detailsStep, itemAddress, opensInViewer } from '../../../context/item-address.ts';

/** The link of an item's title: a map opens in the viewer, anything else shows its details. */
export function ItemLink({ item, children }: { item: PortalItem; children: ReactNode }) {
  const { org } = useConfiguration();
  const withDetails = useGallerySearchLink({ item: item.id });
  if (opensInViewer(item)) return <Link to={itemAddress(org, item)}>{children}</Link>;
  return (
    <Link to={withDetails} state={detailsStep} preventScrollReset>
      {children}
    </Link>
  );
}
