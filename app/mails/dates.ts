import * as formats from '~/i18n/formats'

/** As on pages, but on one line each: the lines of a letter are narrow. */
function onOneLine(format: typeof formats.formatDay): typeof formats.formatDay {
  return (at, language, timeZone) => formats.unbroken(format(at, language, timeZone))
}

export const formatDay = onOneLine(formats.formatDay)
export const formatDayOfYear = onOneLine(formats.formatDayOfYear)
export const formatDayAndClock = onOneLine(formats.formatDayAndClock)
export const formatDateTime = onOneLine(formats.formatDateTime)
export const formatFullDate = onOneLine(formats.formatFullDate)
