import { useCommands } from '../commands-context.ts';
import { AccountOffer } from './account-offer.tsx';
import { IntegrationsOffer } from './integrations-offer.tsx';
import { MapsOffer } from './maps-offer.tsx';
import { PagesOffer } from './pages-offer.tsx';
import { SettingsOffer } from './settings-offer.tsx';

/** What the palette has on every page of the organisation, while it is open. */
export function PageOffers() {
  const { open } = useCommands();
  if (!open) return null;
  return (
    <>
      <PagesOffer />
      <MapsOffer />
      <IntegrationsOffer />
      <SettingsOffer />
      <AccountOffer />
    </>
  );
}
