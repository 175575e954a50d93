/** The first that fits names it: most browsers claim to be the ones below them as well. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^Lynx\//, 'Lynx'],
  [/^w3m\//, 'w3m'],
]

const systems: [RegExp, string][] = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** What somebody calls the device, from its User-Agent: "Firefox, Windows"; empty if nothing fits. */
export function deviceName(userAgent: string): string {
  const text = userAgent.slice(0, 512)
  const name = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(text))?.[1]
  return [name(browsers), name(systems)].filter(Boolean).join(', ')
}
