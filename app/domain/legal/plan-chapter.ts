import type { LegalDetails, LegalSection } from './legal'

/** Nothing but a plan runs on and can be terminated: the chapter on plans has this placeholder. */
function isOnPlans(section: LegalSection): boolean {
  return JSON.stringify(section).includes('{termination}')
}

/** As long as no plans are offered. */
export function withoutPlans<Details extends Pick<LegalDetails, 'texts'>>(
  details: Details,
): Details {
  const texts = Object.entries(details.texts).map(([language, { terms, ...others }]) => [
    language,
    { ...others, ...(terms && { terms: terms.filter((section) => !isOnPlans(section)) }) },
  ])
  return { ...details, texts: Object.fromEntries(texts) }
}

/** Whether there are terms of the owner's without a chapter on plans. */
export function lacksPlanChapter({ texts }: Pick<LegalDetails, 'texts'>): boolean {
  return Object.values(texts).some(({ terms }) => terms && !terms.some(isOnPlans))
}
