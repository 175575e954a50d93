import { endingIn } from './names'

/** Names that Windows, macOS, Linux or a phone runs on a press, or mounts as a disk. */
const programs = new Set(
  [
    'exe com scr pif cpl msi msp mst msix appx appxbundle dll sys drv ocx gadget application jnlp',
    'bat cmd ps1 psm1 psc1 vb vbs vbe js jse mjs cjs ws wsf wsh wsc sct hta lnk url scf inf reg',
    'chm hlp msc xll wll library-ms search-ms settingcontent-ms iso img vhd vhdx',
    'jar class war apk xapk ipa app dmg pkg mpkg command workflow scpt scptd osx terminal',
    'sh bash zsh csh run bin elf so deb rpm appimage desktop py pyc pyw pl rb php phar',
  ].flatMap((line) => line.split(' ')),
)

/** What a browser would run, or show as a page. */
const markup = new Set('htm html xhtml xht shtml mht mhtml svg svgz xsl xslt htc'.split(' '))

/** Documents that exist to have macros. */
const macros = new Set(
  'docm dotm xlsm xltm xlam xlsb pptm potm ppam ppsm sldm xla ppa accde mde'.split(' '),
)

/** Why a file of this name is refused, whatever it has. */
export function refusedName(name: string): 'program' | 'markup' | 'macro' | undefined {
  const ending = endingIn(name)
  if (programs.has(ending)) return 'program'
  if (markup.has(ending)) return 'markup'
  return macros.has(ending) ? 'macro' : undefined
}

export function isProgramName(name: string): boolean {
  return programs.has(endingIn(name))
}

/** How programs begin: those of Linux, macOS, Java, Android, browsers, a shortcut of Windows, a script. */
const beginnings = [
  ...['\x7fELF', '\xce\xfa\xed\xfe', '\xcf\xfa\xed\xfe', '\xfe\xed\xfa\xce', '\xfe\xed\xfa\xcf'],
  ...['\xca\xfe\xba\xbe', 'dex\n', '\0asm', 'L\0\0\0\x01\x14\x02\0', '#!'],
]

/** By its first bytes. */
export function isProgram(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, 64))
  // A text may begin with these letters as well.
  if (text.startsWith('MZ') && text.includes('\0')) return true
  return beginnings.some((beginning) => text.startsWith(beginning))
}
