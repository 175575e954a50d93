import { zipSync } from 'fflate'
import { picture } from './uploads'

type Content = string | Uint8Array | Promise<Uint8Array>

const latin1 = (text: string) => Buffer.from(text, 'latin1')

const xml = latin1('<?xml version="1.0"?><a/>')

function zip(...names: string[]): Buffer {
  return Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, xml]))))
}

const docx = (...others: string[]) => zip('[Content_Types].xml', 'word/document.xml', ...others)
const xlsx = (...others: string[]) => zip('[Content_Types].xml', 'xl/workbook.xml', ...others)
const pptx = (...others: string[]) => zip('[Content_Types].xml', 'ppt/presentation.xml', ...others)

function openDocument(kind: string, ...others: string[]): Buffer {
  const mimetype = latin1(`application/vnd.oasis.opendocument.${kind}`)
  const rest = Object.fromEntries(['content.xml', ...others].map((name) => [name, xml]))
  return Buffer.from(zipSync({ mimetype: [mimetype, { level: 0 }], ...rest }))
}

/** A document of Office 97 with these names in its directory. Source: MS-CFB §2.6.1. */
function oldOffice(...names: string[]): Buffer {
  const header = Buffer.alloc(512)
  header.write('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1')
  const entries = ['Root Entry', ...names].map((name, index) => {
    const entry = Buffer.alloc(128)
    entry.write(name, 'utf16le')
    entry.writeUInt16LE(2 * name.length + 2, 64)
    entry[66] = index === 0 ? 5 : 2
    return entry
  })
  return Buffer.concat([header, ...entries])
}

/** A ZIP whose directory says that its one file has 10 GB, as four bytes can say. */
function bomb(): Buffer {
  const bytes = zip('a.csv')
  bytes.writeUInt32LE(0xffff_fffe, bytes.indexOf('PK\x01\x02', 0, 'latin1') + 24)
  return bytes
}

const mp4 = (brand: string) => latin1(`\0\0\0\x10ftyp${brand}\0\0\0\0\0\0\0\x08mdat`)
const heic = latin1('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08mdat')
const event = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n'
const contact = 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nEND:VCARD\r\n'
const script = '<script>alert("Kanarienvogel")</script>'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`
const tailed = (bytes: Buffer) => Buffer.concat([bytes, latin1(script)])

/** What is kept of a sent file. */
interface Kept {
  as: string
  type: string
  /** The key of its kind in words. */
  kind: string
}

/** Each kind of file under a name, and what it is kept as. */
export const kinds: [name: string, content: () => Content, kept: Kept][] = [
  kind('a.png', () => picture().png().toBuffer(), 'image/png', 'picture'),
  kind('a.jpg', () => picture().jpeg().toBuffer(), 'image/jpeg', 'picture'),
  kind('a.webp', () => picture().webp().toBuffer(), 'image/webp', 'picture'),
  kind('a.gif', () => picture().gif().toBuffer(), 'image/png', 'picture', 'a.png'),
  kind('a.avif', () => picture().avif().toBuffer(), 'image/webp', 'picture', 'a.webp'),
  kind('IMG 1.HEIC', () => heic, 'image/heic', 'heic', 'IMG 1.heic'),
  kind('a.pdf', () => '%PDF-1.7\n', 'application/pdf', 'pdf'),
  kind('a.txt', () => 'Two loaves', 'text/plain', 'text'),
  kind('a.docx', () => docx(), `${office()}.wordprocessingml.document`, 'document'),
  kind('a.xlsx', () => xlsx(), `${office()}.spreadsheetml.sheet`, 'table'),
  kind('a.pptx', () => pptx(), `${office()}.presentationml.presentation`, 'slides'),
  kind('a.doc', () => oldOffice('WordDocument', 'Workbook'), 'application/msword', 'document'),
  kind('a.xls', () => oldOffice('Workbook', 'WordDocument'), 'application/vnd.ms-excel', 'table'),
  kind('a.ppt', () => oldOffice('PowerPoint Document'), 'application/vnd.ms-powerpoint', 'slides'),
  kind('a.odt', () => openDocument('text'), `${open()}.text`, 'openText'),
  kind('a.ods', () => openDocument('spreadsheet'), `${open()}.spreadsheet`, 'openTable'),
  kind('a.odp', () => openDocument('presentation'), `${open()}.presentation`, 'openSlides'),
  kind('a.zip', () => zip('a.csv', 'b/c.pdf'), 'application/zip', 'archive'),
  kind('a.mp3', () => latin1('ID3\x04\0\0\0\0\0\0\xff\xfb\x90\0'), 'audio/mpeg', 'audio'),
  kind('b.mp3', () => latin1('\xff\xfb\x90\0\0\0'), 'audio/mpeg', 'audio'),
  kind('a.m4a', () => mp4('M4A '), 'audio/mp4', 'audio'),
  kind('b.m4a', () => mp4('mp42'), 'audio/mp4', 'audio'),
  kind('a.ogg', () => latin1('OggS\0\x02'), 'audio/ogg', 'audio'),
  kind('a.mp4', () => mp4('isom'), 'video/mp4', 'video'),
  kind('a.mov', () => mp4('qt  '), 'video/quicktime', 'video'),
  kind('a.webm', () => latin1('\x1a\x45\xdf\xa3\x87\x42\x82\x84webm'), 'video/webm', 'video'),
  kind('a.ics', () => event, 'text/calendar', 'event'),
  kind('a.vcf', () => contact, 'text/vcard', 'contact'),
  kind('a.eml', () => 'From: a@b.example\r\nSubject: x\r\n\r\nHi\r\n', 'message/rfc822', 'letter'),
  // What looks like one kind and is another is kept as what it is, to be saved only.
  kind('a.jpg.pdf', () => zip('b.csv'), 'application/zip', 'archive', 'a.jpg.zip'),
  kind('script.ics', () => `${event}${script}`, 'text/calendar', 'event'),
  kind('script.vcf', () => `${contact}${script}`, 'text/vcard', 'contact'),
  kind('b.pdf', () => `%PDF-1.7\n${script}`, 'application/pdf', 'pdf'),
  kind('tail.mp4', () => tailed(mp4('isom')), 'video/mp4', 'video'),
  kind('tail.heic', () => tailed(heic), 'image/heic', 'heic'),
]

/** The hostile twins, and the key of the reason with which each is refused. */
export const hostile: [name: string, content: () => Content, why: string][] = [
  ['macro.docx', () => docx('word/vbaProject.bin'), 'macro'],
  ['macro.xlsx', () => xlsx('xl/vbaProject.bin'), 'macro'],
  ['old macro.xlsx', () => xlsx('xl/macrosheets/sheet1.xml'), 'macro'],
  ['macro.pptx', () => pptx('ppt/vbaProject.bin'), 'macro'],
  ['macro.odt', () => openDocument('text', 'Basic/Standard/a.xml'), 'macro'],
  ['named.docm', () => docx(), 'macro'],
  ['named.xlsm', () => 'words', 'macro'],
  ['named.pptm', () => 'words', 'macro'],
  ['macro.doc', () => oldOffice('WordDocument', 'Macros', 'VBA'), 'macro'],
  ['macro.xls', () => oldOffice('Workbook', '_VBA_PROJECT_CUR'), 'macro'],
  ['set-up.doc', () => oldOffice('Installer'), 'type'],
  ['ten gigabytes.zip', bomb, 'unpacked'],
  ['program.zip', () => zip('a.csv', 'Rechnung.pdf.EXE'), 'holds'],
  ['shortcut.zip', () => zip('a/b.lnk .'), 'holds'],
  ['tail.zip', () => tailed(zip('a.csv')), 'broken'],
  ['cut.zip', () => zip('a.csv').subarray(0, -30), 'broken'],
  ['drawing.heic', () => svg, 'markup'],
  ['drawing.avif', () => svg, 'markup'],
  ['page.ics', () => script, 'markup'],
  ['broken.avif', () => latin1('\0\0\0\x10ftypavif\0\0\0\0'), 'broken'],
  ['gif and archive.gif', () => Buffer.concat([latin1('GIF89a'), zip('a.class')]), 'broken'],
  ['program.mp3', () => latin1('MZ\x90\0\x03\0'), 'program'],
  ['program.pdf', () => latin1('\x7fELF\x02\x01\x01'), 'program'],
  ['shell.txt', () => '#!/bin/sh\necho', 'program'],
  ['tool.exe', () => 'words', 'program'],
  ['a.js', () => 'alert(1)', 'program'],
  ['a.vbs', () => 'MsgBox 1', 'program'],
  ['a.lnk', () => latin1('L\0\0\0\x01\x14\x02\0'), 'program'],
  ['a.html', () => 'words', 'markup'],
  ['a.svg', () => svg, 'markup'],
  ['a.mkv', () => latin1('\x1a\x45\xdf\xa3\x8b\x42\x82\x88matroska'), 'type'],
]

function office() {
  return 'application/vnd.openxmlformats-officedocument'
}

function open() {
  return 'application/vnd.oasis.opendocument'
}

function kind(
  name: string,
  content: () => Content,
  type: string,
  word: string,
  as = name,
): [string, () => Content, Kept] {
  return [name, content, { as, type, kind: word }]
}
