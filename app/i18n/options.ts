import type { InitOptions } from 'i18next'

/** Shared by server and browser, so that both say the same words. */
export const translationOptions = {
  // A region of English has no file of its own: en-US resolves to en.
  fallbackLng: 'en-US',
  returnNull: false,
  // React escapes; doing it twice would show the entities.
  interpolation: { escapeValue: false },
} satisfies InitOptions
