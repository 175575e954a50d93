/** With check digits, as banking apps accept it. Source: ISO 11649, ISO 7064 MOD 97-10. */
export function creditorReference(number: number): string {
  const rest = [...`${number}${asDigits('RF')}00`].reduce(
    (sum, digit) => (sum * 10 + Number(digit)) % 97,
    0,
  )
  return `RF${String(98 - rest).padStart(2, '0')}${number}`
}

function asDigits(letters: string): string {
  return letters.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
}
