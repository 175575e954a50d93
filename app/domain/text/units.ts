/** A figure stays with its unit: no line ends between them. Sources: SI brochure, DIN 5008. */
export function keepUnits(text: string): string {
  return text.replace(
    /(?<=\d) (?=(?:[km]?g|[mc]?l|[cmk]?m|[kMGT]B|k?Wh?|Uhr|\u00b0C|\u20ac|%)(?![\p{L}\p{N}]))/gu,
    '\u00a0',
  )
}
