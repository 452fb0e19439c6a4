/** Sizes in pixels that several components use. */
export const sizes = {
  header: 56,
  headerOnPhones: 48,
  /** Smallest side of a touch target. */
  touch: 44,
  pageWidth: 1200,
} as const;

/** Touch screens: phones, and devices whose primary pointer is coarse. */
export const touchScreens = '@media (max-width: 599.95px), (pointer: coarse)';

/**
 * A window so low that bars which stay in sight would leave too little of the page, such as one of 1280 ×
 * 1024 at 400 %.
 */
export const lowWindows = '@media (max-height: 349.95px)';

/** Sheets of such a window on phones and at a high zoom. */
export const lowSheets = '@media (max-width: 599.95px) and (max-height: 349.95px)';

/** A link that is not within a text. */
export const targetLink = {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 24,
  [touchScreens]: { minHeight: sizes.touch },
} as const;

/** Rounded corners: of cards and dialogs, of buttons and fields, of keys and chips within text. */
export const radii = { card: '12px', control: '8px', small: '4px' } as const;

/** A row of a list that opens what it shows. */
export const rowButton = {
  width: '100%',
  minHeight: 64,
  px: 2,
  py: 1,
  gap: 1.5,
  textAlign: 'start',
  justifyContent: 'start',
  border: 1,
  borderColor: 'divider',
  borderRadius: radii.card,
  bgcolor: 'background.paper',
  '&:hover': { bgcolor: 'action.hover' },
} as const;

/** Sizes of text, from notes to the text of phones' fields. */
export const textSizes = { small: '0.75rem', normal: '0.875rem', large: '1rem' } as const;
