import type { SvgIconComponent } from '@mui/icons-material';

/**
 * What every page of the application shows of a kind.
 * @template Messages the English texts of its own page and settings (`messages/en.json`), as a type: pages that show only the icon do
 *   not load them
 */
export interface BrowserKind<Messages extends object = object> {
  icon: SvgIconComponent;
  /** Those that an administrator chooses from, by the setting `icon`. */
  icons?: Readonly<Record<string, SvgIconComponent>>;
  readonly messages?: Messages;
}
