/** Legal forms as written after a name; a longer one precedes the one that it ends with. */
const legalForms = [
  ...['e. K.', 'e.K.', 'e. Kfm.', 'e.Kfm.', 'e. Kfr.', 'e.Kfr.', 'e. U.', 'e.U.'],
  ...['GmbH & Co. KG', 'UG (haftungsbeschränkt) & Co. KG', 'UG & Co. KG', 'AG & Co. KG'],
  ...['UG (haftungsbeschränkt)', 'gGmbH', 'GmbH', 'Sàrl', 'UG', 'KGaA', 'KG', 'OG', 'OHG'],
  ...['eGbR', 'GbR', 'AG', 'SE', 'eG', 'e. V.', 'e.V.', 'Ltd.', 'Ltd', 'Limited', 'LLP'],
]

/** A company's name without its legal form, as over the door of its shop. */
export function tradeName(name: string): string {
  const form = legalForms.find((each) => name.endsWith(` ${each}`))
  return form ? name.slice(0, -form.length).replace(/,? $/, '') : name
}
