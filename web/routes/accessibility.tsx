import { AccessibilityStatement } from '../features/shell/accessibility/index.ts';

export function AccessibilityRoute() {
  return <AccessibilityStatement />;
}
